/** One item of the list: its texts, its marks, and its row, whose height never changes. */

import { CopyCheck, FileWarning, type LucideIcon, PackageX, Replace } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { isNewVersion } from '../../../../shared/domain/records/record-version.ts';
import type { InboxItem } from '../../../../shared/domain/web-service/web-service.ts';
import { IdentityLine } from '../../../components/IdentityLine.tsx';
import { StatusTag, type Tone } from '../../../components/index.ts';
import { sizeWords, timeWords } from '../../../i18n/formats.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';

/** Returns the title of an item; a quarantined one has no title of its own. Empty when nothing is known of it. */
export const titleOf = ({ name, identification, transaction, uid }: InboxItem): string =>
  name || identification || transaction || uid || '';

/** Returns the identification; empty where the title is it. */
export const identificationBeside = (item: InboxItem): string => (item.identification === titleOf(item) ? '' : item.identification);

type ItemMark = { kind: 'quarantined' | 'unreadable' | 'version' | 'repeats'; count: number };

/** Returns the marks that must not be overlooked on an item, the gravest first. */
export function marksOf({ kind, problem, version, repeats }: InboxItem): ItemMark[] {
  return [
    ...(kind === 'quarantined' ? [{ kind: 'quarantined', count: 1 } as const] : []),
    ...(kind === 'record' && problem ? [{ kind: 'unreadable', count: 1 } as const] : []),
    ...(isNewVersion({ version }) ? [{ kind: 'version', count: version } as const] : []),
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
    /** The facts next to the title and the identification. */
    others(item: InboxItem): string[] {
      const { transaction, problem, kind } = item;
      const title = titleOf(item);
      return [
        ...(kind === 'quarantined' && problem ? [problemWords(problem).why] : []),
        ...(transaction !== null && transaction !== '' && transaction !== title ? [t('transaction', { transaction })] : []),
      ];
    },
  };
}

export const rowHeight = 60;

const looks: Record<ItemMark['kind'], { tone: Tone; icon: LucideIcon }> = {
  quarantined: { tone: 'bad', icon: PackageX },
  unreadable: { tone: 'bad', icon: FileWarning },
  version: { tone: 'doubt', icon: Replace },
  repeats: { tone: 'quiet', icon: CopyCheck },
};

/** A mark that must not be overlooked on an item: icon, word and colour. */
export function ItemTag({ mark }: { mark: ItemMark }) {
  const words = useItemWords();
  return <StatusTag {...looks[mark.kind]}>{words.mark(mark)}</StatusTag>;
}

export const ReceivedRow = memo(function ReceivedRow({ item }: { item: InboxItem }) {
  const { t } = useTranslation('inbox');
  const words = useItemWords();
  const title = words.title(item);
  return (
    <div className={`inbox-row ${item.read ? '' : 'inbox-row-unread'}`}>
      <span className="inbox-row-dot">{!item.read && <span className="sr-only">{t('item.unread')}</span>}</span>
      <span className="inbox-row-line">
        <span className="inbox-row-name truncate" title={title}>
          {title}
        </span>
        <span className="ui-fine inbox-row-when">{timeWords(item.receivedAt)}</span>
      </span>
      <span className="inbox-row-line">
        <IdentityLine className="ui-fine" identification={identificationBeside(item)} others={words.others(item)} />
        <span className="inbox-row-marks">
          {marksOf(item).map((mark) => (
            <ItemTag key={mark.kind} mark={mark} />
          ))}
        </span>
      </span>
    </div>
  );
});
