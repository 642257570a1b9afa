/** Reads the arguments of the start. Those of a second start are read too; Chromium may have reordered them. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export type Arguments = {
  /** Where all state lives, in place of the user's application folder. */
  dataDir: string | null;
  /** Files and folders to open, absolute. */
  paths: string[];
};

/**
 * `argv` with the program's own name first; outside the package the application's folder comes next,
 * possibly after switches. Switches that are Chromium's are left alone.
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

/** Arguments of the unattended mode (design, section 6), null for the desktop. After `--` it is the name of a file. */
export function unattendedArguments(args: readonly string[]): string[] | null {
  const at = args.indexOf('--unattended');
  const end = args.indexOf('--');
  return at === -1 || (end !== -1 && end < at) ? null : args.slice(at + 1);
}
