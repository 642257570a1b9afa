/** An entry of the timeline in the language of the screen. */
import { useTranslation } from 'react-i18next';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import type { Told } from './timeline.ts';

/** `text`: below it, a person's own words or why; `who` empty: the station. */
export type ToldWords = { what: string; text: string; who: string };

export function useToldWords(): (told: Told) => ToldWords {
  const { t } = useTranslation(['customers', 'screening', 'statuses']);
  const problemWords = useProblemWords();
  const whatOf = (told: Told): string => {
    const { kind, outcome, verdict, status, rules, parts } = told;
    const name = told.name ?? t('timeline.someDocument');
    switch (kind) {
      case 'screened':
        return t('timeline.screened', { outcome: outcome ? t(`screening:outcome.${outcome}.word`) : t('timeline.untold') });
      case 'decided':
        return t('timeline.decided', { verdict: verdict ? t(`screening:verdict.${verdict}`) : t('timeline.untold') });
      case 'document':
        return t('timeline.document', { name, status: status ? t(`statuses:${status}`) : t('timeline.untold') });
      case 'queued':
      case 'held':
        return t(`timeline.${kind}`, { name });
      case 'overridden':
        return t('timeline.overridden', { rules: rules.map((rule) => t(`rule.${rule}`)).join(', ') || t('timeline.someRules') });
      case 'evidence':
        return t('timeline.evidence', { count: parts ?? 0 });
      default:
        return t(`timeline.${kind}`);
    }
  };
  return (told) => {
    const why = told.code === null ? '' : problemWords({ code: told.code, message: told.code }).what;
    return {
      what: whatOf(told),
      text: [why, told.kind === 'evidence' && told.text !== '' ? `SHA-256 ${told.text}` : told.text]
        .filter((words) => words !== '')
        .join('\n'),
      who: told.by === '' && told.kind === 'record-pushed' ? t('timeline.provider') : told.by,
    };
  };
}
