/** The command line over one data folder, each command a process of its own: run to its end, stopped, killed, or on a disk that fails. */
import { once } from 'node:events';
import { collect, startCli } from '../../support/cli/run-cli.ts';
import type { DiskShim } from '../../support/disk-shim/disk-shim.ts';
import type { ReportedDocument } from '../../support/doors/cli.ts';

export type Ended = {
  /** Null after a kill. */
  code: number | null;
  stdout: string;
  stderr: string;
  /** As `--json` prints them; none when nothing was printed. */
  documents: ReportedDocument[];
};

export type RunningCommand = {
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
  ended: Promise<Ended>;
};

export type Commands = {
  start(args: readonly string[], shim?: DiskShim): RunningCommand;
  run(args: readonly string[], shim?: DiskShim): Promise<Ended>;
  /** How many so far. */
  started(): number;
  /** Ends what is still running. */
  close(): Promise<void>;
};

export type Station = { home: string; dataDir: string; profile: string; vaultKey: Buffer; secret: string };

export function createCommands({ home, dataDir, profile, vaultKey, secret }: Station): Commands {
  const running = new Set<RunningCommand>();
  let started = 0;
  const start: Commands['start'] = (args, shim) => {
    started += 1;
    const child = startCli([...args, '--json', '--data-dir', dataDir, '--profile-file', profile], home, {
      STATION_VAULT_KEY: vaultKey.toString('base64'),
      STATION_CLIENT_SECRET: secret,
      ...shim?.env,
    });
    const output = collect(child);
    const command: RunningCommand = {
      signal: (name) => void child.kill(name),
      ended: once(child, 'close').then(([code]) => {
        running.delete(command);
        const { stdout, stderr } = output();
        return { code, stdout, stderr, documents: documentsOf(stdout) };
      }),
    };
    running.add(command);
    return command;
  };
  return {
    start,
    started: () => started,
    run: (args, shim) => start(args, shim).ended,
    async close() {
      for (const { signal } of running) {
        signal('SIGKILL');
        signal('SIGCONT');
      }
      await Promise.all([...running].map(({ ended }) => ended));
    },
  };
}

/** A command that was killed may have printed a part. */
function documentsOf(stdout: string): ReportedDocument[] {
  try {
    return JSON.parse(stdout).documents ?? [];
  } catch {
    return [];
  }
}

const markers = ['KT-REF', 'KT-CLIENT', 'KT-FOLDER'];
/** A name of the product's own errors, of the system's, or a place in its source: none of them is for a person. */
const innards = /\bat .*[/:]\d+|Error\b|node:|\bE[A-Z]{3,}\b|SQLITE|undefined|\[object/;

/** What is wrong with how a command ended that was not killed: it says why in plain sentences, and nothing personal on stderr. */
export function faultsOfWords({ code, stderr, documents }: Ended): string[] {
  const faults: string[] = [];
  if (code === null || code < 0 || code > 5) faults.push(`exit code ${code}`);
  if (code !== 0 && code !== null && stderr.trim() === '' && documents.every(({ reason, warning }) => reason === null && warning === null))
    faults.push(`exit code ${code} without a word`);
  for (const { reason } of documents) if (reason !== null && innards.test(reason)) faults.push(`not a plain sentence: ${reason}`);
  for (const line of stderr.trim().split('\n').filter(Boolean)) {
    if (innards.test(line)) faults.push(`not a plain sentence: ${line}`);
    if (!/[.:)]$/.test(line.trim())) faults.push(`not a sentence: ${line}`);
    if (markers.some((marker) => line.includes(marker))) faults.push(`personal data on stderr: ${line}`);
  }
  return faults;
}
