/** The crash dumps in the data folder, which Electron writes there. Crashpad's folders in it differ from system to system. */

import { type Dirent, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dayMs } from '../../../shared/domain/day.ts';
import { makeFolder } from '../files/make-folder.ts';

export const crashDumpFolder = (dataDir: string): string => join(dataDir, 'crash-dumps');

/** Days for which dumps stay, and their maximum number. */
const maxDays = 30;
const maxDumps = 10;

/** `bytes`: size of the file; `at`: ISO 8601, UTC. The name is Crashpad's own, or left out. */
export type CrashDump = { name: string; at: string; bytes: number };

/** The newest first. */
export const listCrashDumps = (dataDir: string): CrashDump[] =>
  dumpsIn(dataDir).map(({ path, at, bytes }) => ({ name: nameOf(path), at: at.toISOString(), bytes }));

/** Makes the folder and removes old dumps. What cannot be removed stays for the next start. */
export function prepareCrashDumps(dataDir: string, now: Date): void {
  try {
    // At the first start there is no data folder yet.
    makeFolder(crashDumpFolder(dataDir), 0o700);
  } catch {
    // Opening the station says why the data folder cannot be used.
  }
  for (const [index, { path, at }] of dumpsIn(dataDir).entries()) {
    if (index < maxDumps && now.getTime() - at.getTime() < maxDays * dayMs) continue;
    try {
      rmSync(path, { force: true });
    } catch {
      // In use: another process is writing it.
    }
  }
}

function nameOf(path: string): string {
  const [, name] = /([0-9a-f-]{36}\.dmp)$/i.exec(path) ?? [];
  return name ?? 'dump';
}

function dumpsIn(dataDir: string): { path: string; at: Date; bytes: number }[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(crashDumpFolder(dataDir), { recursive: true, withFileTypes: true });
  } catch {
    return []; // there is none yet
  }
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.dmp'))
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat ? [{ path, at: stat.mtime, bytes: stat.size }] : [];
    })
    .sort((one, other) => other.at.getTime() - one.at.getTime());
}
