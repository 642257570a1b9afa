/** The list of visits: pages, filters and counts come from the index, and say what the visits themselves say. */
import { describe, expect, test } from 'vitest';
import type { VisitFilter } from '../support/doors/domain.ts';
import { openVisitRepository, removalOf, type VisitRow } from '../support/doors/visits.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { spoil } from '../support/storage/damaged-database.ts';
import { openTestDatabase } from '../support/storage/data-keys.ts';
import { tempDir } from '../support/temp-dir.ts';
import { blocked, clear } from '../support/visits/policy-customers.ts';
import { withVisitActions } from '../support/visits/visit-actions.ts';
import { createVisitIndex } from '../support/visits/visit-index.ts';
import { longWait } from '../support/waiting.ts';

const hour = 3_600_000;
const day = 24 * hour;

async function visitStation() {
  const time = { at: Date.now() };
  const station = withVisitActions(withSigningActions(await buildStation({ now: () => new Date(time.at) })));
  station.rules({});
  const listed = (show: VisitFilter['show'], text = '') => station.visits.page({ text, show }, 0, 100).items.map(({ id }) => id);
  return { station, time, listed };
}

describe('a filter', () => {
  test('finds visits by words in any order, and by parts of numbers, without accents, case and punctuation', async () => {
    const { station, listed } = await visitStation();
    const ana = station.visit({ name: 'Ana Lucía PEÑA', identification: '52.345-678', transaction: 'TX-90/12' });
    const other = station.visit({ name: 'Luis Rojas' });
    for (const text of ['peña ana', 'ANA LUC', 'pena', '52345678', '52.345.678', '5678', 'tx-90', 'tx9012', 'lucia 5678'])
      expect([text, listed('all', text)]).toEqual([text, [ana]]);
    for (const text of ['', '...']) expect(listed('all', text).toSorted()).toEqual([ana, other].toSorted());
    expect(listed('all', 'ana rojas')).toEqual([]);
    expect(listed('waiting', 'ana')).toEqual([]);
  });

  test('follows details that were changed, and a visit that was removed', async () => {
    const { station, listed } = await visitStation();
    const id = station.visit({ name: 'Ana', identification: '1' });
    station.visits.change(id, { name: 'Rosa', identification: '2', transaction: '' });
    expect([listed('all', 'ana'), listed('all', 'rosa'), listed('all', '2')]).toEqual([[], [id], [id]]);
    await station.visits.remove(id);
    expect(listed('all')).toEqual([]);
  });
});

test('while a visit is typed, those of the same transaction or identification are found, not similar ones', async () => {
  const { station } = await visitStation();
  const same = station.visit({ identification: '1.020-3', transaction: 'A' });
  station.visit({ identification: '10203 4', transaction: 'T-12' });
  const ofTransaction = station.visit({ identification: '9', transaction: 'T-1' });
  station.visit({ name: 'Ana Pérez' });
  const found = (identification: string, transaction: string) =>
    station.visits.related({ identification, transaction }).map(({ id }) => id);
  expect(found('10203', '')).toEqual([same]);
  expect(found('', 't-1')).toEqual([ofTransaction]);
  expect(found('10203', 'T-1')).toEqual([ofTransaction, same]);
  expect(found('', '')).toEqual([]);
});

describe('visits that a rule stops', () => {
  test('are those of the policy in force, also when there are more than are judged at once', async () => {
    const { station, listed } = await visitStation();
    const ids = Array.from({ length: 230 }, (_, n) => station.visit({ name: `Persona ${n}` }));
    let attention = station.visits.state().attention;
    expect(attention).toBe(0);
    station.visits.events.on('state', (state) => {
      attention = state.attention;
    });
    station.rules({ clearScreening: { level: 'stop' } });
    await expect.poll(() => attention, longWait).toBe(ids.length);
    expect(listed('attention')).toHaveLength(100);
    // A policy that was changed while the station was closed, or killed before all were judged.
    const { policy } = station.settings.settings();
    station.settings.change({ policy: { ...policy, clearScreening: { ...policy.clearScreening, level: 'off' } } });
    await station.reopen();
    await expect.poll(() => station.visits.state().attention, longWait).toBe(0);
  });

  test('include those that only time has stopped', async () => {
    const { station, time, listed } = await visitStation();
    station.rules({ clearScreening: { level: 'stop', hours: 2 } });
    const id = station.visit({ name: 'Rosalba' });
    await station.screen(id, ...clear);
    expect(listed('attention')).toEqual([]);
    time.at += 2 * hour;
    expect(listed('attention')).toEqual([]);
    time.at += hour;
    expect(listed('attention')).toEqual([id]);
    expect(station.visits.state().attention).toBe(1);
  });

  test('include the other visits of a person who is blocked, until the person is another one or the visit is gone', async () => {
    const { station, listed } = await visitStation();
    station.rules({ blockedPerson: { level: 'stop' } });
    const [first, second] = [station.visit({ identification: blocked[1] }), station.visit({ identification: blocked[1] })];
    await station.screen(first, ...blocked);
    expect(listed('attention').toSorted()).toEqual([first, second].toSorted());
    station.visits.change(second, { name: '', identification: '1', transaction: '' });
    expect(listed('attention')).toEqual([first]);
    station.visits.change(second, { name: '', identification: blocked[1], transaction: '' });
    expect(listed('attention').toSorted()).toEqual([first, second].toSorted());
    station.visits.change(first, { name: '', identification: '1', transaction: '' });
    expect(listed('attention')).toEqual([first]);
    station.visits.change(first, { name: '', identification: blocked[1], transaction: '' });
    expect(listed('attention').toSorted()).toEqual([first, second].toSorted());
    let attention = station.visits.state().attention;
    station.visits.events.on('state', (state) => {
      attention = state.attention;
    });
    await station.visits.remove(first);
    // The rail shows it without anyone opening the list.
    await expect.poll(() => attention, longWait).toBe(0);
    expect(listed('attention')).toEqual([]);
  });

  test('include one whose row does not parse, once it was read', async () => {
    const { station, listed } = await visitStation();
    const id = station.visit({ name: 'Ana' });
    await station.close();
    spoil(station.dataDir, station.vaultKey, 'visit', 'id = ?', id);
    await station.reopen();
    expect(listed('all')).toEqual([id]);
    expect([listed('attention'), station.visits.state().attention]).toEqual([[id], 1]);
  });
});

test('how many visits are near their removal, which, and when the first goes, is what the rule says of each', async () => {
  const database = openTestDatabase(await tempDir());
  const store = openVisitRepository(database);
  const now = Date.parse('2026-06-01T00:00:00Z');
  const ages = fc.array(fc.record({ changed: fc.integer({ min: 0, max: 60 }), warned: fc.option(fc.integer({ min: 0, max: 20 })) }));
  fc.assert(
    fc.property(ages, fc.integer({ min: 0, max: 50 }), (visits, days) => {
      database.sql.exec('DELETE FROM visit');
      const visitRows = visits.map(({ changed, warned }, n) =>
        visitOf(String(n), now - changed * day, warned === null ? null : now - warned * day),
      );
      for (const visit of visitRows) store.put(visit);
      const due = visitRows.flatMap((visit) => removalOf(visit, { days, now }).removal ?? []);
      const near = visitRows.filter((visit) => removalOf(visit, { days, now }).near).map(({ id }) => id);
      const { due: count, firstRemoval } = store.counts({ days, now });
      expect([count, firstRemoval]).toEqual([due.length, due.length === 0 ? null : Math.min(...due)]);
      expect(store.nearRemoval({ days, now }).toSorted()).toEqual(near.toSorted());
      expect(store.page({ text: '', show: 'due' }, { days, now }, 0, 1).total).toBe(due.length);
    }),
    { numRuns: runs(50) },
  );
});

test('the latest change comes first, pages leave none out, and a filter reads nothing but the index', async () => {
  const database = openTestDatabase(await tempDir());
  const store = openVisitRepository(database);
  const now = Date.now();
  database.transaction(() => {
    for (let n = 0; n < 1000; n += 1) store.put(visitOf(`v${n}`, now - n, null));
  });
  const page = (offset: number) =>
    store.page({ text: '', show: 'all' }, { days: 0, now }, offset, 300).rows.map((one) => (one.ok ? one.value.id : ''));
  expect([0, 300, 600, 900, 1200].flatMap(page)).toEqual(Array.from({ length: 1000 }, (_, n) => `v${n}`));
  store.put(visitOf('v500', now + 1, null));
  expect(page(0).slice(0, 2)).toEqual(['v500', 'v0']);

  for (const show of ['1', 'blocking IS NULL OR blocking > 0', 'waiting > 0', 'changed_at <= 5']) {
    const where = `(${show}) AND instr(search_text, 'ana') > 0`;
    const from = 'visit INDEXED BY visit_list';
    const plan = database.sql.prepare(
      `EXPLAIN QUERY PLAN SELECT count(*) FROM ${from} WHERE ${where} ORDER BY changed_at DESC, rowid DESC`,
    );
    expect(plan.all().map(({ detail }) => detail)).toEqual([expect.stringContaining('COVERING INDEX visit_list')]);
  }
});

test('visits are found by transaction number and person as in an index of all of them, whatever was changed or removed', async () => {
  const database = openTestDatabase(await tempDir());
  const store = openVisitRepository(database);
  const number = fc.constantFrom('', ' ', 'TX-1', 'tx-1 ', 'ｔｘ-1', 'CC 1.2', 'cc12', '-');
  const change = fc.record({ id: fc.constantFrom('a', 'b', 'c'), transaction: number, identification: number, remove: fc.boolean() });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
      database.sql.exec('DELETE FROM visit');
      const visitRows = new Map<string, VisitRow>();
      for (const [n, { id, transaction, identification, remove }] of changes.entries()) {
        const visit = { ...visitOf(id, n, null), transaction, identification };
        if (remove) visitRows.delete(id);
        else visitRows.set(id, visit);
        if (remove) store.remove(id);
        else store.put(visit);
      }
      const index = createVisitIndex([...visitRows.values()]);
      for (const key of ['', 'tx-1', 'CC12', '-', 'unknown']) {
        expect(idsOf(store.index.ofTransaction(key))).toEqual(idsOf(index.ofTransaction(key)));
        expect(idsOf(store.index.ofPerson(key))).toEqual(idsOf(index.ofPerson(key)));
      }
    }),
    { numRuns: runs(50) },
  );
});

const idsOf = (visits: readonly VisitRow[]): string[] => visits.map(({ id }) => id);

const visitOf = (id: string, changed: number, warned: number | null): VisitRow => ({
  ...{ id, name: '', identification: '', transaction: '', openedBy: '', documents: [], overrides: [] },
  openedAt: new Date(changed).toISOString(),
  changedAt: new Date(changed).toISOString(),
  warnedAt: warned === null ? null : new Date(warned).toISOString(),
  facts: { records: 0, screenings: 0, waitingSearches: 0, record: null, asked: [] },
});
