/** Finds the files of paths that a person chose. */
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { type Problem, problem } from '../../../shared/errors.ts';
import { fileProblem } from './file-problem.ts';

/** `real`: the path with symbolic links and letter case resolved, which identifies a file; the path itself when it does not exist. */
export type FoundFile = { path: string; real: string; problem: Problem | null };

const natural = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Returns files themselves, and for folders their PDFs: by extension, without subfolders and hidden files, in natural order. */
export async function findFiles(paths: readonly string[]): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const chosen of paths) {
    const path = resolve(chosen);
    try {
      if ((await stat(path)).isDirectory()) found.push(...(await pdfsOf(path)));
      else found.push(await asFound(path));
    } catch (error) {
      found.push({ path, real: path, problem: fileProblem(path, error) });
    }
  }
  return found;
}

/**
 * Returns the PDFs in the subfolders of a folder, which `findFiles` leaves out; not those in folders below these, which may be many.
 * Passes over hidden files, symbolic links, folders that cannot be read, and the folders `except`.
 */
export async function pdfsInSubfolders(folder: string, except: ReadonlySet<string>): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory() || entry.name.startsWith('.') || except.has(path)) continue;
    const files = (await entriesOf(path)).filter((file) => file.isFile() && isPdf(file.name));
    found.push(...files.map(({ name }) => join(path, name)));
  }
  return found;
}

/** Empty for a file, and for a folder that cannot be read. */
const entriesOf = (folder: string) => readdir(folder, { withFileTypes: true }).catch(() => []);

const isPdf = (name: string): boolean => /\.pdf$/i.test(name) && !name.startsWith('.');

async function pdfsOf(folder: string): Promise<FoundFile[]> {
  const names = (await readdir(folder)).filter(isPdf).sort(natural.compare);
  const found: FoundFile[] = [];
  for (const name of names) {
    const path = join(folder, name);
    // A folder may be named `x.pdf`; a missing or unreadable file is listed with its problem later.
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

/** Returns the real path; the path itself when it cannot be resolved (missing, not permitted). */
const realOf = (path: string): Promise<string> => realpath(path).catch(() => path);
