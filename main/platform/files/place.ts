/** Gives a finished file its final name, beside it, without ever replacing another file. */
import { link, open, rename, rm } from 'node:fs/promises';
import { systemCode } from './disk-problem.ts';

/** Whether the name was free and is now the file's. After `taken`, nothing has changed. */
type Placed = 'placed' | 'taken';

/**
 * By a second name for the same file: the system refuses that in one step when the name is taken, against
 * every other process. Not on FAT, exFAT and some shares. The temporary name goes afterwards.
 */
export async function placeByLink(temporary: string, final: string): Promise<Placed> {
  try {
    await link(temporary, final);
  } catch (thrown) {
    if (systemCode(thrown) === 'EEXIST') return 'taken';
    throw thrown;
  }
  // A virus scanner may hold the temporary name open: the document stands under its own name all the same.
  await rm(temporary, { force: true }).catch(() => undefined);
  return 'placed';
}

/**
 * Where there are no links: the name is reserved by an empty file that only its maker gets, and then our own
 * empty file is replaced. Other writers see the name as taken throughout. A crash between the two steps
 * leaves the empty file, which is the least that such a file system allows.
 */
export async function placeByReserving(temporary: string, final: string): Promise<Placed> {
  try {
    await (await open(final, 'wx')).close();
  } catch (thrown) {
    if (systemCode(thrown) === 'EEXIST') return 'taken';
    throw thrown;
  }
  try {
    await rename(temporary, final);
  } catch (thrown) {
    await rm(final, { force: true });
    throw thrown;
  }
  return 'placed';
}

/** By link, and by reserving where the file system has no links: whatever else is wrong, the second way says so too. */
export async function place(temporary: string, final: string): Promise<Placed> {
  try {
    return await placeByLink(temporary, final);
  } catch {
    return await placeByReserving(temporary, final);
  }
}
