/** Lists the files of the watched folder from the file system. */
import { lstat, readdir } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { systemCode } from '../../../platform/files/disk-problem.ts';
import { isWatched } from './file-key.ts';

/** Returns a text that changes with the file and with each write to it; null for anything but a file, also for symbolic links. */
export async function stampOf(path: string): Promise<string | null> {
  const found = await lstat(path, { bigint: true }).catch(() => null);
  return found?.isFile() ? `${found.ino} ${found.size} ${found.mtimeNs}` : null;
}

export const partsOf = (folder: string, path: string): string[] => relative(folder, path).split(sep);

/** True when a file of that path is published from the folder; false without a folder (empty). */
export const isWithin = (folder: string, path: string): boolean =>
  // On another drive there is no relative path.
  folder !== '' && !isAbsolute(relative(folder, path)) && isWatched(partsOf(folder, path));

/** Whether the folder exists and can be listed. */
export const canRead = (folder: string): Promise<boolean> =>
  readdir(folder).then(
    () => true,
    () => false,
  );

/** `gone` also for symbolic links, and below one; `unknown` when the system does not answer. */
export async function whatIs(folder: string, path: string): Promise<'file' | 'gone' | 'unknown'> {
  try {
    const around = dirname(path);
    if (relative(folder, around) !== '' && !(await lstat(around)).isDirectory()) return 'gone';
    return (await lstat(path)).isFile() ? 'file' : 'gone';
  } catch (thrown) {
    const code = systemCode(thrown);
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'gone' : 'unknown';
  }
}

/** Returns the paths within the folder that are gone. None while the folder itself is missing: then nothing is known about its files. */
export async function lostIn(folder: string, paths: Iterable<string>, what: typeof whatIs = whatIs): Promise<string[]> {
  const lost: string[] = [];
  for (const path of paths) if (isWithin(folder, path) && (await what(folder, path)) === 'gone') lost.push(path);
  return lost.length === 0 || (await canRead(folder)) ? lost : [];
}

/** Stamps of the files by path, directly inside and in subfolders. @throws the system's error when the folder cannot be listed */
export async function filesIn(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const take = async (within: string, deeper: boolean): Promise<void> => {
    for (const entry of await readdir(within, { withFileTypes: true })) {
      const path = join(within, entry.name);
      // A subfolder that is gone or without access has no files for us.
      if (entry.isDirectory() && deeper) await take(path, false).catch(() => undefined);
      else if (entry.isFile() && isWithin(folder, path)) {
        const stamp = await stampOf(path);
        if (stamp !== null) found.set(path, stamp);
      }
    }
  };
  await take(folder, true);
  return found;
}
