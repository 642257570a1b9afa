/** A document's reference number in its row: words until it is pressed, then a field. Enter keeps, Escape takes back. */
import { Pencil } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Button, Input } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { changeDraft, useSigning } from './store.ts';

type Props = { documentId: string; documentName: string; reference: string };

export function ReferenceField({ documentId, documentName, reference }: Props) {
  const { t } = useTranslation('signing');
  const editing = useSigning((state) => state.editingReference === documentId);
  if (editing) return <ReferenceInput documentId={documentId} documentName={documentName} reference={reference} />;
  return (
    <Button
      className={reference === '' ? 'sign-reference sign-reference-missing' : 'sign-reference'}
      aria-label={t('reference.edit', { reference, name: documentName })}
      onPress={() => useSigning.setState({ editingReference: documentId })}
    >
      <span className="sign-reference-mark">{t('reference.short')}</span>
      <span className="truncate">{reference || t('reference.none')}</span>
      <Pencil size={12} aria-hidden="true" />
    </Button>
  );
}

function ReferenceInput({ documentId, documentName, reference }: Props) {
  const { t } = useTranslation('signing');
  const [typed, setTyped] = useState(reference);
  const end = () => useSigning.setState({ editingReference: null });
  const keep = () => {
    if (typed !== reference) changeDraft(documentId, { reference: typed.trim() });
    end();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // The list would take arrows, letters and Delete for its own.
    event.stopPropagation();
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    if (event.ctrlKey || event.metaKey) return;
    const row = event.currentTarget.closest<HTMLElement>('[role="row"]');
    if (event.key === 'Enter') keep();
    else end();
    row?.focus();
  };
  return (
    <Input
      className="ui-input sign-reference-input"
      aria-label={t('reference.label', { name: documentName })}
      value={typed}
      maxLength={200}
      // The clerk just asked to type here.
      ref={(input) => {
        if (input && document.activeElement !== input) input.focus();
      }}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={keep}
    />
  );
}
