/** The command line `screen`, a practice provider in the test's own process, and a line between them that can go down. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { onTestFinished } from 'vitest';
import { openCliDesk } from './cli-desk.ts';
import type { ProfileInput } from './doors/domain.ts';
import type { Practice, PracticeOptions } from './doors/practice.ts';
import { writeFile } from './pdfs.ts';
import { type CliRun, collect, runCli, startCli } from './run-cli.ts';
import { type SwitchedLine, startSwitchedLine } from './switched-line.ts';

type Options = { key?: string | null; secret?: string | null; profile?: string };
export type Running = { kill(signal: NodeJS.Signals): void; stderr(): string; ended: Promise<CliRun> };
export type ScreenDesk = {
  folder: string;
  dataDir: string;
  practice: Practice;
  line: SwitchedLine;
  /** `screen` with data folder, profile file, a key (none where it is null) and the secret. */
  screen(args: readonly string[], options?: Options): Promise<CliRun>;
  /** The same, still running. */
  start(args: readonly string[], options?: Options): Promise<Running>;
  profile(change?: (profile: ProfileInput) => ProfileInput): Promise<string>;
  /** A file in the folder; answers with its path. */
  file(name: string, content: string | Uint8Array): Promise<string>;
  path(name: string): string;
  /** How often a person was asked for. */
  asked(name: string, identification?: string): number;
  /** All of them together. */
  askedInAll(): number;
};

export async function openScreenDesk(options: PracticeOptions = {}): Promise<ScreenDesk> {
  const { folder, dataDir, practice, profileFile } = await openCliDesk(options);
  const line = await startSwitchedLine(practice.origin);
  onTestFinished(() => line.close());
  const ownKey = randomBytes(32).toString('base64');

  const profile: ScreenDesk['profile'] = (change = (given) => given) =>
    profileFile(({ search, ...rest }) => change({ ...rest, search: search && { ...search, url: `${line.origin}/search` } }));
  const whole = async (args: readonly string[], file?: string) => [
    'screen',
    ...args,
    ...['--data-dir', dataDir, '--profile-file', file ?? (await profile())],
  ];
  const environment = ({ key = ownKey, secret = practice.secrets.searchApiKey ?? '' }: Options) => ({
    ...(key !== null && { STATION_VAULT_KEY: key }),
    ...(secret !== null && { STATION_SEARCH_API_KEY: secret }),
  });
  const file: ScreenDesk['file'] = async (name, content) => writeFile(folder, name, content);
  return {
    folder,
    dataDir,
    practice,
    line,
    profile,
    file,
    path: (name) => join(folder, name),
    async screen(args, given = {}) {
      return discreet(args, await runCli(await whole(args, given.profile), folder, environment(given)));
    },
    async start(args, given = {}) {
      const child = startCli(await whole(args, given.profile), folder, environment(given));
      const output = collect(child);
      onTestFinished(() => void child.kill('SIGKILL'));
      const ended = once(child, 'close').then(([code]) => discreet(args, { code, ...output() }));
      return { kill: (signal) => void child.kill(signal), stderr: () => output().stderr, ended };
    },
    asked: (name, identification = '') => practice.asked().get(digestOf(name, identification)) ?? 0,
    askedInAll: () => [...practice.asked().values()].reduce((sum, times) => sum + times, 0),
  };
}

/** As `practice.asked()` knows a person. */
export const digestOf = (name: string, identification = ''): string =>
  createHash('sha256').update(`${name}\n${identification}`).digest('hex');

/** In the names of persons in lists; with the values of --name and --id, it must not get onto stderr. */
export const marker = 'Marcada';

function discreet(args: readonly string[], run: CliRun): CliRun {
  const personal = ['--name', '--id'].flatMap((option) => {
    const at = args.indexOf(option);
    return at === -1 ? [] : (args[at + 1] ?? '').split(' ').filter((part) => part.length > 3);
  });
  const told = [...personal, marker].find((part) => run.stderr.toLowerCase().includes(part.toLowerCase()));
  if (told !== undefined) throw new Error(`a person on stderr: ${run.stderr}`);
  return run;
}

/** Rows of a CSV, as another reader has them. */
export async function csvRows(path: string, delimiter = ','): Promise<string[][]> {
  return parse(await readFile(path), { delimiter, relax_column_count: true });
}
export const counts = ({ stdout, stderr }: CliRun): Record<string, number> => {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`no JSON on stdout; stderr: ${stderr}`);
  }
};
