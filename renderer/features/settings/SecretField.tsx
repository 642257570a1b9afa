/** A secret: whether one is stored in the keychain, replace, remove. The input is sent with "Save" and never returned. */
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ConfirmButton, StatusTag, TextField } from '../../components/index.ts';
import { useInfo } from '../../state/info.ts';

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
  const [replacing, setReplacing] = useState(false);
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
          <ConfirmButton
            size="small"
            variant="quiet"
            aria-label={t('secret.removeName', { name: label })}
            label={t('secret.remove')}
            title={removeTitle}
            confirmLabel={t('secret.removeConfirm')}
            onConfirm={onRemove}
            danger
          >
            {removeLoss}
          </ConfirmButton>
        </div>
      </div>
    );
  }
  return (
    <TextField
      type="password"
      autoComplete="off"
      autoFocus={replacing}
      label={label}
      description={
        elsewhere ? t('secret.elsewhereHelp') : set ? replaceHelp : keychainProblem ? t('secret.helpInMemory') : t('secret.help')
      }
      maxLength={1000}
      errorMessage={errorMessage}
      value={value}
      onChange={onChange}
    />
  );
}
