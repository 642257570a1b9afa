/** A decision being written. Without a verdict or a reason it is not saved, and says why. */
import { type FormEvent, useRef, useState } from 'react';
import { Label, Radio, RadioGroup, Text } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { longest, verdictSchema } from '../../../../shared/domain/screening.ts';
import { Button, TextField } from '../../../ui/index.ts';
import { decide } from '../actions.ts';
import { type DecisionDraft, draftKey, writeDraft } from '../store.ts';

type Props = { id: string; match: number | null; draft: DecisionDraft };

export function DecisionForm({ id, match, draft }: Props) {
  const { t } = useTranslation('screening');
  const key = draftKey(id, match);
  const [pressed, setPressed] = useState(false);
  const [saving, setSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { verdict, reason } = draft;
  const verdictMissing = pressed && verdict === null;
  const reasonMissing = pressed && reason.trim() === '';

  /** The form goes; the reading goes on at the button in its place. */
  const close = () => {
    const box = form.current?.parentElement;
    writeDraft(key, null);
    requestAnimationFrame(() => box?.querySelector<HTMLElement>(':scope > button')?.focus());
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (verdict === null) return form.current?.querySelector<HTMLElement>('input[type="radio"]')?.focus();
    if (reason.trim() === '') return form.current?.querySelector('textarea')?.focus();
    setSaving(true);
    const saved = await decide(id, match, verdict, reason.trim());
    setSaving(false);
    if (saved) close();
  };

  return (
    <form className="scr-decide" onSubmit={(event) => void save(event)} ref={form} noValidate aria-label={t('decision.form')}>
      <RadioGroup
        className="scr-verdicts"
        value={verdict}
        onChange={(value) => writeDraft(key, { ...draft, verdict: verdictSchema.parse(value) })}
        isInvalid={verdictMissing}
      >
        <Label className="ui-label">{t('decision.verdict')}</Label>
        <div className="scr-verdict-choices">
          {verdictSchema.options.map((value, index) => (
            <Radio key={value} value={value} className="scr-verdict" autoFocus={index === 0 && verdict === null}>
              {t(`verdict.${value}`)}
            </Radio>
          ))}
        </div>
        {verdictMissing && (
          <Text slot="errorMessage" className="ui-error">
            {t('decision.verdictMissing')}
          </Text>
        )}
      </RadioGroup>
      <TextField
        label={t('decision.reason')}
        description={t('decision.reasonHelp')}
        rows={2}
        value={reason}
        onChange={(typed) => writeDraft(key, { ...draft, reason: typed })}
        maxLength={longest.reason}
        {...(reasonMissing ? { errorMessage: t('decision.reasonMissing') } : {})}
      />
      <div className="scr-decide-acts">
        <Button type="submit" variant="primary" size="small" isDisabled={saving}>
          {t('decision.save')}
        </Button>
        <Button size="small" onPress={close}>
          {t('decision.cancel')}
        </Button>
      </div>
    </form>
  );
}
