/** Rows that were changed behind the station's back, or are sealed under a key that is not at hand. */

import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { asKilled } from '../support/as-killed.ts';
import { problem } from '../support/doors/errors.ts';
import { memoryKeychain } from '../support/doors/keychain.ts';
import { labelOf, openOutbox } from '../support/doors/signing.ts';
import { createSealer, openDataKeys, openMemoryDatabase } from '../support/doors/storage.ts';
import { readOnlyLedger } from '../support/ledger.ts';
import { type KeychainEntries, openTestOutbox, queuedDocument, sentOf, type TestOutbox } from '../support/outbox.ts';
import { runs as soakRuns } from '../support/soak.ts';
import { tempDir } from '../support/temp-dir.ts';

const columns = {
  job: ['id', 'position', 'batch_id', 'account', 'status', 'queued_at', 'changed_at', 'sealed'],
  attempt: ['id', 'started_at', 'ended_at', 'outcome', 'sealed'],
} as const;
type Table = keyof typeof columns;

/** Three documents and two attempts; `bb` and `try-b` will be the ones that are damaged. */
function fill({ outbox }: TestOutbox): void {
  outbox.enqueue(['a', 'bb', 'c'].map((id) => queuedDocument(id)));
  outbox.begin({ id: 'try-a', documents: sentOf(['a']) });
  outbox.begin({ id: 'try-b', documents: sentOf(['bb', 'c']) });
  outbox.move('reject', ['bb'], { problem: problem('provider-said-fail', { providerText: 'no' }) });
  outbox.end('try-b', 'answered', null);
}

const bytesOf = (sql: DatabaseSync, table: Table, column: string, id: string): Buffer => {
  const found = sql.prepare(`SELECT CAST(${column} AS BLOB) AS bytes FROM ${table} WHERE id = ?`).get(id)?.bytes;
  return Buffer.from(found as Uint8Array);
};

/** Flips a bit as it stands on disk (of a number: of its 64), and answers with what then stands in the row. */
function flip(sql: DatabaseSync, table: Table, column: string, bit: number): Record<string, Buffer> {
  const id = table === 'job' ? 'bb' : 'try-b';
  const before = bytesOf(sql, table, column, id);
  const number = sql.prepare(`SELECT rowid AS number FROM ${table} WHERE id = ?`).get(id)?.number as number;
  if (column === 'position') {
    const flipped = BigInt.asIntN(64, BigInt(before.toString()) ^ (1n << BigInt(bit % 64)));
    sql.prepare(`UPDATE ${table} SET position = ? WHERE rowid = ?`).run(flipped, number);
  } else {
    const at = Math.floor(bit / 8) % before.length;
    before[at] = (before[at] ?? 0) ^ (1 << (bit % 8));
    sql.prepare(`UPDATE ${table} SET ${column} = ${column === 'sealed' ? '?' : 'CAST(? AS TEXT)'} WHERE rowid = ?`).run(before, number);
  }
  const casts = columns[table].map((name) => `CAST(${name} AS BLOB) AS ${name}`);
  const row = sql.prepare(`SELECT ${casts.join(', ')} FROM ${table} WHERE rowid = ?`).get(number) ?? {};
  return Object.fromEntries(Object.entries(row).map(([name, bytes]) => [name, Buffer.from(bytes as Uint8Array)]));
}

type Kept = { clear: Record<string, string | { hex: string }>; sealed: string };

/** The row as the quarantine keeps it. */
function keptRow(sql: DatabaseSync, kind: Table): Record<string, Buffer> {
  const { value } = sql.prepare('SELECT value FROM quarantine WHERE kind = ?').get(kind) ?? {};
  const { clear, sealed } = JSON.parse(String(value)) as Kept;
  const bytes = ([name, text]: [string, string | { hex: string }]) =>
    [name, typeof text === 'string' ? Buffer.from(text) : Buffer.from(text.hex, 'hex')] as const;
  return { ...Object.fromEntries(Object.entries(clear).map(bytes)), sealed: Buffer.from(sealed, 'base64') };
}

const cases = (['job', 'attempt'] as const).flatMap((table) => columns[table].map((column) => [table, column] as const));

describe('a flipped bit', () => {
  it.each(cases)('in a row of %s, column %s, quarantines that row whole and leaves the others', async (table, column) => {
    const root = await tempDir();
    const entries: KeychainEntries = new Map();
    await mkdir(join(root, 'whole'));
    const whole = await openTestOutbox(join(root, 'whole'), entries);
    fill(whole);
    whole.database.close();
    const [jobs, attempts] = [whole.outbox.jobs(), ['a', 'c'].map(whole.outbox.attempts)];
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(8 * 2_000), async (bit) => {
        const folder = join(root, String(runs++));
        await mkdir(folder);
        await copyFile(join(root, 'whole', 'station.sqlite'), join(folder, 'station.sqlite'));
        const other = new DatabaseSync(join(folder, 'station.sqlite'));
        const flipped = flip(other, table, column, bit);
        other.close();

        const { outbox, database } = await openTestOutbox(folder, entries);
        expect(outbox.quarantined().map(({ kind }) => kind)).toEqual([table]);
        expect(outbox.locked()).toBe(0);
        expect(outbox.jobs()).toEqual(table === 'job' ? jobs.filter(({ id }) => id !== 'bb') : jobs);
        expect(['a', 'c'].map(outbox.attempts)).toEqual(table === 'job' ? attempts : [attempts[0], []]);
        expect(keptRow(database.sql, table)).toEqual(flipped);
        // Nobody can tell whose the damaged record was.
        expect(['a', 'bb', 'try-b', 'stranger'].filter(outbox.isOrphan)).toEqual([]);
        outbox.enqueue([queuedDocument('new')]);
        database.close();

        const again = await openTestOutbox(folder, entries);
        expect(again.outbox.quarantined()).toEqual(outbox.quarantined());
        expect(again.outbox.jobs()).toEqual(outbox.jobs());
        expect(keptRow(again.database.sql, table)).toEqual(flipped);
        again.database.close();
      }),
      { numRuns: soakRuns(25) },
    );
  });
});

describe('rows that do not belong where they are', () => {
  it('are found when encrypted columns were exchanged', async () => {
    const entries: KeychainEntries = new Map();
    const opened = await openTestOutbox(await tempDir(), entries);
    fill(opened);
    const { sql } = opened.database;
    const [a, b] = ['a', 'bb'].map((id) => bytesOf(sql, 'job', 'sealed', id));
    sql.prepare("UPDATE job SET sealed = iif(id = 'a', ?, ?) WHERE id IN ('a', 'bb')").run(b ?? null, a ?? null);
    const { outbox } = await openTestOutbox(opened.folder, entries);
    expect(outbox.jobs().map(({ id }) => id)).toEqual(['c']);
    expect(outbox.quarantined().map(({ id }) => id)).toEqual(['a', 'bb']);
  });

  it('are found when they are empty', async () => {
    const entries: KeychainEntries = new Map();
    const opened = await openTestOutbox(await tempDir(), entries);
    fill(opened);
    opened.database.sql.exec("UPDATE job SET sealed = x'' WHERE id = 'bb'; UPDATE attempt SET sealed = x'01' WHERE id = 'try-b'");
    const { outbox } = await openTestOutbox(opened.folder, entries);
    expect(outbox.jobs().map(({ id }) => id)).toEqual(['a', 'c']);
    expect(outbox.quarantined().map(({ id }) => id)).toEqual(['bb', 'try-b']);
  });

  it('are quarantined with the invalid members when they do not parse, and are re-encrypted with the others', async () => {
    const entries: KeychainEntries = new Map();
    const opened = await openTestOutbox(await tempDir(), entries);
    fill(opened);
    const { sql } = opened.database;
    const clear = columns.job.slice(0, -1).map((column) => bytesOf(sql, 'job', column, 'bb').toString());
    const label = labelOf('job', clear);
    const hidden = { name: 'SECRET.pdf', size: 'SECRET' };
    sql.prepare("UPDATE job SET sealed = ? WHERE id = 'bb'").run(createSealer(opened.keys).seal(label, hidden));

    const { outbox, database, keys } = await openTestOutbox(opened.folder, entries);
    expect(outbox.quarantined().map(({ id }) => id)).toEqual(['bb']);
    const { reason } = database.sql.prepare('SELECT reason FROM quarantine').get() ?? {};
    expect(reason).toContain('size: invalid_type');
    expect(reason).not.toContain('SECRET');
    await keys.renew();
    outbox.renewSeals();
    await keys.retireOld();
    const kept = keptRow(database.sql, 'job').sealed ?? Buffer.of();
    expect(createSealer(keys).open(label, kept)).toEqual(hidden);
  });
});

describe('a damaged database', () => {
  it('leaves encrypted files of unknown owners alone, also at later starts', async () => {
    const folder = await tempDir();
    await writeFile(join(folder, 'station.sqlite'), Buffer.alloc(8_192, 0xa5));
    const entries: KeychainEntries = new Map();
    const first = await openTestOutbox(folder, entries);
    expect(first.database.notices).toHaveLength(1);
    expect(first.outbox.isOrphan('stranger')).toBe(false);
    first.database.close();
    const second = await openTestOutbox(folder, entries);
    expect(second.database.notices).toEqual([]);
    expect(second.outbox.isOrphan('stranger')).toBe(false);
  });
});

describe('a database in memory', () => {
  it('releases no encrypted file: the data folder has rows that it does not know', async () => {
    const database = openMemoryDatabase();
    onTestFinished(database.close);
    const keys = await openDataKeys({ database, keychain: memoryKeychain() });
    const outbox = openOutbox({ database, sealer: createSealer(keys), ledger: readOnlyLedger, now: () => new Date() });
    outbox.enqueue([queuedDocument('a')]);
    expect(['a', 'stranger'].filter(outbox.isOrphan)).toEqual([]);
    expect(outbox.status('a')).toBe('queued');
  });
});

describe('rows under an absent key', () => {
  it('are left as they are, and can be read again with their key', async () => {
    const folder = await tempDir();
    const entries: KeychainEntries = new Map();
    const before = await openTestOutbox(folder, entries);
    fill(before);
    before.database.close();
    const rows = (opened: TestOutbox) =>
      (['job', 'attempt'] as const).map((table) => opened.database.sql.prepare(`SELECT * FROM ${table}`).all());

    const others: KeychainEntries = new Map();
    const without = await openTestOutbox(folder, others);
    const untouched = rows(without);
    expect(without.outbox.locked()).toBe(5);
    expect([without.outbox.jobs(), without.outbox.openAttempts(), without.outbox.quarantined()]).toEqual([[], [], []]);
    expect(['a', 'try-a', 'stranger'].filter(without.outbox.isOrphan)).toEqual([]);
    without.outbox.renewSeals();
    expect(rows(without)).toEqual(untouched);
    without.outbox.enqueue([queuedDocument('new')]);
    without.outbox.begin({ id: 'try-new', documents: sentOf(['new']) });
    without.outbox.move('fail', ['new']);
    without.outbox.end('try-new', 'answered', null);
    // Random ids do not meet; if they did, what is locked would not be written over.
    expect(() => without.outbox.enqueue([queuedDocument('a')])).toThrow();
    const added = without.outbox.jobs();
    without.database.close();

    const both = await openTestOutbox(folder, new Map([...entries, ...others]));
    expect([both.outbox.locked(), both.outbox.quarantined()]).toEqual([0, []]);
    expect(both.outbox.jobs()).toEqual([...before.outbox.jobs(), ...added]);
    expect(both.outbox.openAttempts()).toEqual(before.outbox.openAttempts());
    expect(['a', 'try-a', 'stranger'].filter(both.outbox.isOrphan)).toEqual(['stranger']);
  });

  it('do not use up positions when their own is damaged', async () => {
    const folder = await tempDir();
    const before = await openTestOutbox(folder);
    fill(before);
    before.database.sql.exec("UPDATE job SET position = 9223372036854775807 WHERE id = 'bb'");
    before.database.close();
    const entries: KeychainEntries = new Map();
    const { outbox } = await openTestOutbox(folder, entries);
    outbox.enqueue(['x', 'y'].map((id) => queuedDocument(id)));
    expect((await openTestOutbox(folder, entries)).outbox.jobs().map(({ id }) => id)).toEqual(['x', 'y']);
  });
});

describe('key rotation', () => {
  it('can be stopped at any point and repeated; then no old key is needed', async () => {
    const entries: KeychainEntries = new Map();
    const opened = await openTestOutbox(await tempDir(), entries);
    const { outbox, keys, database } = opened;
    outbox.enqueue(Array.from({ length: 450 }, (_, index) => queuedDocument(`d${index}`)));
    outbox.begin({ id: 'try', documents: sentOf(['d0', 'd1']) });
    const before = outbox.jobs();
    await keys.renew();

    // Ends in the second of its transactions.
    let transactions = 0;
    const fault = new Error('ended');
    const breaking = { ...database, transaction: <T>(work: () => T): T => database.transaction(() => endAfter(work)) };
    const endAfter = <T>(work: () => T): T => {
      transactions += 1;
      const result = work();
      if (transactions === 2) throw fault;
      return result;
    };
    expect(() =>
      openOutbox({ database: breaking, sealer: createSealer(keys), ledger: readOnlyLedger, now: () => new Date() }).renewSeals(),
    ).toThrow(fault);
    const keysUsed = (from: TestOutbox) => {
      const sealer = createSealer(from.keys);
      const rows = from.database.sql.prepare('SELECT sealed FROM job UNION ALL SELECT sealed FROM attempt').all();
      return Object.groupBy(rows, ({ sealed }) => (sealer.keyOf(sealed as Uint8Array) === from.keys.current().id ? 'current' : 'old'));
    };
    expect(keysUsed(opened)).toMatchObject({ current: { length: 200 }, old: { length: 251 } });

    const second = await openTestOutbox(asKilled(opened.folder), entries);
    expect(second.outbox.jobs()).toEqual(before);
    for (let times = 0; times < 2; times += 1) {
      second.outbox.renewSeals();
      expect(keysUsed(second)).toMatchObject({ current: { length: 451 } });
      expect(keysUsed(second).old).toBeUndefined();
    }
    await second.keys.retireOld();
    second.database.close();
    const third = await openTestOutbox(second.folder, entries);
    expect(third.outbox.jobs()).toEqual(before);
    expect(third.outbox.openAttempts()).toEqual(outbox.openAttempts());
    expect([third.outbox.locked(), third.outbox.quarantined()]).toEqual([0, []]);
  });
});
