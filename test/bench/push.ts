/**
 * Pushes a second, next to a bare `node:http` server that inserts the same bytes into SQLite (`synchronous=FULL`, one transaction a
 * push). The caller and both servers are processes of their own; the data folder is in the system's temporary folder, so that
 * syncs cost what they cost there. `strace`, where there is one, counts the syncs and renames.
 */
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from '../support/runner/node-flags.ts';
import { program } from '../support/runner/programs.ts';
import { type Bench, type Figure, pairs } from './lib/bench.ts';
import type { Outcome, PushKind, Task } from './lib/push-client.ts';
import type { Address, Measured } from './lib/push-server.ts';

type ServerKind = 'station' | 'bare';
type Load = Pick<Task, 'kind' | 'count' | 'connections'>;
type Run = { rate: number; cpuMs: number; busy: number };
type Server = { run(load: Load): Promise<Run>; peakMiB(): Promise<number>; close(): Promise<void> };

const client = fileURLToPath(new URL('./lib/push-client.ts', import.meta.url));

async function answerOf<T>(child: ChildProcess, question?: unknown): Promise<T> {
  const ended = new AbortController();
  const onExit = (code: number | null) => ended.abort(new Error(`a process of the bench ended with code ${code}`));
  child.once('exit', onExit);
  try {
    const answer = once(child, 'message', { signal: ended.signal });
    if (question !== undefined) child.send(question as string);
    return (await answer)[0] as T;
  } finally {
    child.off('exit', onExit);
  }
}

/** @param traceTo file of a trace of its syncs and renames */
async function startServer(kind: ServerKind, traceTo: string | null = null): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-push-'));
  const args = [program('push-server'), kind, folder];
  const trace = ['-f', '-ttt', '-e', 'trace=fsync,fdatasync,rename,renameat,renameat2', '-o', traceTo ?? ''];
  const child = traceTo
    ? spawn('strace', [...trace, process.execPath, ...nodeFlags, ...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    : fork(args[0] ?? '', args.slice(1), { execArgv: nodeFlags });
  const { url, token } = await answerOf<Address>(child);
  const measured = () => answerOf<Measured>(child, 'measure');
  return {
    async run(load) {
      const before = await measured();
      const caller = fork(client);
      await answerOf(caller);
      const { seconds, statuses } = await answerOf<Outcome>(caller, { ...load, url, token } satisfies Task);
      caller.disconnect();
      const after = await measured();
      const { 200: accepted, 503: busy = 0, ...others } = statuses;
      const wrong = Object.keys(others);
      if (accepted !== load.count || wrong.length > 0) throw new Error(`${kind}: ${JSON.stringify(statuses)}`);
      if (after.stored - before.stored !== load.count) throw new Error(`${kind}: not every push is in the database`);
      return { rate: load.count / seconds, cpuMs: (1000 * (after.cpuSeconds - before.cpuSeconds)) / load.count, busy };
    },
    peakMiB: async () => (await measured()).peakMiB,
    async close() {
      const ended = once(child, 'exit');
      child.send('close');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function both<T>(work: (ours: Server, reference: Server) => Promise<T>): Promise<T> {
  const servers = await Promise.all([startServer('station'), startServer('bare')]);
  try {
    return await work(...servers);
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}

/** How many a run has: enough for a second or more of the reference on a quiet machine. */
const counts: Record<PushKind, number> = { small: 3000, full: 400 };
const titles: Record<PushKind, string> = { small: 'small pushes', full: 'full pushes (310 KB, three pictures)' };

async function figures(kind: PushKind, goal: number, say: (text: string) => void): Promise<Figure[]> {
  return both(async (ours, reference) => {
    const found: Figure[] = [];
    let busy = 0;
    const measure = async (connections: number, what: string, count: number, atLeast: number | null): Promise<void> => {
      say(`${titles[kind]}, ${what}`);
      const load = { kind, count, connections };
      const runs = await pairs(
        5,
        () => ours.run(load),
        () => reference.run(load),
      );
      const of = (key: keyof Run) => ({ ours: runs.ours.map((run) => run[key]), reference: runs.reference.map((run) => run[key]) });
      found.push({ what: `${titles[kind]}, ${what}`, unit: '/s', ...of('rate'), goal: atLeast === null ? null : { atLeast } });
      found.push({ what: `CPU of the server, ${titles[kind]}, ${what}`, unit: 'ms', ...of('cpuMs'), goal: null });
      busy += runs.ours.reduce((sum, run) => sum + run.busy, 0);
    };
    const warm = { kind, count: counts[kind] / 4, connections: 8 };
    await ours.run(warm);
    await reference.run(warm);
    await measure(64, '64 connections', counts[kind], goal);
    await measure(8, '8 connections', counts[kind] / 2, null);
    await measure(1, '1 connection', counts[kind] / 8, null);
    if (kind === 'small') await measure(64, '64 connections, over 20,000 stored', counts[kind], null);
    found.push({ what: `answers of 503, ${titles[kind]}`, unit: '', ours: [busy], reference: null, goal: { atMost: 0 } });
    found.push({ what: `peak memory, ${titles[kind]}`, unit: 'MiB', ours: [await ours.peakMiB()], reference: null, goal: null });
    return found;
  });
}

const hasStrace = (): boolean => {
  try {
    execFileSync('strace', ['-o', '/dev/null', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Syncs and renames a push, at 64 connections. */
async function traced(kind: PushKind, count: number): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-push-trace-'));
  const path = join(folder, 'trace');
  try {
    const server = await startServer('station', path);
    const from = Date.now() / 1000;
    await server.run({ kind, count, connections: 64 });
    const until = Date.now() / 1000;
    await server.close();
    const calls = (await readFile(path, 'utf8')).matchAll(/^\d+\s+([\d.]+) (f(?:data)?sync|rename\w*)\(/gm);
    const names = [...calls].filter(([, at]) => Number(at) >= from && Number(at) <= until).map(([, , name = '']) => name);
    const figure = (what: string, part: RegExp): Figure => ({
      what: `${what} a push, ${titles[kind]}, 64 connections`,
      unit: '',
      ours: [names.filter((name) => part.test(name)).length / count],
      reference: null,
      goal: null,
    });
    return [figure('syncs', /sync/), figure('renames', /rename/)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const bench: Bench = {
  name: 'push',
  async measure(say) {
    const found = [...(await figures('small', 0.6, say)), ...(await figures('full', 0.5, say))];
    if (hasStrace()) found.push(...(await traced('small', 1000)), ...(await traced('full', 200)));
    return found;
  },
};
