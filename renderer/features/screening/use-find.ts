/** Ctrl+F, or «find» of the menu, goes to the first field of the given part. */
import { type RefObject, useEffect } from 'react';
import { subscribe } from '../../bridge.ts';
import { matchesKeys } from '../../ui/index.ts';

export function useFind(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const focus = () => place.current?.querySelector('input')?.select();
    const onKeyDown = (event: KeyboardEvent) => {
      if (!matchesKeys(event, 'mod+f') || document.querySelector('.ui-modal')) return;
      event.preventDefault();
      focus();
    };
    window.addEventListener('keydown', onKeyDown);
    const end = subscribe('app.menu', (command) => command === 'find' && focus());
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      end();
    };
  }, [place]);
}
