/**
 * Whether the folder of encrypted files is the one that has them. An administrator can put it on another disk or share; while that is not
 * mounted, an empty folder is in its place, in which all of its files would count as lost, and in which new ones would be hidden later.
 */
import { readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { StationError } from '../../../shared/errors.ts';
import type { Database } from './database.ts';
import { openJsonRows } from './json-rows.ts';

export type FolderElsewhere = {
  /** Whether the folder was on another disk when it was opened, and is not now. */
  isAway(): boolean;
  /** @throws StationError `data-folder-unusable` (context `encrypted`) when it is away */
  assertThere(): void;
};

export const awayProblem = (): StationError => new StationError('data-folder-unusable', { cause: 'ENOENT', context: 'encrypted' });

const isOnOtherDisk = (folder: string): boolean =>
  statSync(folder, { throwIfNoEntry: false })?.dev !== statSync(dirname(folder), { throwIfNoEntry: false })?.dev;

/**
 * @param wasMade the folder was missing altogether: its files are lost, or a person has removed the empty one for that
 * @param hasFiles whether there are any
 * @param isOwn whether a name is of one of them
 * @throws StationError `data-folder-unusable` (context `encrypted`) when it was on another disk, and has none of its files here
 */
export function openFolderElsewhere(
  database: Database,
  folder: string,
  { wasMade, hasFiles, isOwn }: { wasMade: boolean; hasFiles: () => boolean; isOwn(name: string): boolean },
): FolderElsewhere {
  const stored = openJsonRows(database, 'encrypted-folder', z.literal('other-disk'));
  const isElsewhere = isOnOtherDisk(folder);
  if (isElsewhere && stored.get('place') === null) stored.put('place', 'other-disk');
  if (!isElsewhere && stored.get('place') !== null) {
    if (!wasMade && hasFiles() && !readdirSync(folder).some(isOwn)) throw awayProblem();
    // Its files were moved here, or are lost.
    stored.remove('place');
  }
  const isAway = (): boolean => isElsewhere && !isOnOtherDisk(folder);
  return {
    isAway,
    assertThere() {
      if (isAway()) throw awayProblem();
    },
  };
}
