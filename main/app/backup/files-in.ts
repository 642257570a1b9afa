/** The files of a data folder that a backup has. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { assertFolderThere } from '../../platform/storage/folder-elsewhere.ts';
import { fileName } from './format.ts';

/**
 * Follows links: an administrator may have moved a folder or a file to another disk.
 * @returns names relative to the data folder, with `/`; sizes in bytes
 * @throws the system's error, also for a link that leads nowhere; StationError `data-folder-unusable` (context `encrypted`) while the disk of
 * the encrypted files is away
 */
export async function filesIn(dataDir: string): Promise<{ name: string; size: number }[]> {
  const names = await readdir(dataDir);
  if (names.includes('encrypted')) assertFolderThere(join(dataDir, 'encrypted'));
  for (const folder of ['encrypted', 'quarantine'].filter((one) => names.includes(one)))
    names.push(...(await readdir(join(dataDir, folder))).map((name) => `${folder}/${name}`));
  const wanted = names.filter((name) => fileName.test(name)).sort();
  const found = await Promise.all(wanted.map(async (name) => ({ name, entry: await stat(join(dataDir, name)) })));
  return found.flatMap(({ name, entry }) => (entry.isFile() ? [{ name, size: entry.size }] : []));
}
