/** Bulk screenings on a whole station: every row gets one result, also after a retry, with other runs, and with a run that is removed. */
import { expect, test } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { atLeast, buildScreening, none, type Person, settled, timesAsked, unlisted } from '../support/screening/screening-actions.ts';

test('every row has its outcome, in order; counts add up; faulty rows are stored and not screened', async () => {
  const station = await buildScreening();
  const rows: Person[] = [
    ['Persona Inventada', '1234567'],
    ['Evaristo Quiroga Beltrán', '79555001'],
    ['', '555'],
    ['x'.repeat(301), '1'],
    ['Silencio Noticias Parra', ''],
    ['Falla Interna Robledo', ''],
    ['Persona Inventada', '1.234.567'],
    ['El Turpial Negro', '?'],
  ];
  const id = await station.startBulk(rows);
  const run = await station.untilRun(id, 'done', null);
  expect(run.counts).toEqual({ ...none, clear: 2, match: 2, unavailable: 1, failed: 1, skipped: 2 });
  expect(run).toMatchObject({ rows: 8, undecided: 2, secondsLeft: null, fileName: 'list-1.csv' });
  expect(await station.rowsOf(id)).toEqual([
    'clear',
    'match',
    'skipped name-missing',
    'skipped name-too-long',
    'unavailable',
    'failed search-failed',
    'clear',
    'match',
  ]);
  const [, blocked, , , , , duplicate] = await station.page({ scope: { runId: id } });
  expect(blocked).toMatchObject({ block: true, row: { runId: id, number: 2, faults: [] } });
  expect(duplicate?.row?.faults).toEqual(['duplicate']);
  expect(await station.page({ scope: 'single' })).toEqual([]);
  expect((await station.page({ scope: 'all', outcome: 'skipped' })).map(({ row }) => row?.number)).toEqual([4, 3]);
  expect(station.screening.state().undecided).toBe(2);

  // The screening of a row opens, and takes a decision, as a single one does.
  const opened = station.screening.open(blocked?.id ?? '');
  expect(opened.matches.length).toBeGreaterThan(0);
  expect(station.screening.decide(opened.id, { match: null, verdict: 'false-positive', reason: 'x' }).verdict).toBe('false-positive');
  const decided = { ...run, undecided: 1 };
  expect(station.bulkRun(id)).toEqual(decided);
  expect(await codeOf(() => station.screening.retryLater(opened.id))).toBe('state-changed');
  expect(await codeOf(() => station.screening.dropPending(opened.id))).toBe('state-changed');
  const calls = station.searchCalls();
  await station.reopen();
  expect(station.bulkRun(id)).toEqual(decided);
  expect(station.screening.open(opened.id)).toMatchObject({ matches: opened.matches, verdict: 'false-positive', sha256: opened.sha256 });
  expect(station.searchCalls()).toBe(calls);
});

test('a retry screens failed rows again, and unavailable ones on request, but none that a person decided on', async () => {
  const station = await buildScreening();
  const rows: Person[] = [
    ['Persona Uno'],
    ['Persona Dos'],
    ['Persona Tres'],
    ['Persona Cuatro'],
    ['Evaristo Quiroga Beltrán', '79555001'],
    ['', '9'],
  ];
  const silent = { source: { name: 'news', as: 'text' } } as const;
  for (const how of [{ status: 400 }, silent, silent, {}, {}]) station.provider.misbehave('search', how);
  const id = await station.startBulk(rows, { pace: { concurrency: 1 } });
  await station.untilRun(id, 'done');
  expect(await station.rowsOf(id)).toEqual([
    'failed search-refused',
    'unavailable',
    'unavailable',
    'clear',
    'match',
    'skipped name-missing',
  ]);
  const [, , three] = await station.page({ scope: { runId: id } });
  station.screening.decide(three?.id ?? '', { match: null, verdict: 'false-positive', reason: 'known here' });
  expect((await station.bulk.retryFailed(id, false)).state).not.toBe('done');
  await station.untilRun(id, 'done');
  expect(timesAsked(station, rows.slice(0, 5))).toEqual([2, 1, 1, 1, 1]);
  const [, two] = await station.page({ scope: { runId: id } });
  const seen = station.screening.raw(two?.id ?? '');
  await station.bulk.retryFailed(id, true);
  const run = await station.untilRun(id, 'done');
  // The first answer about the second person is in the history, byte for byte, and not in the counts of the run.
  const before = (await station.page({ scope: 'all' })).filter(
    ({ query, outcome }) => query.name === 'Persona Dos' && outcome === 'unavailable',
  );
  expect(before.map((search) => station.screening.raw(search.id).equals(seen))).toEqual([true]);
  expect(before[0]?.row?.number).toBe(2);
  expect(run.counts).toEqual({ ...none, clear: 3, unavailable: 1, match: 1, skipped: 1 });
  expect(timesAsked(station, rows.slice(0, 5))).toEqual([2, 2, 1, 1, 1]);
  // No row is left to screen, so the run stays done.
  expect(await station.bulk.retryFailed(id, false)).toMatchObject({ state: 'done', endedAt: run.endedAt });
  await station.bulk.remove(id);
  expect(await station.page({ scope: 'all' })).toEqual([]);
});

test('a run that is removed stops, its rows are gone, and another run continues', async () => {
  const station = await buildScreening();
  station.provider.misbehave('search', { delay: 20 }, Number.POSITIVE_INFINITY);
  const [mine, theirs] = [unlisted(60), unlisted(20, 1_000)];
  const [one, two] = [await station.startBulk(mine), await station.startBulk(theirs)];
  const removed: string[] = [];
  station.bulk.events.on('removed', (id) => removed.push(id));
  await atLeast(station, one, 3);
  const before = settled(station.bulkRun(one));
  await station.bulk.remove(one);
  expect(removed).toEqual([one]);
  expect(await station.page({ scope: { runId: one } })).toEqual([]);
  expect(await codeOf(() => station.bulk.pause(one))).toBe('run-unknown');
  expect((await station.untilRun(two, 'done')).counts).toEqual({ ...none, clear: 20 });
  // Four screenings were under way at the removal, and four more may have begun during it.
  expect(timesAsked(station, mine).reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(before + 8);
  await station.reopen();
  expect(station.bulk.list().map(({ id }) => id)).toEqual([two]);
  expect(await station.page()).toHaveLength(20);
});

test('several runs together, with single screenings in between', async () => {
  const station = await buildScreening();
  const lists = [0, 1, 2].map((n) => unlisted(30, 100 * n));
  const ids: string[] = [];
  for (const rows of lists) ids.push(await station.startBulk(rows));
  expect((await station.find('Alguien')).outcome).toBe('clear');
  for (const id of ids) expect((await station.untilRun(id, 'done')).counts).toEqual({ ...none, clear: 30 });
  expect(timesAsked(station, lists.flat())).toEqual(lists.flat().map(() => 1));
  expect(station.bulk.list().map(({ id }) => id)).toEqual(ids);
});
