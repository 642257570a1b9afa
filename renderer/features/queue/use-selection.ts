/** Keeps something chosen while the list changes: the next row when the chosen one went, and the focus with it. */
import { type RefObject, useEffect, useRef } from 'react';
import { selectionAfter } from './derive.ts';
import { useQueueView } from './store.ts';

export function useSelectionThatStays(ids: readonly string[], list: RefObject<HTMLElement | null>): void {
  const before = useRef<readonly string[]>(ids);
  useEffect(() => {
    const { selectedIds } = useQueueView.getState();
    const next = selectionAfter(before.current, ids, selectedIds);
    before.current = ids;
    if (next === selectedIds) return;
    useQueueView.setState({ selectedIds: next });
    if (document.activeElement === document.body) list.current?.focus();
  }, [ids, list]);
}
