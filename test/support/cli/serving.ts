/** Runs `serve`: as a separate process, or in the process of the test. */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { expect, onTestFinished, vi } from 'vitest';
import { tempDir } from '../temp-dir.ts';
import { longWait } from '../waiting.ts';
import { collect, startCli, startHere } from './run-cli.ts';

export const user = { username: 'provider', password: 'a long enough password' };
export const credentials = { STATION_SERVICE_USERNAME: user.username, STATION_SERVICE_PASSWORD: user.password };
export const keyed = { STATION_VAULT_KEY: randomBytes(32).toString('base64') };

export type Served = { child: ChildProcess; url: string; home: string; output: ReturnType<typeof collect>; ended: Promise<number | null> };

type Before = (home: string) => Promise<unknown>;

/** On a data folder `data` in a separate home, which `before` prepares; resolves when it listens. */
export async function serving(args: readonly string[] = [], env: Record<string, string> = {}, before?: Before): Promise<Served> {
  const home = await tempDir();
  await before?.(home);
  return servingIn(home, args, { ...keyed, ...credentials, ...env });
}

export async function servingIn(home: string, args: readonly string[], env: Record<string, string>): Promise<Served> {
  const child = startCli(commandOf(args, env), home, env);
  const output = collect(child);
  const ended = once(child, 'close').then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', () => output().stdout.includes('\n') && resolve());
    void ended.then((code) => reject(new Error(`it ended with ${code}: ${output().stderr}`)));
  });
  const { url, pid } = JSON.parse(output().stdout.split('\n')[0] ?? '');
  expect(pid).toBe(child.pid);
  return { child, url, home, output, ended };
}

/** The hub has no data folder. */
function commandOf(args: readonly string[], env: Record<string, string>): string[] {
  const place = env.STATION_DATABASE_URL === undefined ? ['--data-dir', 'data'] : [];
  return ['serve', ...place, '--port', '0', ...args];
}

/** `stop` asks for the end as the signal does, and resolves with the exit code. */
export type ServedHere = Pick<Served, 'url' | 'home' | 'output'> & { stop(signal?: 'SIGTERM' | 'SIGINT'): Promise<number | null> };

/** Like `serving`, in the process of the test. */
export async function servingHere(args: readonly string[] = [], env: Record<string, string> = {}, before?: Before): Promise<ServedHere> {
  const home = await tempDir();
  await before?.(home);
  return servingHereIn(home, args, { ...keyed, ...credentials, ...env });
}

export async function servingHereIn(home: string, args: readonly string[], env: Record<string, string>): Promise<ServedHere> {
  const { output, kill, ended } = startHere(commandOf(args, env), home, env);
  const stop: ServedHere['stop'] = async (signal = 'SIGTERM') => {
    kill(signal);
    return (await ended).code;
  };
  onTestFinished(async () => void (await stop()));
  await vi.waitFor(() => expect(output().stdout).toContain('\n'), { ...longWait, interval: 5 });
  const { url } = JSON.parse(output().stdout.split('\n')[0] ?? '');
  return { url, home, output, stop };
}

export const events = ({
  output,
}: Pick<Served, 'output'>): { event: string; status?: number; user?: string; count?: number; code?: string }[] =>
  output()
    .stdout.trim()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line));
