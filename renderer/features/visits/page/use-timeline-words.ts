/** An entry of the timeline in the language of the screen. */
import { useTranslation } from 'react-i18next';
import type { ProblemCode } from '../../../../shared/errors.ts';
import { fullTime } from '../../../i18n/formats.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import { useRuleWords } from '../../verification/use-rule-words.ts';
import type { TimelineEntry } from './timeline.ts';

/** `text`: below it, a person's own words or the reason; `who` is empty for the station. */
export type TimelineWords = { what: string; text: string; who: string };

export function useTimelineWords(): (event: TimelineEntry) => TimelineWords {
  const { t } = useTranslation(['customers', 'problems', 'screening', 'statuses']);
  const problemWords = useProblemWords();
  const ruleWords = useRuleWords();
  const whatOf = (event: TimelineEntry): string => {
    const { kind, outcome, verdict, status, rules, parts, version } = event;
    const name = event.name ?? t('timeline.someDocument');
    switch (kind) {
      case 'screened':
        return t('timeline.screened', { outcome: outcome ? t(`screening:outcome.${outcome}.word`) : t('timeline.unknown') });
      case 'screening-read':
        return t('timeline.screening-read', { outcome: outcome ? t(`screening:outcome.${outcome}.word`) : t('timeline.unknown') });
      case 'decided':
        return t('timeline.decided', { verdict: verdict ? t(`screening:verdict.${verdict}`) : t('timeline.unknown') });
      case 'document':
        return t('timeline.document', { name, status: status ? t(`statuses:${status}`) : t('timeline.unknown') });
      case 'queued':
      case 'blocked':
      case 'file-released':
      case 'rule-made':
      case 'published':
      case 'withdrawn':
      case 'document-fetched':
        return t(`timeline.${kind}`, { name });
      case 'record-pushed':
        return version === null ? t('timeline.record-pushed') : t('timeline.record-changed', { version });
      case 'overridden':
        return t('timeline.overridden', { rules: rules.map((rule) => t(`rule.${rule}`)).join(', ') || t('timeline.someRules') });
      case 'evidence':
        return t('timeline.evidence', { count: parts ?? 0 });
      default:
        return t(`timeline.${kind}`);
    }
  };
  /** Returns what happened, or why, whichever text needs no details that an entry does not store. */
  const whyOf = (code: ProblemCode | null): string => {
    if (code === null) return '';
    const part = (['what', 'why'] as const).find((one) => !t(`problems:${code}.${one}`, { skipInterpolation: true }).includes('{{'));
    return part ? problemWords({ code, message: code })[part] : '';
  };
  const textOf = ({ kind, code, text, providerRules, arrivedAtHub }: TimelineEntry): string =>
    [
      whyOf(code),
      ...providerRules.map(ruleWords),
      arrivedAtHub === null ? '' : t('timeline.arrivedAtHub', { at: fullTime(arrivedAtHub) }),
      kind === 'evidence' && text !== '' ? `SHA-256 ${text}` : text,
    ]
      .filter((words) => words !== '')
      .join('\n');
  const whoOf = ({ by, kind, user }: TimelineEntry): string => {
    if (by !== '' || (kind !== 'record-pushed' && kind !== 'document-fetched')) return by;
    return user === '' ? t('timeline.provider') : t('timeline.providerAs', { user });
  };
  return (event) => ({ what: whatOf(event), text: textOf(event), who: whoOf(event) });
}
