/** Finds a complete file that an earlier run wrote under a name, or that name with a number, before it was cut off. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { candidateName, nameLimits } from './file-name.ts';
import { hashFile } from './hash-file.ts';

/** Numbers that are tried. Gaps do not end the search: a file with a lower number may have been removed since. */
const maxNumbers = 100;

/**
 * Returns the file with this content, by size and SHA-256; null when there is none, or the folder cannot be read.
 * @param taken paths of files that were found for others, which do not count; the one that is returned is added
 */
export async function findExistingCopy(
  folder: string,
  name: string,
  content: { size: number; sha256: string },
  taken = new Set<string>(),
): Promise<{ path: string; name: string } | null> {
  for (const candidate of candidates(name)) {
    const path = join(folder, candidate);
    const found = taken.has(path) ? null : await stat(path).catch(() => null);
    if (found?.size !== content.size || (await sha256Of(path)) !== content.sha256) continue;
    taken.add(path);
    return { path, name: candidate };
  }
  return null;
}

function candidates(name: string): Set<string> {
  const numbers = Array.from({ length: maxNumbers }, (_, index) => index + 1);
  return new Set(nameLimits.flatMap((limit) => numbers.map((n) => candidateName(name, n, limit))));
}

/** Returns null for a file that cannot be read, such as one that another program has locked. */
const sha256Of = (path: string): Promise<string | null> =>
  hashFile(path).then(
    ({ sha256 }) => sha256,
    () => null,
  );
