/** The write-ahead log of the encrypted database, which a thread writes back while main commits. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { closing } from '../support/closing.ts';
import { prepareDiskShim } from '../support/disk-shim/disk-shim.ts';
import { memoryKeychain } from '../support/doors/keychain.ts';
import {
  type Database,
  logState,
  openEncryptedStore,
  openSettingsDatabase,
  openSql,
  type Sql,
  startWriteBack,
  writeLogBack,
} from '../support/doors/storage.ts';
import { program } from '../support/runner/programs.ts';
import { openTestDatabase, putRow, testKey } from '../support/storage/data-keys.ts';
import { tempDir } from '../support/temp-dir.ts';
import { longWait } from '../support/waiting.ts';

const rowsIn = ({ sql }: Database): number =>
  Number(sql.prepare("SELECT count(*) AS count FROM json_row WHERE kind = 'test'").get()?.count);
const isWhole = ({ sql }: Database): boolean => sql.prepare('PRAGMA integrity_check').get()?.integrity_check === 'ok';

/** Commits one row, of about one page. */
const commit = (database: Database, id: string): void => database.transaction(() => putRow(database, id, 'x'.repeat(3_000)));

function commitMany(database: Database, count: number, first = 0): void {
  for (let number = first; number < first + count; number += 1) commit(database, String(number));
}

async function open() {
  const folder = await tempDir();
  const database = openTestDatabase(folder);
  return { folder, database, state: logState(database.sql) };
}

test('the log is written back whole while main commits, and begins again from the front', async () => {
  const { database, state } = await open();
  onTestFinished(startWriteBack(database, () => testKey, 200));
  let [count, longest] = [0, 0];
  await expect
    .poll(() => {
      commit(database, String(count++));
      const { log } = state();
      longest = Math.max(longest, log);
      return log < longest;
    }, longWait)
    .toBe(true);
  expect(longest).toBeGreaterThanOrEqual(200);
  expect([rowsIn(database), isWhole(database)]).toEqual([count, true]);
});

test('what main commits while the log is written back is written back, too', async () => {
  const { database, folder } = await open();
  commitMany(database, 30);
  const other = closing(openSql(join(folder, 'station.sqlite'), { key: testKey }));
  let passes = 0;
  const whileMainCommits: Pick<Sql, 'prepare'> = {
    prepare(text) {
      const statement = other.prepare(text);
      if (!text.includes('PASSIVE')) return statement;
      const get = () => {
        const result = statement.get();
        passes += 1;
        if (passes === 1) commit(database, 'during the first pass');
        return result;
      };
      return { ...statement, get };
    },
  };
  writeLogBack(whileMainCommits);
  const { log, written } = logState(other)();
  expect([passes, log - written]).toEqual([2, 0]);
});

test('a short log stays', async () => {
  const { database, state } = await open();
  const stop = startWriteBack(database, () => testKey, 200);
  commitMany(database, 5);
  await stop();
  expect(state().written).toBe(0);
});

test('ending it waits for what is under way, and nothing is written back after it', async () => {
  const { database, state } = await open();
  const stop = startWriteBack(database, () => testKey, 20);
  // One commit: the thread has just been asked.
  database.transaction(() => commitMany(database, 30));
  await stop();
  expect(state().written).toBeGreaterThan(0);
  commitMany(database, 30, 30);
  await wait(300);
  const { log, written } = state();
  expect(log - written).toBeGreaterThan(20);
  expect(rowsIn(database)).toBe(60);
});

test('with another key nothing is written back, and a database that is gone is not made again', async () => {
  const { database, state } = await open();
  const stop = startWriteBack(database, () => Buffer.alloc(32, 8), 20);
  commitMany(database, 30);
  await stop();
  expect([state().written, isWhole(database)]).toEqual([0, true]);
  const gone = await open();
  const stopGone = startWriteBack(gone.database, () => testKey, 20);
  const path = join(gone.folder, 'station.sqlite');
  await rm(path);
  commitMany(gone.database, 30);
  await stopGone();
  expect(existsSync(path)).toBe(false);
});

test('a log that cannot be read after a commit fails nothing', async () => {
  const { database } = await open();
  const stop = startWriteBack(database, () => testKey, 20);
  database.transaction(() => {
    commitMany(database, 30);
    // Before the look at the log, which comes after the commit as well.
    database.afterwards(database.close);
  });
  await stop();
  expect(database.sql.open).toBe(false);
});

test('a key rotation waits for it: the new key opens everything', async () => {
  const [dataDir, keychain] = [await tempDir(), memoryKeychain()];
  const openStore = async () => {
    const settings = closing(openSettingsDatabase(dataDir));
    return closing(await openEncryptedStore({ settings, dataDir, keychain }));
  };
  const store = await openStore();
  const insert = store.database.sql.prepare("INSERT INTO json_row VALUES ('test', ?, ?)");
  const megabyte = 'x'.repeat(1_048_576);
  for (let number = 0; number < 30; number += 1) store.database.transaction(() => insert.run(String(number), megabyte));
  await store.keys.add();
  await store.rekey();
  await store.close();
  const { database } = await openStore();
  expect([rowsIn(database), isWhole(database), database.notices()]).toEqual([30, true, []]);
});

test('what was committed is there after a power cut at any step of it', async () => {
  const scratch = realpathSync(await tempDir());
  const synced = new Set<string>();
  for (const killAt of [5, 17, 34, 56, 83, 115, 200, 300]) {
    const folder = join(scratch, String(killAt));
    await mkdir(folder);
    const shim = await prepareDiskShim({ roots: [folder], scratch, waits: true, killAt });
    const child = spawn(process.execPath, [program('commit-and-write-back'), folder], {
      env: { ...process.env, ...shim.env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const closed = once(child, 'close');
    let committed = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      if (committed === 0) await shim.arm();
      committed = Number(line);
    }
    await closed;
    for (const { kind, path } of await shim.steps()) if (kind === 'sync') synced.add(basename(path));
    await shim.cutPower();
    const database = openTestDatabase(folder);
    expect([rowsIn(database) >= committed, isWhole(database), database.notices()], `killed at ${killAt}`).toEqual([true, true, []]);
    database.close();
  }
  expect([...synced]).toEqual(expect.arrayContaining(['station.sqlite', 'station.sqlite-wal']));
});
