// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot place rows of which only a window is drawn
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, for all of its rows
/** One person of the run. Its height never changes, so nothing jumps when its state does. */

import { Ban, CircleX, FileX2, Hourglass, LoaderCircle, type LucideIcon, OctagonAlert, ShieldCheck, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreeningSummary } from '../../../../../shared/domain/screening.ts';
import { StatusTag, type Tone } from '../../../../components/index.ts';
import { amount } from '../../../../i18n/formats.ts';
import { useProblemWords } from '../../../../i18n/problem-words.ts';
import { type RowShown, rowShown, silentSources } from './rows.ts';

export const rowHeight = 48;

/** Returns the reason for the row's state: the match, the sources without an answer, or the problem; then its faults. */
function useReason(row: ScreeningSummary): { main: string; also: string } {
  const { t } = useTranslation('bulk');
  const words = useProblemWords();
  const { best, matchCount, problem, row: place, decided, verdict } = row;
  const more = matchCount > 1 ? ` ${t('row.more', { count: matchCount - 1, amount: amount(matchCount - 1) })}` : '';
  const silent = silentSources(row).map((source) => t(`sources.${source}`));
  const reasons = [
    ...(best ? [`${best.name}: ${t(`reason.${best.reason}`)}${more}`] : []),
    ...(silent.length > 0 ? [t('row.silent', { sources: silent.join(', ') })] : []),
    // The fault of a row without a name says so.
    ...(problem && row.state !== 'skipped' ? [words(problem).what] : []),
    ...(verdict === 'undecided' && decided > 0 ? [t('row.undecided')] : []),
    ...(place?.faults ?? []).map((fault) => t(`fault.${fault}`)),
  ];
  const [main = '', ...also] = reasons;
  return { main, also: also.join(' · ') };
}

const looks: Record<RowShown, { tone: Tone; icon: LucideIcon }> = {
  waiting: { tone: 'quiet', icon: Hourglass },
  asking: { tone: 'busy', icon: LoaderCircle },
  skipped: { tone: 'doubt', icon: Ban },
  damaged: { tone: 'bad', icon: FileX2 },
  failed: { tone: 'bad', icon: CircleX },
  match: { tone: 'bad', icon: OctagonAlert },
  'true-match': { tone: 'bad', icon: OctagonAlert },
  'false-positive': { tone: 'quiet', icon: OctagonAlert },
  unavailable: { tone: 'doubt', icon: TriangleAlert },
  clear: { tone: 'good', icon: ShieldCheck },
};

/** The outcome of a row: icon, word and colour. Green only when every source that was asked answered. */
function OutcomeTag({ shown }: { shown: RowShown }) {
  const { t } = useTranslation('bulk');
  return (
    <StatusTag {...looks[shown]} spin={shown === 'asking'}>
      {t(`row.${shown}`)}
    </StatusTag>
  );
}

function Filled({ row }: { row: ScreeningSummary }) {
  const { t } = useTranslation('bulk');
  const reason = useReason(row);
  return (
    <>
      <div role="gridcell" className="bulk-cell-number">
        {row.row ? amount(row.row.number) : ''}
      </div>
      <div role="gridcell" className="bulk-cell-who">
        <span className="truncate">{row.query.name || <span className="bulk-quiet">{t('column.none')}</span>}</span>
        <span className="truncate bulk-quiet">{row.query.identification}</span>
      </div>
      <div role="gridcell" className="bulk-cell-outcome">
        <OutcomeTag shown={rowShown(row)} />
        {row.block && <span className="bulk-block">{t('row.block')}</span>}
      </div>
      <div role="gridcell" className="bulk-cell-why" title={[reason.main, reason.also].filter(Boolean).join(' · ')}>
        <span className="truncate">{reason.main}</span>
        <span className="truncate bulk-quiet">{reason.also}</span>
      </div>
      <div role="gridcell" className="bulk-cell-log truncate">
        {row.logNumber ?? ''}
      </div>
    </>
  );
}

type Props = {
  row: ScreeningSummary | undefined;
  index: number;
  id: string;
  /** Pixels from the first row. */
  top: number;
  active: boolean;
  opened: boolean;
  onPress: (index: number) => void;
};

export const ResultRow = memo(function ResultRow({ row, index, id, top, active, opened, onPress }: Props) {
  const { t } = useTranslation('bulk');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the focus and hears the keys
    <div
      role="row"
      id={id}
      // The head is row 1.
      aria-rowindex={index + 2}
      aria-selected={opened}
      className={`bulk-row${active ? ' bulk-row-active' : ''}`}
      style={{ transform: `translateY(${top}px)`, height: rowHeight }}
      onClick={() => onPress(index)}
    >
      {row ? (
        <Filled row={row} />
      ) : (
        <div role="gridcell" className="bulk-cell-coming" aria-colspan={5}>
          <span className="bulk-coming" aria-hidden="true" />
          <span className="sr-only">{t('rows.coming')}</span>
        </div>
      )}
    </div>
  );
});
