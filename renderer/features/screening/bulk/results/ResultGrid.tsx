// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot place rows of which only a window is drawn
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, for all of its rows
/**
 * The rows of a run of any length: only those in view are drawn and requested. The grid has the focus and names the active
 * row (`aria-activedescendant`), so that the focus is not lost with a row that is scrolled away.
 */

import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type KeyboardEvent, memo, type ReactNode, type RefObject, useCallback, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreeningSummary } from '../../../../../shared/domain/screening/screening.ts';
import {
  listWidths,
  type ResultColumn,
  resultReasons,
  resultWords,
  screenColumns,
} from '../../../../../shared/domain/screening/screening-result.ts';
import { amount } from '../../../../i18n/formats.ts';
import { useProblemWords } from '../../../../i18n/problem-words.ts';
import { badgeOf } from '../../derive.ts';
import { OutcomeTag } from '../../OutcomeTag.tsx';
import { choose, useBulk } from '../store.ts';
import type { Rows } from './pager.ts';

const headHeight = 30;

/** The tracks of the columns; `rows.css` chooses by the width of the list. */
const tracks = Object.fromEntries(
  listWidths.map((width, at) => {
    const shown = screenColumns.filter(({ screen }) => listWidths.indexOf(screen.from) <= at);
    return [`--bulk-${width}`, shown.map(({ screen }) => screen.track).join(' ')];
  }),
) as CSSProperties;

type Props = {
  runId: string;
  label: string;
  rows: Rows;
  total: number;
  active: number;
  opened: string | null;
  grid: RefObject<HTMLDivElement | null>;
  onOpen: (index: number) => void;
};

export function ResultGrid({ runId, label, rows: { pager }, total, active, opened, grid, onOpen }: Props) {
  const { t } = useTranslation('results');
  const id = useId();
  const rowId = (index: number) => `${id}-${index}`;
  const start = useRef(useBulk.getState().chosen[runId]?.scrolled ?? 0);
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => grid.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    initialOffset: start.current,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    // The active row stays drawn: screen readers read it by its id.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      return shown.includes(active) || active >= range.count ? shown : [...shown, active].sort((a, b) => a - b);
    },
  });
  const { startIndex: first = 0, endIndex: last = 0 } = virtualizer.range ?? {};
  useEffect(() => pager.want(first - 8, last + 8), [pager, first, last]);
  // Scrolls to another active row, chosen by a key or by "next" in the details; not when the list is shown again.
  const before = useRef(active);
  useEffect(() => {
    if (before.current !== active) virtualizer.scrollToIndex(active);
    before.current = active;
  }, [active, virtualizer]);

  const press = useCallback(
    (index: number) => {
      choose(runId, { active: index });
      onOpen(index);
    },
    [runId, onOpen],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter' && total > 0) {
      event.preventDefault();
      onOpen(active);
      return;
    }
    const screen = Math.max(1, Math.floor(((grid.current?.clientHeight ?? 0) - headHeight) / rowHeight) - 1);
    const to = rowAfter(event.key, active, total, screen);
    if (to === null) return;
    event.preventDefault();
    choose(runId, { active: to });
  };
  return (
    <div
      ref={grid}
      role="grid"
      className="bulk-grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={total + 1}
      aria-colcount={screenColumns.length}
      style={tracks}
      aria-activedescendant={total > 0 ? rowId(active) : undefined}
      onKeyDown={onKeyDown}
      onScroll={(event) => {
        start.current = event.currentTarget.scrollTop;
        choose(runId, { scrolled: start.current });
      }}
    >
      <div role="rowgroup" className="bulk-grid-head">
        <div role="row" aria-rowindex={1} className="bulk-row-head">
          {screenColumns.map(({ key, screen }, at) => (
            <div key={key} role="columnheader" aria-colindex={at + 1} className={`bulk-head-${key} bulk-from-${screen.from}`}>
              {t(`column.${key}`)}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="bulk-grid-body" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = pager.row(item.index);
          return (
            <ResultRow
              key={item.index}
              row={row}
              index={item.index}
              id={rowId(item.index)}
              top={item.start - headHeight}
              active={item.index === active}
              opened={opened !== null && row?.id === opened}
              onPress={press}
            />
          );
        })}
      </div>
    </div>
  );
}

const rowHeight = 48;

/** The words of the columns, in the language of the screen; of a problem only what happened. */
function useResultWords() {
  const { t } = useTranslation('results');
  const problemWords = useProblemWords();
  // The keys are those of the columns and reasons, which are typed where they are declared.
  const say = t as unknown as (key: string, gaps?: Record<string, string | number>) => string;
  return resultWords({ say: (key, gaps) => say(key, gaps), problem: (problem) => problemWords(problem).what });
}

/** Cells that show more than the text of their column. */
const drawn: Partial<Record<ResultColumn['key'], (props: { row: ScreeningSummary }) => ReactNode>> = {
  number: ({ row }) => (row.row ? amount(row.row.number) : ''),
  name: function Person({ row: { query } }) {
    const { t } = useTranslation('bulk');
    return (
      <>
        <span className="truncate" title={query.name}>
          {query.name || <span className="ui-help">{t('column.none')}</span>}
        </span>
        <span className="ui-help bulk-identification">{query.identification}</span>
      </>
    );
  },
  outcome: function OutcomeCell({ row }) {
    const { t } = useTranslation('screening');
    return (
      <>
        <OutcomeTag screening={row} />
        {row.block && badgeOf(row) !== 'blocked' && <span className="bulk-block">{t('outcome.blocked.word')}</span>}
      </>
    );
  },
  reason: function Reasons({ row }) {
    const words = useResultWords();
    const [main = '', ...also] = resultReasons(row).map(words.reason);
    return (
      <>
        <span className="truncate" title={[main, ...also].join(' ')}>
          {main}
        </span>
        <span className="truncate ui-help">{also.join(' ')}</span>
      </>
    );
  },
};

type CellProps = { column: (typeof screenColumns)[number]; at: number; row: ScreeningSummary };

/** `at`: position among all columns, of which a narrow list hides some. */
function Cell({ column, at, row }: CellProps) {
  const words = useResultWords();
  const Drawn = drawn[column.key];
  return (
    <div role="gridcell" aria-colindex={at + 1} className={`bulk-cell-${column.key} bulk-from-${column.screen.from}`}>
      {Drawn ? <Drawn row={row} /> : <span className="truncate">{column.value(row, words)}</span>}
    </div>
  );
}

type RowProps = {
  row: ScreeningSummary | undefined;
  index: number;
  id: string;
  /** Pixels from the first row. */
  top: number;
  active: boolean;
  opened: boolean;
  onPress: (index: number) => void;
};

const ResultRow = memo(function ResultRow({ row, index, id, top, active, opened, onPress }: RowProps) {
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
        screenColumns.map((column, at) => <Cell key={column.key} column={column} at={at} row={row} />)
      ) : (
        <div role="gridcell" className="bulk-cell-coming" aria-colspan={screenColumns.length}>
          <span className="bulk-coming" aria-hidden="true" />
          <span className="sr-only">{t('rows.coming')}</span>
        </div>
      )}
    </div>
  );
});

/** Returns the row that a key leads to; null for a key that is not one of the list. @param screen rows that a page key passes */
export function rowAfter(key: string, active: number, total: number, screen: number): number | null {
  const to = new Map([
    ['ArrowDown', active + 1],
    ['ArrowUp', active - 1],
    ['PageDown', active + screen],
    ['PageUp', active - screen],
    ['Home', 0],
    ['End', total - 1],
  ]).get(key);
  return to === undefined || total === 0 ? null : Math.min(Math.max(to, 0), total - 1);
}
