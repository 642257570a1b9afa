/** Screenings and runs at rest: rows that do not parse, key rotation, and nothing in clear. */
import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { StationError } from '../support/doors/errors.ts';
import { type Keychain, memoryKeychain } from '../support/doors/keychain.ts';
import { buildScreening, none, type Person, unlisted } from '../support/screening/screening-actions.ts';
import type { TestStation } from '../support/station.ts';
import { inDatabase, spoil } from '../support/storage/damaged-database.ts';
import { findMarkers } from '../support/storage/markers.ts';
import { longWait } from '../support/waiting.ts';

const rowOf = ({ dataDir, vaultKey }: TestStation, id: string) =>
  inDatabase(dataDir, vaultKey, (sql) => sql.prepare('SELECT value, answer FROM screening WHERE id = ?').get(id));

describe('a row that does not parse', () => {
  test('of a screening: it is shown as damaged, never deleted, and the others continue', async () => {
    const station = await buildScreening();
    const { id } = await station.find('Evaristo Quiroga Beltrán');
    const other = await station.find('Persona');
    await station.reopen({}, () => spoil(station.dataDir, station.vaultKey, 'screening', 'id = ?', id));
    const [first, second] = await station.page();
    expect(first).toMatchObject({ id: other.id, state: 'done' });
    expect(second).toMatchObject({ id, state: 'damaged', outcome: null, query: { name: '' } });
    const before = rowOf(station, id);
    expect(await codeOf(() => station.screening.open(id))).toBe('stored-data-damaged');
    expect(await codeOf(() => station.screening.decide(id, { match: null, verdict: 'undecided', reason: 'x' }))).toBe(
      'stored-data-damaged',
    );
    expect(await codeOf(() => station.screening.retryLater(id))).toBe('stored-data-damaged');
    expect(await codeOf(() => station.screening.dropPending(id))).toBe('stored-data-damaged');
    expect(station.screening.open(other.id).outcome).toBe('clear');
    await station.reopen();
    expect(rowOf(station, id)).toEqual(before);
  });

  test('of pending rows: the run reports it, and screens the others', async () => {
    const station = await buildScreening();
    const rows = unlisted(10);
    await station.line.down();
    const id = await station.startBulk(rows);
    await station.untilRun(id, 'waiting');
    await station.reopen({}, () => spoil(station.dataDir, station.vaultKey, 'screening', 'row IN (1, 4, 10)'));
    await station.line.up();
    const run = await station.untilRun(id, 'done', null);
    expect(run).toMatchObject({ rows: 10, counts: { ...none, clear: 7, damaged: 3 } });
    expect((await station.rowsOf(id)).map((state, at) => (state === 'damaged' ? at + 1 : 0)).filter(Boolean)).toEqual([1, 4, 10]);
    expect(rows.map((row) => station.asked(row))).toEqual([0, 1, 1, 0, 1, 1, 1, 1, 1, 0]);
    // Asked again is none of them.
    expect((await station.bulk.retryFailed(id, true)).state).toBe('done');
  });

  test('of a run: a notice reports it, its rows stay, and the other runs continue', async () => {
    const station = await buildScreening();
    await station.line.down();
    const [one, two] = [await station.startBulk(unlisted(3)), await station.startBulk(unlisted(3, 100))];
    for (const id of [one, two]) await station.untilRun(id, 'waiting');
    await station.reopen({}, () => spoil(station.dataDir, station.vaultKey, 'bulk_run', 'id = ?', one));
    expect(station.notices()).toMatchObject([{ code: 'stored-data-damaged', detail: { kind: 'bulk-run', count: 1 } }]);
    await station.line.up();
    await station.untilRun(two, 'done');
    expect(station.bulk.list().map(({ id }) => id)).toEqual([two]);
    expect(await station.rowsOf(one)).toEqual(['waiting', 'waiting', 'waiting']);
    const count = () =>
      inDatabase(station.dataDir, station.vaultKey, (sql) => sql.prepare('SELECT count(*) AS count FROM bulk_run').get()?.count);
    expect(count()).toBe(2);
  });
});

test('key rotation during a run and decisions loses nothing, and the old key opens nothing', async () => {
  const entries = new Map<string, string>();
  const station = await buildScreening({ keychain: memoryKeychain(entries) });
  const keysIn = () => [...entries.keys()].filter((name) => name.startsWith('data-key/'));
  const one = await station.find('Evaristo Quiroga Beltrán');
  const id = await station.startBulk(unlisted(150), { pace: { concurrency: 3 } });
  const last = await station.find('El Turpial Negro');
  const raw = station.screening.raw(last.id);
  const old = keysIn();
  let over = false;
  const rotated = station.rotateKey().finally(() => {
    over = true;
  });
  while (!over) {
    station.screening.decide(last.id, { match: 0, verdict: 'true-match', reason: 'during the rotation' });
    await setImmediate();
  }
  await rotated;
  expect((await station.untilRun(id, 'done')).counts).toEqual({ ...none, clear: 150 });
  expect(keysIn()).toHaveLength(2);
  await station.reopen({}, () => old.forEach((account) => void entries.delete(account)));
  expect(station.notices()).toEqual([]);
  expect(station.screening.open(one.id).matches).toEqual(one.matches);
  expect(station.screening.open(last.id)).toMatchObject({ verdict: 'true-match', matchCount: 1 });
  expect(station.screening.raw(last.id).equals(raw)).toBe(true);
  for (const { id: each } of await station.page({ scope: { runId: id } })) expect(station.screening.open(each).outcome).toBe('clear');
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
  await station.bulk.remove(run);
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
  expect(station.screening.state().memoryOnly).toMatchObject({ code: 'memory-only' });
  const { id } = await station.find('El Turpial Negro');
  station.screening.decide(id, { match: 0, verdict: 'true-match', reason: 'x' });
  expect(station.screening.open(id).verdict).toBe('true-match');
  await station.line.down();
  const stored = await station.find('Persona Guardada');
  station.screening.retryLater(stored.id);
  const run = await station.startBulk(unlisted(20));
  await station.untilRun(run, 'waiting');
  await station.line.up();
  expect((await station.untilRun(run, 'done')).counts.clear).toBe(20);
  await vi.waitFor(() => expect(station.screening.open(stored.id).outcome).toBe('clear'), longWait);
  expect(await findMarkers(station.dataDir, { name: 'Persona', alias: 'Turpial' })).toEqual([]);
  await station.reopen();
  expect(await station.page()).toEqual([]);
  expect(station.bulk.list()).toEqual([]);
  expect(await codeOf(() => station.screening.open(id))).toBe('screening-unknown');
});
