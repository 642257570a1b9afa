/** The hash-chained log on real SQLite files: its entries, erasing, and the detection of changes. */
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { givenDataKeys } from '../support/data-keys.ts';
import { type Audit, exportAudit, type NewAuditEntry, openAudit } from '../support/doors/audit.ts';
import { memoryKeychain } from '../support/doors/keychain.ts';
import { createSealer, type Database, keyId, openDatabase, openDataKeys } from '../support/doors/storage.ts';
import { runs } from '../support/soak.ts';
import { tempDir } from '../support/temp-dir.ts';

type TestAudit = { folder: string; database: Database; key: Buffer; audit: Audit };
const now = () => new Date('2026-11-22T10:00:00.000Z');

async function openTestAudit(): Promise<TestAudit> {
  const folder = await tempDir();
  const key = randomBytes(32);
  const database = openDatabase(join(folder, 'data'));
  onTestFinished(() => database.close());
  const sealer = createSealer(await givenDataKeys(key));
  return { folder, database, key, audit: openAudit({ database, sealer, now }) };
}

const note = (caseId: string | null, text: string): NewAuditEntry => ({
  by: 'Ana Gómez',
  about: null,
  detail: { text },
  kind: 'note',
  caseId,
});
const removed = (caseId: string): NewAuditEntry => ({ by: '', about: null, detail: {}, kind: 'case-removed', caseId });
const intact = (entries: number) => ({ entries, intact: true, firstBroken: null });

/** Seven entries; the case `gone` is erased. */
function fill(audit: Audit): void {
  for (const [caseId, text] of [
    ['kept', 'a'],
    ['gone', 'b'],
    [null, 'c'],
    ['gone', 'd'],
    ['kept', 'e'],
  ] as const)
    audit.append(note(caseId, text));
  audit.append(removed('gone'));
  audit.erase('gone');
  audit.append(note('kept', 'f'));
}

describe('entries', () => {
  it('are numbered without gaps, chained from 64 zeros, and the same when read by another station', async () => {
    const { audit, database, key } = await openTestAudit();
    expect(audit.verify()).toEqual(intact(0));
    const appended = ['a', 'b', 'c'].map((text) => audit.append(note('one', text)));
    expect(appended.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(appended.map(({ previous }) => previous)).toEqual(['0'.repeat(64), appended[0]?.hash, appended[1]?.hash]);
    const later = openAudit({ database, sealer: createSealer(await givenDataKeys(key)), now });
    expect(later.ofCase('one')).toEqual(appended);
    expect([...later.all()]).toEqual(appended);
    expect(later.append(note('one', 'd')).previous).toBe(appended[2]?.hash);
    expect(later.verify()).toEqual(intact(4));
  });

  it('have hashes that are SHA-256 of the JSON in the README', async () => {
    const { audit } = await openTestAudit();
    const { salt, contentHash, hash } = audit.append({ ...note('one', 'á "b"\n'), about: 'x', detail: { z: 1, a: 'é' } });
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(contentHash).toBe(sha256(`["${salt}",{"about":"x","by":"Ana Gómez","detail":{"a":"é","z":1}}]`));
    expect(hash).toBe(sha256(`[1,"2026-11-22T10:00:00.000Z","note","one","${contentHash}","${'0'.repeat(64)}"]`));
  });

  it('with the same content have different hashes, so that none can be guessed', async () => {
    const { audit } = await openTestAudit();
    expect(audit.append(note('one', 'same')).contentHash).not.toBe(audit.append(note('one', 'same')).contentHash);
  });

  it('return any texts and numbers as they were hashed', async () => {
    const { audit } = await openTestAudit();
    const text = fc.string({ unit: 'binary' });
    const detail = fc.dictionary(fc.stringMatching(/^[a-z]+$/), fc.oneof(text, fc.double(), fc.integer()));
    let entries = 0;
    fc.assert(
      fc.property(text, fc.option(text), detail, (by, about, said) => {
        entries += 1;
        const appended = audit.append({ by, about, detail: said, kind: 'note', caseId: `${entries}` });
        expect(audit.ofCase(`${entries}`)).toEqual([appended]);
      }),
      { examples: [['', null, { zero: -0 }]] },
    );
    expect(audit.verify()).toEqual(intact(entries));
  });

  it('have no gap after a rolled-back transaction', async () => {
    const { audit, database } = await openTestAudit();
    audit.append(note('one', 'a'));
    expect(() =>
      database.transaction(() => {
        audit.append(note('one', 'b'));
        audit.append(note('one', 'c'));
        throw new Error('undone');
      }),
    ).toThrow('undone');
    expect(audit.append(note('one', 'd')).number).toBe(2);
    expect(audit.verify()).toEqual(intact(2));
  });

  it('have no readable content in the file', async () => {
    const { audit, database, folder } = await openTestAudit();
    audit.append({ ...note('one', 'MARKED-TEXT'), by: 'MARKED-BY', about: 'MARKED-ABOUT' });
    database.close();
    expect((await readFile(join(folder, 'data', 'station.sqlite'))).includes('MARKED')).toBe(false);
  });

  it('are all listed in order, also when there are many', async () => {
    const { audit, database } = await openTestAudit();
    database.transaction(() => {
      for (let n = 1; n <= 1203; n += 1) audit.append(note(`${n % 7}`, `${n}`));
    });
    expect(Array.from(audit.all(), ({ number }) => number)).toEqual(Array.from({ length: 1203 }, (_, at) => at + 1));
    expect(audit.verify()).toEqual(intact(1203));
  });
});

describe('erasing', () => {
  it('removes the contents of one visit, but not the entry of its removal, and the log is intact', async () => {
    const { audit } = await openTestAudit();
    fill(audit);
    expect(audit.ofCase('gone').map(({ kind, content, salt }) => [kind, content === null, salt === null])).toEqual([
      ['note', true, true],
      ['note', true, true],
      ['case-removed', false, false],
    ]);
    expect(audit.ofCase('kept').map(({ content }) => content?.detail.text)).toEqual(['a', 'e', 'f']);
    expect(audit.verify()).toEqual(intact(7));
  });

  it('may precede the entry that records it; without that entry the log is broken', async () => {
    const { audit } = await openTestAudit();
    audit.append(note('one', 'a'));
    audit.erase('one');
    expect(audit.verify()).toEqual({ entries: 1, intact: false, firstBroken: 1 });
    audit.append(removed('one'));
    expect(audit.verify()).toEqual(intact(2));
  });
});

describe('changes of the log', () => {
  const columns = ['number', 'at', 'kind', 'case_id', 'content_hash', 'hash', 'key', 'sealed'] as const;
  const textual = fc.oneof(fc.string(), fc.constantFrom('note', 'case-removed', 'kept', 'gone', '', '0'.repeat(64)), fc.constant(null));
  const change = fc.oneof(
    fc.record({ column: fc.constant('number' as const), value: fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }) }),
    fc.record({ column: fc.constantFrom('at', 'kind', 'case_id', 'content_hash', 'hash', 'key'), value: textual }),
    fc.record({ column: fc.constant('sealed' as const), value: fc.option(fc.uint8Array({ maxLength: 80 })) }),
    // Of another row: right in itself.
    fc.record({ column: fc.constantFrom(...columns.slice(1)), from: fc.integer({ min: 1, max: 7 }) }),
    fc.record({ column: fc.constant('sealed' as const), flip: fc.nat() }),
  );

  it('are found in any column of any row', async () => {
    const { audit, database } = await openTestAudit();
    fill(audit);
    const { sql } = database;
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), change, (number, changed) => {
        const { column } = changed;
        const before = sql.prepare(`SELECT ${column} AS value FROM audit WHERE number = ?`);
        before.setReadBigInts(true);
        const old = before.get(number)?.value ?? null;
        const value = changedValue(changed, old);
        fc.pre(value !== undefined && !same(old, value));
        sql.exec('BEGIN');
        try {
          try {
            sql.prepare(`UPDATE audit SET ${column} = ? WHERE number = ?`).run(value ?? null, number);
          } catch {
            // Refused by the table: a number that is taken, a null where there must be a value.
            return;
          }
          seen.add(column);
          expect(audit.verify()).toMatchObject({ entries: 7, intact: false, firstBroken: expect.any(Number) });
          expect([...audit.all()]).toHaveLength(7);
        } finally {
          sql.exec('ROLLBACK');
        }
      }),
      { numRuns: runs(300) },
    );
    expect(audit.verify()).toEqual(intact(7));
    expect([...seen].sort()).toEqual([...columns].sort());

    function changedValue(changed: typeof change extends fc.Arbitrary<infer T> ? T : never, old: unknown) {
      if ('value' in changed) return changed.value;
      if ('from' in changed)
        return (sql.prepare(`SELECT ${changed.column} AS value FROM audit WHERE number = ?`).get(changed.from)?.value ?? null) as
          | string
          | Uint8Array
          | null;
      if (!(old instanceof Uint8Array)) return undefined;
      const bits = Uint8Array.from(old);
      const at = changed.flip % (bits.length * 8);
      bits[at >> 3] = (bits[at >> 3] ?? 0) ^ (1 << (at & 7));
      return bits;
    }
  });

  const same = (one: unknown, other: unknown): boolean =>
    one instanceof Uint8Array && other instanceof Uint8Array ? Buffer.compare(one, other) === 0 : one === other;

  it.each([1, 2, 3, 4, 5, 6])('are found when row %i is removed', async (number) => {
    const { audit, database } = await openTestAudit();
    fill(audit);
    database.sql.prepare('DELETE FROM audit WHERE number = ?').run(number);
    expect(audit.verify()).toEqual({ entries: 6, intact: false, firstBroken: expect.any(Number) });
  });

  it('are found when a content is erased without the removal of its visit', async () => {
    const { audit, database } = await openTestAudit();
    fill(audit);
    const erase = database.sql.prepare('UPDATE audit SET sealed = NULL, key = NULL WHERE number = ?');
    for (const number of [1, 3, 5, 6, 7]) {
      database.sql.exec('BEGIN');
      erase.run(number);
      expect(audit.verify()).toMatchObject({ intact: false });
      database.sql.exec('ROLLBACK');
    }
  });

  it('are found when entries are replaced under another key', async () => {
    const { audit, database } = await openTestAudit();
    fill(audit);
    const forger = openAudit({ database, sealer: createSealer(await givenDataKeys()), now });
    database.sql.exec('DELETE FROM audit WHERE number >= 7');
    for (const text of ['x', 'y']) forger.append(note('kept', text));
    expect(audit.verify()).toEqual({ entries: 8, intact: false, firstBroken: 7 });
  });

  it('are found when the hashes are computed again after a change of an erased row', async () => {
    const { audit, database } = await openTestAudit();
    fill(audit);
    const { sql } = database;
    sql.exec("UPDATE audit SET at = '2020-01-01T00:00:00.000Z' WHERE number = 2");
    const update = sql.prepare('UPDATE audit SET hash = ? WHERE number = ?');
    let previous = '0'.repeat(64);
    for (const row of sql.prepare('SELECT number, at, kind, case_id, content_hash FROM audit ORDER BY number').all()) {
      const frame = [row.number, row.at, row.kind, row.case_id, row.content_hash, previous];
      previous = createHash('sha256').update(JSON.stringify(frame)).digest('hex');
      update.run(previous, Number(row.number));
    }
    // The contents from there on are bound to the hashes that were.
    expect(audit.verify()).toEqual({ entries: 7, intact: false, firstBroken: 3 });
  });

  it('are found when another content than the hashed one is encrypted under the right key', async () => {
    const { audit, database, key } = await openTestAudit();
    audit.append(note('one', 'a'));
    const sealer = createSealer(await givenDataKeys(key));
    const [row] = database.sql.prepare('SELECT at, kind, case_id, content_hash, hash FROM audit').all();
    const clear = [row?.at, row?.kind, row?.case_id, row?.content_hash, row?.hash].map(String);
    const { by, about, detail } = note('one', 'b');
    const sealed = sealer.seal({ kind: 'audit', id: '1', version: 1, clear }, { salt: audit.ofCase('one')[0]?.salt, by, about, detail });
    database.sql.prepare('UPDATE audit SET sealed = ?').run(sealed);
    expect(audit.ofCase('one')[0]?.content?.detail).toEqual({ text: 'b' });
    expect(audit.verify()).toEqual({ entries: 1, intact: false, firstBroken: 1 });
  });

  it('are not found when the last entry is removed, as the README says', async () => {
    const { audit, database } = await openTestAudit();
    fill(audit);
    database.sql.exec('DELETE FROM audit WHERE number = 7');
    expect(audit.verify()).toEqual(intact(6));
  });
});

describe('keys', () => {
  const opened = async (database: Database, given: Buffer) =>
    openAudit({ database, sealer: createSealer(await openDataKeys({ database, keychain: memoryKeychain(), given })), now });

  it('that are absent leave entries listed without content, and the log intact', async () => {
    const { database } = await openTestAudit();
    const [one, other] = [randomBytes(32), randomBytes(32)];
    fill(await opened(database, one));
    const without = await opened(database, other);
    expect([...without.all()].map(({ content }) => content)).toEqual(Array(7).fill(null));
    expect(without.append(note('kept', 'g'))).toMatchObject({ number: 8 });
    expect(without.verify()).toEqual(intact(8));
    expect((await opened(database, one)).ofCase('kept').map(({ content }) => content?.detail.text)).toEqual(['a', 'e', 'f', undefined]);
    expect(without.renewSeals(keyId(other))).toBe(false);
    // Its frame is bound all the same, and so is the name of its key.
    for (const change of ["UPDATE audit SET at = 'x' WHERE number = 3", "UPDATE audit SET key = 'x' WHERE number = 3"]) {
      database.sql.exec(`BEGIN; ${change}`);
      expect(without.verify()).toMatchObject({ intact: false, firstBroken: 3 });
      database.sql.exec('ROLLBACK');
    }
  });

  it('can be rotated: contents are re-encrypted, hashes do not change, and the old key is no longer needed', async () => {
    const { database } = await openTestAudit();
    const keys = await openDataKeys({ database, keychain: memoryKeychain() });
    const audit = openAudit({ database, sealer: createSealer(keys), now });
    fill(audit);
    const before = [...audit.all()];
    await keys.renew();
    expect(audit.renewSeals(keys.current().id)).toBe(true);
    await keys.retireOld();
    expect([...audit.all()]).toEqual(before);
    expect(audit.verify()).toEqual(intact(7));
    expect(database.sql.prepare('SELECT DISTINCT key FROM audit WHERE key IS NOT NULL').all()).toEqual([{ key: keys.current().id }]);
  });
});

it('the export has a line for each entry, and overwrites no file', async () => {
  const { audit, folder } = await openTestAudit();
  fill(audit);
  const [first, second] = [await exportAudit(audit, join(folder, 'log.jsonl')), await exportAudit(audit, join(folder, 'log.jsonl'))];
  expect([first.name, second.name]).toEqual(['log.jsonl', 'log (2).jsonl']);
  const lines = (await readFile(first.path, 'utf8')).split('\n');
  expect(lines.pop()).toBe('');
  expect(lines.map((line) => JSON.parse(line))).toEqual([...audit.all()]);
});
