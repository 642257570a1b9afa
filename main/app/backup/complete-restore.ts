/** Completes a restore by renaming folders. A kill may interrupt it at any step; the next start repeats it. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StationError } from '../../../shared/errors.ts';
import { removal, renameFile } from '../../platform/files/files-in-use.ts';
import { syncFolder } from '../../platform/files/write-whole.ts';
import { inDataFolder } from '../../platform/storage/in-data-folder.ts';
import { isData, ledgerName } from './format.ts';

/** In the data folder: a completely unpacked backup that is not in its place yet. */
export const restoring = 'restore';
/** Name of that folder while the backup is unpacked, and again once the backup is in its place. */
export const unfinished = `${restoring}.part`;
/** Subfolder of both with the data of the backup. */
export const newData = 'new';
export const planName = 'plan.json';

const planSchema = z.object({
  /** Time of the backup, ISO 8601. */
  madeAt: z.iso.datetime(),
  /** Name of the folder for the replaced data. */
  before: z.string().regex(/^before-restore-[\w-]+$/),
  keepsLedger: z.boolean(),
});
export type RestorePlan = z.infer<typeof planSchema>;

/**
 * Completes a restore that was cut off. Call it before opening the data. Each step can be repeated.
 * @returns the name of the folder with the data before it; null when there were none, and without a restore
 * @throws StationError `disk-full`, `data-folder-unusable` (cause `damaged`: the plan cannot be read)
 */
export async function completeRestore(dataDir: string): Promise<string | null> {
  const folder = join(dataDir, restoring);
  const rest = join(dataDir, unfinished);
  return inDataFolder(async () => {
    await rm(rest, removal);
    if (!existsSync(folder)) return null;
    const { madeAt, before, keepsLedger } = readPlan(await readFile(join(folder, planName), 'utf8'));
    const stays = (name: string): boolean => keepsLedger && name === ledgerName;
    const [from, replaced, moved] = [join(folder, newData), join(dataDir, before), join(folder, 'moved')];
    if (!existsSync(moved)) {
      await mkdir(replaced, { recursive: true, mode: 0o700 });
      await restoreFollowed(dataDir);
      for (const name of await readdir(dataDir))
        if (isData(name) && !stays(name)) await renameFile(join(dataDir, name), join(replaced, name));
      await syncFolder(replaced);
      await syncFolder(dataDir);
      await writeFile(moved, '');
      await syncFolder(folder);
    }
    for (const name of await readdir(from)) if (!stays(name)) await renameFile(join(from, name), join(dataDir, name));
    await writeFile(join(dataDir, markOf(madeAt)), '');
    await syncFolder(dataDir);
    await renameFile(folder, rest);
    await rm(rest, removal);
    if ((await readdir(replaced)).length > 0) return before;
    await rm(replaced, removal);
    return null;
  });
}

function readPlan(text: string): RestorePlan {
  try {
    return planSchema.parse(JSON.parse(text));
  } catch (thrown) {
    throw new StationError('data-folder-unusable', { cause: 'damaged' }, { cause: thrown });
  }
}

/** An empty file in the data folder from a restore until the next start. Its name has the time of the backup: an empty file is never incomplete. */
const mark = /^restored-(\d{1,15})$/;
const markOf = (madeAt: string): string => `restored-${Date.parse(madeAt)}`;

/** Returns when the restored backup was made (ISO 8601), until `restoreFollowed` is called; null without a restore. @throws StationError `data-folder-unusable` */
export function restoredFrom(dataDir: string): Promise<string | null> {
  return inDataFolder(async () => {
    const found = (await readdir(dataDir)).flatMap((name) => mark.exec(name)?.[1] ?? []);
    return found[0] === undefined ? null : new Date(Number(found[0])).toISOString();
  });
}

/** Removes the mark of a restore. Call it after the first start. @throws StationError `data-folder-unusable` */
export function restoreFollowed(dataDir: string): Promise<void> {
  return inDataFolder(async () => {
    for (const name of await readdir(dataDir)) if (mark.test(name)) await rm(join(dataDir, name), { force: true });
  });
}
