/** Reads the arguments of the first start, and those of a second one, which Chromium may have reordered. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export type Arguments = {
  /** The data folder; replaces the user's application folder. */
  dataDir: string | null;
  /** Files and folders to open, absolute. */
  paths: string[];
};

/**
 * `argv` begins with the program's own name; outside the package the application's folder follows, possibly after switches.
 * Ignores the switches of Chromium.
 */
export function readArguments(argv: readonly string[], workingDirectory: string, packaged: boolean): Arguments {
  const { values, positionals } = parseArgs({
    args: argv.slice(1),
    strict: false,
    allowPositionals: true,
    options: { 'data-dir': { type: 'string' } },
  });
  const dataDir = values['data-dir'];
  return {
    dataDir: typeof dataDir === 'string' ? resolve(workingDirectory, dataDir) : null,
    paths: positionals.slice(packaged ? 0 : 1).map((path) => resolve(workingDirectory, path)),
  };
}

/** Returns the arguments of the unattended mode (design, section 6); null for the desktop. After `--` it is the name of a file. */
export function unattendedArguments(args: readonly string[]): string[] | null {
  const at = args.indexOf('--unattended');
  const end = args.indexOf('--');
  return at === -1 || (end !== -1 && end < at) ? null : args.slice(at + 1);
}
