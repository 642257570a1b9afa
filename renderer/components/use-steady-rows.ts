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

/** Returns handlers for the list, or for an element around it. */
export function useSteadyRows(rows: readonly { id: string }[]) {
  const before = useRef(rows);
  const aim = useRef<Aim | null>(null);
  const moved = useRef<(Aim & { at: number }) | null>(null);
  const refusedAt = useRef(0);
  const isRefusing = useRef(false);
  useLayoutEffect(() => {
    const hasMoved = before.current.some(({ id }, place) => rows[place]?.id !== id);
    before.current = rows;
    if (hasMoved) moved.current = aim.current && { ...aim.current, at: Date.now() };
  }, [rows]);
  const follow = (event: PointerEvent) => {
    aim.current = { row: rowOf(event), x: event.clientX, y: event.clientY };
  };
  const refuse = (event: SyntheticEvent) => {
    if (!isRefusing.current) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    onPointerMoveCapture: follow,
    // Also of a pointer that rests, a moment after the rows moved under it.
    onPointerOverCapture: follow,
    onPointerLeave() {
      aim.current = null;
    },
    onPointerDownCapture(event: PointerEvent) {
      const { current: aimed } = moved;
      const now = Date.now();
      isRefusing.current =
        aimed !== null &&
        now - aimed.at < unseenMs &&
        now - refusedAt.current > nextCountsMs &&
        rowOf(event) !== aimed.row &&
        Math.hypot(event.clientX - aimed.x, event.clientY - aimed.y) < stillPixels;
      if (isRefusing.current) refusedAt.current = now;
      refuse(event);
    },
    onMouseDownCapture: refuse,
    onClickCapture: refuse,
  };
}
