/** Ctrl+C and a polite request to end: the first one is heard by the command, the second one ends the process as ever. */

export type Interruption = { requested: Promise<void>; release(): void };

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export function listenForInterruption(): Interruption {
  const { promise, resolve } = Promise.withResolvers<void>();
  const release = () => {
    for (const signal of signals) process.off(signal, heard);
  };
  const heard = () => {
    release();
    resolve();
  };
  for (const signal of signals) process.on(signal, heard);
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
