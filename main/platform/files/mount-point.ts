/**
 * Mount points of Linux and macOS. While a share or disk is not mounted, the folder below its mount point takes its files and hides them
 * later. The number of a device says nothing: a share has another one each time it is mounted.
 */
import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A path that goes through the folder has a share mounted that is mounted on use. */
const deviceOf = async (folder: string): Promise<number> => (await stat(`${folder}/.`)).dev;

/** Whether something is mounted at a folder. Never rejects. */
export async function isMounted(folder: string): Promise<boolean> {
  try {
    return (await deviceOf(folder)) !== (await deviceOf(dirname(folder)));
  } catch {
    return false;
  }
}

/** Returns the mount point that a folder is at or below; null for that of the whole system, and where there are none. Never rejects. */
export async function mountPointOf(folder: string): Promise<string | null> {
  let point = await realpath(folder).catch(() => folder);
  while (point !== dirname(point)) {
    if (await isMounted(point)) return point;
    point = dirname(point);
  }
  return null;
}
