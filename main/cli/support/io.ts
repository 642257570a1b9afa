/** The surroundings of a command: streams, environment, working folder, and texts. */
import { url } from 'node:inspector';
import type { Writable } from 'node:stream';
import { systemCode } from '../../platform/files/disk-problem.ts';
import type { Words } from '../../platform/i18n/words.ts';
import type { Keychain } from '../../platform/keychain/keychain.ts';
import type { SystemNetwork } from '../../platform/provider/account.ts';
import { WrongUse } from './wrong-use.ts';

/** The surroundings of the process. */
export type ProcessIo = {
  /** Resolves when the text is written. */
  out(text: string): Promise<void>;
  err(text: string): Promise<void>;
  /** Standard input, to its end. */
  input(): AsyncIterable<Buffer | string>;
  env: NodeJS.ProcessEnv;
  /** @throws WrongUse when it was removed */
  readonly cwd: string;
  /** The option of this start by which others can read what the command does; null or missing without one. */
  exposedBy?: string | null;
  /** In the application. The command line uses `HTTP(S)_PROXY` of the environment. */
  system?: SystemNetwork;
  /** For tests that run in this process, in place of the operating system's. */
  keychain?: Keychain;
  /** Calls the listener for an error that nothing caught; returns the function that ends it. Missing in tests that run in this process. */
  onFault?(listener: (error: unknown) => void): () => void;
  /** Returns the system's code of the first write to stdout that failed (`ENOSPC`); null for none, and for a reader that is gone. */
  lost?(): string | null;
};

/** The surroundings of the command that runs: its name, and its texts in the user's language. */
export type CommandIo = ProcessIo & { command: string; words: Words };

export function processIo(): ProcessIo {
  let lost: string | null = null;
  return {
    out: writerTo(process.stdout, (error) => {
      const code = systemCode(error);
      if (code !== null && !readerGone.has(code)) lost ??= code;
    }),
    err: writerTo(process.stderr),
    input: () => process.stdin,
    env: process.env,
    exposedBy: exposedBy(process.env),
    get cwd() {
      return workingFolder();
    },
    onFault(listener) {
      process.on('uncaughtException', listener);
      return () => process.off('uncaughtException', listener);
    },
    lost: () => lost,
  };
}

/**
 * Returns the option of Node by which others can read what a command reads or sends; null without one. `--inspect`: its port has no
 * password and answers each user of the computer. `--tls-keylog`: the keys of connections. A person who looks for a fault with invented
 * data sets `STATION_ALLOW_DEBUGGING=1`.
 */
function exposedBy({ STATION_ALLOW_DEBUGGING, NODE_OPTIONS = '' }: NodeJS.ProcessEnv): string | null {
  if (STATION_ALLOW_DEBUGGING === '1') return null;
  if (url() !== undefined) return '--inspect';
  return [...process.execArgv, NODE_OPTIONS].some((options) => options.includes('--tls-keylog')) ? '--tls-keylog' : null;
}

const readerGone: ReadonlySet<string> = new Set(['EPIPE', 'EOF', 'ECONNRESET']);

function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    throw new WrongUse('working-folder-gone');
  }
}

/**
 * Writes to a stream of the process. A failed write ends no work: the stream's only error listener passes it on, and the callback of
 * the write is called all the same.
 */
export function writerTo(stream: Writable, onError: (error: Error) => void = () => {}): (text: string) => Promise<void> {
  stream.on('error', onError);
  return (text) => new Promise((resolve) => stream.write(withoutControls(text), () => resolve()));
}

/**
 * Control characters as `\u00XX`: text of a provider or a file name never reaches a terminal as an escape sequence. Line ends and tabs
 * stay. The meaning of JSON does not change.
 */
const withoutControls = (text: string): string =>
  text.replace(/[^\P{Cc}\t\n\r]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The result of a command: `json` for `--json`; else `text` on stdout and `note` on stderr. */
export type Printed = { json: object; text?: string; note?: string };

export async function print({ json, text, note }: Printed, asJson: boolean | undefined, io: CommandIo): Promise<void> {
  if (asJson) return io.out(`${JSON.stringify(json, null, 2)}\n`);
  if (text !== undefined) await io.out(`${text}\n`);
  if (note !== undefined) await io.err(`${note}\n`);
}
