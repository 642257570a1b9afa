/** A long list of which one row is looked at. Only what is in sight is drawn; what comes in front does not move what is read. */
import './rows.css';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Collection, GridList, GridListItem, GridListLoadMoreItem, ListLayout, Virtualizer } from 'react-aria-components';
import { useTranslation } from 'react-i18next';

type Props<Row> = {
  label: string;
  list: { items: readonly Row[]; total: number | null; loading: boolean };
  rowHeight: number;
  selectedId: string | null;
  onSelect: (row: Row) => void;
  /** Enter: on to what is beside. */
  onOpen: () => void;
  onMore: () => void;
  /** What a screen reader says of a row. */
  said: (row: Row) => string;
  onDelete?: () => void;
  children: (row: Row) => ReactNode;
};

/** Milliseconds in which a dialog gives the focus back. */
const givingBack = 120;

/** When what had the focus is gone, the arrows go on at the chosen row. */
function useFocusThatStays(selectedId: string | null) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another row is chosen, and when the list comes into view
  useEffect(() => {
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) list.current?.querySelector<HTMLElement>('[role="row"][aria-selected="true"]')?.focus();
    }, givingBack);
    return () => clearTimeout(timer);
  }, [selectedId]);
  return list;
}

export function RowList<Row extends { id: string }>(props: Props<Row>) {
  const { label, list, rowHeight, selectedId, onSelect, onOpen, onMore, said, onDelete, children } = props;
  const { t, i18n } = useTranslation('inbox');
  const { items, total, loading } = list;
  const grid = useFocusThatStays(selectedId);
  const first = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const came = first.current === undefined ? 0 : items.findIndex(({ id }) => id === first.current);
    first.current = items[0]?.id;
    // At the top one wants to see what comes; further down the rows stay under the eyes.
    if (came > 0 && grid.current && grid.current.scrollTop > 0) grid.current.scrollTop += came * rowHeight;
  }, [items, rowHeight, grid]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Delete') onDelete?.();
  };
  return (
    // Keys of the rows, before what is in a row takes them.
    <div className="inbox-list-keys" role="presentation" onKeyDownCapture={onKeyDown}>
      <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: rowHeight }}>
        <GridList
          ref={grid}
          className="inbox-list"
          aria-label={label}
          selectionMode="single"
          selectionBehavior="replace"
          disallowEmptySelection
          disallowTypeAhead
          escapeKeyBehavior="none"
          selectedKeys={selectedId === null ? [] : [selectedId]}
          onSelectionChange={(keys) => {
            const row = items.find(({ id }) => keys === 'all' || keys.has(id));
            if (row && row.id !== selectedId) onSelect(row);
          }}
          onAction={onOpen}
        >
          <Collection items={items} dependencies={[i18n.language]}>
            {(row) => (
              <GridListItem id={row.id} textValue={said(row)} className="inbox-list-item">
                {children(row)}
              </GridListItem>
            )}
          </Collection>
          {total !== null && items.length < total && (
            <GridListLoadMoreItem onLoadMore={onMore} isLoading={loading} className="inbox-note">
              {t('list.more')}
            </GridListLoadMoreItem>
          )}
        </GridList>
      </Virtualizer>
    </div>
  );
}
