/**
 * Ends the station when the operating system asks, without a question to a person. A signal, a shutdown and a logoff that can wait
 * give the documents being sent their answers first. A session that ends now, and a second signal, leave them in doubt.
 */
import { type BrowserWindow, powerMonitor } from 'electron';
import type { Station } from '../app/station.ts';
import type { EventLog } from '../platform/log/event-log.ts';
import type { LogFields } from '../platform/log/log-events.ts';

export type SystemEndDeps = {
  window: BrowserWindow;
  station: Pick<Station, 'open' | 'postpone' | 'breakOff' | 'wake'>;
  /** Closes the window after the documents being sent have their outcomes, without a question. */
  close: () => void;
  log: EventLog;
};

/** Milliseconds without a new call, which the end of the session would leave in doubt, unless Windows says before that it was called off. */
const maxQueryMs = 120_000;

/** The message by which Windows tells each application that agreed whether the session ends: 0 as `wParam` when it does not. */
const WM_ENDSESSION = 0x16;

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Has to be called after `ready`: Electron sets handlers of its own for the signals until then. */
export function endWithSystem({ window, station, close, log }: SystemEndDeps): void {
  let isEnding = false;
  const end = (by: LogFields<'ending'>['by']) => {
    log.write('ending', { by });
    // The station closes after its window: nothing is left to end.
    if (window.isDestroyed()) return;
    if (isEnding) station.breakOff();
    isEnding = true;
    close();
  };
  for (const signal of signals) process.on(signal, () => end(signal));
  // Linux and macOS; Electron delays the shutdown while the default is prevented. Its types leave out the event.
  powerMonitor.on('shutdown', ((event: Electron.Event) => {
    event.preventDefault();
    end('shutdown');
  }) as () => void);
  // Windows asks every application first. Another one, or a person, may stop the end: the station stays.
  window.on('query-session-end', (event) => {
    if (station.open().sending === 0) return station.postpone(maxQueryMs);
    // Windows names the application while it waits. When that has ended, the shutdown continues.
    event.preventDefault();
    return end('session');
  });
  // Electron has an event for the end only. The method is there on Windows alone.
  window.hookWindowMessage?.(WM_ENDSESSION, (wParam) => {
    if (wParam.every((byte) => byte === 0) && !window.isDestroyed()) station.wake();
  });
  // Nothing delays this one: a few seconds are left.
  window.on('session-end', () => {
    log.write('ending', { by: 'session' });
    station.breakOff();
    close();
  });
  powerMonitor.on('suspend', () => log.write('suspended', {}));
  powerMonitor.on('resume', () => {
    log.write('resumed', {});
    // What failed before the machine slept does not wait for its backoff.
    if (!window.isDestroyed()) station.wake();
  });
}
