const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs `work`. Its signal is aborted at the first Ctrl+C or other request to end; the second one ends the process as usual. */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const release = () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
  const onSignal = () => {
    release();
    stop.abort();
  };
  for (const signal of signals) process.on(signal, onSignal);
  try {
    return await work(stop.signal);
  } finally {
    release();
  }
}
