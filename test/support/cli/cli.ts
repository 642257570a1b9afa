/** Runs the command line in a folder of its own, with a practice provider in the test's process and profile files that lead to it. */
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { onTestFinished } from 'vitest';
import { closing } from '../closing.ts';
import type { ReportedDocument } from '../doors/cli.ts';
import type { ProfileInput } from '../doors/domain.ts';
import type { PracticeOptions } from '../doors/practice.ts';
import { startSwitchedLine } from '../network/switched-line.ts';
import { plainPdf, writeFile } from '../pdf/pdfs.ts';
import { sha256 } from '../sha256.ts';
import { startProvider } from '../station.ts';
import { tempDir } from '../temp-dir.ts';
import { type CliRun, collect, runHere, startCli, startHere } from './run-cli.ts';

export type SignOutput = { batchId: string | null; documents: ReportedDocument[] };
type SignRun = CliRun & { json: SignOutput };
type ChangeProfile = (profile: ProfileInput) => ProfileInput;

/** `withoutKey`: without a keychain either, so that nothing is stored. */
type SignOptions = { profile?: string; secret?: string; withoutKey?: boolean };

/** Runs `sign` in the process of the test, with a data folder and a key for each run: nothing is stored for the next. */
export async function openCli(options: PracticeOptions = {}) {
  const [folder, provider] = [await tempDir(), await startProvider(options)];
  const [out, dataDir] = [join(folder, 'OUT'), join(folder, 'data')];
  /** Writes the provider's profile, changed, and returns the file's path. */
  const profileFile = (change: ChangeProfile = (profile) => profile): Promise<string> =>
    writeFile(folder, `profile-${crypto.randomUUID()}.json`, JSON.stringify(change(provider.profile)));
  return {
    folder,
    dataDir,
    out,
    provider,
    profileFile,
    contracts: (...names: string[]): Promise<string[]> =>
      Promise.all(names.map(async (name) => writeFile(folder, `${name}.pdf`, await plainPdf(2, name)))),
    async sign(
      args: readonly string[],
      { profile, secret = provider.secrets.clientSecret ?? '', withoutKey = false }: SignOptions = {},
    ): Promise<SignRun> {
      const common = ['--data-dir', join(dataDir, randomUUID()), '--profile-file', profile ?? (await profileFile()), '--out', out];
      const command = ['sign', '--json', ...common, ...args];
      const secrets = { STATION_CLIENT_SECRET: secret };
      const key = withoutKey ? {} : { STATION_VAULT_KEY: randomBytes(32).toString('base64') };
      const run = await runHere(command, folder, { ...secrets, ...key });
      return { ...run, json: jsonOf(run) };
    },
  };
}

/** Shared by the commands that store data: one key, and a connection to the provider that can be switched off. */
async function openWithLine(options: PracticeOptions) {
  const cli = await openCli(options);
  const line = closing(await startSwitchedLine(cli.provider.origin));
  return { ...cli, line, key: randomBytes(32).toString('base64') };
}

/** A running command; `stderr` so far. */
export type Running = { kill(signal: NodeJS.Signals): void; stderr(): string; ended: Promise<CliRun> };

function running(args: readonly string[], folder: string, env: Record<string, string>, check: (run: CliRun) => CliRun): Running {
  const child = startCli(args, folder, env);
  const output = collect(child);
  const ended = once(child, 'close').then(([code]) => check({ code, ...output() }));
  onTestFinished(() => void child.kill('SIGKILL'));
  return { kill: (signal) => void child.kill(signal), stderr: () => output().stderr, ended };
}

function runningHere(args: readonly string[], folder: string, env: Record<string, string>, check: (run: CliRun) => CliRun): Running {
  const { kill, output, ended } = startHere(args, folder, env);
  return { kill, stderr: () => output().stderr, ended: ended.then(check) };
}

export type QueueCli = Awaited<ReturnType<typeof openQueueCli>>;

/** In the name of every contract of a queue, and in its client info; it must not get into the logs. */
const documentMarker = 'MARKED';
export const signNow = ['sign', '--client-info', `${documentMarker}-CLIENT`];
export const offline = [...signNow, '--offline'];
export const list = ['queue', 'list'];
export const run = ['queue', 'run'];

/** `sign` and `queue`: one document a call, one call at a time. */
export async function openQueueCli() {
  const cli = await openWithLine({});
  const { folder, dataDir, out, provider, line } = cli;
  const profile = (change: ChangeProfile = (same) => same): Promise<string> =>
    cli.profileFile(({ signing, ...rest }) =>
      change({
        ...rest,
        signing: signing && { ...signing, authUrl: line.origin, baseUrl: line.origin, maxDocumentsPerCall: 1, concurrency: 1 },
      }),
    );
  const environment = (secret: string | null, key: string) => ({
    STATION_VAULT_KEY: key,
    ...(secret !== null && { STATION_CLIENT_SECRET: secret }),
  });
  const ownSecret = provider.secrets.clientSecret ?? '';
  const whole = async (args: readonly string[], file?: string) => [
    ...args,
    ...['--json', '--data-dir', dataDir, '--profile-file', file ?? (await profile())],
    ...(args[0] === 'sign' ? ['--out', out] : []),
  ];
  /** Runs it in the test's process, with data folder, profile file, `--json` and a key; without the secret where it is null. */
  const command = async (
    args: readonly string[],
    { secret = ownSecret, key = cli.key, profile: file }: { secret?: string | null; key?: string; profile?: string } = {},
  ): Promise<SignRun> => {
    const done = without([documentMarker], await runHere(await whole(args, file), folder, environment(secret, key)));
    return { ...done, json: done.stdout === '' ? { batchId: null, documents: [] } : jsonOf(done) };
  };
  const byName = async (value: (document: ReportedDocument) => string) => {
    const { json } = await command(list, { secret: null });
    return Object.fromEntries(json.documents.map((document) => [nameOf(document), value(document)]));
  };
  return {
    ...cli,
    profile,
    command,
    /** Number of signing calls that arrived complete. */
    calls: () => line.arrived.filter((path) => path === '/sign-documents').length,
    contracts: (...names: string[]) => cli.contracts(...names.map((name) => `${name}-${documentMarker}`)),
    /** Like `command`, but returns while it runs. */
    start: async (args: readonly string[]) =>
      running(await whole(args), folder, environment(ownSecret, cli.key), (done) => without([documentMarker], done)),
    /** Like `start`, in the test's process. */
    startHere: async (args: readonly string[]) =>
      runningHere(await whole(args), folder, environment(ownSecret, cli.key), (done) => without([documentMarker], done)),
    /** Status of each document that `queue list` shows, by file name. */
    listed: () => byName(({ status }) => status),
    /** Ids of these documents, by file name. */
    ids: () => byName(({ id }) => id),
  };
}

/** `…/a-MARKED.pdf` is `a`. */
export const nameOf = ({ path }: { path: string }): string => path.split('/').at(-1)?.replace(`-${documentMarker}.pdf`, '') ?? '';
/** By file name. */
export const statuses = ({ json }: SignRun) => Object.fromEntries(json.documents.map((document) => [nameOf(document), document.status]));

export type ScreenCli = Awaited<ReturnType<typeof openScreenCli>>;
type ScreenOptions = { key?: string | null; secret?: string | null; profile?: string };

/** In the names of persons in lists; like the values of --name and --id, it must not get onto stderr. */
export const marker = 'Marcada';

/** `screen`. */
export async function openScreenCli(options: PracticeOptions = {}) {
  const cli = await openWithLine(options);
  const { folder, dataDir, provider, line } = cli;
  const profile = (change: ChangeProfile = (same) => same): Promise<string> =>
    cli.profileFile(({ search, ...rest }) => change({ ...rest, search: search && { ...search, url: `${line.origin}/search` } }));
  const whole = async (args: readonly string[], file?: string) => [
    'screen',
    ...args,
    ...['--data-dir', dataDir, '--profile-file', file ?? (await profile())],
  ];
  const environment = ({ key = cli.key, secret = provider.secrets.searchApiKey ?? '' }: ScreenOptions) => ({
    ...(key !== null && { STATION_VAULT_KEY: key }),
    ...(secret !== null && { STATION_SEARCH_API_KEY: secret }),
  });
  const discreet = (args: readonly string[]) => {
    const values = ['--name', '--id'].map((option) => (args.includes(option) ? (args[args.indexOf(option) + 1] ?? '') : ''));
    const personal = values.flatMap((value) => value.split(' ').filter((part) => part.length > 3));
    return (done: CliRun) => without([...personal, marker], done);
  };
  return {
    ...cli,
    profile,
    /** Runs it in the test's process, with data folder, profile file, a key and the secret; without either where it is null. */
    async screen(args: readonly string[], more: ScreenOptions = {}): Promise<CliRun> {
      const { code, stdout, stderr } = await runHere(await whole(args, more.profile), folder, environment(more));
      return discreet(args)({ code, stdout, stderr });
    },
    /** Starts it as a process, with exit code and streams as in a shell. */
    start: async (args: readonly string[], more: ScreenOptions = {}) =>
      running(await whole(args, more.profile), folder, environment(more), discreet(args)),
    /** Like `start`, in the test's process. */
    startHere: async (args: readonly string[], more: ScreenOptions = {}) =>
      runningHere(await whole(args, more.profile), folder, environment(more), discreet(args)),
    /** Writes a file into the folder and returns its path. */
    file: async (name: string, content: string | Uint8Array): Promise<string> => writeFile(folder, name, content),
    path: (name: string): string => join(folder, name),
    /** Number of searches for a person. */
    asked: (name: string, identification = ''): number => provider.asked().get(digestOf(name, identification)) ?? 0,
    askedInAll: (): number => [...provider.asked().values()].reduce((sum, times) => sum + times, 0),
  };
}

/** The key of a person in `provider.asked()`. */
export const digestOf = (name: string, identification = ''): string => sha256(`${name}\n${identification}`);

/** Rows of a CSV, read by another parser. */
export async function csvRows(path: string, delimiter = ','): Promise<string[][]> {
  return parse(await readFile(path), { delimiter, relax_column_count: true });
}
export const counts = (done: CliRun): Record<string, number> => jsonOf(done);

/** Runs it and checks that stderr has none of these texts. */
function without(texts: readonly string[], done: CliRun): CliRun {
  const stderr = done.stderr.toLowerCase();
  if (texts.some((text) => stderr.includes(text.toLowerCase()))) throw new Error(`personal data on stderr: ${done.stderr}`);
  return done;
}

function jsonOf<T>({ stdout, stderr, code }: CliRun): T {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`no JSON on stdout; exit code ${code}, stderr: ${stderr}`);
  }
}
