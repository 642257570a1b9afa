/** Announcements for screen readers. `announce` may be called from anywhere; `LiveRegion` is mounted once. */
import { useSyncExternalStore } from 'react';

let message = '';
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Announces a text politely, after what is being read. Repeated text is read again: a no-break space makes it differ. */
export function announce(words: string): void {
  message = words === message ? `${words}\u00a0` : words;
  for (const listener of listeners) listener();
}

export function LiveRegion() {
  const words = useSyncExternalStore(subscribe, () => message);
  return (
    <div className="sr-only" role="status" aria-live="polite">
      {words}
    </div>
  );
}
