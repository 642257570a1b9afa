import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { closing } from '../support/closing.ts';
import { problem, StationError } from '../support/doors/errors.ts';
import {
  type Database,
  openMemoryDatabase,
  openSettingsDatabase,
  openSql,
  openStationDatabase,
  opensStationDatabase,
  schemaVersion,
} from '../support/doors/storage.ts';
import { createRandom } from '../support/kill/random.ts';
import { testWith } from '../support/runner/need.ts';
import { sized } from '../support/runner/soak.ts';
import { openTestDatabase as open, putRow as put, testKey } from '../support/storage/data-keys.ts';
import { canMount, giveRoom, leaveFree, smallDisk } from '../support/storage/mounts.ts';
import { tempDir } from '../support/temp-dir.ts';

const source = JSON.stringify(new URL('../../main/platform/storage/open-database.ts', import.meta.url).href);

/** The key as source text, for the script of another process. */
const key = `Buffer.from('${testKey.toString('hex')}', 'hex')`;

function ids(database: Database): unknown[] {
  return database.sql
    .prepare('SELECT id FROM json_row ORDER BY rowid')
    .all()
    .map(({ id }) => id);
}

function problemOf(work: () => unknown) {
  try {
    return work();
  } catch (thrown) {
    return thrown instanceof StationError ? thrown.problem : thrown;
  }
}

function run(script: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  return { child, stderr: () => stderr };
}

describe('opening the database', () => {
  it('creates folder and file, durable and readable by their owner only', async () => {
    const folder = join(await tempDir(), 'a', 'b');
    const database = open(folder);
    put(database, '1');
    const pragmaOf = ({ sql }: Database, name: string) => Object.values(sql.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    const pragma = (name: string) => pragmaOf(database, name);
    expect(['journal_mode', 'synchronous', 'foreign_keys', 'user_version'].map(pragma)).toEqual(['wal', 2, 1, schemaVersion]);
    // Temporary files are in memory, and `write-back.ts` writes the log back before a commit does.
    expect(['temp_store', 'wal_autocheckpoint'].map(pragma)).toEqual([2, 12_000]);
    // Deleted rows are overwritten; by default, the driver does so in encrypted files only.
    for (const one of [database, closing(openSettingsDatabase(await tempDir()))]) expect(pragmaOf(one, 'secure_delete')).toBe(1);
    expect(database.notices()).toEqual([]);
    if (process.platform !== 'win32') {
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      const files = await readdir(folder);
      expect(files.sort()).toEqual(['station.sqlite', 'station.sqlite-shm', 'station.sqlite-wal']);
      for (const file of files) expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
    }
  });

  it('finds what a killed process had committed, and nothing else', async () => {
    const folder = await tempDir();
    const { child } = run(`
      const { openStationDatabase } = await import(${source});
      const { sql } = openStationDatabase(${JSON.stringify(folder)}, ${key});
      sql.exec("INSERT INTO json_row VALUES ('test', 'committed', 'x')");
      sql.exec("BEGIN; INSERT INTO json_row VALUES ('test', 'open', 'x')");
      process.stdout.write('ready');
      setTimeout(() => {});`);
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(ids(open(folder))).toEqual(['committed']);
  });

  it.each([
    [schemaVersion + 998, 'newer-version'],
    [-1, 'older-version'],
  ])('leaves the file of version %i alone', async (version, cause) => {
    const folder = await tempDir();
    const path = join(folder, 'station.sqlite');
    const other = openSql(path, { key: testKey });
    other.exec(`CREATE TABLE later (x); INSERT INTO later VALUES (1); PRAGMA user_version = ${version}`);
    other.close();
    const before = await readFile(path);
    expect(problemOf(() => open(folder))).toMatchObject({
      code: 'data-folder-unusable',
      detail: { cause, version, known: schemaVersion },
    });
    expect((await readFile(path)).equals(before)).toBe(true);
    expect(await readdir(folder)).toEqual(['station.sqlite']);
  });

  it('encrypts the whole file and its log, and opens only with its key', async () => {
    const folder = await tempDir();
    const database = open(folder);
    put(database, 'MARKED', 'MARKED'.repeat(3_000));
    const everything = async () => Buffer.concat(await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name)))));
    expect((await everything()).includes('MARKED')).toBe(false);
    const other = openSql(join(folder, 'station.sqlite'), { key: Buffer.alloc(32, 8) });
    expect(() => other.prepare('SELECT * FROM json_row').all()).toThrow(expect.objectContaining({ code: 'SQLITE_NOTADB' }));
    other.close();
    database.rekey(Buffer.alloc(32, 8));
    expect(ids(database)).toEqual(['MARKED']);
    database.close();
    expect((await everything()).includes('MARKED')).toBe(false);
    const rotated = openStationDatabase(folder, Buffer.alloc(32, 8));
    expect([ids(rotated), rotated.notices()]).toEqual([['MARKED'], []]);
    rotated.close();
  });

  it('says that a key does not fit only when the file is another key’s, not when it cannot be read', async () => {
    const folder = await tempDir();
    open(folder).close();
    expect([testKey, Buffer.alloc(32, 8)].map((one) => opensStationDatabase(folder, one))).toEqual([true, false]);
    await mkdir(join(folder, 'station.sqlite-wal'));
    expect(problemOf(() => opensStationDatabase(folder, testKey))).toMatchObject({ code: 'data-folder-unusable' });
  });

  it('reports a file in place of the folder, and a folder in place of the file', async () => {
    const folder = await tempDir();
    await writeFile(join(folder, 'data'), '');
    await mkdir(join(folder, 'other', 'station.sqlite'), { recursive: true });
    const expected = (cause: string) => ({ code: 'data-folder-unusable', detail: { cause } });
    expect(problemOf(() => open(join(folder, 'data')))).toMatchObject(expected('EEXIST'));
    expect(problemOf(() => open(join(folder, 'other')))).toMatchObject(expected('EISDIR'));
  });
});

describe('the database in memory', () => {
  it('has the same schema, and shares nothing with another', async () => {
    const [one, two] = [openMemoryDatabase(), openMemoryDatabase()];
    const schema = ({ sql }: Database) => sql.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();
    const pragma = (name: string) => Object.values(one.sql.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    expect(schema(one)).toEqual(schema(open(await tempDir())));
    expect(['journal_mode', 'foreign_keys', 'temp_store', 'user_version'].map(pragma)).toEqual(['memory', 1, 2, schemaVersion]);
    put(one, '1');
    expect(problemOf(() => one.transaction(() => put(one, '1')))).toBeInstanceOf(Error);
    expect([ids(one), ids(two), one.notices()]).toEqual([['1'], [], []]);
    one.close();
    one.close();
    two.close();
  });
});

describe('a transaction', () => {
  it('is committed whole or not at all, with its nested ones', async () => {
    const database = open(await tempDir());
    const fault = new Error('no');
    const work = () =>
      database.transaction(() => {
        put(database, 'outer');
        database.transaction(() => put(database, 'inner'));
        throw fault;
      });
    expect(problemOf(work)).toBe(fault);
    expect(ids(database)).toEqual([]);
    expect(database.transaction(() => put(database, 'next'))).toBeUndefined();
    expect(ids(database)).toEqual(['next']);
  });

  testWith('small file system')('on a full disk is reported as disk-full, and loses nothing', async () => {
    const folder = await smallDisk(512);
    const database = openStationDatabase(folder, testKey);
    try {
      put(database, 'before');
      const fill = () => database.transaction(() => put(database, 'large', 'x'.repeat(1_000_000)));
      expect(problemOf(fill)).toMatchObject({ code: 'disk-full' });
      expect(ids(database)).toEqual(['before']);
    } finally {
      // Before the disk is unmounted.
      database.close();
    }
  });
});

describe('notices', () => {
  it('of this run are there once, lasting ones at the next start too, until a person has read them', async () => {
    const folder = await tempDir();
    const [ofRun, lasting] = [problem('database-unreadable'), problem('files-missing', { name: 'encrypted' })];
    const first = openStationDatabase(folder, testKey);
    for (const notice of [ofRun, problem('database-unreadable')]) first.report(notice, false);
    first.report(lasting, true);
    expect(first.notices()).toEqual([lasting, ofRun]);
    first.close();
    const again = open(folder);
    expect(again.notices()).toEqual([lasting]);
    again.report(ofRun, false);
    again.acknowledge();
    expect(again.notices()).toEqual([]);
  });
});

describe('what belongs to each commit', () => {
  it('is written with changes only, until it ends', async () => {
    const database = open(await tempDir());
    let written = 0;
    const end = database.beforeCommit(() => {
      written += 1;
    });
    database.transaction(() => ids(database));
    expect(written).toBe(0);
    database.transaction(() => put(database, 'a'));
    expect(written).toBe(1);
    end();
    database.transaction(() => put(database, 'b'));
    expect(written).toBe(1);
  });
});

describe('scrubbing removed rows', () => {
  // In clear, so that the test can read leftovers. With the seed 26, a removed row stays readable between other rows when only the row is overwritten.
  it.each(sized([26], [...Array(30).keys()]))('leaves nothing in the file, seed %i', async (seed) => {
    const folder = await tempDir();
    const database = closing(openSettingsDatabase(folder));
    const random = createRandom(seed);
    const rows: string[] = [];
    const fresh = () => Array.from({ length: random.between(6, 45) }, () => random.between(1e15, 9e15).toString(36)).join('');
    const texts = new Map<string, string>();
    const upsert = database.sql.prepare(
      'INSERT INTO json_row (kind, id, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
    );
    const remove = database.sql.prepare("DELETE FROM json_row WHERE kind = 'test' AND id = ?");
    for (let step = 0; step < 300; step += 1) {
      const id = rows[random.between(0, rows.length - 1)];
      if (id === undefined || rows.length < 3 || random.chance(0.6)) {
        const other = random.chance(0.6) || id === undefined ? `row-${step}-${fresh().slice(0, 20)}` : id;
        if (other !== id) rows.push(other);
        const text = fresh();
        texts.set(other, text);
        upsert.run('test', other, text);
        continue;
      }
      rows.splice(rows.indexOf(id), 1);
      database.transaction(() => {
        remove.run(id);
        database.requestScrub();
      });
      database.scrub();
      const removed = texts.get(id)?.slice(20, 60) ?? 'none';
      expect((await readFile(join(folder, 'settings.sqlite'))).includes(removed), `step ${step}`).toBe(false);
    }
    expect(ids(database)).toEqual(rows);
  });

  it('happens at the next scrub when the first one is missed, and rewrites the file once', async () => {
    const folder = await tempDir();
    const first = openStationDatabase(folder, testKey);
    put(first, 'a');
    first.transaction(() => first.requestScrub());
    first.close();
    const second = open(folder);
    expect(ids(second)).toEqual(['a', 'station']);
    second.scrub();
    expect(ids(second)).toEqual(['a']);
  });

  it('does not wait for a reader, and is repeated by the next scrub', async () => {
    const folder = await tempDir();
    const database = open(folder);
    put(database, 'a');
    const reader = closing(openSql(join(folder, 'station.sqlite'), { key: testKey, readonly: true }));
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM json_row').get();
    database.transaction(() => database.requestScrub());
    database.scrub();
    expect(ids(database)).toEqual(['a', 'station']);
    reader.exec('COMMIT');
    database.scrub();
    expect(ids(database)).toEqual(['a']);
  });
  it('waits for no other program that writes, and is repeated by the next scrub', async () => {
    const folder = await tempDir();
    const database = open(folder);
    const timeout = () => Object.values(database.sql.prepare('PRAGMA busy_timeout').get() ?? {})[0];
    const usual = timeout();
    const writer = closing(openSql(join(folder, 'station.sqlite'), { key: testKey }));
    database.transaction(() => database.requestScrub());
    writer.exec('BEGIN IMMEDIATE');
    database.sql.exec('PRAGMA busy_timeout = 0');
    database.scrub();
    expect([ids(database), timeout()]).toEqual([['station'], usual]);
    writer.exec('COMMIT');
    database.scrub();
    expect(ids(database)).toEqual([]);
  });

  it.skipIf(!canMount())('is repeated once a full disk has room again, and fails nothing', async () => {
    const folder = await smallDisk(4_096);
    const database = open(folder);
    database.transaction(() => {
      for (let n = 0; n < 50; n += 1) put(database, `${n}`, 'x'.repeat(10_000));
      database.requestScrub();
    });
    const log = async () => (await stat(join(folder, 'station.sqlite-wal'))).size;
    await leaveFree(folder, 0);
    database.scrub();
    expect([ids(database).length, (await log()) > 0]).toEqual([51, true]);
    await giveRoom(folder);
    database.scrub();
    expect([ids(database).length, await log()]).toEqual([50, 0]);
  });

  it('leaves the database in memory alone', () => {
    const database = closing(openMemoryDatabase());
    database.requestScrub();
    database.scrub();
    expect(ids(database)).toEqual(['station']);
  });
});
