/** Runs items together that arrive while earlier ones are under way. */

export type BatchesDeps<Item, Result> = {
  /** Batches at once. */
  maxRunning: number;
  maxItems: number;
  /** Bytes of a batch with more than one item; without a limit if missing. */
  bytes?: { max: number; of(item: Item): number };
  /** Items with the same key are in different batches. */
  keyOf?(item: Item): string;
  /** @returns a result for each item, in their order. Running an item again that was run already has the same result for it. */
  run(items: readonly Item[]): Promise<Result[]>;
  /** Whether an error is about one of the items, so that the others succeed without it. */
  isOfOne(thrown: unknown): boolean;
};

type Waiting<Item, Result> = { item: Item; resolve(result: Result): void; reject(reason: unknown): void };

/** @returns a function that resolves with the result of its item; an item that fails fails alone */
export function createBatches<Item, Result>(deps: BatchesDeps<Item, Result>): (item: Item) => Promise<Result> {
  const { maxRunning, maxItems, bytes: limit = { max: Infinity, of: () => 0 }, keyOf, run, isOfOne } = deps;
  let waiting: Waiting<Item, Result>[] = [];
  let running = 0;
  let isGathering = false;

  /** Takes the oldest items that may run together. */
  function take(): Waiting<Item, Result>[] {
    const taken: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    const keys = new Set<string>();
    let bytes = 0;
    for (const one of waiting) {
      const [key, size] = [keyOf?.(one.item), limit.of(one.item)];
      const fits = taken.length === 0 || (taken.length < maxItems && bytes + size <= limit.max && !(key !== undefined && keys.has(key)));
      if (!fits) {
        left.push(one);
        continue;
      }
      taken.push(one);
      if (key !== undefined) keys.add(key);
      bytes += size;
    }
    waiting = left;
    return taken;
  }

  async function runBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
    } catch (thrown) {
      if (batch.length > 1 && isOfOne(thrown)) for (const each of batch) await runBatch([each]);
      else for (const { reject } of batch) reject(thrown);
    }
  }

  function startNext(): void {
    while (running < maxRunning && waiting.length > 0) {
      running += 1;
      void runBatch(take()).finally(() => {
        running -= 1;
        startNext();
      });
    }
  }

  /** Waits while each turn of the event loop brings more: callers of one batch send their next items together. @param seen a turn ago */
  function startSoon(seen: number): void {
    if (waiting.length > seen && waiting.length < maxItems) {
      setImmediate(startSoon, waiting.length);
      return;
    }
    isGathering = false;
    startNext();
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isGathering) return;
      isGathering = true;
      setImmediate(startSoon, waiting.length);
    });
}
