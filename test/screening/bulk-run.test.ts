/** Lists of persons on a whole station: every row gets one result, also asked again, or beside others and one that is removed. */
import { expect, test } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { atLeast, none, settled, timesAsked } from '../support/list-runs.ts';
import { nobodies, openScreeningDesk, type Row } from '../support/screening-desk.ts';

test('every row has its result, in order; counts add up; faulty rows are kept and not asked', async () => {
  const desk = await openScreeningDesk();
  const rows: Row[] = [
    ['Persona Inventada', '1234567'],
    ['Evaristo Quiroga Beltrán', '79555001'],
    ['', '555'],
    ['x'.repeat(301), '1'],
    ['Silencio Noticias Parra', ''],
    ['Falla Interna Robledo', ''],
    ['Persona Inventada', '1.234.567'],
    ['El Turpial Negro', '?'],
  ];
  const id = await desk.list(rows);
  const run = await desk.until(id, 'done', null);
  expect(run.counts).toEqual({ ...none, clear: 2, match: 2, unavailable: 1, failed: 1, skipped: 2 });
  expect(run).toMatchObject({ rows: 8, secondsLeft: null, fileName: 'list-1.csv' });
  expect(await desk.rows(id)).toEqual([
    'clear',
    'match',
    'skipped name-missing',
    'skipped name-too-long',
    'unavailable',
    'failed search-failed',
    'clear',
    'match',
  ]);
  const [, blocked, , , , , duplicate] = await desk.page({ scope: { runId: id } });
  expect(blocked).toMatchObject({ block: true, row: { runId: id, number: 2, faults: [] } });
  expect(duplicate?.row?.faults).toEqual(['duplicate']);
  expect(await desk.page({ scope: 'single' })).toEqual([]);
  expect((await desk.page({ scope: 'all', outcome: 'skipped' })).map(({ row }) => row?.number)).toEqual([4, 3]);
  expect(desk.screening.state().undecided).toBe(2);

  // A row is a search like any other.
  const opened = desk.screening.open(blocked?.id ?? '');
  expect(opened.matches.length).toBeGreaterThan(0);
  expect(desk.screening.decide(opened.id, { match: null, verdict: 'false-positive', reason: 'x' }).verdict).toBe('false-positive');
  expect(await codeOf(() => desk.screening.keep(opened.id))).toBe('state-changed');
  expect(await codeOf(() => desk.screening.drop(opened.id))).toBe('state-changed');
  const calls = desk.calls();
  await desk.reopen();
  expect(desk.run(id)).toEqual(run);
  expect(desk.screening.open(opened.id)).toMatchObject({ matches: opened.matches, verdict: 'false-positive', sha256: opened.sha256 });
  expect(desk.calls()).toBe(calls);
});

test('only what failed is asked again; with those whose sources did not answer, if that is wanted, but none that a person decided on', async () => {
  const desk = await openScreeningDesk();
  const rows: Row[] = [
    ['Persona Uno'],
    ['Persona Dos'],
    ['Persona Tres'],
    ['Persona Cuatro'],
    ['Evaristo Quiroga Beltrán', '79555001'],
    ['', '9'],
  ];
  const silent = { source: { name: 'news', as: 'text' } } as const;
  for (const how of [{ status: 400 }, silent, silent, {}, {}]) desk.practice.misbehave('search', how);
  const id = await desk.list(rows, { pace: { concurrency: 1 } });
  await desk.until(id, 'done');
  expect(await desk.rows(id)).toEqual(['failed search-refused', 'unavailable', 'unavailable', 'clear', 'match', 'skipped name-missing']);
  const [, , three] = await desk.page({ scope: { runId: id } });
  desk.screening.decide(three?.id ?? '', { match: null, verdict: 'false-positive', reason: 'known here' });
  expect((await desk.mass.retryFailed(id, false)).state).not.toBe('done');
  await desk.until(id, 'done');
  expect(timesAsked(desk, rows.slice(0, 5))).toEqual([2, 1, 1, 1, 1]);
  const [, two] = await desk.page({ scope: { runId: id } });
  const seen = desk.screening.raw(two?.id ?? '');
  await desk.mass.retryFailed(id, true);
  const run = await desk.until(id, 'done');
  // What was seen of the second is in the history, byte for byte, and not among the rows.
  const before = (await desk.page({ scope: 'all' })).filter(
    ({ query, outcome }) => query.name === 'Persona Dos' && outcome === 'unavailable',
  );
  expect(before.map((search) => desk.screening.raw(search.id).equals(seen))).toEqual([true]);
  expect(before[0]?.row?.number).toBe(2);
  expect(run.counts).toEqual({ ...none, clear: 3, unavailable: 1, match: 1, skipped: 1 });
  expect(timesAsked(desk, rows.slice(0, 5))).toEqual([2, 2, 1, 1, 1]);
  // Nothing is left to ask: it stays done.
  expect(await desk.mass.retryFailed(id, false)).toMatchObject({ state: 'done', endedAt: run.endedAt });
  await desk.mass.remove(id);
  expect(await desk.page({ scope: 'all' })).toEqual([]);
});

test('removed while it runs: its rows are gone, another goes on, and nothing more of it is asked', async () => {
  const desk = await openScreeningDesk();
  desk.practice.misbehave('search', { delay: 20 }, Number.POSITIVE_INFINITY);
  const [mine, theirs] = [nobodies(60), nobodies(20, 1_000)];
  const [one, two] = [await desk.list(mine), await desk.list(theirs)];
  const removed: string[] = [];
  desk.mass.events.on('removed', (id) => removed.push(id));
  await atLeast(desk, one, 3);
  const before = settled(desk.run(one));
  await desk.mass.remove(one);
  expect(removed).toEqual([one]);
  expect(await desk.page({ scope: { runId: one } })).toEqual([]);
  expect(await codeOf(() => desk.mass.pause(one))).toBe('run-unknown');
  expect((await desk.until(two, 'done')).counts).toEqual({ ...none, clear: 20 });
  // With what was under way when it was removed, and as many that took its place meanwhile.
  expect(timesAsked(desk, mine).reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(before + 8);
  await desk.reopen();
  expect(desk.mass.list().map(({ id }) => id)).toEqual([two]);
  expect(await desk.page()).toHaveLength(20);
});

test('several at once, with the panel in between', async () => {
  const desk = await openScreeningDesk();
  const lists = [0, 1, 2].map((n) => nobodies(30, 100 * n));
  const ids: string[] = [];
  for (const rows of lists) ids.push(await desk.list(rows));
  expect((await desk.find('Alguien')).outcome).toBe('clear');
  for (const id of ids) expect((await desk.until(id, 'done')).counts).toEqual({ ...none, clear: 30 });
  expect(timesAsked(desk, lists.flat())).toEqual(lists.flat().map(() => 1));
  expect(desk.mass.list().map(({ id }) => id)).toEqual(ids);
});
