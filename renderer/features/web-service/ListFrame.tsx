/** A tab with a list and the details of the chosen row next to it: its filters, and the text of an empty list. */

import './details.css';
import './rows.css';
import { type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { maxKeyLength } from '../../../shared/domain/web-service/web-service.ts';
import { FoundCount } from '../../components/FoundCount.tsx';
import { focusWhenLost } from '../../components/focus-when-lost.ts';
import { FilterGroup, LongList, SearchField, TwoPanes } from '../../components/index.ts';
import { Listed, NothingFound } from '../../components/Listed.tsx';
import { useFind } from '../../components/use-find.ts';
import type { PagedListState } from '../../state/paged-list.ts';
import { useServiceState } from '../../state/web-service.ts';
import { ServiceEmpty, ServiceNotice } from './ServiceNotice.tsx';

type Props<Row, Show extends string> = {
  /** Has its texts in `inbox.json`. */
  area: 'received' | 'published';
  list: PagedListState<Row, { text: string; show: Show }>;
  /** The first one is "all". */
  shows: readonly [Show, ...Show[]];
  onFilter: (change: { text?: string; show?: Show }, typed?: boolean) => void;
  onAgain: () => void;
  /** The content of a filter button. */
  filter: (show: Show) => ReactNode;
  /** Shown only while there are rows. */
  acts: ReactNode;
  /** Shown while there are no rows at all, and the service runs. */
  empty: ReactNode;
  onOpenSettings: () => void;
  details: ReactNode;
  children: ReactNode;
};

/** Milliseconds in which the list takes the focus for the previously chosen row. */
const toTheRow = 150;

export function ListFrame<Row, Show extends string>(props: Props<Row, Show>) {
  const { t } = useTranslation('inbox');
  const { area, list, shows, onFilter } = props;
  const { items, total, problem, filter, shown } = list;
  const isRunning = useServiceState(({ value }) => value?.state === 'running');
  const place = useRef<HTMLDivElement>(null);
  useFind(place);
  // Keys move the focus to the fields; a click leaves it on the clicked element.
  useEffect(() => focusWhenLost(() => place.current?.querySelector('input'), toTheRow), []);
  // Of the filter that was answered: a search that is being cleared has its field until then.
  const nothing = total === 0 && shown?.text === '' && shown.show === shows[0];
  return (
    <div className="inbox-tab-body" ref={place}>
      <div className="inbox-tools">
        {!nothing && (
          <FilterGroup label={t(`${area}.filter.label`)} names={shows} chosen={filter.show} onChoose={(show) => onFilter({ show })}>
            {props.filter}
          </FilterGroup>
        )}
        <FoundCount className="ui-total inbox-total" filter={shown}>
          {total === null || nothing ? '' : t(`${area}.total`, { count: total })}
        </FoundCount>
        {!nothing && (
          <div className="inbox-find">
            <SearchField
              className="inbox-search"
              label={t(`${area}.search`)}
              placeholder={t(`${area}.searchPlaceholder`)}
              value={filter.text}
              onChange={(text) => onFilter({ text }, true)}
              maxLength={maxKeyLength}
            />
            {props.acts}
          </div>
        )}
      </div>
      {!nothing && <ServiceNotice />}
      <Listed
        problem={problem}
        // With a filter, the pane of the list says that nothing was found.
        count={total === null ? null : nothing ? 0 : 1}
        loading={t('list.loading')}
        onAgain={props.onAgain}
        empty={<div className="inbox-nothing">{isRunning ? props.empty : <ServiceEmpty onOpenSettings={props.onOpenSettings} />}</div>}
      >
        <TwoPanes className="inbox-panes" first={t(`${area}.list`)} second={t(`${area}.details`)}>
          <div className="inbox-listed" data-pane='[role="grid"]'>
            {items.length > 0 ? (
              props.children
            ) : (
              <NothingFound title={t('list.none')} showAll={t('list.showAll')} onShowAll={() => onFilter({ text: '', show: shows[0] })}>
                {t('list.noneWords')}
              </NothingFound>
            )}
          </div>
          <section className="inbox-details" data-pane="" aria-label={t(`${area}.details`)}>
            {props.details}
          </section>
        </TwoPanes>
      </Listed>
    </div>
  );
}

type RowListProps<Row> = {
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

/** A long list with one chosen row. Rows added in front do not move those being read. */
export function RowList<Row extends { id: string }>(props: RowListProps<Row>) {
  const { label, list, rowHeight, selectedId, onSelect, onOpen, onMore, said, onDelete, children } = props;
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
  // A new array would be announced as a new selection.
  const selectedKeys = useMemo(() => (selectedId === null ? [] : [selectedId]), [selectedId]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Delete' && !event.repeat) onDelete?.();
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
        rowHeight={rowHeight}
        textOf={said}
        aria-label={label}
        selectionMode="single"
        selectionBehavior="replace"
        disallowEmptySelection
        disallowTypeAhead
        selectedKeys={selectedKeys}
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
