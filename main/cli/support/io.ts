/** The surroundings of a command: streams, environment and working folder. */
import type { Writable } from 'node:stream';
import type { SystemNetwork } from '../../platform/provider/account.ts';

export type CommandIo = {
  /** Resolves when the text is written. */
  out(text: string): Promise<void>;
  err(text: string): Promise<void>;
  /** Standard input, to its end. */
  input(): AsyncIterable<Buffer | string>;
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** In the application. The command line uses `HTTP(S)_PROXY` of the environment. */
  system?: SystemNetwork;
  /** The command that runs. */
  command?: string;
  /** Calls the listener for an error that nothing caught; returns the function that ends it. Missing in tests that run in this process. */
  onFault?(listener: (error: unknown) => void): () => void;
};

export const processIo = (): CommandIo => ({
  out: writerTo(process.stdout),
  err: writerTo(process.stderr),
  input: () => process.stdin,
  env: process.env,
  cwd: process.cwd(),
  onFault(listener) {
    process.on('uncaughtException', listener);
    return () => process.off('uncaughtException', listener);
  },
});

/**
 * Writes to a stream of the process. A closed pipe ends no work and is not a fault: the stream's only error listener ignores it, and
 * the callback of a failed write is called all the same.
 */
export function writerTo(stream: Writable): (text: string) => Promise<void> {
  stream.on('error', () => {});
  return (text) => new Promise((resolve) => stream.write(printable(text), () => resolve()));
}

/**
 * Control characters as `\u00XX`: text of a provider or a file name never reaches a terminal as an escape sequence. Line ends and tabs
 * stay. The meaning of JSON does not change.
 */
const printable = (text: string): string =>
  text.replace(/[^\P{Cc}\t\n\r]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The result of a command: `json` for `--json`; else `text` on stdout and `note` on stderr, null for nothing. */
export type Printed = { json: object; text: string | null; note: string | null };

export async function print({ json, text, note }: Printed, asJson: boolean | undefined, io: CommandIo): Promise<void> {
  if (asJson) return io.out(`${JSON.stringify(json, null, 2)}\n`);
  if (text !== null) await io.out(`${text}\n`);
  if (note !== null) await io.err(`${note}\n`);
}
