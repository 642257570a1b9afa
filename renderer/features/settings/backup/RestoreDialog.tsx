/** Asks before a backup takes the place of the data: what is lost, and the code of one that was made on another computer. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BackupState } from '../../../../shared/domain/settings/backup.ts';
import { Dialog, Form, FormActions, ProblemBanner, TextField } from '../../../components/index.ts';
import { fullTime } from '../../../i18n/formats.ts';
import { useBusy } from '../../../state/use-busy.ts';
import { useSaving } from '../../../state/use-saving.ts';
import { type Chosen, prepareRestore, stop } from './actions.ts';
import { Work } from './Work.tsx';

type Props = { chosen: Chosen; state: BackupState; onClose: () => void };

export function RestoreDialog({ chosen, state, onClose }: Props) {
  const { t } = useTranslation('backup');
  // Here and in no store: with it, the backup can be read.
  const [code, setCode] = useState('');
  const [pressed, setPressed] = useState(false);
  const { problem, save } = useSaving();
  const { busy, run } = useBusy();
  const leave = busy ? stop : onClose;
  const isMissing = chosen.needsCode && code.trim() === '';
  const submit = async (form: HTMLFormElement) => {
    setPressed(true);
    if (isMissing) return form.querySelector('input')?.focus();
    if (await run(() => save(() => prepareRestore(chosen, chosen.needsCode ? code.trim() : null)))) onClose();
  };
  return (
    <Dialog isOpen onClose={leave} title={t('restore.dialog', { at: fullTime(chosen.madeAt) })} losesInput={!busy && code.trim() !== ''}>
      <Form className="backup-dialog" onSave={submit}>
        <p>{t('restore.loss')}</p>
        <p>{t('restore.waiting')}</p>
        <p>{t('restore.stays')}</p>
        {chosen.needsCode && (
          <TextField
            label={t('restore.code')}
            description={t('restore.codeHelp')}
            value={code}
            maxLength={100}
            autoFocus
            errorMessage={pressed && isMissing ? t('restore.codeMissing') : undefined}
            onChange={setCode}
          />
        )}
        {busy && <Work state={state} kind="restore" />}
        {problem && !busy && <ProblemBanner problem={problem} alert />}
        <FormActions onCancel={leave} variant="danger">
          {t('restore.confirm')}
        </FormActions>
      </Form>
    </Dialog>
  );
}
