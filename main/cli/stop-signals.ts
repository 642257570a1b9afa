/** Asked to stop: what goes on until then is brought to its end, however often it is asked. Asked to read anew: told so. */
import { isatty } from 'node:tty';

export type StopSignals = {
  requested: Promise<void>;
  /** Called for each SIGHUP from now on, and at once for one that came before; not any more when it was asked to stop. */
  onHangUp(work: () => void): void;
  release(): void;
};

/** Of a service it asks to read anew; where somebody sits at a terminal, that is being closed. Windows knows only the latter. */
const hangUpStops = (): boolean => process.platform === 'win32' || [0, 1, 2].some((descriptor) => isatty(descriptor));

/** Unlike `listenForInterruption`, the second request does not end the process: what was accepted would be cut off. */
export function listenForStop(): StopSignals {
  const { promise, resolve } = Promise.withResolvers<void>();
  let stopping = false;
  let early = false;
  let read: (() => void) | null = null;
  const stop = () => {
    stopping = true;
    resolve();
  };
  const hungUp = () => {
    if (stopping) return;
    if (hangUpStops()) stop();
    else if (read) read();
    else early = true;
  };
  const heard = { SIGINT: stop, SIGTERM: stop, SIGHUP: hungUp };
  const all = Object.entries(heard) as [keyof typeof heard, () => void][];
  for (const [signal, by] of all) process.on(signal, by);
  return {
    requested: promise,
    onHangUp(work) {
      read = work;
      if (early && !stopping) work();
    },
    release() {
      for (const [signal, by] of all) process.off(signal, by);
    },
  };
}
