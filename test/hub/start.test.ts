/** A replica that cannot start leaves nothing open, neither here nor at PostgreSQL. */
import { randomBytes } from 'node:crypto';
import net from 'node:net';
import { expect, test } from 'vitest';
import { openHubDatabase } from '../../hub/database.ts';
import { deriveHubKeys } from '../../hub/hub-keys.ts';
import { startHub } from '../../hub/start-hub.ts';
import { user } from '../support/cli/serving.ts';
import { closing } from '../support/closing.ts';
import { codeOf } from '../support/code-of.ts';
import { serviceSettingsSchema } from '../support/doors/domain.ts';
import { openTestHub } from '../support/hub/hub.ts';
import { workerDatabase, workerPostgres } from '../support/hub/postgres.ts';
import { listen } from '../support/network/listening.ts';
import { countIntervals } from '../support/runner/open-intervals.ts';
import { startLoneService } from '../support/web-service/web-service.ts';

const listeningPort = (): Promise<number> => listen(closing(net.createServer()));

test.each([
  ['service-no-users', 0, false],
  ['service-port-taken', null, true],
] as const)('%s', async (code, port, withUser) => {
  const { database, url, hubKey } = await openTestHub();
  const taken = port ?? (await listeningPort());
  const connections = async () =>
    (await database.pool.query('SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database()')).rows[0].count;
  const before = await connections();
  const intervals = countIntervals();
  const starting = startHub({
    databaseUrl: url,
    hubKey,
    settings: serviceSettingsSchema.parse({ port: taken }),
    passphrase: null,
    version: '0',
    name: 'Oficina central',
    days: { content: 7, metadata: 90, unclaimed: 365 },
    provide: async (users) => void (withUser && (await users.provide(user.username, user.password))),
    emit: () => undefined,
    noteCertificate: () => undefined,
    report: () => undefined,
  });
  expect(await codeOf(starting)).toBe(code);
  expect(intervals()).toBe(0);
  await expect.poll(connections).toBe(before);
});

test('a server whose further endpoints cannot be registered is closed', async () => {
  const fault = new Error('no');
  let closed = false;
  const register = async (app: import('fastify').FastifyInstance) => {
    app.addHook('onClose', async () => {
      closed = true;
    });
    throw fault;
  };
  await expect(startLoneService({ extension: { paths: ['/more'], register } })).rejects.toBe(fault);
  expect(closed).toBe(true);
});

test('a connection whose limits PostgreSQL refuses is ended', async () => {
  const [url, { folder }] = [new URL(await workerDatabase()), await workerPostgres()];
  const open = new Set<net.Socket>();
  let refuses = false;
  // Between the two, a statement becomes one that PostgreSQL does not know.
  const between = net.createServer((client) => {
    const server = net.connect(`${folder}/.s.PGSQL.5432`);
    open.add(client);
    client.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      server.write(refuses ? Buffer.from(text.replace('SET statement_timeout', 'SOT statement_timeout'), 'latin1') : bytes);
    });
    client.on('close', () => {
      open.delete(client);
      server.end();
    });
    for (const socket of [client, server]) socket.on('error', () => undefined);
    server.pipe(client);
  });
  const port = await listen(closing(between));
  const database = closing(
    await openHubDatabase({
      url: `postgresql://postgres@127.0.0.1:${port}${url.pathname}`,
      keys: deriveHubKeys(randomBytes(32)),
    }),
  );
  await expect.poll(() => open.size).toBe(0);
  refuses = true;
  await expect(database.connect()).rejects.toThrow('syntax error');
  await expect(database.pool.query('SELECT 1')).rejects.toThrow('syntax error');
  await expect.poll(() => open.size).toBe(0);
  refuses = false;
  await (await database.connect()).end();
});
