/** Adds profile rules from an answer that a person read: what each reads, and which earlier screenings would have another outcome. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleEffect } from '../../../../shared/domain/screening.ts';
import { type TextRule, textRuleSchema } from '../../../../shared/domain/text-rules.ts';
import { Button, Dialog } from '../../../components/index.ts';
import { timeWords } from '../../../i18n/formats.ts';
import { addRules, draftRules, tryRules } from '../actions.ts';
import { RuleFields } from '../RuleFields.tsx';

function Effect({ effect }: { effect: RuleEffect }) {
  const { t } = useTranslation('screening');
  return (
    <section aria-live="polite" className="scr-rule-effect">
      <p>
        {effect.changed === 0
          ? t('rules.noneChanged', { checked: effect.checked })
          : t('rules.changed', { count: effect.changed, checked: effect.checked })}
      </p>
      {effect.examples.length > 0 && (
        <ul>
          {effect.examples.map(({ id, name, askedAt, before, after }) => (
            <li key={id}>
              {t('rules.example', {
                name,
                time: timeWords(askedAt),
                before: t(`outcome.${before}.word`),
                after: t(`outcome.${after}.word`),
              })}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function MakeRules({ id, of, onClose }: { id: string; of: string; onClose: () => void }) {
  const { t } = useTranslation('screening');
  const [rules, setRules] = useState<TextRule[] | null>(null);
  const [effect, setEffect] = useState<RuleEffect | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let left = false;
    void draftRules(id, of).then((drafts) => {
      if (left) return;
      if (drafts === null) onClose();
      else setRules(drafts);
    });
    return () => {
      left = true;
    };
  }, [id, of, onClose]);
  const valid = rules !== null && rules.length > 0 && rules.every((rule) => textRuleSchema.safeParse(rule).success);
  const change = (at: number, rule: TextRule) => {
    setEffect(null);
    setRules((before) => before?.map((one, index) => (index === at ? rule : one)) ?? null);
  };
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  if (rules === null) return null;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('rules.title')}
      wide
      actions={
        <>
          <Button onPress={onClose}>{t('decision.cancel')}</Button>
          {effect === null ? (
            <Button variant="primary" isDisabled={!valid || busy} onPress={() => void run(async () => setEffect(await tryRules(rules)))}>
              {t('rules.try')}
            </Button>
          ) : (
            <Button
              variant="primary"
              isDisabled={!valid || busy}
              onPress={() => void run(async () => ((await addRules(rules)) ? onClose() : undefined))}
            >
              {t('rules.add')}
            </Button>
          )}
        </>
      }
    >
      <p className="ui-help">{t('rules.help')}</p>
      <ul className="scr-rules">
        {rules.map((rule, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list's length and order do not change
          <li key={at}>
            <RuleFields rule={rule} onChange={(changed) => change(at, changed)} />
          </li>
        ))}
      </ul>
      {effect && <Effect effect={effect} />}
    </Dialog>
  );
}
