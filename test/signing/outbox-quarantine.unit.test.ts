/** Rows of the queue that do not parse, and a data folder that may have another database with jobs. */
import { describe, expect, it } from 'vitest';
import { problem } from '../support/doors/errors.ts';
import { openTestOutbox, queuedDocument, sentOf, type TestOutbox } from '../support/signing/outbox.ts';
import { tempDir } from '../support/temp-dir.ts';

/** Three documents and two attempts; `bb` and `try-b` will be unreadable. */
function fill({ outbox }: TestOutbox): void {
  outbox.enqueue(['a', 'bb', 'c'].map((id) => queuedDocument(id)));
  outbox.begin({ id: 'try-a', documents: sentOf(['a']) });
  outbox.begin({ id: 'try-b', documents: sentOf(['bb', 'c']) });
  outbox.move('reject', ['bb'], { problem: problem('provider-said-fail', { providerText: 'no' }) });
  outbox.end('try-b', 'answered', null);
}

const attemptsOf = ({ outbox }: TestOutbox) => ['a', 'bb'].flatMap(outbox.attempts);

describe('a row that does not parse', () => {
  it.each([
    ['job', 'value', 'no JSON'],
    ['job', 'value', '{"name":"SECRET.pdf","size":"SECRET"}'],
    ['job', 'status', 'signed twice'],
    ['attempt', 'value', '{}'],
    ['attempt', 'outcome', 'SECRET'],
  ] as const)('in %s, with %s %s, is quarantined unchanged, and the others are read', async (table, column, value) => {
    const folder = await tempDir();
    const before = await openTestOutbox(folder);
    fill(before);
    const [jobs, attempts] = [before.outbox.jobs(), attemptsOf(before)];
    const id = table === 'job' ? 'bb' : 'try-b';
    const { sql } = before.database;
    sql.prepare(`UPDATE ${table} SET ${column} = ? WHERE id = ?`).run(value, id);
    const row = sql.prepare(`SELECT * FROM ${table} WHERE id = ?`).get(id);
    before.database.close();

    const after = await openTestOutbox(folder);
    const { outbox, database } = after;
    expect(outbox.quarantined()).toMatchObject([{ kind: table, id }]);
    expect(outbox.jobs()).toEqual(jobs.filter((job) => job.id !== id));
    expect(attemptsOf(after)).toEqual(attempts.filter((attempt) => attempt.id !== id));
    const quarantinedRow = database.sql.prepare('SELECT value, reason FROM quarantine').get();
    expect(JSON.parse(String(quarantinedRow?.value))).toEqual(row);
    expect(quarantinedRow?.reason).not.toContain('SECRET');
    // The row may own any file.
    expect(['a', 'bb', 'try-b', 'stranger'].filter(outbox.isOrphan)).toEqual([]);
    outbox.enqueue([queuedDocument('new')]);
    const known = [outbox.quarantined(), outbox.jobs()];
    database.close();
    const again = await openTestOutbox(folder);
    expect([again.outbox.quarantined(), again.outbox.jobs()]).toEqual(known);
  });
});

it('releases no encrypted file while the data folder may have another database with jobs', async () => {
  const { outbox } = await openTestOutbox(await tempDir(), true);
  outbox.enqueue([queuedDocument('a')]);
  expect(['a', 'stranger'].filter(outbox.isOrphan)).toEqual([]);
  const alone = await openTestOutbox(await tempDir());
  expect(alone.outbox.isOrphan('stranger')).toBe(true);
});
