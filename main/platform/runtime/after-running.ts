/** A limit of time that a sleep of the machine does not use up. */

const parts = 10;
/** More than a busy process delays a timer. */
const lateMs = 200;

/**
 * Calls back once the process has run for `ms` milliseconds. A process that was stopped, or slept with its machine, first reads what has
 * arrived since: a part of the time that ends late does not count. Returns how to end the wait.
 */
export function afterRunning(ms: number, callBack: () => void): () => void {
  const partMs = ms / parts;
  let left = parts;
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    const begin = performance.now();
    timer = setTimeout(() => {
      if (performance.now() - begin < 2 * partMs + lateMs) left -= 1;
      if (left === 0) callBack();
      else wait();
    }, partMs);
  };
  wait();
  return () => clearTimeout(timer);
}
