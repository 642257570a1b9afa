/** A choice with its reason, typed and saved. Without both nothing is saved, and the form says what is missing. */
import './reason.css';
import type { LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Label, Radio, RadioGroup, Text } from 'react-aria-components';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { maxLengths } from '../../../shared/domain/screening/screening.ts';
import { Button, Form, StatusTag, TextField, type Tone } from '../../components/index.ts';
import { exactTime } from '../../i18n/formats.ts';
import type { ReasonDraft } from './store.ts';

type Props<Choice extends string> = {
  choices: readonly Choice[];
  draft: ReasonDraft<Choice>;
  onDraft: (draft: ReasonDraft<Choice>) => void;
  /** Returns whether it was saved; the form closes then. */
  onSave: (choice: Choice, reason: string) => Promise<boolean>;
  /** Forgets the draft. After it, the focus moves to the `.scr-reason-open` that takes the form's place. */
  onClose: () => void;
  /** Leaves the form, whose draft stays: on Escape. */
  onLeave: () => void;
  words: { form: string; choice: string; choiceMissing: string; reasonMissing: string; save: string; of: (choice: Choice) => string };
};

export function ReasonForm<Choice extends string>({ choices, draft, onDraft, onSave, onClose, onLeave, words }: Props<Choice>) {
  const { t } = useTranslation(['screening', 'ui']);
  const [pressed, setPressed] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { choice } = draft;
  const reason = draft.reason.trim();

  const close = (end = onClose) => {
    const box = form.current?.parentElement;
    flushSync(end);
    requestAnimationFrame(() => box?.querySelector<HTMLElement>('.scr-reason-open')?.focus());
  };
  const save = async () => {
    setPressed(true);
    if (choice === null) return form.current?.querySelector<HTMLElement>('input[type="radio"]')?.focus();
    if (reason === '') return form.current?.querySelector('textarea')?.focus();
    if (await onSave(choice, reason)) close();
  };

  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close(choice === null && draft.reason === '' ? onClose : onLeave);
  };

  return (
    <Form className="scr-reason-form" onSave={save} onKeyDown={leave} ref={form} aria-label={words.form}>
      <RadioGroup
        className="scr-choices"
        value={choice}
        onChange={(value) => onDraft({ ...draft, choice: choices.find((each) => each === value) ?? null })}
        isInvalid={pressed && choice === null}
      >
        <Label className="ui-label">{words.choice}</Label>
        <div className="scr-choices-row">
          {choices.map((value, index) => (
            <Radio key={value} value={value} className="scr-choice" autoFocus={index === 0 && choice === null}>
              {words.of(value)}
            </Radio>
          ))}
        </div>
        {pressed && choice === null && (
          <Text slot="errorMessage" className="ui-error">
            {words.choiceMissing}
          </Text>
        )}
      </RadioGroup>
      <TextField
        label={t('decision.reason')}
        description={t('decision.reasonHelp')}
        rows={2}
        value={draft.reason}
        onChange={(typed) => onDraft({ ...draft, reason: typed })}
        maxLength={maxLengths.reason}
        errorMessage={pressed && reason === '' ? words.reasonMissing : undefined}
      />
      <div className="ui-acts">
        <Button variant="primary" type="submit" size="small">
          {words.save}
        </Button>
        <Button size="small" onPress={() => close()}>
          {t('ui:cancel')}
        </Button>
      </div>
    </Form>
  );
}

type ReasonEntryProps = { looks: { icon: LucideIcon; tone: Tone }; word: string; entry: { reason: string; by: string; at: string } };

/** A person's choice, with the reason, the name and the time. */
export function ReasonEntry({ looks, word, entry }: ReasonEntryProps) {
  const { t } = useTranslation('screening');
  return (
    <div className="scr-reasoned">
      <StatusTag {...looks}>{word}</StatusTag>
      <p className="scr-reasoned-text">{entry.reason}</p>
      <p className="ui-help">{t('decision.by', { name: entry.by, time: exactTime(entry.at) })}</p>
    </div>
  );
}
