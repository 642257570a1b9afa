/** Keeps something chosen while the list changes, the next row when the chosen one went, and the focus with it. */
import { type RefObject, useEffect, useRef } from 'react';
import { selectionAfter } from './derive.ts';
import { useQueueView } from './store.ts';

type List = RefObject<HTMLElement | null>;

/** When what had the focus is gone, the arrows go on at the chosen row; once it is drawn. */
function focusChosenRow(list: List): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    const row = list.current?.querySelector<HTMLElement>('[role="row"][aria-selected="true"]');
    (row ?? list.current)?.focus();
  });
}

export function useSelectionThatStays(ids: readonly string[], list: List): void {
  const before = useRef<readonly string[]>(ids);
  useEffect(() => {
    const { selectedIds } = useQueueView.getState();
    const next = selectionAfter(before.current, ids, selectedIds);
    before.current = ids;
    if (next === selectedIds) return;
    useQueueView.setState({ selectedIds: next });
    focusChosenRow(list);
  }, [ids, list]);
  // The view that had the focus is gone.
  useEffect(() => focusChosenRow(list), [list]);
}
