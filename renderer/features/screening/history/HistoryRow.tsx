/** One screening of the history. Its height never changes. */
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreeningSummary } from '../../../../shared/domain/screening.ts';
import { StatusTag } from '../../../components/index.ts';
import { shownOf } from '../derive.ts';
import { looks } from '../looks.ts';
import { shortTime } from '../words.ts';

export const rowHeight = 74;

export const HistoryRow = memo(function HistoryRow({ search }: { search: ScreeningSummary }) {
  const { t } = useTranslation('screening');
  const { query, logNumber, askedAt, by, connection, row, verdict, best, matchCount, decided, block } = search;
  const shown = shownOf(search);
  const facts = [
    ...(connection === null ? [t('practice.short')] : []),
    ...(query.identification === '' ? [] : [query.identification]),
    ...(logNumber === null ? [] : [t('history.log', { number: logNumber })]),
    ...(row === null ? [] : [t('history.row', { number: row.number })]),
    ...(by === '' ? [] : [by]),
  ];
  const lines = [
    ...(block ? [t('block.yes')] : []),
    ...(verdict !== null ? [t(`verdict.${verdict}`)] : matchCount > 0 ? [t('history.decided', { decided, total: matchCount })] : []),
    ...(best ? [t('history.best', { name: best.name, reason: t(`reason.${best.reason}.word`) })] : []),
  ].join(' · ');
  return (
    <div className="scr-row">
      <span className="scr-row-name truncate" title={query.name}>
        {query.name === '' ? t('answer.noName') : query.name}
      </span>
      <span className="scr-row-when">{shortTime(askedAt)}</span>
      <span className="scr-row-state">
        <StatusTag {...looks[shown]}>{t(`outcome.${shown}.word`)}</StatusTag>
        <span className="scr-row-facts truncate">{facts.join(' · ')}</span>
      </span>
      <span className="scr-row-told truncate" title={lines}>
        {lines}
      </span>
    </div>
  );
});
