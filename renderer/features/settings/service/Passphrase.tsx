/** The passphrase of the PKCS#12 file. */
import { useTranslation } from 'react-i18next';
import { SecretField } from '../SecretField.tsx';
import { removePassphrase } from './actions.ts';
import { passphraseSet } from './store.ts';

export function Passphrase({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('service');
  const set = passphraseSet.use(({ value }) => value?.set ?? false);
  return (
    <SecretField
      set={set}
      value={value}
      onChange={onChange}
      onRemove={() => void removePassphrase()}
      label={t('passphrase.label')}
      replaceHelp={t('passphrase.replaceHelp')}
      removeTitle={t('passphrase.removeTitle')}
      removeLoss={t('passphrase.removeLoss')}
    />
  );
}
