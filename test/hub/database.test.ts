/** The hub's database: migrations by several replicas at once, its key, transactions, and notifications. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isOfDatabase, lockHashes, openHubDatabase, wakeChannel } from '../../hub/database.ts';
import { deriveHubKeys, parseHubKey } from '../../hub/hub-keys.ts';
import { codeOf } from '../support/code-of.ts';
import { openTestHub } from '../support/hub/hub.ts';
import { workerDatabase } from '../support/hub/postgres.ts';
import { longWait } from '../support/waiting.ts';

test('replicas that start at once migrate once, and one with another key is refused', async () => {
  const url = await workerDatabase();
  const keys = deriveHubKeys(randomBytes(32));
  const replicas = await Promise.all([1, 2, 3].map(() => openHubDatabase({ url, keys })));
  const applied = await replicas[0]?.pool.query('SELECT name FROM migration');
  expect(applied?.rows).toEqual([{ name: '0001-first' }]);
  await Promise.all(replicas.map((one) => one.close()));
  expect(await codeOf(openHubDatabase({ url, keys: deriveHubKeys(randomBytes(32)) }))).toBe('hub-key-wrong');
  await (await openHubDatabase({ url, keys })).close();
});

test('a database that does not answer is named as that', async () => {
  const keys = deriveHubKeys(randomBytes(32));
  expect(await codeOf(openHubDatabase({ url: 'postgresql://nobody@127.0.0.1:1/none', keys }))).toBe('hub-database-unusable');
});

test('a database whose locale does not know letters with accents is refused, and says how to make one', async () => {
  const url = await workerDatabase();
  const client = new pg.Client(url);
  await client.connect();
  const name = `t_${randomBytes(8).toString('hex')}`;
  await client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LC_CTYPE 'C' LC_COLLATE 'C'`);
  try {
    const refused = openHubDatabase({ url: url.replace(/[^/]*$/, name), keys: deriveHubKeys(randomBytes(32)) });
    await expect(refused).rejects.toMatchObject({ problem: { code: 'hub-database-unusable', detail: { cause: 'hub-locale' } } });
  } finally {
    await client.query(`DROP DATABASE ${name}`);
    await client.end();
  }
});

test('an error of the server or of the connection is one of the database, and a fault of the program is none', async () => {
  const { database } = await openTestHub();
  const ofServer = await database.pool.query('SELECT 1/0').catch((thrown: Error) => thrown);
  const cut = await database.pool.query('SELECT pg_terminate_backend(pg_backend_pid())').catch((thrown: Error) => thrown.cause);
  for (const thrown of [ofServer, cut]) expect(isOfDatabase(thrown as Error)).toBe(true);
  const ofProgram = await readFile('a\0b').catch((thrown: Error) => thrown);
  expect(ofProgram).toMatchObject({ code: 'ERR_INVALID_ARG_VALUE' });
  expect(isOfDatabase(ofProgram as Error)).toBe(false);
});

test('a database that is renamed while the hub runs does not answer, and does once it has its name again', async () => {
  const { database, url } = await openTestHub();
  const name = new URL(url).pathname.slice(1);
  const admin = new pg.Client(url.replace(/[^/]*$/, 'postgres'));
  await admin.connect();
  const cutAll = () => admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname IN ($1, $2)', [name, `${name}_x`]);
  const causeOfNext = () =>
    expect.poll(
      () =>
        database.pool.query('SELECT 1').then(
          () => null,
          ({ problem }) => problem?.detail?.cause,
        ),
      longWait,
    );
  try {
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await cutAll();
    await admin.query(`ALTER DATABASE ${name} RENAME TO ${name}_x`);
    await causeOfNext().toBe('3D000');
    expect(await codeOf(database.transaction(async () => undefined))).toBe('hub-database-unusable');
  } finally {
    await cutAll();
    await admin.query(`ALTER DATABASE ${name}_x RENAME TO ${name}`);
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await admin.end();
  }
  await causeOfNext().toBeNull();
});

test('a transaction is rolled back when its work fails, and repeated after a deadlock', async () => {
  const { database } = await openTestHub();
  const put = "INSERT INTO station_group (id, name) VALUES (gen_random_uuid(), 'a')";
  await expect(
    database.transaction(async (client) => {
      await client.query(put);
      throw new RangeError('no');
    }),
  ).rejects.toThrow(RangeError);
  expect((await database.pool.query('SELECT 1 FROM station_group')).rowCount).toBe(0);
  // A failure that the work does not pass on.
  const ignoring = database.transaction(async (client, commit) => {
    await Promise.allSettled([client.query('SELECT 1/0'), client.query(put)]);
    await commit();
  });
  await expect(ignoring).rejects.toThrow('rolled back');
  expect((await database.pool.query('SELECT 1 FROM station_group')).rowCount).toBe(0);

  await database.pool.query("INSERT INTO station_group (id, name) VALUES (gen_random_uuid(), 'a'), (gen_random_uuid(), 'b')");
  const both = Promise.withResolvers<void>();
  let first = 0;
  const inOrder = (names: string[]) =>
    database.transaction(async (client) => {
      for (const [at, name] of names.entries()) {
        await client.query('SELECT 1 FROM station_group WHERE name = $1 FOR UPDATE', [name]);
        if (at > 0) continue;
        first += 1;
        if (first === 2) both.resolve();
        await both.promise;
      }
      return names.join();
    });
  expect(await Promise.all([inOrder(['a', 'b']), inOrder(['b', 'a'])])).toEqual(['a,b', 'b,a']);
  // The one that is repeated can take its lock again before the other one does.
  expect(first).toBeGreaterThan(2);
});

test.each(['with the transaction', 'within it'])(
  'who locks a hash %s waits for its earlier holder, and sees what that one committed',
  async (when) => {
    const { database, keys } = await openTestHub();
    const hashes = [keys.lookup('transaction', '1'), null, keys.lookup('identification', '2')].toReversed();
    const count = () =>
      database.transaction(
        async (client) => {
          if (when === 'within it') await lockHashes(client, hashes);
          const { rows } = await client.query('SELECT count(*)::int AS count FROM station_group');
          await client.query('INSERT INTO station_group (id, name) VALUES (gen_random_uuid(), gen_random_uuid()::text)');
          return rows[0].count as number;
        },
        when === 'within it' ? [] : hashes,
      );
    const counts = await Promise.all(Array.from({ length: 8 }, count));
    expect(counts.sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  },
);

test('wakes listeners with each id once', async () => {
  const { database } = await openTestHub();
  const client = await database.connect();
  const heard: string[] = [];
  client.on('notification', ({ payload }) => heard.push(payload ?? ''));
  await client.query(`LISTEN ${wakeChannel}`);
  database.wake(['a', 'b']);
  database.wake(['a']);
  await expect.poll(() => heard.length).toBe(2);
  expect(heard.sort()).toEqual(['a', 'b']);
  await client.end();
});

test('a key is 32 bytes in base64; a value opens under its name only', () => {
  const key = randomBytes(32);
  expect(parseHubKey(`${key.toString('base64')}\n`)).toEqual(key);
  for (const text of ['', 'short', randomBytes(31).toString('base64'), randomBytes(33).toString('base64')])
    expect(parseHubKey(text)).toBeNull();
  const keys = deriveHubKeys(key);
  const shape = z.object({ name: z.string() });
  const encrypted = keys.encryptJson({ name: 'Ana' }, 'push:1');
  expect(keys.decryptJson(encrypted, 'push:1', shape)).toEqual({ name: 'Ana' });
  expect(() => keys.decryptJson(encrypted, 'push:2', shape)).toThrow('stored-data-damaged');
  expect(() => keys.decryptJson(encrypted, 'push:1', z.object({ age: z.number() }))).toThrow('stored-data-damaged');
  expect(encrypted.includes('Ana')).toBe(false);
  expect(keys.lookup('uid', '1')).not.toEqual(keys.lookup('transaction', '1'));
});
