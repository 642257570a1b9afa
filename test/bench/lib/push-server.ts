/** The servers of the bench of pushes, each a process of its own: `station FOLDER`, and the reference, `bare FOLDER`. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createStation } from '../../support/doors/app.ts';
import { serviceSettingsSchema } from '../../support/doors/domain.ts';
import { openSql } from '../../support/doors/storage.ts';
import { peakMemory } from '../../support/runner/peak-memory.ts';

export type Address = { url: string; token: string };
/** Of the process so far; `stored`: pushes in the database. */
export type Measured = { cpuSeconds: number; peakMiB: number; stored: number };
type Server = Address & { stored(): number; close(): Promise<void> };

async function station(folder: string): Promise<Server> {
  const opened = await createStation({ dataDir: join(folder, 'data'), vaultKey: Buffer.alloc(32, 1), sending: 'manual' });
  const { user, password } = await opened.service.users.add('bench');
  await opened.service.serve(serviceSettingsSchema.parse({ port: 0 }), null);
  const url = opened.service.state().urls[0] ?? '';
  const form = new URLSearchParams({ grant_type: 'password', username: user.username, password });
  // Closed at once: the 64 connections of the caller are all that one address may have.
  const answer = await fetch(`${url}/api/token`, { method: 'POST', body: form, headers: { connection: 'close' } });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return { url, token, stored: () => opened.inbox.state().total, close: () => opened.close() };
}

/** Inserts each body in a transaction of its own, synced to the disk. */
async function bare(folder: string): Promise<Server> {
  const sql = openSql(join(folder, 'bare.sqlite'));
  sql.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  sql.exec('CREATE TABLE push (number INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT');
  const insert = sql.prepare('INSERT INTO push (body) VALUES (?)');
  const count = sql.prepare('SELECT count(*) AS count FROM push');
  const server = createServer(async (request, response) => {
    insert.run(await buffer(request));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.close();
    sql.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'x', stored: () => Number(count.get()?.count), close };
}

const [kind = '', folder = ''] = process.argv.slice(2);
const server = await (kind === 'station' ? station(folder) : bare(folder));
process.on('message', async (message) => {
  if (message === 'close') {
    await server.close();
    process.disconnect();
    return;
  }
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuSeconds: (user + system) / 1e6, peakMiB: peakMemory() / 2 ** 20, stored: server.stored() } satisfies Measured);
});
process.send?.({ url: server.url, token: server.token } satisfies Address);
