/** A folder, a practice provider in the test's own process, and a profile file that leads the command line to it. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ReportedDocument } from './doors/cli.ts';
import type { ProfileInput } from './doors/domain.ts';
import { type Practice, type PracticeOptions, startPractice } from './doors/practice.ts';
import { plainPdf, writeFile } from './pdfs.ts';
import { type CliRun, collect, runCli, startCli } from './run-cli.ts';
import { type SwitchedLine, startSwitchedLine } from './switched-line.ts';
import { tempDir } from './temp-dir.ts';

export type SignOutput = { batchId: string | null; documents: ReportedDocument[] };
export type SignRun = CliRun & { json: SignOutput };
export type CliDesk = {
  folder: string;
  dataDir: string;
  out: string;
  practice: Practice;
  contracts(...names: string[]): Promise<string[]>;
  profileFile(change?: (profile: ProfileInput) => ProfileInput): Promise<string>;
  /** Runs `sign --json` with the profile file; the output parsed. No key: nothing is kept. */
  sign(args: readonly string[], options?: { profile?: string; secret?: string }): Promise<SignRun>;
};

export async function openCliDesk(options: PracticeOptions = {}): Promise<CliDesk> {
  const folder = await tempDir();
  const practice = await startPractice(options);
  onTestFinished(() => practice.close());
  const [out, dataDir] = [join(folder, 'OUT'), join(folder, 'data')];

  const profileFile: CliDesk['profileFile'] = (change = (profile) => profile) =>
    writeFile(folder, `profile-${crypto.randomUUID()}.json`, JSON.stringify(change(practice.profile)));

  return {
    folder,
    dataDir,
    out,
    practice,
    profileFile,
    contracts: (...names) => Promise.all(names.map(async (name) => writeFile(folder, `${name}.pdf`, await plainPdf(2, name)))),
    async sign(args, { profile, secret = practice.secrets.clientSecret ?? '' } = {}) {
      const run = await runCli(
        ['sign', '--json', '--data-dir', dataDir, '--profile-file', profile ?? (await profileFile()), '--out', out, ...args],
        folder,
        { STATION_CLIENT_SECRET: secret },
      );
      return { ...run, json: parse(run) };
    },
  };
}

/** A desk whose queue is kept: the same key for every command, and a line that can go down. One document a call, one call at a time. */
export type QueueDesk = Omit<CliDesk, 'sign' | 'profileFile'> & {
  line: SwitchedLine;
  /** Base64. */
  key: string;
  /** How many signing calls arrived complete. */
  calls(): number;
  /** With data folder, profile file and `--json`, and a key; without the secret where it is null. */
  command(args: readonly string[], options?: { secret?: string | null; key?: string; profile?: string }): Promise<SignRun>;
  /** The same, still running; `stderr` so far. */
  start(args: readonly string[]): Promise<{ kill(signal: NodeJS.Signals): void; stderr(): string; ended: Promise<CliRun> }>;
  /** Status of each document that `queue list` shows, by file name. */
  listed(): Promise<Record<string, string>>;
  /** Likewise their ids. */
  ids(): Promise<Record<string, string>>;
  profile(change?: (profile: ProfileInput) => ProfileInput): Promise<string>;
};

export const signNow = ['sign', '--client-info', 'MARKED-CLIENT'];
/** In the name of every contract of a queue desk, and in its client info; it must not get into what is logged. */
const marker = 'MARKED';

export async function openQueueDesk(): Promise<QueueDesk> {
  const desk = await openCliDesk();
  const { folder, dataDir, out, practice } = desk;
  const line = await startSwitchedLine(practice.origin);
  onTestFinished(() => line.close());
  const ownKey = randomBytes(32).toString('base64');

  const profile: QueueDesk['profile'] = (change = (given) => given) =>
    desk.profileFile(({ signing, ...rest }) =>
      change({
        ...rest,
        signing: signing && { ...signing, authUrl: line.origin, baseUrl: line.origin, maxDocumentsPerCall: 1, concurrency: 1 },
      }),
    );
  const environment = (secret: string | null, key: string) => ({
    STATION_VAULT_KEY: key,
    ...(secret !== null && { STATION_CLIENT_SECRET: secret }),
  });
  const secretOf = practice.secrets.clientSecret ?? '';
  const whole = async (args: readonly string[], file?: string) => [
    ...args,
    ...['--json', '--data-dir', dataDir, '--profile-file', file ?? (await profile())],
    ...(args[0] === 'sign' ? ['--out', out] : []),
  ];

  const command: QueueDesk['command'] = async (args, { secret = secretOf, key = ownKey, profile: file } = {}) => {
    const run = unmarked(await runCli(await whole(args, file), folder, environment(secret, key)));
    return { ...run, json: run.stdout === '' ? { batchId: null, documents: [] } : parse(run) };
  };
  const byName = async (value: (document: ReportedDocument) => string) => {
    const { json } = await command(['queue', 'list'], { secret: null });
    return Object.fromEntries(json.documents.map((document) => [nameOf(document), value(document)]));
  };

  return {
    ...desk,
    line,
    key: ownKey,
    profile,
    command,
    calls: () => line.arrived.filter((path) => path === '/sign-documents').length,
    contracts: (...names) => desk.contracts(...names.map((name) => `${name}-${marker}`)),
    async start(args) {
      const child = startCli(await whole(args), folder, environment(secretOf, ownKey));
      const output = collect(child);
      const ended = once(child, 'close').then(([code]) => unmarked({ code, ...output() }));
      onTestFinished(() => void child.kill('SIGKILL'));
      return { kill: (signal) => void child.kill(signal), stderr: () => output().stderr, ended };
    },
    listed: () => byName(({ status }) => status),
    ids: () => byName(({ id }) => id),
  };
}

/** `…/a-MARKED.pdf` is `a`. */
export const nameOf = ({ path }: { path: string }): string => path.split('/').at(-1)?.replace(`-${marker}.pdf`, '') ?? '';

function unmarked(run: CliRun): CliRun {
  if (run.stderr.includes(marker)) throw new Error(`personal data on stderr: ${run.stderr}`);
  return run;
}

function parse({ stdout, stderr, code }: CliRun): SignOutput {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`no JSON on stdout; exit code ${code}, stderr: ${stderr}`);
  }
}

/** By file name. */
export const statuses = ({ json }: SignRun) => Object.fromEntries(json.documents.map((document) => [nameOf(document), document.status]));
export const offline = [...signNow, '--offline'];
export const list = ['queue', 'list'];
export const run = ['queue', 'run'];
