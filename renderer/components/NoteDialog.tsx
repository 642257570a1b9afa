/** Asks for the note that an action needs; without one nothing is done. */
import { useState } from 'react';
import { maxNoteLength } from '../../shared/domain/signing/queue.ts';
import { useSavedState } from '../state/page-parts.ts';
import { Dialog } from './Dialog.tsx';
import { Form } from './Form.tsx';
import { FormActions } from './FormActions.tsx';
import { TextField } from './TextField.tsx';

export type NoteDialogProps = {
  /** What the note is about, in every language of the page: under it, the next page finds the input. */
  of: string;
  title: string;
  /** What the action does. */
  words: string;
  label: string;
  description: string;
  /** Shown when the note is blank. */
  missing: string;
  /** The act itself, as a verb. */
  confirmLabel: string;
  danger?: boolean;
  /** Returns whether it was done; the dialog closes then. */
  onConfirm: (note: string) => Promise<boolean>;
  onClose: () => void;
};

export function NoteDialog(props: NoteDialogProps) {
  const { of, title, words, label, description, missing, confirmLabel, danger = false, onConfirm, onClose } = props;
  const [note, setNote] = useSavedState(`note ${of}`, '');
  const [isMissing, setMissing] = useState(false);
  const save = async () => {
    if (await onConfirm(note.trim())) onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={title} losesInput={note.trim() !== ''}>
      <Form
        className="ui-dialog-form"
        onSave={(form) => {
          if (note.trim() !== '') return save();
          setMissing(true);
          return form.querySelector('textarea')?.focus();
        }}
      >
        <p>{words}</p>
        <TextField
          label={label}
          description={description}
          rows={3}
          maxLength={maxNoteLength}
          isRequired
          autoFocus
          value={note}
          onChange={(typed) => {
            setNote(typed);
            setMissing(false);
          }}
          errorMessage={isMissing ? missing : undefined}
        />
        <FormActions onCancel={onClose} variant={danger ? 'danger' : 'primary'}>
          {confirmLabel}
        </FormActions>
      </Form>
    </Dialog>
  );
}
