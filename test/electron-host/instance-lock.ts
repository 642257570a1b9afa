/** One host per data folder: a lock file with the owner's process id, and a note in the folder for each further start. */
import { accessSync, constants, mkdirSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const lockName = 'electron-host.lock';
const isNote = (name: string) => /^electron-host-start-\d+\.json$/.test(name);

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

type OnSecond = (argv: string[], directory: string, additionalData: unknown) => void;

/** Chromium hands the switches over before all other arguments. */
const reordered = ([program = '', ...args]: readonly string[]): string[] => {
  const isSwitch = (argument: string) => argument.startsWith('-');
  return [program, ...args.filter(isSwitch), ...args.filter((argument) => !isSwitch(argument))];
};

/**
 * False when a living process has locked the folder; it then receives our arguments and `additionalData`, a JSON value. False as well, as
 * with Electron, where the lock cannot be made.
 */
export function takeInstanceLock(folder: string, additionalData: unknown, onSecond: OnSecond): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch {
    return false;
  }
  const lock = join(folder, lockName);
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      process.once('exit', () => rmSync(lock, { force: true }));
      watchNotes(folder, onSecond);
      return true;
    } catch {
      if (alive(Number(readFileSync(lock, 'utf8')))) break;
      rmSync(lock, { force: true }); // left behind by a host that was killed
    }
  }
  const note = { argv: reordered(process.argv), directory: process.cwd(), additionalData };
  writeFileSync(join(folder, `electron-host-start-${process.pid}.json`), JSON.stringify(note));
  return false;
}

function watchNotes(folder: string, onSecond: OnSecond): void {
  const read = () => {
    for (const name of readdirSync(folder).filter(isNote)) {
      try {
        const { argv, directory, additionalData } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
          argv: string[];
          directory: string;
          additionalData: unknown;
        };
        rmSync(join(folder, name));
        onSecond(argv, directory, additionalData);
      } catch {
        // Half written: the next change of the folder reports it again.
      }
    }
  };
  watch(folder, { persistent: false }, (_kind, name) => {
    if (name === null || isNote(name)) read();
  });
}
