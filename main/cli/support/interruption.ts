/** Ctrl+C and other requests to end: the command handles the first one, the second one ends the process as usual. */

export type Interruption = { requested: Promise<void>; release(): void };

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export function listenForInterruption(): Interruption {
  const { promise, resolve } = Promise.withResolvers<void>();
  const release = () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
  const onSignal = () => {
    release();
    resolve();
  };
  for (const signal of signals) process.on(signal, onSignal);
  return { requested: promise, release };
}

/** Runs `work`; its signal is aborted at the first interruption. */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = listenForInterruption();
  const stop = new AbortController();
  void interruption.requested.then(() => stop.abort());
  try {
    return await work(stop.signal);
  } finally {
    interruption.release();
  }
}
