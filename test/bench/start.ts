/** How long the command line takes to start, next to Node that runs nothing: its bundle alone, and by the script of a checkout. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { nodeFlags } from '../support/runner/node-flags.ts';
import { type Bench, type Figure, type Goal, pairs } from './lib/bench.ts';

const root = join(import.meta.dirname, '../..');
const { cliBundle } = (await import(pathToFileURL(join(root, 'scripts/lib/cli-bundle.mjs')).href)) as { cliBundle(): Promise<string> };
const count = 15;

/** Milliseconds until a program that must end with 0 has ended. */
async function timed(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const begun = performance.now();
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } });
  return performance.now() - begun;
}

async function measure(say: (text: string) => void): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'start-'));
  const bundle = await cliBundle();
  const env = { NODE_COMPILE_CACHE: join(bundle, 'compile-cache'), STATION_VAULT_KEY: Buffer.alloc(32, 1).toString('base64') };
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
    const [direct, script] = [join(bundle, 'station.js'), join(root, 'scripts/station.mjs')];
    return [
      await figure('--help', [...nodeFlags, direct, '--help'], { atMost: 3 }),
      await figure('queue list', [...nodeFlags, direct, ...queueList], { atMost: 5 }),
      await figure('--help, by scripts/station.mjs', [script, '--help'], { atMost: 3 }),
      await figure('queue list, by scripts/station.mjs', [script, ...queueList], { atMost: 5 }),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

export const bench: Bench = { name: 'start', measure };
