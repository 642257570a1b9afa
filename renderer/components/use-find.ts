/** Moves the focus to the first field of a part on Ctrl+F, or «find» of the menu. */
import { type RefObject, useEffect, useRef } from 'react';
import { subscribe } from '../bridge.ts';
import { matchesKeys } from './keys.ts';
import { isDialogOpen, useWindowKeys } from './use-window-keys.ts';

/** Milliseconds within which the menu repeats a key that was handled here. */
const echo = 2_000;

export function useFind(place: RefObject<HTMLElement | null>): void {
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  useWindowKeys((event) => {
    if (!matchesKeys(event, 'mod+f') || isDialogOpen()) return;
    event.preventDefault();
    pressedAt.current = event.timeStamp;
    place.current?.querySelector('input')?.select();
  });
  useEffect(
    () =>
      subscribe('app.menu', (command) => {
        // The key that was handled above arrives from the menu too, a little later: the focus may have moved since.
        if (command === 'find' && performance.now() - pressedAt.current > echo) place.current?.querySelector('input')?.select();
      }),
    [place],
  );
}
