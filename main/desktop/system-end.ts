/**
 * Ends the station when the operating system asks, without a question to a person. A signal, a shutdown and a logoff that can wait
 * give the documents being sent their answers first. A session that ends now, and a second signal, leave them in doubt.
 */
import { type BrowserWindow, powerMonitor } from 'electron';
import type { Station } from '../app/station.ts';

export type SystemEndDeps = {
  window: BrowserWindow;
  station: Pick<Station, 'open' | 'breakOff' | 'wake'>;
  /** Closes the window after the documents being sent have their outcomes, without a question. */
  close: () => void;
};

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Has to be called after `ready`: Electron sets handlers of its own for the signals until then. */
export function endWithSystem({ window, station, close }: SystemEndDeps): void {
  let isEnding = false;
  const end = () => {
    // The station closes after its window: nothing is left to end.
    if (window.isDestroyed()) return;
    if (isEnding) station.breakOff();
    isEnding = true;
    close();
  };
  for (const signal of signals) process.on(signal, end);
  // Linux and macOS; Electron delays the shutdown while the default is prevented. Its types leave out the event.
  powerMonitor.on('shutdown', ((event: Electron.Event) => {
    event.preventDefault();
    end();
  }) as () => void);
  // Windows asks before it ends the session, and names the application while it waits.
  window.on('query-session-end', (event) => {
    if (station.open().sending > 0) event.preventDefault();
    end();
  });
  // Nothing delays this one: a few seconds are left.
  window.on('session-end', () => {
    station.breakOff();
    close();
  });
  // What failed before the machine slept does not wait for its backoff.
  powerMonitor.on('resume', () => window.isDestroyed() || station.wake());
}
