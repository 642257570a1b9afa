/** The screenings, newest first. */

import { memo, useMemo } from 'react';
import type { Selection } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { ScreeningSummary } from '../../../../shared/domain/screening/screening.ts';
import { LongList } from '../../../components/index.ts';
import { timeWords } from '../../../i18n/formats.ts';
import { badgeOf } from '../derive.ts';
import { OutcomeTag, useBadgeWords } from '../OutcomeTag.tsx';
import { history, useChosen, useHistory } from './store.ts';

const rowHeight = 74;

/** One screening of the history. Its height never changes. */
const HistoryRow = memo(function HistoryRow({ screening }: { screening: ScreeningSummary }) {
  const { t } = useTranslation('screening');
  const { query, logNumber, askedAt, by, connection, row, verdict, best, matchCount, decided, block } = screening;
  const facts = [
    ...(logNumber === null ? [] : [t('history.log', { number: logNumber })]),
    ...(row === null ? [] : [t('history.row', { number: row.number })]),
    ...(by === '' ? [] : [by]),
  ];
  const lines = [
    ...(connection === null ? [t('practice.short')] : []),
    ...(block ? [t('block.yes')] : []),
    ...(verdict === 'undecided' ? [t('verdict.undecided')] : []),
    ...(verdict === null && matchCount > 0 ? [t('history.decided', { done: decided, total: matchCount })] : []),
    ...(best ? [t('history.best', { name: best.name, reason: t(`reason.${best.reason}.word`) })] : []),
  ];
  return (
    <div className="scr-row">
      <span className="scr-row-name truncate" title={query.name}>
        {query.name === '' ? t('answer.noName') : query.name}
      </span>
      <span className="scr-row-when">{timeWords(askedAt)}</span>
      <span className="scr-row-state">
        <OutcomeTag screening={screening} />
        <span className="scr-row-identification">{query.identification}</span>
      </span>
      <span className="scr-row-lines truncate" title={[...lines, ...facts].join(' · ')}>
        {lines.join(' · ')}
        <span className="scr-row-facts">{[...(lines.length > 0 ? [''] : []), ...facts].join(' · ')}</span>
      </span>
    </div>
  );
});

export function HistoryList({ onDetails }: { onDetails: () => void }) {
  const { t } = useTranslation('screening');
  const { items, total, loading } = useHistory();
  const badgeWords = useBadgeWords();
  const chosenId = useChosen(({ id }) => id);
  // A new array would be announced as a new selection.
  const selectedKeys = useMemo(() => (chosenId === null ? [] : [chosenId]), [chosenId]);
  const select = (selection: Selection) => {
    const [id] = selection === 'all' ? [] : [...selection];
    if (id !== undefined) useChosen.setState({ id: String(id) });
  };
  const choose = (id: string) => {
    useChosen.setState({ id });
    onDetails();
  };
  return (
    <LongList
      items={items}
      total={total}
      loading={loading}
      onMore={history.loadMore}
      rowHeight={rowHeight}
      textOf={({ query }) => query.name}
      labelOf={(screening) =>
        [screening.query.name || t('answer.noName'), screening.query.identification, badgeWords(badgeOf(screening))]
          .filter(Boolean)
          .join(', ')
      }
      aria-label={t('history.label')}
      selectionMode="single"
      selectionBehavior="replace"
      disallowEmptySelection
      selectedKeys={selectedKeys}
      onSelectionChange={select}
      onAction={(key) => choose(String(key))}
    >
      {(screening) => <HistoryRow screening={screening} />}
    </LongList>
  );
}
