/** Settles a document in doubt or unverified with a person's note, which is stored with it. */
import { NotebookPen } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxNoteLength } from '../../../../shared/domain/queue.ts';
import type { SigningJob } from '../../../../shared/domain/signing.ts';
import { Button, Dialog, TextField } from '../../../components/index.ts';
import { closeDoubt } from './actions.ts';

const formId = 'queue-close-form';

function CloseDialog({ job, onClose }: { job: SigningJob; onClose: () => void }) {
  const { t } = useTranslation(['queue', 'ui']);
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const [closing, setClosing] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (closing) return;
    if (note.trim() === '') {
      setMissing(true);
      event.currentTarget.querySelector('textarea')?.focus();
      return;
    }
    setClosing(true);
    const closed = await closeDoubt(job.documentId, note.trim());
    setClosing(false);
    if (closed) onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('close.title', { name: job.name })}
      actions={
        <>
          <Button onPress={onClose}>{t('ui:cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} isPending={closing}>
            {t('close.confirm')}
          </Button>
        </>
      }
    >
      <form id={formId} className="queue-close" onSubmit={(event) => void submit(event)}>
        <p>{t('close.words')}</p>
        <TextField
          label={t('close.note')}
          description={t('close.noteHelp', { count: maxNoteLength })}
          rows={3}
          maxLength={maxNoteLength}
          isRequired
          autoFocus
          value={note}
          onChange={(typed) => {
            setNote(typed);
            setMissing(false);
          }}
          errorMessage={missing ? t('close.missing') : undefined}
        />
      </form>
    </Dialog>
  );
}

/** One of the options to settle the document. */
export function CloseWithNote({ job, help }: { job: SigningJob; help: string }) {
  const { t } = useTranslation('queue');
  const [open, setOpen] = useState(false);
  return (
    <li>
      <Button icon={NotebookPen} onPress={() => setOpen(true)}>
        {t('doubt.close')}
      </Button>
      <p className="ui-help">{help}</p>
      {open && <CloseDialog job={job} onClose={() => setOpen(false)} />}
    </li>
  );
}
