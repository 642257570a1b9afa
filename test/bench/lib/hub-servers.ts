/**
 * The hub of the bench: replicas of the real program on one PostgreSQL, and the reference, a bare server that inserts the same bytes into
 * another database of the same PostgreSQL, one transaction a push. The reference is a process of its own: `hub-servers.ts URL`.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { nodeFlags } from '../../support/runner/node-flags.ts';

export type Replica = { url: string; token: string; pid: number; memoryMiB(): number; cpuSeconds(): number; close(): Promise<void> };

const user = { username: 'provider', password: 'a long enough password' };
/** Connections of a replica, and of the reference. */
export const poolSize = 10;

/** Seconds of processor time of a process so far. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  // `utime` and `stime`, in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const memoryMiB = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** @param env with `STATION_DATABASE_URL` and `STATION_HUB_KEY` */
export async function startReplica(program: readonly string[], env: Record<string, string>): Promise<Replica> {
  const child = spawn(process.execPath, [...nodeFlags, ...program, 'serve', '--port', '0'], {
    env: { ...process.env, STATION_SERVICE_USERNAME: user.username, STATION_SERVICE_PASSWORD: user.password, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the replica ended with code ${code}`)));
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string];
  ended.catch(() => undefined);
  const { url, pid } = JSON.parse(line) as { url: string; pid: number };
  const form = new URLSearchParams({ grant_type: 'password', ...user });
  // Closed at once: the 64 connections of the caller are all that one address may have.
  const answer = await fetch(`${url}/api/token`, { method: 'POST', body: form, headers: { connection: 'close' } });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return { url, token, pid, memoryMiB: () => memoryMiB(pid), cpuSeconds: () => cpuSeconds(pid), close: () => end(child, 'SIGTERM') };
}

export async function startBare(database: string): Promise<Replica> {
  const child = fork(fileURLToPath(import.meta.url), [database], { execArgv: nodeFlags });
  const [url] = (await once(child, 'message')) as [string];
  const pid = child.pid ?? 0;
  return { url, token: 'x', pid, memoryMiB: () => memoryMiB(pid), cpuSeconds: () => cpuSeconds(pid), close: () => end(child, 'SIGKILL') };
}

async function bare(connectionString: string): Promise<void> {
  const pool = new pg.Pool({ connectionString, max: poolSize });
  await pool.query('CREATE TABLE push (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body bytea NOT NULL)');
  await pool.query('ALTER TABLE push ALTER COLUMN body SET STORAGE EXTERNAL');
  const server = createServer(async (request, response) => {
    await pool.query({ name: 'insert', text: 'INSERT INTO push (body) VALUES ($1)', values: [await buffer(request)] });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

const [, , database] = process.argv;
if (process.argv[1] === fileURLToPath(import.meta.url) && database !== undefined) await bare(database);
