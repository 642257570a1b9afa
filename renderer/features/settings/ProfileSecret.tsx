/** One of the secrets of a connection profile. */
import { useTranslation } from 'react-i18next';
import { secretAddresses } from '../../../shared/domain/profile.ts';
import { removeSecret } from './actions.ts';
import { profileOf, type TypedSecrets } from './profile-form.ts';
import { SecretField } from './SecretField.tsx';
import { profiles, useSettings } from './store.ts';

export type ProfileSecretProps = { name: keyof TypedSecrets; profileId: string | null; value: string; onChange: (value: string) => void };

export function ProfileSecret({ name, profileId, value, onChange }: ProfileSecretProps) {
  const { t } = useTranslation('settings');
  const view = profiles.use(({ value }) => value?.find(({ profile }) => profile.id === profileId));
  const editing = useSettings((state) => state.editing);
  const fault = editing?.faults[name];
  const typed = editing && profileOf(editing.form);
  const moved = view !== undefined && typed?.ok === true && secretAddresses(typed.profile)[name] !== secretAddresses(view.profile)[name];
  const set = view?.secretsSet.includes(name) ?? false;
  return (
    <SecretField
      set={set && !moved}
      elsewhere={(set && moved) || (view?.secretsElsewhere.includes(name) ?? false)}
      value={value}
      onChange={onChange}
      errorMessage={fault && t(`faults.${fault}`)}
      onRemove={() => {
        if (profileId !== null) void removeSecret(profileId, name);
      }}
      label={t(`secret.names.${name}.label`)}
      replaceHelp={t('secret.replaceHelp')}
      removeTitle={t(`secret.names.${name}.removeTitle`)}
      removeLoss={t(`secret.names.${name}.removeLoss`)}
    />
  );
}
