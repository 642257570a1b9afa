/**
 * Whether the folder of encrypted files is the one that has them. An administrator can put it on another disk or share; while that is not
 * mounted, the folder below it is in its place, empty or with files of before: all others would count as lost, and new ones would be hidden
 * later. A mark next to the folder says that it is on another disk, and one in it that it is the folder that is meant.
 */
import { existsSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StationError } from '../../../shared/errors.ts';
import { syncFolder } from '../files/write-whole.ts';
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

/** Both are empty files: a backup, which opens no database, reads them too. */
const marksOf = (folder: string) => ({ beside: `${folder}-on-other-disk`, inside: join(folder, 'on-other-disk') });

/** @throws StationError `data-folder-unusable` (context `encrypted`) for another folder than the one that was on another disk */
export function assertFolderThere(folder: string): void {
  const { beside, inside } = marksOf(folder);
  if (existsSync(beside) && !existsSync(inside)) throw awayProblem();
}

/**
 * @param wasMade the folder was missing altogether: its files are lost, or a person has removed the one in its place for that
 * @param hasFiles whether there are any
 * @throws StationError `data-folder-unusable` (context `encrypted`) when it was on another disk, and this is another one; `disk-full`
 */
export async function openFolderElsewhere(
  folder: string,
  { wasMade, hasFiles }: { wasMade: boolean; hasFiles: boolean },
): Promise<FolderElsewhere> {
  if (!wasMade && hasFiles) assertFolderThere(folder);
  const isElsewhere = isOnOtherDisk(folder);
  const { beside, inside } = marksOf(folder);
  // In this order, so that the one next to it is never there alone. Without another disk, the files were moved here, or are lost.
  const change = (mark: string) => (isElsewhere ? writeFile(mark, '', { mode: 0o600 }) : rm(mark));
  await inDataFolder(async () => {
    for (const mark of isElsewhere ? [inside, beside] : [beside, inside]) {
      if (isElsewhere === existsSync(mark)) continue;
      await change(mark);
      await syncFolder(dirname(mark));
    }
  });
  const isAway = (): boolean => isElsewhere && !isOnOtherDisk(folder);
  return {
    isAway,
    assertThere() {
      if (isAway()) throw awayProblem();
    },
  };
}
