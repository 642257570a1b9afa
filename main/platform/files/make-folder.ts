/** Makes a folder with its parents. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from './disk-problem.ts';

/**
 * Makes a folder and the parents that are missing; harmless when it exists. Not Node's `recursive`: where the system says that a folder
 * does not exist although its parent does (`/proc`, an automount without that key), Node 24 makes the parent again without end.
 * @param mode of each folder that is made
 * @throws Error of the system
 */
export function makeFolder(path: string, mode = 0o777): void {
  try {
    mkdirSync(path, { mode });
  } catch (thrown) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    const parent = dirname(path);
    if (systemCode(thrown) !== 'ENOENT' || parent === path || statSync(parent, { throwIfNoEntry: false })) throw thrown;
    makeFolder(parent, mode);
    makeFolder(path, mode);
  }
}
