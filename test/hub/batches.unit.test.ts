/**
 * Batches: what arrives in turns that follow each other is together, what arrives during a batch is in the next one; items with one key are
 * apart, and an item that fails fails alone.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBatches } from '../../hub/batches.ts';

type Item = { key: string; size?: number };

function openBatches({ maxRunning = 1, isOfOne = true } = {}) {
  const batches: string[][] = [];
  const firstEnd = Promise.withResolvers<void>();
  const add = createBatches<Item, string>({
    ...{ maxRunning, maxItems: 3 },
    bytes: { max: 10, of: ({ size = 1 }) => size },
    keyOf: ({ key }) => key.slice(0, 1),
    isOfOne: () => isOfOne,
    async run(items) {
      batches.push(items.map(({ key }) => key));
      if (batches.length === 1) await firstEnd.promise;
      if (items.some(({ key }) => key.endsWith('!'))) throw new Error(`refused ${items.map(({ key }) => key).join()}`);
      return items.map(({ key }) => `${key} of ${items.length}`);
    },
  });
  const all = (...items: (string | Item)[]) =>
    Promise.all(items.map((item) => add(typeof item === 'string' ? { key: item } : item).catch((thrown: Error) => thrown.message)));
  /** Adds the others while a batch with the first is under way, which then ends. */
  async function afterFirst(first: string, ...others: (string | Item)[]): Promise<string[]> {
    const one = all(first);
    await expect.poll(() => batches).toEqual([[first]]);
    const more = all(...others);
    firstEnd.resolve();
    return [...(await one), ...(await more)];
  }
  return { all, afterFirst, batches, endFirst: firstEnd.resolve };
}

test('items of turns that follow each other are in one batch', async () => {
  const { all, batches, endFirst } = openBatches();
  endFirst();
  const first = all('a', 'b');
  await nextTurn();
  await Promise.all([first, all('c')]);
  expect(batches).toEqual([['a', 'b', 'c']]);
});

test('items that arrive during a batch are in the next one, within its bound', async () => {
  const { afterFirst, batches } = openBatches();
  expect(await afterFirst('a', 'b', 'c', 'd', 'e')).toEqual(['a of 1', 'b of 3', 'c of 3', 'd of 3', 'e of 1']);
  expect(batches).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
});

test('two items with one key are in different batches, in their order', async () => {
  const { afterFirst, batches } = openBatches();
  await afterFirst('a', 'b1', 'b2', 'c', 'b3');
  expect(batches).toEqual([['a'], ['b1', 'c'], ['b2'], ['b3']]);
});

test('a batch has a bound of bytes, and an item above it runs alone', async () => {
  const { afterFirst, batches } = openBatches();
  await afterFirst('a', { key: 'b', size: 6 }, { key: 'c', size: 6 }, { key: 'd', size: 40 });
  expect(batches).toEqual([['a'], ['b'], ['c'], ['d']]);
});

test('an item that fails fails alone; an error of all is not tried again for each', async () => {
  const divided = openBatches();
  expect(await divided.afterFirst('a', 'b', 'c!', 'd')).toEqual(['a of 1', 'b of 1', 'refused c!', 'd of 1']);

  const whole = openBatches({ isOfOne: false });
  expect(await whole.afterFirst('a', 'b', 'c!', 'd')).toEqual(['a of 1', ...Array(3).fill('refused b,c!,d')]);
  expect(whole.batches).toHaveLength(2);
});

test('several batches run at once', async () => {
  const { all, batches, endFirst } = openBatches({ maxRunning: 2 });
  const one = all('a');
  await expect.poll(() => batches).toEqual([['a']]);
  expect(await all('b', 'c')).toEqual(['b of 2', 'c of 2']);
  endFirst();
  await one;
});
