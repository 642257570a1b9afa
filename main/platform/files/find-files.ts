/** From paths that a person chose to the files they stand for. */
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type Problem, problem } from '../../../shared/errors.ts';
import { fileProblem } from './file-problem.ts';

/** `real` tells one file from another (symbolic links and letter case resolved); a path that leads nowhere is its own. */
export type FoundFile = { path: string; real: string; problem: Problem | null };

const natural = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Files as they are, folders as their PDFs (by extension, not deeper, hidden ones left out, in natural order). */
export async function findFiles(paths: readonly string[]): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const given of paths) {
    const path = resolve(given);
    try {
      if ((await stat(path)).isDirectory()) found.push(...(await pdfsOf(path)));
      else found.push(await asFound(path));
    } catch (error) {
      found.push({ path, real: path, problem: fileProblem(path, error) });
    }
  }
  return found;
}

async function pdfsOf(folder: string): Promise<FoundFile[]> {
  const names = (await readdir(folder)).filter((name) => /\.pdf$/i.test(name) && !name.startsWith('.')).sort(natural.compare);
  const found: FoundFile[] = [];
  for (const name of names) {
    const path = join(folder, name);
    // A folder may be called `x.pdf`; a file that vanished or is closed to us is listed with its problem later.
    const isFolder = await stat(path).then(
      (entry) => entry.isDirectory(),
      () => false,
    );
    if (!isFolder) found.push(await asFound(path));
  }
  if (found.length > 0) return found;
  return [{ path: folder, real: await realOf(folder), problem: problem('folder-empty', { name: basename(folder) }) }];
}

const asFound = async (path: string): Promise<FoundFile> => ({ path, real: await realOf(path), problem: null });

/** A path that does not resolve (missing, closed to us) is compared as it is written. */
const realOf = (path: string): Promise<string> => realpath(path).catch(() => path);
