/** So many tasks at once, the others in the order of their coming. */
export type Limit = <T>(task: () => Promise<T>) => Promise<T>;

export function createLimit(atOnce: number): Limit {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= atOnce) await new Promise<void>((turn) => waiting.push(turn));
    else running += 1;
    try {
      return await task();
    } finally {
      // The place goes straight to the next one, so nobody can slip in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
