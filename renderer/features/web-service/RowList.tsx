/** A long list with one chosen row. Rows added in front do not move those being read. */
import './rows.css';
import { type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { focusWhenLost } from '../../components/focus-when-lost.ts';
import { LongList } from '../../components/index.ts';

type Props<Row> = {
  label: string;
  list: { items: readonly Row[]; total: number | null; loading: boolean };
  rowHeight: number;
  selectedId: string | null;
  onSelect: (row: Row) => void;
  /** Enter: moves on to the details. */
  onOpen: () => void;
  onMore: () => void;
  /** The text that a screen reader reads for a row. */
  said: (row: Row) => string;
  onDelete?: () => void;
  children: (row: Row) => ReactNode;
};

/** Moves the focus to the chosen row when the focused element is gone. */
function useFocusThatStays(selectedId: string | null) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another row is chosen, and when the list comes into view
  useEffect(() => focusWhenLost(() => list.current?.querySelector<HTMLElement>('[role="row"][aria-selected="true"]')), [selectedId]);
  return list;
}

/** Milliseconds within which the list has settled after its rows changed. */
const settling = 120;
/** Milliseconds within which a row that was scrolled to is drawn. */
const drawing = 50;

/**
 * Tab leads to one row. After the rows around it changed, that row may be out of view and not drawn: then Tab leads to
 * the list itself, and from there to the chosen row.
 */
function useReachableByTab(
  list: RefObject<HTMLDivElement | null>,
  items: readonly { id: string }[],
  selectedId: string | null,
  height: number,
) {
  const lost = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the rows change
  useEffect(() => {
    const timer = setTimeout(() => {
      const { current } = list;
      if (!current || current.tabIndex === 0 || current.querySelector('[role="row"][tabindex="0"]')) return;
      lost.current = true;
      current.tabIndex = 0;
    }, settling);
    return () => clearTimeout(timer);
  }, [items, selectedId]);
  return ({ target }: FocusEvent) => {
    const { current } = list;
    if (!lost.current || !current) return;
    lost.current = false;
    current.tabIndex = -1;
    if (target !== current) return;
    const place = items.findIndex(({ id }) => id === selectedId);
    // Runs after the list has restored its scroll position.
    requestAnimationFrame(() => {
      if (place >= 0) current.scrollTop = Math.max(0, place * height - (current.clientHeight - height) / 2);
      setTimeout(() => {
        if (document.activeElement !== current) return;
        current.querySelector<HTMLElement>(`[role="row"]${place >= 0 ? '[aria-selected="true"]' : ''}`)?.focus();
      }, drawing);
    });
  };
}

export function RowList<Row extends { id: string }>(props: Props<Row>) {
  const { label, list, rowHeight, selectedId, onSelect, onOpen, onMore, said, onDelete, children } = props;
  const { t } = useTranslation('inbox');
  const { items, total, loading } = list;
  const grid = useFocusThatStays(selectedId);
  const onFocus = useReachableByTab(grid, items, selectedId, rowHeight);
  const first = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const came = first.current === undefined ? 0 : items.findIndex(({ id }) => id === first.current);
    first.current = items[0]?.id;
    // At the top, new rows appear in view; further down the rows being read stay in place.
    if (came > 0 && grid.current && grid.current.scrollTop > 0) grid.current.scrollTop += came * rowHeight;
  }, [items, rowHeight, grid]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Delete') onDelete?.();
  };
  return (
    // Handles keys of the rows before controls inside a row do.
    <div className="inbox-list-keys" role="presentation" onKeyDownCapture={onKeyDown} onFocusCapture={onFocus}>
      <LongList
        ref={grid}
        items={items}
        total={total}
        loading={loading}
        onMore={onMore}
        moreLabel={t('list.more')}
        rowHeight={rowHeight}
        textOf={said}
        aria-label={label}
        selectionMode="single"
        selectionBehavior="replace"
        disallowEmptySelection
        disallowTypeAhead
        selectedKeys={selectedId === null ? [] : [selectedId]}
        onSelectionChange={(keys) => {
          const row = items.find(({ id }) => keys === 'all' || keys.has(id));
          if (row && row.id !== selectedId) onSelect(row);
        }}
        onAction={onOpen}
      >
        {children}
      </LongList>
    </div>
  );
}
