/** Maintains a selection while the list changes: selects the next row when the chosen one is removed, and moves the focus with it. */
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { selectionAfter } from './derive.ts';
import { deselectUnlisted, useQueueList } from './list.ts';
import { useQueueView } from './store.ts';

type List = RefObject<HTMLElement | null>;

/** Documents that left the list in view; for those that this page has not read, only an event reports it. */
export const left = new Set<string>();

/** Moves the focus to the chosen row, once it is drawn, when the focused element is gone. */
function focusChosenRow(list: List): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    const row = list.current?.querySelector<HTMLElement>('[role="row"][aria-selected="true"]');
    (row ?? list.current)?.focus();
    // React Aria scrolls only to a row reached by keys.
    requestAnimationFrame(() => document.activeElement?.closest('[role="row"]')?.scrollIntoView({ block: 'nearest' }));
  });
}

export function useSelectionThatStays(list: List): void {
  const { items, shown, first, total } = useQueueList();
  const ids = useMemo(() => items.map(({ id }) => id), [items]);
  const before = useRef({ ids, shown });
  useEffect(() => {
    const { selectedIds, revealing } = useQueueView.getState();
    const isShown = revealing === null || ids.includes(revealing);
    const isPart = first > 0 || ids.length < (total ?? 0);
    const isSameList = shown === before.current.shown;
    // Under another filter a chosen document may still be listed; of many, those that are read.
    const mayStay = isSameList || selectedIds.size === 1;
    const isFurther = (id: string) => id === revealing || (isPart && mayStay && !left.has(id));
    const next = selectionAfter(isSameList ? before.current.ids : [], ids, selectedIds, isFurther);
    before.current = { ids, shown };
    if (!isSameList) {
      list.current?.scrollTo(0, 0);
      for (const id of next) if (!ids.includes(id) && id !== revealing) void deselectUnlisted(id);
    }
    if (isShown) useQueueView.setState({ revealing: null });
    if (next !== selectedIds) useQueueView.setState({ selectedIds: next });
    if (next !== selectedIds || (isShown && revealing !== null)) focusChosenRow(list);
  }, [ids, shown, first, total, list]);
  // The focused view is gone. A list that receives the focus selects one of its rows.
  useEffect(() => {
    if (useQueueView.getState().revealing === null) focusChosenRow(list);
  }, [list]);
}
