/** Runs `serve` as a separate process. */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { expect, onTestFinished } from 'vitest';
import { collect, startCli } from './run-cli.ts';
import { tempDir } from './temp-dir.ts';

export const user = { username: 'provider', password: 'a long enough password' };
export const credentials = { STATION_SERVICE_USERNAME: user.username, STATION_SERVICE_PASSWORD: user.password };
export const keyed = { STATION_VAULT_KEY: randomBytes(32).toString('base64') };

export type Served = { child: ChildProcess; url: string; home: string; output: ReturnType<typeof collect>; ended: Promise<number | null> };

/** On a data folder `data` in a separate home, which `before` prepares; resolves when it listens. */
export async function serving(
  args: readonly string[] = [],
  env: Record<string, string> = {},
  before?: (home: string) => Promise<unknown>,
): Promise<Served> {
  const home = await tempDir();
  await before?.(home);
  return servingIn(home, args, { ...keyed, ...credentials, ...env });
}

export async function servingIn(home: string, args: readonly string[], env: Record<string, string>): Promise<Served> {
  // The hub has no data folder.
  const place = env.STATION_DATABASE_URL === undefined ? ['--data-dir', 'data'] : [];
  const child = startCli(['serve', ...place, '--port', '0', ...args], home, env);
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

export const events = ({ output }: Served): { event: string; status?: number; user?: string; count?: number; code?: string }[] =>
  output()
    .stdout.trim()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line));
