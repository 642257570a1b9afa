/** Searches and lists at rest: damaged ones cost themselves alone, keys are renewed and absent, nothing stands in clear. */
import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { flip, inDatabase } from '../support/damaged-database.ts';
import { StationError } from '../support/doors/errors.ts';
import { type Keychain, memoryKeychain } from '../support/doors/keychain.ts';
import { findMarkers } from '../support/markers.ts';
import { buildScreening, type Person, unlisted } from '../support/screening-actions.ts';
import { longWait } from '../support/waiting.ts';

const none = { waiting: 0, clear: 0, match: 0, unavailable: 0, failed: 0, skipped: 0, damaged: 0 };
const sealedOf = (dataDir: string, id: string) =>
  inDatabase(dataDir, (sql) => sql.prepare('SELECT sealed, answer FROM screening WHERE id = ?').get(id));

describe('one flipped bit', () => {
  test.each(['sealed', 'id'])('of a screening (%s): it is shown as damaged, never deleted, and the others continue', async (column) => {
    const station = await buildScreening();
    const { id } = await station.find('Evaristo Quiroga Beltrán');
    const other = await station.find('Persona');
    await station.reopen({}, () => flip(station.dataDir, 'screening', column, 'id = ?', id));
    const [first, second] = await station.page();
    expect(first).toMatchObject({ id: other.id, state: 'done' });
    expect(second).toMatchObject({ state: 'damaged', outcome: null, query: { name: '' } });
    const damaged = second?.id ?? '';
    const before = sealedOf(station.dataDir, damaged);
    expect(await codeOf(() => station.screening.open(damaged))).toBe('record-damaged');
    expect(await codeOf(() => station.screening.decide(damaged, { match: null, verdict: 'undecided', reason: 'x' }))).toBe(
      'record-damaged',
    );
    expect(await codeOf(() => station.screening.keep(damaged))).toBe('record-damaged');
    expect(await codeOf(() => station.screening.drop(damaged))).toBe('record-damaged');
    expect(station.screening.open(other.id).outcome).toBe('clear');
    await station.reopen();
    expect(sealedOf(station.dataDir, damaged)).toEqual(before);
  });

  test('of an answer: its screening is listed, and opening it reports the damage', async () => {
    const station = await buildScreening();
    const { id } = await station.find('Evaristo Quiroga Beltrán');
    await station.reopen({}, () => flip(station.dataDir, 'screening', 'answer', 'id = ?', id));
    expect(await station.page()).toMatchObject([{ id, state: 'done', outcome: 'match' }]);
    expect(await codeOf(() => station.screening.open(id))).toBe('record-damaged');
    expect(await codeOf(() => station.screening.raw(id))).toBe('record-damaged');
    expect(await codeOf(() => station.screening.decide(id, { match: 0, verdict: 'undecided', reason: 'x' }))).toBe('record-damaged');
  });

  test.each(['state', 'outcome', 'verdict', 'day', 'key', 'run'])(
    'of an unencrypted column (%s): the station opens all the same',
    async (column) => {
      const station = await buildScreening();
      const id = await station.startBulk([['El Turpial Negro'], ['Persona']]);
      await station.untilRun(id, 'done');
      const [row] = await station.page({ scope: { runId: id } });
      if (column === 'verdict') station.screening.decide(row?.id ?? '', { match: null, verdict: 'undecided', reason: 'x' });
      await station.reopen({}, () => flip(station.dataDir, 'screening', column, 'id = ?', row?.id ?? ''));
      const run = station.bulkRun(id);
      expect(Object.values(run.counts).reduce((sum, count) => sum + count, 0)).toBe(run.rows);
      expect((await station.page()).map(({ state }) => state)).toEqual(['done', column === 'run' ? 'damaged' : 'done']);
      expect((await station.find('Otra')).outcome).toBe('clear');
    },
  );

  test('of pending rows: the run reports it, and screens the others', async () => {
    const station = await buildScreening();
    const rows = unlisted(10);
    await station.line.down();
    const id = await station.startBulk(rows);
    await station.untilRun(id, 'waiting');
    await station.reopen({}, () => {
      for (const row of [1, 4, 10]) flip(station.dataDir, 'screening', 'sealed', 'row = ?', row);
    });
    await station.line.up();
    const run = await station.untilRun(id, 'done', null);
    expect(run).toMatchObject({ rows: 10, counts: { ...none, clear: 7, damaged: 3 } });
    expect((await station.rowsOf(id)).map((state, at) => (state === 'damaged' ? at + 1 : 0)).filter(Boolean)).toEqual([1, 4, 10]);
    expect(rows.map((row) => station.asked(row))).toEqual([0, 1, 1, 0, 1, 1, 1, 1, 1, 0]);
    // Asked again is none of them.
    expect((await station.mass.retryFailed(id, true)).state).toBe('done');
  });

  test('of the row of a run: a notice reports it, its rows stay, and the other runs continue', async () => {
    const station = await buildScreening();
    await station.line.down();
    const [one, two] = [await station.startBulk(unlisted(3)), await station.startBulk(unlisted(3, 100))];
    for (const id of [one, two]) await station.untilRun(id, 'waiting');
    await station.reopen({}, () => flip(station.dataDir, 'mass_run', 'sealed', 'id = ?', one));
    expect(station.notices()).toMatchObject([{ code: 'record-damaged', detail: { kind: 'mass-run', count: 1 } }]);
    await station.line.up();
    await station.untilRun(two, 'done');
    expect(station.mass.list().map(({ id }) => id)).toEqual([two]);
    expect(await station.rowsOf(one)).toEqual(['waiting', 'waiting', 'waiting']);
    expect(inDatabase(station.dataDir, (sql) => sql.prepare('SELECT count(*) AS count FROM mass_run').get()?.count)).toBe(2);
  });
});

describe('keys', () => {
  test('an absent key: reported with a count, nothing is lost, new screenings work; everything is readable once the key is back', async () => {
    const vaultKey = randomBytes(32);
    const station = await buildScreening({ vaultKey });
    await station.line.down();
    const kept = await station.find('Persona Guardada');
    station.screening.keep(kept.id);
    const id = await station.startBulk(unlisted(5));
    await station.untilRun(id, 'waiting');
    await station.reopen({ vaultKey: randomBytes(32) });
    // Six searches and the list.
    expect(station.notices()).toMatchObject([{ code: 'sealed-elsewhere', detail: { count: 7 } }]);
    expect(station.mass.list()).toEqual([]);
    expect((await station.page()).map(({ state }) => state)).toEqual(Array(6).fill('damaged'));
    expect(await codeOf(() => station.screening.open(kept.id))).toBe('sealed-elsewhere');
    await station.line.up();
    await vi.waitFor(
      () => expect(station.screening.state()).toMatchObject({ waiting: 1, problem: { code: 'sealed-elsewhere' } }),
      longWait,
    );
    // What is kept from now on does not wait for what cannot be opened.
    await station.line.down();
    const fresh = await station.find('Persona Nueva');
    station.screening.keep(fresh.id);
    await station.line.up();
    await vi.waitFor(() => expect(station.screening.open(fresh.id).outcome).toBe('clear'), longWait);
    expect(station.searchCalls()).toBe(1);

    await station.reopen({ vaultKey });
    expect((await station.untilRun(id, 'done')).counts).toEqual({ ...none, clear: 5 });
    await vi.waitFor(() => expect(station.screening.open(kept.id).outcome).toBe('clear'), longWait);
    expect(station.notices()).toMatchObject([{ code: 'sealed-elsewhere', detail: { count: 1 } }]);
  });

  /** A station whose key is in the keychain, where the old one can be looked for and taken away. */
  async function stationWithKeychain() {
    const entries = new Map<string, string>();
    return { entries, station: await buildScreening({ keychain: memoryKeychain(entries) }) };
  }
  const keysIn = (entries: Map<string, string>) => [...entries.keys()].filter((name) => name.startsWith('data-key/'));

  test('key rotation during a run and decisions: everything opens without the old key', async () => {
    const { entries, station } = await stationWithKeychain();
    const one = await station.find('Evaristo Quiroga Beltrán');
    const rows = unlisted(150);
    const id = await station.startBulk(rows, { pace: { concurrency: 3 } });
    // More than are sealed anew in one go, so that the decision comes before its turn.
    for (let n = 0; n < 40; n += 1) await station.find(`Persona ${n}`);
    const last = await station.find('El Turpial Negro');
    const raw = station.screening.raw(last.id);
    const [old] = keysIn(entries);
    const renewed = station.renewKey();
    await vi.waitFor(() => expect(keysIn(entries)).toHaveLength(2), { ...longWait, interval: 0 });
    station.screening.decide(last.id, { match: 0, verdict: 'true-match', reason: 'while it is renewed' });
    await renewed;
    expect((await station.untilRun(id, 'done')).counts).toEqual({ ...none, clear: 150 });
    const keyOfAll = inDatabase(station.dataDir, (sql) => sql.prepare('SELECT DISTINCT key FROM screening').all());
    expect(keyOfAll).toHaveLength(1);
    expect(old).not.toContain(String(keyOfAll[0]?.key));

    await station.reopen();
    expect(keysIn(entries)).toHaveLength(1);
    expect(keysIn(entries)).not.toContain(old);
    expect(station.notices()).toEqual([]);
    expect(station.screening.open(one.id).matches).toEqual(one.matches);
    expect(station.screening.open(last.id).verdict).toBe('true-match');
    expect(station.screening.raw(last.id).equals(raw)).toBe(true);
    for (const { id: each } of await station.page({ scope: { runId: id } })) expect(station.screening.open(each).outcome).toBe('clear');
    expect(station.bulkRun(id).state).toBe('done');
  });

  test('a decision in the middle of a key rotation keeps its answer', async () => {
    const { entries, station } = await stationWithKeychain();
    const { id } = await station.find('El Turpial Negro');
    const raw = station.screening.raw(id);
    // At every turn, so at those too after the new key was made and before the searches' turn.
    const [old] = keysIn(entries);
    let over = false;
    const renewed = station.renewKey().finally(() => {
      over = true;
    });
    while (!over) {
      station.screening.decide(id, { match: 0, verdict: 'true-match', reason: 'x' });
      await setImmediate();
    }
    await renewed;
    await station.close();
    entries.delete(old ?? '');
    await station.reopen();
    expect(station.screening.raw(id).equals(raw)).toBe(true);
    expect(station.screening.open(id)).toMatchObject({ verdict: 'true-match', matchCount: 1 });
  });
});

test('nothing of a person is readable on disk: not during a run, after a kill, after closing or after removal', async () => {
  const marked = {
    panel: 'MarkPanelQuxOne',
    row: 'MarkRowQuxTwo',
    cell: 'MarkCellQuxThree',
    identification: 'MARK4444555566667777',
    file: 'MarkFileQuxFour',
    answer: 'MarkAnswerQuxFive',
    reason: 'MarkReasonQuxSix',
  };
  const vaultKey = randomBytes(32);
  const station = await buildScreening({ vaultKey });
  const body = JSON.stringify({
    datetime: '2026-01-01 10:00:00',
    id_bitacora: 1,
    elapsed_time: 1,
    results: [
      { item_no: 1, nombre: marked.panel, block: false, datos_tsti: [{ lista: 'X', nombre_apellido: marked.answer }], datos_amlnews: [] },
    ],
  });
  station.provider.misbehave('search', { status: 200, body });
  const { id } = await station.find(marked.panel, { identification: marked.identification });
  station.screening.decide(id, { match: 0, verdict: 'undecided', reason: marked.reason });
  const rows: Person[] = Array.from({ length: 30 }, (_, n) => [`${marked.row} ${n}`, `${marked.identification}${n}`] as const);
  const path = await station.csvFile([...rows, [`"${marked.cell}`, '1']], `${marked.file}.csv`);
  const run = await station.startBulk([], { path });
  await vi.waitFor(() => expect(station.bulkRun(run).counts.clear).toBeGreaterThan(3), longWait);
  const places = { ...marked, key: vaultKey };
  expect(await findMarkers(station.dataDir, places)).toEqual([]);
  expect(await findMarkers(station.asKilled(), places)).toEqual([]);
  await station.untilRun(run, 'done');
  expect(await station.page({ text: marked.row })).toHaveLength(30);
  expect(await findMarkers(station.dataDir, places)).toEqual([]);
  await station.mass.remove(run);
  await station.reopen();
  expect(station.screening.open(id).matches[0]?.names).toEqual([marked.answer]);
  await station.close();
  expect(await findMarkers(station.dataDir, places)).toEqual([]);
});

test('memory-only mode: everything works, is reported as not stored, and is gone at the end', async () => {
  const refuse = async () => {
    throw new StationError('keychain-unavailable', { cause: 'no-service' });
  };
  const keychain: Keychain = { get: refuse, set: refuse, remove: refuse };
  const station = await buildScreening({ keychain });
  expect(station.screening.state().notKept).toMatchObject({ code: 'queue-not-kept' });
  const { id } = await station.find('El Turpial Negro');
  station.screening.decide(id, { match: 0, verdict: 'true-match', reason: 'x' });
  expect(station.screening.open(id).verdict).toBe('true-match');
  await station.line.down();
  const kept = await station.find('Persona Guardada');
  station.screening.keep(kept.id);
  const run = await station.startBulk(unlisted(20));
  await station.untilRun(run, 'waiting');
  await station.line.up();
  expect((await station.untilRun(run, 'done')).counts.clear).toBe(20);
  await vi.waitFor(() => expect(station.screening.open(kept.id).outcome).toBe('clear'), longWait);
  expect(await findMarkers(station.dataDir, { name: 'Persona', alias: 'Turpial' })).toEqual([]);
  await station.reopen();
  expect(await station.page()).toEqual([]);
  expect(station.mass.list()).toEqual([]);
  expect(await codeOf(() => station.screening.open(id))).toBe('screening-unknown');
});
