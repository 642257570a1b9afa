/**
 * A document's reference number in its row: text until it is pressed, then a field. Enter saves, Escape restores.
 * In another row than the one shown, the first press only shows that document, as anywhere else in the row.
 */
import { Pencil } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Button, Input } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { changeDraft, editReference, showDocument, useSigning } from './store.ts';

type Props = { documentId: string; documentName: string; reference: string };
type FieldProps = Props & { isReadOnly: boolean };

export function ReferenceField({ documentId, documentName, reference, isReadOnly }: FieldProps) {
  const { t } = useTranslation('signing');
  const editing = useSigning((state) => state.editingReference?.id === documentId);
  const isCurrent = useSigning((state) => state.currentId === documentId);
  if (isReadOnly) {
    return (
      <span className="sign-reference">
        <span className="sign-reference-mark">{t('reference.short')}</span>
        <span className="truncate" title={reference}>
          {reference}
        </span>
      </span>
    );
  }
  if (editing) return <ReferenceInput documentId={documentId} documentName={documentName} reference={reference} />;
  return (
    <Button
      className={reference === '' ? 'sign-reference sign-reference-missing' : 'sign-reference'}
      preventFocusOnPress={!isCurrent}
      // One Tab stop for the list; F2 changes the reference of the document on the page.
      excludeFromTabOrder
      onPress={({ target }) => {
        if (isCurrent) editReference(documentId);
        else {
          showDocument(documentId);
          // The arrow keys continue from the row.
          target.closest<HTMLElement>('[role="row"]')?.focus();
        }
      }}
    >
      <span className="sign-reference-mark">{t('reference.short')}</span>
      <span className="truncate" title={reference}>
        {reference || t('reference.none')}
      </span>
      {isCurrent && <Pencil size={12} aria-hidden="true" />}
      <span className="sr-only">{t('reference.edit', { name: documentName })}</span>
    </Button>
  );
}

function ReferenceInput({ documentId, documentName, reference }: Props) {
  const { t } = useTranslation('signing');
  const typed = useSigning(({ editingReference }) => editingReference?.typed) ?? reference;
  const end = () => editReference(null);
  const keep = () => {
    // From the store: the field also loses the focus right after Escape has ended it.
    const { editingReference } = useSigning.getState();
    if (editingReference?.id === documentId && typed !== reference) changeDraft(documentId, { reference: typed.trim() });
    end();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // The list would handle arrows, letters and Delete itself.
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
      // The clerk just pressed it in order to type here.
      ref={(input) => {
        if (input && document.activeElement !== input) input.focus();
      }}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => useSigning.setState({ editingReference: { id: documentId, typed: event.currentTarget.value } })}
      onKeyDown={onKeyDown}
      onBlur={keep}
    />
  );
}
