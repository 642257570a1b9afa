/** Texts about received items, in the language of the screen. */
import { useTranslation } from 'react-i18next';
import type { InboxItem } from '../../../shared/domain/web-service.ts';
import { sizeWords } from '../../i18n/formats.ts';
import { useProblemWords } from '../../i18n/problem-words.ts';

/** Returns the title of an item; a quarantined one has no title of its own. Empty when nothing is known of it. */
export const titleOf = ({ name, identification, transaction, uid }: InboxItem): string =>
  name || identification || transaction || uid || '';

export type ItemMark = { kind: 'quarantined' | 'unreadable' | 'version' | 'repeats'; count: number };

/** Returns the marks that must not be overlooked on an item, the gravest first. */
export function marksOf({ kind, problem, version, repeats }: InboxItem): ItemMark[] {
  return [
    ...(kind === 'quarantined' ? [{ kind: 'quarantined', count: 1 } as const] : []),
    ...(kind === 'record' && problem ? [{ kind: 'unreadable', count: 1 } as const] : []),
    ...(version > 1 ? [{ kind: 'version', count: version } as const] : []),
    // Received once, and then this number of times more.
    ...(repeats > 0 ? [{ kind: 'repeats', count: repeats + 1 } as const] : []),
  ];
}

export function useItemWords() {
  const { t } = useTranslation('inbox', { keyPrefix: 'item' });
  const problemWords = useProblemWords();
  const mark = ({ kind, count }: ItemMark): string => t(`mark.${kind}`, { count });
  return {
    mark,
    /** "9.4 MB"; "more than 8 MiB" for a body over the limit that did not state its size. */
    size: ({ size, sizeIsLowerBound, problem }: InboxItem): string =>
      sizeIsLowerBound ? t('sizeOver', { limit: problem?.detail?.limit }) : sizeWords(size),
    title: (item: InboxItem): string =>
      titleOf(item) || (item.kind === 'quarantined' && item.problem ? problemWords(item.problem).what : t('noName')),
    /** The facts next to the title. */
    facts(item: InboxItem): string {
      const { identification, transaction, uid, problem, kind } = item;
      const title = titleOf(item);
      return [
        ...(kind === 'quarantined' && problem ? [problemWords(problem).why] : []),
        ...(identification !== '' && identification !== title ? [identification] : []),
        ...(transaction !== null && transaction !== '' && transaction !== title ? [t('transaction', { transaction })] : []),
        ...(uid !== null && uid !== '' && uid !== title ? [t('uid', { uid })] : []),
      ].join(' · ');
    },
  };
}
