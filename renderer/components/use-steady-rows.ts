/** Keeps a press from the row that has just come under the pointer, because the list changed, in place of the one that was aimed at. */
import { type PointerEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import { rowOf } from './row-menu.ts';

/** Milliseconds in which a person cannot have seen that the rows moved. */
const unseenMs = 400;
/** Milliseconds after a press that did nothing in which the next one counts, also in a list that never rests. */
const nextCountsMs = 2_000;
/** Pixels that a hand moves while it presses. */
const stillPixels = 12;

type Aim = { row: string | null; x: number; y: number };
type Known = {
  rows: readonly { id: string }[];
  aim: Aim | null;
  /** Where a press was aimed when the rows moved. */
  moved: (Aim & { at: number }) | null;
  refusedAt: number;
  isRefusing: boolean;
};

/** Returns handlers for the list, or for an element around it. */
export function useSteadyRows(rows: readonly { id: string }[]) {
  const known = useRef<Known>({ rows, aim: null, moved: null, refusedAt: 0, isRefusing: false }).current;
  useLayoutEffect(() => {
    const hasMoved = known.rows.some(({ id }, place) => rows[place]?.id !== id);
    known.rows = rows;
    if (hasMoved) known.moved = known.aim && { ...known.aim, at: Date.now() };
  }, [rows, known]);
  const follow = (event: PointerEvent) => {
    known.aim = { row: rowOf(event), x: event.clientX, y: event.clientY };
  };
  const refuse = (event: SyntheticEvent) => {
    if (!known.isRefusing) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    onPointerMoveCapture: follow,
    // Also of a pointer that rests, a moment after the rows moved under it.
    onPointerOverCapture: follow,
    onPointerDownCapture(event: PointerEvent) {
      const { moved, refusedAt } = known;
      const now = Date.now();
      known.isRefusing =
        moved !== null &&
        now - moved.at < unseenMs &&
        now - refusedAt > nextCountsMs &&
        rowOf(event) !== moved.row &&
        Math.hypot(event.clientX - moved.x, event.clientY - moved.y) < stillPixels;
      if (known.isRefusing) known.refusedAt = now;
      refuse(event);
    },
    onMouseDownCapture: refuse,
    onClickCapture: refuse,
  };
}
