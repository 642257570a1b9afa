/**
 * Pushes through the station beside a bare server that appends each body to a file and waits for the disk:
 * `node test/bench/push-rate.ts [pushes, default 2000] [at once, default 8]`. Each way runs in a process of its own; prints
 * pushes per second, the ratio, and the peak memory. Then the station takes ten times as many, for its memory.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Pool } from 'undici';
import { createStation } from '../support/doors/app.ts';
import { serviceSettingsSchema } from '../support/doors/domain.ts';
import { newRecord } from '../support/doors/practice.ts';
import { peakMemory } from '../support/peak-memory.ts';

type Task = { folder: string; pushes: number; atOnce: number };
type Result = { seconds: number; peakMiB: number };

async function pushAll(url: string, token: string, { pushes, atOnce }: Task): Promise<void> {
  const pool = new Pool(new URL(url).origin, { connections: atOnce });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  let left = pushes;
  /** A customer of its own each, as at a branch. */
  const next = () => ({
    ...newRecord('usual', Math.random),
    IdNumber: String(10_000_000 + left),
    IdNumberFromClient: String(10_000_000 + left),
  });
  const caller = async () => {
    while (left-- > 0) {
      const body = JSON.stringify(next());
      const answer = await pool.request({ method: 'POST', path: '/api/Integration/Documents', headers, body });
      await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  await pool.close();
}

async function station(task: Task): Promise<number> {
  const opened = await createStation({ dataDir: join(task.folder, 'data'), vaultKey: Buffer.alloc(32, 1), sending: 'manual' });
  const { user, password } = await opened.service.users.add('bench');
  await opened.service.serve(serviceSettingsSchema.parse({ port: 0 }), null);
  const url = opened.service.state().urls[0] ?? '';
  const form = new URLSearchParams({ grant_type: 'password', username: user.username, password });
  const { access_token } = (await (await fetch(`${url}/api/token`, { method: 'POST', body: form })).json()) as { access_token: string };
  const begun = performance.now();
  await pushAll(url, access_token, task);
  const seconds = (performance.now() - begun) / 1000;
  if (opened.inbox.state().total !== task.pushes) throw new Error('not all are there');
  await opened.close();
  return seconds;
}

async function bare(task: Task): Promise<number> {
  const file = await open(join(task.folder, 'pushes'), 'a');
  const server = createServer(async (request, response) => {
    await file.write(await buffer(request));
    await file.datasync();
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const begun = performance.now();
  await pushAll(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'x', task);
  const seconds = (performance.now() - begun) / 1000;
  server.close();
  await file.close();
  return seconds;
}

const ways = { station, bare };
type Way = keyof typeof ways;

async function inProcess(way: Way, pushes: number, atOnce: number): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'push-rate-'));
  try {
    const task: Task = { folder, pushes, atOnce };
    const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), way, JSON.stringify(task)]);
    return JSON.parse(stdout) as Result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const [first, second] = process.argv.slice(2);
if (first === 'station' || first === 'bare') {
  const seconds = await ways[first](JSON.parse(second ?? '') as Task);
  console.log(JSON.stringify({ seconds, peakMiB: peakMemory() / 2 ** 20 } satisfies Result));
} else {
  const pushes = Number(first ?? 2000);
  const atOnce = Number(second ?? 8);
  const tell = (name: string, count: number, { seconds, peakMiB }: Result) =>
    console.log(`${name}: ${count} pushes, ${Math.round(count / seconds)} a second, peak ${Math.round(peakMiB)} MiB`);
  const reference = await inProcess('bare', pushes, atOnce);
  const ours = await inProcess('station', pushes, atOnce);
  tell('bare', pushes, reference);
  tell('station', pushes, ours);
  console.log(`ratio ${(reference.seconds / ours.seconds).toFixed(3)}`);
  tell('station', 10 * pushes, await inProcess('station', 10 * pushes, atOnce));
}
