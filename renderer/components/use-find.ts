/** Moves the focus to the first field of a part on Ctrl+F, or «find» of the menu. */
import { type RefObject, useEffect } from 'react';
import { subscribe } from '../bridge.ts';
import { matchesKeys } from './index.ts';

/** Milliseconds within which the menu repeats a key that was handled here. */
const echo = 2_000;

export function useFind(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const field = () => place.current?.querySelector('input');
    let pressedAt = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!matchesKeys(event, 'mod+f') || document.querySelector('.ui-modal')) return;
      event.preventDefault();
      pressedAt = event.timeStamp;
      field()?.select();
    };
    window.addEventListener('keydown', onKeyDown);
    const end = subscribe('app.menu', (command) => {
      // The key that was handled above arrives from the menu too, a little later: the focus may have moved since.
      if (command === 'find' && performance.now() - pressedAt > echo) field()?.select();
    });
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      end();
    };
  }, [place]);
}
