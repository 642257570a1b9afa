/** Ctrl+F, or «find» of the menu, goes to the first field of the given part. */
import { type RefObject, useEffect } from 'react';
import { subscribe } from './bridge.ts';
import { matchesKeys } from './ui/index.ts';

export function useFind(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const field = () => place.current?.querySelector('input');
    const onKeyDown = (event: KeyboardEvent) => {
      if (!matchesKeys(event, 'mod+f') || document.querySelector('.ui-modal')) return;
      event.preventDefault();
      field()?.select();
    };
    window.addEventListener('keydown', onKeyDown);
    const end = subscribe('app.menu', (command) => {
      const found = field();
      // The key that was handled above comes from the menu too, a little later: what was typed since then must stay.
      if (command === 'find' && document.activeElement !== found) found?.select();
    });
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      end();
    };
  }, [place]);
}
