/**
 * Copies of the encrypted database in `daily-backups/`, one a day, the latest three: for `restore` after damage that no salvage mends.
 * Encrypted files are not copied: their content never changes.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { renameFile } from '../files/files-in-use.ts';
import { syncFolder } from '../files/write-whole.ts';
import { inDataFolder } from './in-data-folder.ts';

const folderName = 'daily-backups';
const maxCopies = 3;
const copyName = /^station-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)\.sqlite$/;
const unfinished = 'unfinished.sqlite';
/** Milliseconds. Less than a day, so that a station that opens a little earlier than the day before makes its copy. */
const copyEvery = 20 * 3_600_000;

const folderOf = (dataDir: string): string => join(dataDir, folderName);
const copiesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => copyName.test(name))
        .sort()
    : [];

/** The copies, the latest first. `madeAt`: ISO 8601. */
export const dailyCopies = (dataDir: string): { name: string; madeAt: string }[] =>
  copiesIn(folderOf(dataDir))
    .toReversed()
    .flatMap((name) => {
      const at = madeAt(name);
      return at === null ? [] : [{ name, madeAt: at }];
    });

/** @throws Error for a name that is none of a copy's */
export function copyPath(dataDir: string, name: string): string {
  if (madeAt(name) === null) throw new Error('no daily copy has this name');
  return join(folderOf(dataDir), name);
}

/** Makes room for a copy. @returns its path until `keepCopy`; null when no copy is due. @throws StationError `data-folder-unusable`, `disk-full` */
export async function pathForCopy(dataDir: string, now: Date): Promise<string | null> {
  const folder = folderOf(dataDir);
  const ages = copiesIn(folder).map((name) => now.getTime() - Date.parse(madeAt(name) ?? ''));
  // A copy of the future is from a clock that was wrong.
  if (ages.some((age) => age >= 0 && age < copyEvery)) return null;
  await inDataFolder(() => mkdir(folder, { recursive: true, mode: 0o700 }));
  const path = join(folder, unfinished);
  removeUnfinished(path);
  return path;
}

/** Harmless after `keepCopy`. A file that Windows still holds is removed by the next `pathForCopy`. */
export function removeUnfinished(path: string): void {
  for (const side of ['', '-journal']) isRemoved(path + side);
}

/** Gives a finished copy its name, and removes the oldest above three. */
export async function keepCopy(path: string, now: Date): Promise<void> {
  const folder = dirname(path);
  await renameFile(path, join(folder, `station-${now.toISOString().replaceAll(/[:.]/g, '-')}.sqlite`));
  await syncFolder(folder);
  // Copies of the future count as the oldest: of a clock that was ahead, or made before this one by a clock that is behind now.
  const isOfFuture = (name: string) => Date.parse(madeAt(name) ?? '') > now.getTime();
  const [future, others] = [copiesIn(folder).filter(isOfFuture), copiesIn(folder).filter((name) => !isOfFuture(name))];
  for (const name of [...future, ...others].slice(0, -maxCopies)) isRemoved(join(folder, name));
}

/** For a deletion for good and a key rotation: the copies still have the rows, or the old key. @returns whether all are gone */
export const removeCopies = (dataDir: string): boolean => isRemoved(folderOf(dataDir));

/** Windows and virus scanners hold files that are open. */
function isRemoved(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

/** When a copy was made, ISO 8601; null for any other file name. */
export function madeAt(name: string): string | null {
  const time = copyName.exec(name)?.[1];
  return time === undefined ? null : time.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z');
}
