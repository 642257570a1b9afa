/**
 * Copies of the encrypted database in `daily-backups/`, one a day, the latest three: for `restore` after damage that no salvage mends.
 * Encrypted files are not copied: their content never changes.
 */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../files/write-whole.ts';
import { inDataFolder } from './in-data-folder.ts';

const folderName = 'daily-backups';
const mostCopies = 3;
const copyName = /^station-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)\.sqlite$/;
const unfinished = 'unfinished.sqlite';

const folderOf = (dataDir: string): string => join(dataDir, folderName);
const copiesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => copyName.test(name))
        .sort()
    : [];

/** Makes room for a copy. @returns its path until `keepCopy`; null when a copy of the last day is there. @throws StationError `data-folder-unusable`, `disk-full` */
export async function pathForCopy(dataDir: string, now: Date): Promise<string | null> {
  const folder = folderOf(dataDir);
  const last = madeAt(copiesIn(folder).at(-1) ?? '');
  if (last !== null && now.getTime() - Date.parse(last) < dayMs) return null;
  await inDataFolder(() => mkdir(folder, { recursive: true, mode: 0o700 }));
  const path = join(folder, unfinished);
  removeUnfinished(path);
  return path;
}

/** Harmless after `keepCopy`. */
export function removeUnfinished(path: string): void {
  for (const side of ['', '-journal']) rmSync(path + side, { force: true });
}

/** Gives a finished copy its name, and removes the oldest above three. */
export async function keepCopy(path: string, now: Date): Promise<void> {
  const folder = dirname(path);
  renameSync(path, join(folder, `station-${now.toISOString().replaceAll(/[:.]/g, '-')}.sqlite`));
  await syncFolder(folder);
  for (const name of copiesIn(folder).slice(0, -mostCopies)) rmSync(join(folder, name), { force: true });
}

/** When rows are deleted for good, and before the key changes: the copies still have them, or the old key. */
export const removeCopies = (dataDir: string): void => rmSync(folderOf(dataDir), { recursive: true, force: true });

/** When a copy was made, ISO 8601; null for any other file name. */
export function madeAt(name: string): string | null {
  const time = copyName.exec(name)?.[1];
  return time === undefined ? null : time.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z');
}

const dayMs = 86_400_000;
