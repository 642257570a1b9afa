/** Asks for the reason to release the file of a document that was blocked. */
import { FileOutput } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxNoteLength } from '../../../shared/domain/queue.ts';
import { Button, Dialog, TextField } from '../../components/index.ts';
import { type Checked, releaseFile } from './actions.ts';

const formId = 'verification-release';

function ReleaseDialog({ checked, onClose }: { checked: Checked; onClose: () => void }) {
  const { t } = useTranslation(['verification', 'ui']);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    if (reason.trim() === '') {
      setMissing(true);
      event.currentTarget.querySelector('textarea')?.focus();
      return;
    }
    setBusy(true);
    const released = await releaseFile(checked.documentId, reason.trim());
    setBusy(false);
    if (released) onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('release.dialog', { name: checked.name })}
      actions={
        <>
          <Button onPress={onClose}>{t('ui:cancel')}</Button>
          <Button variant="danger" type="submit" form={formId} isPending={busy}>
            {t('release.act')}
          </Button>
        </>
      }
    >
      <form id={formId} className="vr-release" onSubmit={(event) => void submit(event)}>
        <p>{t('release.words')}</p>
        <TextField
          label={t('release.label')}
          description={t('release.help', { count: maxNoteLength })}
          rows={3}
          maxLength={maxNoteLength}
          isRequired
          autoFocus
          value={reason}
          onChange={(typed) => {
            setReason(typed);
            setMissing(false);
          }}
          errorMessage={missing ? t('release.missing') : undefined}
        />
      </form>
    </Dialog>
  );
}

export function ReleaseButton({ checked, isSmall = false }: { checked: Checked; isSmall?: boolean }) {
  const { t } = useTranslation('verification');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size={isSmall ? 'small' : 'medium'} icon={FileOutput} onPress={() => setOpen(true)}>
        {t('release.open')}
      </Button>
      {open && <ReleaseDialog checked={checked} onClose={() => setOpen(false)} />}
    </>
  );
}
