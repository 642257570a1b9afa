/** Asks for the note that an action needs; without one nothing is done. */
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSavedState } from '../state/page-parts.ts';
import { useBusy } from '../state/use-busy.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { TextField } from './TextField.tsx';

export type NoteDialogProps = {
  title: string;
  /** What the action does. */
  words: string;
  label: string;
  description: string;
  /** Shown when the note is blank. */
  missing: string;
  /** The act itself, as a verb. */
  confirmLabel: string;
  maxLength: number;
  danger?: boolean;
  /** Returns whether it was done; the dialog closes then. */
  onConfirm: (note: string) => Promise<boolean>;
  onClose: () => void;
};

export function NoteDialog(props: NoteDialogProps) {
  const { title, words, label, description, missing, confirmLabel, maxLength, danger = false, onConfirm, onClose } = props;
  const { t } = useTranslation('ui');
  const formId = useId();
  const [note, setNote] = useSavedState(`note ${title}`, '');
  const [isMissing, setMissing] = useState(false);
  const { busy, run } = useBusy();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    if (note.trim() === '') {
      setMissing(true);
      event.currentTarget.querySelector('textarea')?.focus();
      return;
    }
    if (await run(() => onConfirm(note.trim()))) onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      losesInput={note.trim() !== ''}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button variant={danger ? 'danger' : 'primary'} type="submit" form={formId} isPending={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form id={formId} className="ui-dialog-form" onSubmit={(event) => void submit(event)}>
        <p>{words}</p>
        <TextField
          label={label}
          description={description}
          rows={3}
          maxLength={maxLength}
          isRequired
          autoFocus
          value={note}
          onChange={(typed) => {
            setNote(typed);
            setMissing(false);
          }}
          errorMessage={isMissing ? missing : undefined}
        />
      </form>
    </Dialog>
  );
}
