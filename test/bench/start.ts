/** How long the command line takes to start, beside Node that runs nothing. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Bench, type Figure, type Goal, pairs } from './lib/bench.ts';

const root = join(import.meta.dirname, '../..');
const count = 9;

/** Milliseconds until a program that must end with 0 has ended. */
async function timed(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const begun = performance.now();
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } });
  return performance.now() - begun;
}

async function measure(say: (text: string) => void): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'start-'));
  const env = { STATION_VAULT_KEY: Buffer.alloc(32, 1).toString('base64') };
  const queueList = ['queue', 'list', '--data-dir', join(folder, 'data')];
  const figure = async (what: string, args: readonly string[], goal: Goal | null): Promise<Figure> => {
    say(what);
    await timed(args, env); // fills the caches
    const { ours, reference } = await pairs(
      count,
      () => timed(args, env),
      () => timed(['-e', '0'], env),
    );
    return { what, unit: 'ms', ours, reference, goal };
  };
  try {
    const source = join(root, 'main/cli/index.ts');
    return [
      await figure('--help, from the sources', [source, '--help'], { atMost: 3 }),
      await figure('queue list, from the sources', [source, ...queueList], { atMost: 5 }),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

export const bench: Bench = { name: 'start', measure };
