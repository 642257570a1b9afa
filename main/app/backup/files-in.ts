/** The files of a data folder that a backup has. */
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileName } from './format.ts';

/** Names relative to the data folder, with `/`; sizes in bytes. @throws the system's error */
export async function filesIn(dataDir: string): Promise<{ name: string; size: number }[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(dataDir, join(parentPath, name)).replaceAll(sep, '/'))
    .filter((name) => fileName.test(name))
    .sort();
  return Promise.all(names.map(async (name) => ({ name, size: (await stat(join(dataDir, name))).size })));
}
