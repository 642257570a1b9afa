/** What lies in the watched folder, asked of the file system itself. */
import { lstat, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isWatched } from './file-key.ts';

/** Another one when the file is another, or was written to; null for what is no file: symbolic links are none. */
export async function stampOf(path: string): Promise<string | null> {
  const found = await lstat(path, { bigint: true }).catch(() => null);
  return found?.isFile() ? `${found.ino} ${found.size} ${found.mtimeNs}` : null;
}

/** Stamps of the files by path, directly inside and in subfolders. @throws the system's error when the folder cannot be listed */
export async function filesIn(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const take = async (within: string, deeper: boolean): Promise<void> => {
    for (const entry of await readdir(within, { withFileTypes: true })) {
      const path = join(within, entry.name);
      // One that is gone again, or closed to us, holds nothing that could be taken.
      if (entry.isDirectory() && deeper) await take(path, false).catch(() => undefined);
      else if (entry.isFile() && isWatched(relative(folder, path).split(sep))) {
        const stamp = await stampOf(path);
        if (stamp !== null) found.set(path, stamp);
      }
    }
  };
  await take(folder, true);
  return found;
}
