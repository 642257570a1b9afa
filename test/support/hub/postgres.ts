/**
 * A real PostgreSQL of this machine, started by tests: one server for each worker, with a database for each test, or a server of a
 * test's own that can crash. Its files are in memory. It ends, and its folder is removed, when the process of the test ends in any way.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { onTestFinished, TestRunner } from 'vitest';
import { postgresBinary, requirePart } from '../runner/need.ts';

export type Postgres = {
  /** Connection string of a database, as `STATION_DATABASE_URL`. */
  url(database: string): string;
  /** Creates an empty database, or a copy of one, whose connections end. @returns its connection string */
  create(template?: string): Promise<string>;
  /** Ends at once, like `pg_ctl stop -m immediate`: no buffers are written, and the next start recovers from the log. */
  crash(): Promise<void>;
  /** After a crash. */
  start(): Promise<void>;
  /** A standby becomes a server that writes. */
  promote(): Promise<void>;
  /** Folder of its socket. */
  folder: string;
  /** Folder of the data, with `pg_wal`. */
  data: string;
  /** Removes a database, with the connections to it. */
  drop(url: string): Promise<void>;
  stop(): Promise<void>;
};

/** The server refuses to run as root. Without root it runs as this user. */
function systemUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

/** Ends the server when its standard input ends, however that comes about. */
const guarded = 'folder=$1; shift; "$@" & server=$!; cat >/dev/null; kill -QUIT $server; wait $server; rm -rf "$folder"';

type Options = {
  /** With fsync, on a disk: only for what is about a loss of power. */
  durable?: boolean;
  settings?: readonly string[];
  /** Begins as a copy of this one, and follows it as a standby until it is promoted. */
  follows?: Pick<Postgres, 'folder'>;
};

export async function startPostgres({ durable = false, settings = [], follows }: Options = {}): Promise<Postgres> {
  requirePart('postgresql');
  const user = systemUser();
  const folder = mkdtempSync(join(!durable && existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'station-postgres-'));
  if (user.uid !== undefined && user.gid !== undefined) {
    chownSync(folder, user.uid, user.gid);
    // The temporary folder of a run belongs to root alone; the server passes through it.
    const parent = dirname(folder);
    chmodSync(parent, statSync(parent).mode | 0o011);
  }
  const data = join(folder, 'data');
  const runTool = (name: string, ...args: string[]): void => {
    const done = spawnSync(postgresBinary(name), args, { ...user, cwd: folder, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`${name}: ${done.stderr}`);
  };
  if (follows) runTool('pg_basebackup', '-D', data, '-h', follows.folder, '-U', 'postgres', '-R', '-X', 'stream', '-c', 'fast');
  else runTool('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C', '--lc-ctype=C.UTF-8');

  let server: { guard: ChildProcess; ended: Promise<unknown> } | null = null;
  const args = [
    ...['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'shared_buffers=32MB', '-c', 'max_connections=200'],
    ...['-c', `fsync=${durable ? 'on' : 'off'}`, ...settings.flatMap((one) => ['-c', one])],
  ];
  const url = (database: string): string => `postgresql://postgres@${encodeURIComponent(folder)}/${database}`;
  async function start(): Promise<void> {
    // In a group of its own: Ctrl+C at a terminal ends the tests, and these end the server.
    const guard = spawn('/bin/sh', ['-c', guarded, 'sh', folder, postgresBinary('postgres'), ...args], {
      ...user,
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    guard.unref();
    (guard.stdin as unknown as { unref(): void }).unref();
    server = { guard, ended: new Promise((resolve) => guard.once('exit', resolve)) };
    for (let tries = 0; !(await answers(url('postgres'))); tries += 1) {
      if (tries > 600) throw new Error('PostgreSQL does not start');
      await pause(50);
    }
  }
  await start();
  // One connection for all: each is a process of the server, which costs as much as a small test.
  const admin = new pg.Pool({ connectionString: url('postgres'), max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  admin.on('error', () => undefined);
  return {
    url,
    folder,
    data,
    start,
    async promote() {
      runTool('pg_ctl', '-D', data, '-w', 'promote');
    },
    async create(template = url('template1')) {
      const [name, source] = [`t_${randomUUID().replaceAll('-', '')}`, nameOf(template)];
      // A replica would connect again before the copy, which no one else may be connected to.
      await admin.query(`ALTER DATABASE ${source} ALLOW_CONNECTIONS false`);
      await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [source]);
      // Its files are copied: twice as fast as through the log, page by page.
      await admin
        .query(`CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY FILE_COPY`)
        .finally(() => admin.query(`ALTER DATABASE ${source} ALLOW_CONNECTIONS true`));
      return url(name);
    },
    drop: async (database) => void (await admin.query(`DROP DATABASE ${nameOf(database)} WITH (FORCE)`)),
    async crash() {
      runTool('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
      // The guard waits for the end of its input, and would remove the folder.
      server?.guard.ref();
      if (server?.guard.pid !== undefined) process.kill(server.guard.pid, 'SIGKILL');
      await server?.ended;
    },
    async stop() {
      await admin.end();
      server?.guard.ref();
      server?.guard.stdin?.end();
      await server?.ended;
    },
  };
}

const nameOf = (url: string): string => url.split('/').at(-1) ?? '';

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

let shared: Promise<Postgres> | null = null;

/** The server of this worker. */
export function workerPostgres(): Promise<Postgres> {
  requirePart('postgresql');
  shared ??= startPostgres();
  return shared;
}

/** Creates a database on the server of this worker, which is dropped when the test is over. @returns its connection string */
export async function workerDatabase(template?: string): Promise<string> {
  const server = await workerPostgres();
  const url = await server.create(template);
  if (TestRunner.getCurrentTest()) onTestFinished(() => server.drop(url));
  return url;
}
