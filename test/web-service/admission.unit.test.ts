/** Who may have a body in memory: by bytes, in order, and no place is lost. */
import { expect, test } from 'vitest';
import { createAdmission } from '../support/doors/web-service.ts';

const limits = { bytes: 100, calls: 3, time: 600_000 };
type Enter = ReturnType<typeof createAdmission>;

/** Whether each has been admitted, once all promises that could are settled. */
async function stateOf(places: readonly ReturnType<Enter>[]) {
  const states = places.map(() => 'waits');
  for (const [at, { admitted }] of places.entries())
    admitted.then(
      () => (states[at] = 'in'),
      () => (states[at] = 'refused'),
    );
  await new Promise(setImmediate);
  return states;
}

test('bytes are what counts, and the order in which they came', async () => {
  const enter = createAdmission(limits);
  const places = [60, 30, 20, 10].map(enter);
  expect(await stateOf(places)).toEqual(['in', 'in', 'waits', 'waits']);
  places[1]?.leave();
  places[1]?.leave();
  expect(await stateOf(places)).toEqual(['in', 'in', 'in', 'in']);
  expect(await stateOf([enter(11), enter(10)])).toEqual(['waits', 'waits']);
});

test('what is larger than all of it has it alone', async () => {
  const enter = createAdmission(limits);
  const places = [1, 1000, 1].map(enter);
  expect(await stateOf(places)).toEqual(['in', 'waits', 'waits']);
  places[0]?.leave();
  expect(await stateOf(places)).toEqual(['in', 'in', 'waits']);
  places[1]?.leave();
  expect(await stateOf(places)).toEqual(['in', 'in', 'in']);
});

test('a large one is not passed by smaller ones', async () => {
  const enter = createAdmission(limits);
  const places = [60, 30, 50, 10].map(enter);
  places[1]?.leave();
  expect(await stateOf(places)).toEqual(['in', 'in', 'waits', 'waits']);
  places[0]?.leave();
  expect(await stateOf(places)).toEqual(['in', 'in', 'in', 'in']);
});

test('who leaves while it waits frees the way for the next', async () => {
  const enter = createAdmission(limits);
  const places = [60, 50, 40].map(enter);
  places[1]?.leave();
  expect(await stateOf(places)).toEqual(['in', 'refused', 'in']);
});

test('beyond so many that wait, and after so long, a caller is refused', async () => {
  const enter = createAdmission({ ...limits, time: 1 });
  const places = [100, 1, 1, 1, 1].map(enter);
  const settled = await Promise.allSettled(places.map(({ admitted }) => admitted));
  expect(settled.map((one) => (one.status === 'rejected' ? one.reason.status : 'in'))).toEqual(['in', 503, 503, 503, 503]);
  places[0]?.leave();
  expect(await stateOf([enter(100)])).toEqual(['in']);
});
