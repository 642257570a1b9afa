/** Work that waits for a commit shares one, and is answered only after it; what fails, fails alone. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Database, openMemoryDatabase, openStationDatabase } from '../support/doors/storage.ts';
import { tempDir } from '../support/temp-dir.ts';

function put({ sql }: Database, id: string): string {
  sql.prepare("INSERT INTO json_row (kind, id, value) VALUES ('test', ?, 'x')").run(id);
  return id.toUpperCase();
}
const ids = ({ sql }: Database) =>
  sql
    .prepare("SELECT id FROM json_row WHERE kind = 'test' ORDER BY id")
    .all()
    .map(({ id }) => id);

function counted(database: Database): { commits(): number } {
  let commits = 0;
  database.beforeCommit(() => void commits++);
  return { commits: () => commits };
}

test('work of one moment is one commit, and each has its own result', async () => {
  const database = openMemoryDatabase();
  const { commits } = counted(database);
  const results = await Promise.all(['a', 'b', 'c'].map((id) => database.grouped(() => put(database, id))));
  expect(results).toEqual(['A', 'B', 'C']);
  expect([commits(), ids(database)]).toEqual([1, ['a', 'b', 'c']]);
});

test('it waits while each turn of the event loop brings more; one alone does not wait', async () => {
  const database = openMemoryDatabase();
  const { commits } = counted(database);
  const first = ['a', 'b'].map((id) => database.grouped(() => put(database, id)));
  await nextTurn();
  const second = database.grouped(() => put(database, 'c'));
  await Promise.all([...first, second]);
  expect(commits()).toBe(1);
  const alone = database.grouped(() => put(database, 'd'));
  await nextTurn();
  expect(ids(database)).toEqual(['a', 'b', 'c', 'd']);
  await alone;
});

test('it resolves once another connection can read it', async () => {
  const [dataDir, key] = [await tempDir(), Buffer.alloc(32, 1)];
  const [database, other] = [openStationDatabase(dataDir, key), openStationDatabase(dataDir, key)];
  const read: unknown[] = [];
  await Promise.all(['a', 'b'].map((id) => database.grouped(() => put(database, id)).then(() => read.push(ids(other)))));
  expect(read).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
  other.close();
  database.close();
});

test('one that fails leaves nothing, and the others are committed', async () => {
  const database = openMemoryDatabase();
  const answered: string[] = [];
  const work = (id: string) =>
    database.grouped(() => {
      put(database, id);
      database.afterwards((committed) => committed && answered.push(id));
      if (id.startsWith('x')) throw new Error(id);
      return id;
    });
  const results = await Promise.allSettled(['a', 'x1', 'b', 'x2', 'c'].map(work));
  expect(results.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    'a',
    'Error: x1',
    'b',
    'Error: x2',
    'c',
  ]);
  expect(ids(database)).toEqual(['a', 'b', 'c']);
  expect(answered.toSorted()).toEqual(['a', 'b', 'c']);
});

test('when the commit of all fails, each is tried alone', async () => {
  const database = openMemoryDatabase();
  // As a disk with room for two rows and no more.
  database.beforeCommit(() => {
    if (ids(database).length > 2) throw new Error('full');
  });
  const results = await Promise.allSettled(['a', 'b', 'c'].map((id) => database.grouped(() => put(database, id))));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(ids(database)).toEqual(['a', 'b']);
});

test('a stream of work is committed to the last', async () => {
  const database = openMemoryDatabase();
  const { commits } = counted(database);
  const all = Array.from({ length: 300 }, (_, n) => database.grouped(() => put(database, String(n))));
  await Promise.all([...all, all[0]?.then(() => database.grouped(() => put(database, 'later')))]);
  expect(ids(database)).toHaveLength(301);
  expect(commits()).toBeGreaterThan(1);
  expect(commits()).toBeLessThan(10);
});
