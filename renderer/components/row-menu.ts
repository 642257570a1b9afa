/** The menu of a row: right mouse button, menu key or Shift+F10. The operating system shows it. */
import type { MouseEvent } from 'react';
import { call } from '../bridge.ts';
import { attempt } from '../state/attempt.ts';

/** `id`: any name that is unique in its menu. */
export type RowAct = { id: string; label: string; run: () => void };

/** Returns the key of the row that the event is in; null for none, and for a field, which has the menu of text. */
export function rowOf({ target }: Pick<MouseEvent, 'target'>): string | null {
  if (!(target instanceof Element) || target.closest('input, textarea')) return null;
  return target.closest<HTMLElement>('[role="row"][data-key]')?.dataset.key ?? null;
}

/** Shows the actions, and runs the chosen one. */
export async function showRowMenu(event: MouseEvent, acts: readonly RowAct[]): Promise<void> {
  event.preventDefault();
  if (acts.length === 0) return;
  // A key opens it at the row; the mouse is anywhere then.
  const byKey = event.button !== 2;
  const { left, bottom } = (event.target as Element).getBoundingClientRect();
  const at = byKey ? { x: left + 16, y: bottom - 8 } : null;
  const answer = await attempt(call('app.showMenu', { items: acts.map(({ id, label }) => ({ id, label })), at }));
  acts.find(({ id }) => id === answer?.chosen)?.run();
}
