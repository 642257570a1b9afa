/** Lists the files of the watched folder from the file system. */
import { lstat, readdir } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { systemCode } from '../../../platform/files/disk-problem.ts';
import { isWatched } from './file-key.ts';

/** Another one when the file is another, or was written to; null for what is no file: symbolic links are none. */
export async function stampOf(path: string): Promise<string | null> {
  const found = await lstat(path, { bigint: true }).catch(() => null);
  return found?.isFile() ? `${found.ino} ${found.size} ${found.mtimeNs}` : null;
}

export const partsOf = (folder: string, path: string): string[] => relative(folder, path).split(sep);

/** Whether a file of that path is published from the folder; none is when there is no folder (empty). */
export const isWithin = (folder: string, path: string): boolean =>
  // On another drive there is no relative path.
  folder !== '' && !isAbsolute(relative(folder, path)) && isWatched(partsOf(folder, path));

/** Whether the folder exists and can be listed. */
export const canRead = (folder: string): Promise<boolean> =>
  readdir(folder).then(
    () => true,
    () => false,
  );

/** Symbolic links, also to the subfolder, are no files. `unknown`: the system does not say. */
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

/** Those that were within the folder and lie there no more. While the folder itself is gone nothing is known of its files: none. */
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
      // One that is gone again, or closed to us, holds nothing that could be taken.
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
