/** The passphrase of the PKCS#12 file: whether there is one, replace, remove. What is typed goes out with "Save" and never comes back. */
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ConfirmDialog, StatusTag, TextField } from '../../../ui/index.ts';
import { removePassphrase } from './actions.ts';
import { useService } from './store.ts';

export function Passphrase({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('service');
  const set = useService(({ passphraseSet }) => passphraseSet);
  const [replacing, setReplacing] = useState(false);
  const [removing, setRemoving] = useState(false);
  if (set && !replacing) {
    return (
      <div className="ui-field">
        <span className="ui-label">{t('passphrase.label')}</span>
        <div className="set-secret-line">
          <StatusTag tone="good" icon={CircleCheck}>
            {t('passphrase.set')}
          </StatusTag>
          <Button size="small" aria-label={t('passphrase.replaceName')} onPress={() => setReplacing(true)}>
            {t('passphrase.replace')}
          </Button>
          <Button size="small" variant="quiet" aria-label={t('passphrase.removeName')} onPress={() => setRemoving(true)}>
            {t('passphrase.remove')}
          </Button>
        </div>
        <ConfirmDialog
          isOpen={removing}
          onClose={() => setRemoving(false)}
          onConfirm={() => void removePassphrase()}
          title={t('passphrase.removeTitle')}
          confirmLabel={t('passphrase.removeConfirm')}
          danger
        >
          {t('passphrase.removeLoss')}
        </ConfirmDialog>
      </div>
    );
  }
  return (
    <TextField
      type="password"
      autoComplete="off"
      autoFocus={replacing}
      label={t('passphrase.label')}
      description={t(set ? 'passphrase.replaceHelp' : 'passphrase.help')}
      maxLength={1000}
      value={value}
      onChange={onChange}
    />
  );
}
