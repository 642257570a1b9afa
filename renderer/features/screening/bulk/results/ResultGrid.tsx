// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot place rows of which only a window is drawn
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, for all of its rows
/**
 * The rows of a run of any length: only those in view are drawn and requested. The grid has the focus and names the active
 * row (`aria-activedescendant`), so that the focus is not lost with a row that is scrolled away.
 */
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { choose, useBulk } from '../store.ts';
import type { Rows } from './pager.ts';
import { ResultRow, rowHeight } from './ResultRow.tsx';
import { rowAfter } from './rows.ts';

export const headHeight = 30;

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
  const { t } = useTranslation('bulk');
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
      aria-colcount={5}
      aria-activedescendant={total > 0 ? rowId(active) : undefined}
      onKeyDown={onKeyDown}
      onScroll={(event) => {
        start.current = event.currentTarget.scrollTop;
        choose(runId, { scrolled: start.current });
      }}
    >
      <div role="rowgroup" className="bulk-grid-head">
        <div role="row" aria-rowindex={1} className="bulk-row-head">
          {(['number', 'name', 'outcome', 'why', 'log'] as const).map((column) => (
            <div key={column} role="columnheader" className={`bulk-head-${column}`}>
              {t(`column.${column}`)}
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
