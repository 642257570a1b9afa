/** Renames a finished file to its final name in the same folder, and never replaces another file. */
import { link, open, rm, stat } from 'node:fs/promises';
import { systemCode } from './disk-problem.ts';
import { removal, renameFile } from './files-in-use.ts';

/** `taken`: another file has the name, and nothing has changed. */
type Renamed = 'renamed' | 'taken';

/**
 * Renames by a hard link: the system refuses it in one step when the name is taken, against every other process. FAT, exFAT and some
 * shares have no links. Removes the temporary name afterwards.
 */
export async function renameByLink(temporary: string, final: string): Promise<Renamed> {
  try {
    await link(temporary, final);
  } catch (thrown) {
    if (!(await isSameFile(temporary, final))) {
      if (systemCode(thrown) === 'EEXIST') return 'taken';
      throw thrown;
    }
  }
  // A virus scanner may have the temporary name open for longer: the document has its own name all the same.
  await rm(temporary, removal).catch(() => undefined);
  return 'renamed';
}

/**
 * Whether both names are of one file: a share whose answer was lost has made the link, and then says that it failed, or that the name is
 * taken. A file with one name is none of these, whatever number a file system gives it.
 */
async function isSameFile(temporary: string, final: string): Promise<boolean> {
  const [one, other] = await Promise.all([temporary, final].map((path) => stat(path, { bigint: true }).catch(() => null)));
  return one != null && other != null && one.nlink > 1n && one.ino === other.ino && one.dev === other.dev && one.ino !== 0n;
}

/**
 * Renames where there are no links: reserves the name by an empty file, which only one process can make, and replaces it. For other
 * writers the name is taken throughout. A crash between the two steps leaves the empty file, which cannot be avoided on such a file
 * system.
 */
export async function renameByReserving(temporary: string, final: string): Promise<Renamed> {
  try {
    await (await open(final, 'wx')).close();
  } catch (thrown) {
    if (systemCode(thrown) === 'EEXIST') return 'taken';
    throw thrown;
  }
  try {
    await renameFile(temporary, final);
  } catch (thrown) {
    // The first error matters more than an empty file that cannot be removed.
    await rm(final, { force: true }).catch(() => undefined);
    throw thrown;
  }
  return 'renamed';
}

/** Renames by a link, else by reserving: for any other fault the second attempt fails as well. @throws the system's error */
export async function renameIfFree(temporary: string, final: string): Promise<Renamed> {
  try {
    return await renameByLink(temporary, final);
  } catch {
    return await renameByReserving(temporary, final);
  }
}
