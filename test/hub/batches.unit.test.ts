/** Batches: what arrives during a batch is in the next one; items with one key are apart, and an item that fails fails alone. */
import { expect, test } from 'vitest';
import { createBatches } from '../../hub/batches.ts';

type Item = { key: string; size?: number };

function openBatches({ maxRunning = 1, isOfOne = true } = {}) {
  const batches: string[][] = [];
  const ends: (() => void)[] = [];
  const add = createBatches<Item, string>({
    ...{ maxRunning, maxItems: 3 },
    bytes: { max: 10, of: ({ size = 1 }) => size },
    keyOf: ({ key }) => key.slice(0, 1),
    isOfOne: () => isOfOne,
    async run(items) {
      batches.push(items.map(({ key }) => key));
      if (batches.length === 1) await new Promise<void>((resolve) => ends.push(resolve));
      if (items.some(({ key }) => key.endsWith('!'))) throw new Error(`refused ${items.map(({ key }) => key).join()}`);
      return items.map(({ key }) => `${key} of ${items.length}`);
    },
  });
  const all = (...items: (string | Item)[]) =>
    Promise.all(items.map((item) => add(typeof item === 'string' ? { key: item } : item).catch((thrown: Error) => thrown.message)));
  return { all, batches, endFirst: () => ends[0]?.() };
}

test('items that arrive during a batch are in the next one, at most so many', async () => {
  const { all, batches, endFirst } = openBatches();
  const done = all('a', 'b', 'c', 'd', 'e');
  endFirst();
  expect(await done).toEqual(['a of 1', 'b of 3', 'c of 3', 'd of 3', 'e of 1']);
  expect(batches).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
});

test('two items with one key are in different batches, in their order', async () => {
  const { all, batches, endFirst } = openBatches();
  const done = all('a', 'b1', 'b2', 'c', 'b3');
  endFirst();
  await done;
  expect(batches).toEqual([['a'], ['b1', 'c'], ['b2'], ['b3']]);
});

test('a batch has a bound of bytes, and an item above it runs alone', async () => {
  const { all, batches, endFirst } = openBatches();
  const done = all('a', { key: 'b', size: 6 }, { key: 'c', size: 6 }, { key: 'd', size: 40 });
  endFirst();
  await done;
  expect(batches).toEqual([['a'], ['b'], ['c'], ['d']]);
});

test('an item that fails fails alone; an error of all is not tried again for each', async () => {
  const divided = openBatches();
  const done = divided.all('a', 'b', 'c!', 'd');
  divided.endFirst();
  expect(await done).toEqual(['a of 1', 'b of 1', 'refused c!', 'd of 1']);

  const whole = openBatches({ isOfOne: false });
  const failed = whole.all('a', 'b', 'c!', 'd');
  whole.endFirst();
  expect(await failed).toEqual(['a of 1', ...Array(3).fill('refused b,c!,d')]);
  expect(whole.batches).toHaveLength(2);
});

test('several batches run at once', async () => {
  const { all, batches, endFirst } = openBatches({ maxRunning: 2 });
  const done = all('a', 'b', 'c');
  await expect.poll(() => batches).toEqual([['a'], ['b'], ['c']]);
  endFirst();
  await done;
});
