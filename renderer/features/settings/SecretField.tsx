/** A secret: whether the keychain holds one, replace, remove. What is typed goes out with "Save" and never comes back. */
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInfo } from '../../info.ts';
import { Button, ConfirmDialog, StatusTag, TextField } from '../../ui/index.ts';
import { removeSecret } from './actions.ts';
import { type TypedSecrets, useSettings } from './store.ts';

export type SecretFieldProps = { name: keyof TypedSecrets; profileId: string | null; value: string; onChange: (value: string) => void };

export function SecretField({ name, profileId, value, onChange }: SecretFieldProps) {
  const { t } = useTranslation('settings');
  const { keychainProblem } = useInfo();
  const set = useSettings((state) => state.profiles?.find(({ profile }) => profile.id === profileId)?.secretsSet.includes(name) ?? false);
  const [replacing, setReplacing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const label = t(`secret.names.${name}.label`);
  if (set && !replacing) {
    return (
      <div className="ui-field">
        <span className="ui-label">{label}</span>
        <div className="set-secret-line">
          <StatusTag tone={keychainProblem ? 'doubt' : 'good'} icon={keychainProblem ? TriangleAlert : CircleCheck}>
            {keychainProblem ? t('secret.inMemory') : t('secret.stored')}
          </StatusTag>
          <Button size="small" aria-label={t('secret.replaceName', { name: label })} onPress={() => setReplacing(true)}>
            {t('secret.replace')}
          </Button>
          <Button size="small" variant="quiet" aria-label={t('secret.removeName', { name: label })} onPress={() => setRemoving(true)}>
            {t('secret.remove')}
          </Button>
        </div>
        <ConfirmDialog
          isOpen={removing}
          onClose={() => setRemoving(false)}
          onConfirm={() => {
            if (profileId !== null) void removeSecret(profileId, name);
          }}
          title={t(`secret.names.${name}.removeTitle`)}
          confirmLabel={t('secret.removeConfirm')}
          danger
        >
          {t(`secret.names.${name}.removeLoss`)}
        </ConfirmDialog>
      </div>
    );
  }
  return (
    <TextField
      type="password"
      autoComplete="off"
      label={label}
      description={set ? t('secret.replaceHelp') : keychainProblem ? t('secret.helpInMemory') : t('secret.help')}
      value={value}
      onChange={onChange}
    />
  );
}
