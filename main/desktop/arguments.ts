/** Reads the arguments of a start, which Chromium may have reordered, and gathers the files of several. */
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

/** Milliseconds. */
const gatherMs = 200;

/**
 * Returns a function that passes paths on together when each follows the one before within 200 ms: systems hand over the files of one choice
 * one by one, macOS by an event and Windows by a start for each.
 */
export function gatherPaths(open: (paths: string[]) => void): (paths: readonly string[]) => void {
  let gathered: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  return (paths) => {
    if (paths.length === 0) return;
    gathered.push(...paths);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const all = gathered;
      gathered = [];
      open(all);
    }, gatherMs);
  };
}
