/** Signals of a service: requests to stop, which let running work end however often they arrive, and SIGHUP, which reloads. */
import { isatty } from 'node:tty';
import { problemOf } from '../../../../shared/errors.ts';
import { WrongUse } from '../../support/wrong-use.ts';
import type { Lines } from './lines.ts';

export type StopSignals = {
  requested: Promise<void>;
  /** Calls `work` for each SIGHUP, and at once for an earlier one. Not after a request to stop. */
  onHangUp(work: () => void): void;
  release(): void;
};

/** SIGHUP asks a service to reload. At a terminal it means that the terminal is closing; Windows knows only that meaning. */
const stopsOnHangUp = (): boolean => process.platform === 'win32' || [0, 1, 2].some((descriptor) => isatty(descriptor));

/** Unlike with `untilInterrupted`, the second request does not end the process, which would cut off accepted calls. */
export function listenForStop(): StopSignals {
  const { promise, resolve } = Promise.withResolvers<void>();
  let stopping = false;
  let early = false;
  let reload: (() => void) | null = null;
  const stop = () => {
    stopping = true;
    resolve();
  };
  const hungUp = () => {
    if (stopping) return;
    if (stopsOnHangUp()) stop();
    else if (reload) reload();
    else early = true;
  };
  const all = [
    ['SIGINT', stop],
    ['SIGTERM', stop],
    ['SIGHUP', hungUp],
  ] as const;
  for (const [signal, handler] of all) process.on(signal, handler);
  return {
    requested: promise,
    onHangUp(work) {
      reload = work;
      if (early && !stopping) work();
    },
    release() {
      for (const [signal, handler] of all) process.off(signal, handler);
    },
  };
}

/**
 * Reloads on each SIGHUP, one after the other; a failed reload changes nothing. Resolves after a request to stop, when no reload is
 * running, and logs that the service is stopping.
 */
export async function reloadUntilStopped(
  stop: StopSignals,
  reload: () => Promise<void>,
  lines: Lines,
  report: (thrown: unknown) => Promise<void>,
): Promise<void> {
  let turn = Promise.resolve();
  const once = async () => {
    try {
      await reload();
      lines.event({ event: 'reloaded' });
    } catch (thrown) {
      lines.event({ event: 'not-reloaded', code: thrown instanceof WrongUse ? 'wrong-use' : problemOf(thrown).code });
      void report(thrown);
    }
  };
  stop.onHangUp(() => {
    turn = turn.then(once);
  });
  await stop.requested;
  await turn;
  lines.event({ event: 'stopping' });
}
