/** The hash-chained log on real SQLite files: its entries, erasing, and the detection of changes. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Audit, exportAudit, type NewAuditEntry, openAudit } from '../support/doors/audit.ts';
import type { Database, SqlValue } from '../support/doors/storage.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';
import { sha256 } from '../support/sha256.ts';
import { openTestDatabase } from '../support/storage/data-keys.ts';
import { tempDir } from '../support/temp-dir.ts';

type TestAudit = { folder: string; database: Database; audit: Audit };
const now = () => new Date('2026-11-22T10:00:00.000Z');

async function openTestAudit(): Promise<TestAudit> {
  const folder = await tempDir();
  const database = openTestDatabase(join(folder, 'data'));
  return { folder, database, audit: openAudit({ database, now }) };
}

const note = (visitId: string | null, text: string): NewAuditEntry => ({
  by: 'Ana Gómez',
  about: null,
  detail: { text },
  kind: 'note',
  visitId,
});
const removed = (visitId: string): NewAuditEntry => ({ by: '', about: null, detail: {}, kind: 'visit-removed', visitId });
const intact = (entries: number) => ({ entries, intact: true, firstBroken: null });

/** Seven entries; the visit `gone` is erased. */
function fill(audit: Audit): void {
  for (const [visitId, text] of [
    ['kept', 'a'],
    ['gone', 'b'],
    [null, 'c'],
    ['gone', 'd'],
    ['kept', 'e'],
  ] as const)
    audit.append(note(visitId, text));
  audit.append(removed('gone'));
  audit.erase('gone');
  audit.append(note('kept', 'f'));
}

describe('entries', () => {
  it('are numbered without gaps, chained from 64 zeros, and the same when read by another station', async () => {
    const { audit, database } = await openTestAudit();
    expect(audit.verify()).toEqual(intact(0));
    const appended = ['a', 'b', 'c'].map((text) => audit.append(note('one', text)));
    expect(appended.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(appended.map(({ previous }) => previous)).toEqual(['0'.repeat(64), appended[0]?.hash, appended[1]?.hash]);
    const later = openAudit({ database, now });
    expect(later.ofVisit('one')).toEqual(appended);
    expect([...later.all()]).toEqual(appended);
    expect(later.append(note('one', 'd')).previous).toBe(appended[2]?.hash);
    expect(later.verify()).toEqual(intact(4));
  });

  it('have hashes that are SHA-256 of the JSON in the README', async () => {
    const { audit } = await openTestAudit();
    const { salt, contentHash, hash } = audit.append({ ...note('one', 'á "b"\n'), about: 'x', detail: { z: 1, a: 'é' } });
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
        const appended = audit.append({ by, about, detail: said, kind: 'note', visitId: `${entries}` });
        expect(audit.ofVisit(`${entries}`)).toEqual([appended]);
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
    expect(audit.ofVisit('gone').map(({ kind, content, salt }) => [kind, content === null, salt === null])).toEqual([
      ['note', true, true],
      ['note', true, true],
      ['visit-removed', false, false],
    ]);
    expect(audit.ofVisit('kept').map(({ content }) => content?.detail.text)).toEqual(['a', 'e', 'f']);
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
  const columns = ['number', 'at', 'kind', 'visit_id', 'content_hash', 'hash', 'value'] as const;
  const textual = fc.oneof(fc.string(), fc.constantFrom('note', 'visit-removed', 'kept', 'gone', '', '0'.repeat(64)), fc.constant(null));
  const change = fc.oneof(
    fc.record({ column: fc.constant('number' as const), value: fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }) }),
    fc.record({ column: fc.constantFrom('at', 'kind', 'visit_id', 'content_hash', 'hash', 'value'), value: textual }),
    // Of another row: right in itself.
    fc.record({ column: fc.constantFrom(...columns.slice(1)), from: fc.integer({ min: 1, max: 7 }) }),
    fc.record({ column: fc.constant('value' as const), flip: fc.nat() }),
  );

  it('are found in any column of any row', async () => {
    const { audit, database } = await openTestAudit();
    fill(audit);
    const { sql } = database;
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), change, (number, changed) => {
        const { column } = changed;
        const before = sql.prepare(`SELECT ${column} AS value FROM audit WHERE number = ?`).safeIntegers();
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
        return (sql.prepare(`SELECT ${changed.column} AS value FROM audit WHERE number = ?`).get(changed.from)?.value ?? null) as SqlValue;
      if (typeof old !== 'string') return undefined;
      const bits = Buffer.from(old);
      const at = changed.flip % bits.length;
      // The lowest bit of a character of JSON: it stays text.
      bits[at] = (bits[at] ?? 0) ^ 1;
      return bits.toString();
    }
  });

  const same = (one: unknown, other: unknown): boolean => one === other;

  it.each([1, 2, 3, 4, 5, 6])('are found when row %i is removed', async (number) => {
    const { audit, database } = await openTestAudit();
    fill(audit);
    database.sql.prepare('DELETE FROM audit WHERE number = ?').run(number);
    expect(audit.verify()).toEqual({ entries: 6, intact: false, firstBroken: expect.any(Number) });
  });

  it('are found when a content is erased without the removal of its visit', async () => {
    const { audit, database } = await openTestAudit();
    fill(audit);
    const erase = database.sql.prepare('UPDATE audit SET value = NULL WHERE number = ?');
    for (const number of [1, 3, 5, 6, 7]) {
      database.sql.exec('BEGIN');
      erase.run(number);
      expect(audit.verify()).toMatchObject({ intact: false });
      database.sql.exec('ROLLBACK');
    }
  });

  it('are not found when the last entry is removed, as the README says', async () => {
    const { audit, database } = await openTestAudit();
    fill(audit);
    database.sql.exec('DELETE FROM audit WHERE number = 7');
    expect(audit.verify()).toEqual(intact(6));
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
