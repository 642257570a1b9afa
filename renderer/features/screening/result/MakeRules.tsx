/** Adds profile rules from an answer that a person read: what each reads, and which earlier screenings would have another outcome. */
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleEffect } from '../../../../shared/domain/screening/screening.ts';
import { type TextRule, textRuleSchema } from '../../../../shared/domain/text-rules.ts';
import { Announced } from '../../../components/Announced.tsx';
import { Button, Dialog } from '../../../components/index.ts';
import { timeWords } from '../../../i18n/formats.ts';
import { useBusy } from '../../../state/use-busy.ts';
import { addRules, draftRules, tryRules } from '../actions.ts';
import { RuleFields } from '../RuleFields.tsx';

function Effect({ effect }: { effect: RuleEffect }) {
  const { t } = useTranslation('screening');
  const { changed, checked } = effect;
  return (
    <section className="scr-rule-effect">
      <Announced>{changed === 0 ? t('rules.noneChanged', { checked }) : t('rules.changed', { count: changed, checked })}</Announced>
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
  const { t } = useTranslation(['screening', 'ui']);
  const [rules, setRules] = useState<TextRule[] | null>(null);
  const [isChanged, setChanged] = useState(false);
  const [tried, setTried] = useState<{ rules: TextRule[]; effect: RuleEffect } | null>(null);
  const { busy, run } = useBusy();
  // A part around the dialog that is drawn again, as an open run is several times a second, must not draft the rules again.
  const take = useEffectEvent((drafts: TextRule[] | null) => (drafts === null ? onClose() : setRules(drafts)));
  useEffect(() => {
    let left = false;
    void draftRules(id, of).then((drafts) => left || take(drafts));
    return () => {
      left = true;
    };
  }, [id, of]);
  const valid = rules !== null && rules.length > 0 && rules.every((rule) => textRuleSchema.safeParse(rule).success);
  // Of the rules as they are typed now.
  const effect = tried !== null && tried.rules === rules ? tried.effect : null;
  const change = (at: number, rule: TextRule) => {
    setRules((before) => before?.map((one, index) => (index === at ? rule : one)) ?? null);
    setChanged(true);
  };
  if (rules === null) return null;
  const tryOut = async () => {
    const found = await tryRules(rules);
    if (found) setTried({ rules, effect: found });
  };
  const add = async () => {
    if (await addRules(rules)) onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('rules.title')}
      wide
      losesInput={isChanged}
      actions={
        <>
          <Button onPress={onClose}>{t('ui:cancel')}</Button>
          <Button variant="primary" isDisabled={!valid || busy} onPress={() => void run(effect === null ? tryOut : add)}>
            {t(effect === null ? 'rules.try' : 'rules.add')}
          </Button>
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
