/** Asked to stop: what goes on until then is brought to its end, however often it is asked. */

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Unlike `listenForInterruption`, the second request does not end the process: what was accepted would be cut off. */
export function listenForStop(): { requested: Promise<void>; release(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const heard = () => resolve();
  for (const signal of signals) process.on(signal, heard);
  return {
    requested: promise,
    release() {
      for (const signal of signals) process.off(signal, heard);
    },
  };
}
