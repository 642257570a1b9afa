/**
 * Whether the folder of encrypted files is the one that has them. An administrator can put it on another disk or share; while that is not
 * mounted, an empty folder is in its place, in which all of its files would count as lost, and in which new ones would be hidden later.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StationError } from '../../../shared/errors.ts';
import { syncFolder } from '../files/write-whole.ts';
import { parseName } from './encrypted-file-name.ts';
import { inDataFolder } from './in-data-folder.ts';

export type FolderElsewhere = {
  /** Whether the folder was on another disk when it was opened, and is not now. */
  isAway(): boolean;
  /** @throws StationError `data-folder-unusable` (context `encrypted`) when it is away */
  assertThere(): void;
};

export const awayProblem = (): StationError => new StationError('data-folder-unusable', { cause: 'ENOENT', context: 'encrypted' });

const isOnOtherDisk = (folder: string): boolean =>
  statSync(folder, { throwIfNoEntry: false })?.dev !== statSync(dirname(folder), { throwIfNoEntry: false })?.dev;

/** An empty file next to the folder while that is on another disk: a backup, which opens no database, reads it too. */
const markOf = (folder: string): string => `${folder}-on-other-disk`;

/** @throws StationError `data-folder-unusable` (context `encrypted`) for a folder that was on another disk, and has no encrypted file here */
export function assertFolderThere(folder: string): void {
  if (existsSync(markOf(folder)) && !isOnOtherDisk(folder) && !readdirSync(folder).some((name) => parseName(name) !== null))
    throw awayProblem();
}

/**
 * @param wasMade the folder was missing altogether: its files are lost, or a person has removed the empty one for that
 * @param hasFiles whether there are any
 * @throws StationError `data-folder-unusable` (context `encrypted`) when it was on another disk, and has none of its files here; `disk-full`
 */
export async function openFolderElsewhere(
  folder: string,
  { wasMade, hasFiles }: { wasMade: boolean; hasFiles: boolean },
): Promise<FolderElsewhere> {
  const isElsewhere = isOnOtherDisk(folder);
  if (!isElsewhere && !wasMade && hasFiles) assertFolderThere(folder);
  await inDataFolder(async () => {
    if (isElsewhere === existsSync(markOf(folder))) return;
    // Otherwise its files were moved here, or are lost.
    if (isElsewhere) await writeFile(markOf(folder), '', { mode: 0o600 });
    else await rm(markOf(folder));
    await syncFolder(dirname(folder));
  });
  const isAway = (): boolean => isElsewhere && !isOnOtherDisk(folder);
  return {
    isAway,
    assertThere() {
      if (isAway()) throw awayProblem();
    },
  };
}
