/** A secret: whether one is stored in the keychain, replace, remove. The input is sent with "Save" and never returned. */
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { secretAddresses } from '../../../shared/domain/settings/profile.ts';
import { focusWhenLost } from '../../components/focus-when-lost.ts';
import { Button, ConfirmButton, StatusTag, TextField } from '../../components/index.ts';
import { useInfo } from '../../state/info.ts';
import { removeSecret } from './actions.ts';
import { profileOf, type TypedSecrets } from './profile-form.ts';
import { profiles, useSettings } from './store.ts';

type Props = {
  /** Whether one is stored. */
  set: boolean;
  /** The stored one was typed for another address, and is therefore not used. */
  elsewhere?: boolean;
  value: string;
  onChange: (value: string) => void;
  /** What is wrong with the input. */
  errorMessage?: string | undefined;
  /** Removes the stored one. */
  onRemove: () => void;
  label: string;
  /** The effect of typing while one is stored. */
  replaceHelp: string;
  removeTitle: string;
  removeLoss: string;
};

export function SecretField(props: Props) {
  const { set, elsewhere = false, value, onChange, errorMessage, onRemove, label, replaceHelp, removeTitle, removeLoss } = props;
  const { t } = useTranslation('settings');
  const { keychainProblem } = useInfo();
  // Shown again with what was typed before another section was.
  const [replacing, setReplacing] = useState(value !== '');
  const [isTyped, setTyped] = useState(value !== '');
  const stored = useRef<HTMLDivElement>(null);
  const replace = () => {
    // What was stored with this field before was typed as well.
    setTyped(false);
    setReplacing(true);
  };
  const stopReplacing = () => {
    setReplacing(false);
    setTyped(false);
    focusWhenLost(() => stored.current?.querySelector('button'));
  };
  // The form was saved or discarded: nothing else empties what was typed.
  const isDone = replacing && isTyped && value === '';
  const end = useEffectEvent(stopReplacing);
  useEffect(() => {
    if (isDone) end();
  }, [isDone]);
  if (set && !replacing) {
    return (
      <div className="ui-field" ref={stored}>
        <span className="ui-label">{label}</span>
        <div className="ui-line set-secret-line">
          <StatusTag tone={keychainProblem ? 'doubt' : 'good'} icon={keychainProblem ? TriangleAlert : CircleCheck}>
            {keychainProblem ? t('secret.inMemory') : t('secret.stored')}
          </StatusTag>
          <span className="ui-acts">
            <Button size="small" aria-label={t('secret.replaceName', { name: label })} onPress={replace}>
              {t('secret.replace')}
            </Button>
            <ConfirmButton
              size="small"
              variant="quiet"
              aria-label={t('secret.removeName', { name: label })}
              label={t('remove')}
              title={removeTitle}
              confirmLabel={t('remove')}
              onConfirm={onRemove}
              danger
            >
              {removeLoss}
            </ConfirmButton>
          </span>
        </div>
      </div>
    );
  }
  return (
    <TextField
      type="password"
      autoFocus={replacing && !isTyped}
      label={label}
      description={
        elsewhere ? t('secret.elsewhereHelp') : set ? replaceHelp : keychainProblem ? t('secret.helpInMemory') : t('secret.help')
      }
      maxLength={1000}
      errorMessage={errorMessage}
      value={value}
      onChange={(text) => {
        setTyped(text !== '');
        onChange(text);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !set) return event.continuePropagation();
        onChange('');
        stopReplacing();
      }}
    />
  );
}

export type ProfileSecretProps = { name: keyof TypedSecrets; profileId: string | null; value: string; onChange: (value: string) => void };

/** One of the secrets of a connection profile. */
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
