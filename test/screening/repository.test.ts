/** Searches and lists at rest: damaged ones cost themselves alone, keys are renewed and absent, nothing stands in clear. */
import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { StationError } from '../support/doors/errors.ts';
import { type Keychain, memoryKeychain } from '../support/doors/keychain.ts';
import { findMarkers } from '../support/markers.ts';
import { flip, inDatabase, nobodies, openScreeningDesk, type Row } from '../support/screening-desk.ts';
import { patiently } from '../support/signing-desk.ts';

const none = { waiting: 0, clear: 0, match: 0, unavailable: 0, failed: 0, skipped: 0, damaged: 0 };
const sealedOf = (dataDir: string, id: string) =>
  inDatabase(dataDir, (sql) => sql.prepare('SELECT sealed, answer FROM screening WHERE id = ?').get(id));

describe('one flipped bit', () => {
  test.each(['sealed', 'id'])('of a search (%s): it is shown as damaged, never deleted, and the others go on', async (column) => {
    const desk = await openScreeningDesk();
    const { id } = await desk.find('Evaristo Quiroga Beltrán');
    const other = await desk.find('Persona');
    await desk.reopen({}, () => flip(desk.dataDir, 'screening', column, 'id = ?', id));
    const [first, second] = await desk.page();
    expect(first).toMatchObject({ id: other.id, state: 'done' });
    expect(second).toMatchObject({ state: 'damaged', outcome: null, query: { name: '' } });
    const damaged = second?.id ?? '';
    const before = sealedOf(desk.dataDir, damaged);
    expect(await codeOf(() => desk.screening.open(damaged))).toBe('record-damaged');
    expect(await codeOf(() => desk.screening.decide(damaged, { match: null, verdict: 'undecided', reason: 'x' }))).toBe('record-damaged');
    expect(await codeOf(() => desk.screening.keep(damaged))).toBe('record-damaged');
    expect(await codeOf(() => desk.screening.drop(damaged))).toBe('record-damaged');
    expect(desk.screening.open(other.id).outcome).toBe('clear');
    await desk.reopen();
    expect(sealedOf(desk.dataDir, damaged)).toEqual(before);
  });

  test('of an answer: its search is listed, opening it says that it is damaged', async () => {
    const desk = await openScreeningDesk();
    const { id } = await desk.find('Evaristo Quiroga Beltrán');
    await desk.reopen({}, () => flip(desk.dataDir, 'screening', 'answer', 'id = ?', id));
    expect(await desk.page()).toMatchObject([{ id, state: 'done', outcome: 'match' }]);
    expect(await codeOf(() => desk.screening.open(id))).toBe('record-damaged');
    expect(await codeOf(() => desk.screening.raw(id))).toBe('record-damaged');
    expect(await codeOf(() => desk.screening.decide(id, { match: 0, verdict: 'undecided', reason: 'x' }))).toBe('record-damaged');
  });

  test.each(['state', 'outcome', 'verdict', 'day', 'key', 'run'])(
    'of a clear column (%s): the station opens all the same',
    async (column) => {
      const desk = await openScreeningDesk();
      const id = await desk.list([['El Turpial Negro'], ['Persona']]);
      await desk.until(id, 'done');
      const [row] = await desk.page({ scope: { runId: id } });
      if (column === 'verdict') desk.screening.decide(row?.id ?? '', { match: null, verdict: 'undecided', reason: 'x' });
      await desk.reopen({}, () => flip(desk.dataDir, 'screening', column, 'id = ?', row?.id ?? ''));
      const run = desk.run(id);
      expect(Object.values(run.counts).reduce((sum, count) => sum + count, 0)).toBe(run.rows);
      expect((await desk.page()).map(({ state }) => state)).toEqual(['done', column === 'run' ? 'damaged' : 'done']);
      expect((await desk.find('Otra')).outcome).toBe('clear');
    },
  );

  test('of rows that wait: the list says so, and asks the others', async () => {
    const desk = await openScreeningDesk();
    const rows = nobodies(10);
    await desk.line.down();
    const id = await desk.list(rows);
    await desk.until(id, 'waiting');
    await desk.reopen({}, () => {
      for (const row of [1, 4, 10]) flip(desk.dataDir, 'screening', 'sealed', 'row = ?', row);
    });
    await desk.line.up();
    const run = await desk.until(id, 'done', null);
    expect(run).toMatchObject({ rows: 10, counts: { ...none, clear: 7, damaged: 3 } });
    expect((await desk.rows(id)).map((state, at) => (state === 'damaged' ? at + 1 : 0)).filter(Boolean)).toEqual([1, 4, 10]);
    expect(rows.map((row) => desk.asked(row))).toEqual([0, 1, 1, 0, 1, 1, 1, 1, 1, 0]);
    // Asked again is none of them.
    expect((await desk.mass.retryFailed(id, true)).state).toBe('done');
  });

  test('of the record of a list: a notice says so, its rows are kept, and the other lists go on', async () => {
    const desk = await openScreeningDesk();
    await desk.line.down();
    const [one, two] = [await desk.list(nobodies(3)), await desk.list(nobodies(3, 100))];
    for (const id of [one, two]) await desk.until(id, 'waiting');
    await desk.reopen({}, () => flip(desk.dataDir, 'mass_run', 'sealed', 'id = ?', one));
    expect(desk.station.notices()).toMatchObject([{ code: 'record-damaged', detail: { kind: 'mass-run', count: 1 } }]);
    await desk.line.up();
    await desk.until(two, 'done');
    expect(desk.mass.list().map(({ id }) => id)).toEqual([two]);
    expect(await desk.rows(one)).toEqual(['waiting', 'waiting', 'waiting']);
    expect(inDatabase(desk.dataDir, (sql) => sql.prepare('SELECT count(*) AS count FROM mass_run').get()?.count)).toBe(2);
  });
});

describe('keys', () => {
  test('a key that is absent: counted and told, nothing lost, new searches go on; and all is there once the key is', async () => {
    const vaultKey = randomBytes(32);
    const desk = await openScreeningDesk({ station: { vaultKey } });
    await desk.line.down();
    const kept = await desk.find('Persona Guardada');
    desk.screening.keep(kept.id);
    const id = await desk.list(nobodies(5));
    await desk.until(id, 'waiting');
    await desk.reopen({ vaultKey: randomBytes(32) });
    // Six searches and the list.
    expect(desk.station.notices()).toMatchObject([{ code: 'sealed-elsewhere', detail: { count: 7 } }]);
    expect(desk.mass.list()).toEqual([]);
    expect((await desk.page()).map(({ state }) => state)).toEqual(Array(6).fill('damaged'));
    expect(await codeOf(() => desk.screening.open(kept.id))).toBe('sealed-elsewhere');
    await desk.line.up();
    await vi.waitFor(() => expect(desk.screening.state()).toMatchObject({ waiting: 1, problem: { code: 'sealed-elsewhere' } }), patiently);
    // What is kept from now on does not wait for what cannot be opened.
    await desk.line.down();
    const fresh = await desk.find('Persona Nueva');
    desk.screening.keep(fresh.id);
    await desk.line.up();
    await vi.waitFor(() => expect(desk.screening.open(fresh.id).outcome).toBe('clear'), patiently);
    expect(desk.calls()).toBe(1);

    await desk.reopen({ vaultKey });
    expect((await desk.until(id, 'done')).counts).toEqual({ ...none, clear: 5 });
    await vi.waitFor(() => expect(desk.screening.open(kept.id).outcome).toBe('clear'), patiently);
    expect(desk.station.notices()).toMatchObject([{ code: 'sealed-elsewhere', detail: { count: 1 } }]);
  });

  /** A station whose key is in the keychain, where the old one can be looked for and taken away. */
  async function keychainDesk() {
    const entries = new Map<string, string>();
    return { entries, desk: await openScreeningDesk({ station: { keychain: memoryKeychain(entries) }, ownKey: false }) };
  }
  const keysIn = (entries: Map<string, string>) => [...entries.keys()].filter((name) => name.startsWith('data-key/'));

  test('renewed while a list runs and people decide: everything opens without the old key', async () => {
    const { entries, desk } = await keychainDesk();
    const one = await desk.find('Evaristo Quiroga Beltrán');
    const rows = nobodies(150);
    const id = await desk.list(rows, { pace: { concurrency: 3 } });
    // More than are sealed anew in one go, so that the decision comes before its turn.
    for (let n = 0; n < 40; n += 1) await desk.find(`Persona ${n}`);
    const last = await desk.find('El Turpial Negro');
    const raw = desk.screening.raw(last.id);
    const [old] = keysIn(entries);
    const renewed = desk.station.renewKey();
    await vi.waitFor(() => expect(keysIn(entries)).toHaveLength(2), { timeout: 5_000, interval: 0 });
    desk.screening.decide(last.id, { match: 0, verdict: 'true-match', reason: 'while it is renewed' });
    await renewed;
    expect((await desk.until(id, 'done')).counts).toEqual({ ...none, clear: 150 });
    const keyOfAll = inDatabase(desk.dataDir, (sql) => sql.prepare('SELECT DISTINCT key FROM screening').all());
    expect(keyOfAll).toHaveLength(1);
    expect(old).not.toContain(String(keyOfAll[0]?.key));

    await desk.reopen();
    expect(keysIn(entries)).toHaveLength(1);
    expect(keysIn(entries)).not.toContain(old);
    expect(desk.station.notices()).toEqual([]);
    expect(desk.screening.open(one.id).matches).toEqual(one.matches);
    expect(desk.screening.open(last.id).verdict).toBe('true-match');
    expect(desk.screening.raw(last.id).equals(raw)).toBe(true);
    for (const { id: each } of await desk.page({ scope: { runId: id } })) expect(desk.screening.open(each).outcome).toBe('clear');
    expect(desk.run(id).state).toBe('done');
  });

  test('a decision in the very middle of a renewal takes the answer along', async () => {
    const { entries, desk } = await keychainDesk();
    const { id } = await desk.find('El Turpial Negro');
    const raw = desk.screening.raw(id);
    // At every turn, so at those too after the new key was made and before the searches' turn.
    const [old] = keysIn(entries);
    let over = false;
    const renewed = desk.station.renewKey().finally(() => {
      over = true;
    });
    while (!over) {
      desk.screening.decide(id, { match: 0, verdict: 'true-match', reason: 'x' });
      await setImmediate();
    }
    await renewed;
    await desk.station.close();
    entries.delete(old ?? '');
    await desk.reopen();
    expect(desk.screening.raw(id).equals(raw)).toBe(true);
    expect(desk.screening.open(id)).toMatchObject({ verdict: 'true-match', matchCount: 1 });
  });
});

test('nothing of a person stands in clear: not while a list runs, not after a kill, not after the end, not after removal', async () => {
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
  const desk = await openScreeningDesk({ station: { vaultKey } });
  const body = JSON.stringify({
    datetime: '2026-01-01 10:00:00',
    id_bitacora: 1,
    elapsed_time: 1,
    results: [
      { item_no: 1, nombre: marked.panel, block: false, datos_tsti: [{ lista: 'X', nombre_apellido: marked.answer }], datos_amlnews: [] },
    ],
  });
  desk.practice.misbehave('search', { status: 200, body });
  const { id } = await desk.find(marked.panel, { identification: marked.identification });
  desk.screening.decide(id, { match: 0, verdict: 'undecided', reason: marked.reason });
  const rows: Row[] = Array.from({ length: 30 }, (_, n) => [`${marked.row} ${n}`, `${marked.identification}${n}`] as const);
  const path = await desk.listFile([...rows, [`"${marked.cell}`, '1']], `${marked.file}.csv`);
  const run = await desk.list([], { path });
  await vi.waitFor(() => expect(desk.run(run).counts.clear).toBeGreaterThan(3), patiently);
  const places = { ...marked, key: vaultKey };
  expect(await findMarkers(desk.dataDir, places)).toEqual([]);
  expect(await findMarkers(desk.asKilled(), places)).toEqual([]);
  await desk.until(run, 'done');
  expect(await desk.page({ text: marked.row })).toHaveLength(30);
  expect(await findMarkers(desk.dataDir, places)).toEqual([]);
  await desk.mass.remove(run);
  await desk.reopen();
  expect(desk.screening.open(id).matches[0]?.names).toEqual([marked.answer]);
  await desk.station.close();
  expect(await findMarkers(desk.dataDir, places)).toEqual([]);
});

test('without a key that lasts: everything works, says that it is not kept, and is gone at the end', async () => {
  const refuse = async () => {
    throw new StationError('keychain-unavailable', { cause: 'no-service' });
  };
  const keychain: Keychain = { get: refuse, set: refuse, remove: refuse };
  const desk = await openScreeningDesk({ station: { keychain }, ownKey: false });
  expect(desk.screening.state().notKept).toMatchObject({ code: 'queue-not-kept' });
  const { id } = await desk.find('El Turpial Negro');
  desk.screening.decide(id, { match: 0, verdict: 'true-match', reason: 'x' });
  expect(desk.screening.open(id).verdict).toBe('true-match');
  await desk.line.down();
  const kept = await desk.find('Persona Guardada');
  desk.screening.keep(kept.id);
  const run = await desk.list(nobodies(20));
  await desk.until(run, 'waiting');
  await desk.line.up();
  expect((await desk.until(run, 'done')).counts.clear).toBe(20);
  await vi.waitFor(() => expect(desk.screening.open(kept.id).outcome).toBe('clear'), patiently);
  expect(await findMarkers(desk.dataDir, { name: 'Persona', alias: 'Turpial' })).toEqual([]);
  await desk.reopen();
  expect(await desk.page()).toEqual([]);
  expect(desk.mass.list()).toEqual([]);
  expect(await codeOf(() => desk.screening.open(id))).toBe('screening-unknown');
});
