/** Announcements for screen readers. `announce` may be called from anywhere; `LiveRegion` is mounted once. */
import { useSyncExternalStore } from 'react';

type Message = { id: number; words: string; at: number };

/** Milliseconds in which a screen reader has taken a message in, to read it after what it is reading. */
const takenInMs = 1_000;

let messages: readonly Message[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Announces a text politely: after what is being read, and after a text that was announced at nearly the same time. */
export function announce(words: string): void {
  lastId += 1;
  const at = performance.now();
  messages = words === '' ? [] : [...messages.filter((one) => at - one.at < takenInMs), { id: lastId, words, at }];
  for (const listener of listeners) listener();
}

export function LiveRegion() {
  const shown = useSyncExternalStore(subscribe, () => messages);
  return (
    // Marked as react-aria marks its own: an open dialog hides from screen readers what is outside of it, but this.
    <div className="sr-only" role="status" aria-live="polite" aria-atomic="false" data-live-announcer="true">
      {shown.map(({ id, words }) => (
        <p key={id}>{words}</p>
      ))}
    </div>
  );
}
