/** Keeps something chosen while the list changes, the next row when the chosen one went, and the focus with it. */
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { selectionAfter } from './derive.ts';
import { deselectUnlisted, useQueueList } from './list.ts';
import { useQueueView } from './store.ts';

type List = RefObject<HTMLElement | null>;

/** Documents that left the list in view; of those that this page has not read, only an event says so. */
export const left = new Set<string>();

/** When what had the focus is gone, the arrows go on at the chosen row; once it is drawn. */
function focusChosenRow(list: List): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    const row = list.current?.querySelector<HTMLElement>('[role="row"][aria-selected="true"]');
    (row ?? list.current)?.focus();
    // React Aria scrolls to a row that keys lead to only.
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
    // Under another filter one that was chosen may still be listed; of many, those that are read.
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
  // The view that had the focus is gone. A list that gets it chooses a row that it has.
  useEffect(() => {
    if (useQueueView.getState().revealing === null) focusChosenRow(list);
  }, [list]);
}
