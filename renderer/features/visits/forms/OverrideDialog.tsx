/** Overrides findings of the policy, with a reason that is stored. */
import './forms.css';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Finding, maxReasonLength } from '../../../../shared/domain/policy.ts';
import { Button, Checkbox, Dialog, ProblemBanner, TextField } from '../../../components/index.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import { override } from '../actions.ts';
import { useSaving } from './use-saving.ts';

type Props = {
  visitId: string;
  /** Key of the finding that was pressed. */
  pressedKey: string;
  /** All findings that can be overridden now. */
  findings: readonly Finding[];
  onClose: () => void;
};

export function OverrideDialog({ visitId, pressedKey, findings, onClose }: Props) {
  const { t } = useTranslation(['customers', 'ui']);
  const problemWords = useProblemWords();
  const [keys, setKeys] = useState<readonly string[]>([pressedKey]);
  const [reason, setReason] = useState('');
  const [pressed, setPressed] = useState(false);
  const { problem, save } = useSaving();
  // A finding that main withdrew in the meantime is not overridden.
  const chosen = findings.filter(({ key }) => keys.includes(key)).map(({ key }) => key);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setPressed(true);
    if (reason.trim() === '') return event.currentTarget.querySelector('textarea')?.focus();
    if (chosen.length === 0) return;
    if (await save(() => override(visitId, chosen, reason.trim()))) onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('override.title')}>
      <form className="cust-form" onSubmit={(event) => void submit(event)} noValidate>
        <p>{t('override.words')}</p>
        <fieldset className="cust-choices">
          <legend className="ui-label">{t('override.which')}</legend>
          {findings.length === 1 && <p>{findings.map(({ problem: found }) => problemWords(found).what)}</p>}
          {findings.length > 1 &&
            findings.map(({ key, problem: found }) => (
              <Checkbox
                key={key}
                isSelected={keys.includes(key)}
                onChange={(wanted) => setKeys(wanted ? [...keys, key] : keys.filter((one) => one !== key))}
              >
                {problemWords(found).what}
              </Checkbox>
            ))}
          {pressed && chosen.length === 0 && <p className="ui-error">{t('override.none')}</p>}
        </fieldset>
        <TextField
          label={t('override.reason')}
          description={t('override.reasonHelp')}
          rows={3}
          maxLength={maxReasonLength}
          isRequired
          autoFocus
          value={reason}
          onChange={setReason}
          {...(pressed && reason.trim() === '' ? { errorMessage: t('override.reasonMissing') } : {})}
        />
        {problem && <ProblemBanner problem={problem} alert />}
        <div className="ui-dialog-actions">
          <Button onPress={onClose}>{t('ui:cancel')}</Button>
          <Button type="submit" variant="danger">
            {t('override.confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
