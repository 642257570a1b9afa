/** Runs the command line: as a process from its bundle, or in the process of the test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { runCommand } from '../doors/cli.ts';
import { StationError } from '../doors/errors.ts';
import type { Keychain } from '../doors/keychain.ts';
import { nodeFlags } from '../runner/node-flags.ts';
import { compileCache, program } from '../runner/programs.ts';

export type CliRun = { code: number | null; stdout: string; stderr: string };

/** The JSON that a command printed. @throws Error with stderr when stdout is not JSON */
export const json = ({ stdout, stderr }: CliRun) => {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`no JSON on stdout; stderr: ${stderr}`);
  }
};

/** Runs a command with `--json` that succeeds and says nothing else. */
export const jsonBy =
  (run: (...args: string[]) => Promise<CliRun>) =>
  async (...args: string[]) => {
    const done = await run(...args, '--json');
    if (done.code !== 0 || done.stderr !== '') throw new Error(`${args.join(' ')} ended with ${done.code}: ${done.stderr}`);
    return json(done);
  };

/** A minimal environment: no keychain, no proxy, English, and nothing of the developer's own, above all not the data folder. */
function environment(home: string, more: Record<string, string>): Record<string, string> {
  const config = `${home}/config`;
  const folders = { HOME: home, XDG_CONFIG_HOME: config, APPDATA: config };
  return { PATH: process.env.PATH ?? '', ...folders, LC_ALL: 'en_US.UTF-8', ...compileCache, ...more };
}

const refuse = () => Promise.reject(new StationError('keychain-unavailable', { cause: 'no-service' }));
/** As on a server: no service answers. */
const noKeychain: Keychain = { get: refuse, set: refuse, remove: refuse };

export function startCli(args: readonly string[], home: string, env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [...nodeFlags, program('station'), ...args], { cwd: home, env: environment(home, env) });
}

/** Rejects when the process does not exit in time; it is then killed. */
export async function runCli(args: readonly string[], home: string, env: Record<string, string> = {}, input = ''): Promise<CliRun> {
  const child = startCli(args, home, env);
  // A command that ends without reading stdin closes the pipe.
  child.stdin?.on('error', () => {}).end(input);
  const output = collect(child);
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const timer = setTimeout(() => {
    child.kill('SIGKILL');
    reject(new Error(`the command did not end: ${output().stderr}`));
  }, 600_000);
  child.once('error', reject);
  child.once('close', resolve);
  const code = await promise.finally(() => clearTimeout(timer));
  return { code, ...output() };
}

export function collect(child: ChildProcess): () => { stdout: string; stderr: string } {
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  }
  return () => texts;
}

/** Its `left` are the names that are left in the command's environment. */
export type HereRun = CliRun & { left: string[] };

/**
 * Starts a command in the process of the test, which saves a process. For everything that does not depend on streams and the end of
 * a process. Without another one it has no keychain, like such a process. `kill` calls what commands do on this signal, in each one of this process.
 */
export function startHere(args: readonly string[], cwd: string, env: Record<string, string>, keychain: Keychain = noKeychain) {
  const texts = { stdout: '', stderr: '' };
  const io = {
    async out(text: string) {
      texts.stdout += text;
    },
    async err(text: string) {
      texts.stderr += text;
    },
    env: environment(cwd, env),
    cwd,
    keychain,
    input: () => Readable.from([]),
  };
  const ended = runCommand(args, io).then((code): HereRun => ({ code, ...texts, left: Object.keys(io.env) }));
  return { output: () => texts, kill: (signal: NodeJS.Signals) => void process.emit(signal, signal), ended };
}

export const runHere = (args: readonly string[], cwd: string, env: Record<string, string>, keychain?: Keychain): Promise<HereRun> =>
  startHere(args, cwd, env, keychain).ended;
