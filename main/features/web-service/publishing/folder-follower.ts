/** Follows the watched folder of the settings: opens and closes its watch, one change at a time. */
import pLimit from 'p-limit';
import { type Problem, StationError } from '../../../../shared/errors.ts';
import { createFirstLook, type FirstLook } from './first-look.ts';
import { createFolderPublications, type FolderDeps } from './folder-publications.ts';
import type { whatIs } from './folder-scan.ts';
import { openWatchedFolder, type Watched, type WatchedFolder, type WatchedFolderDeps } from './watched-folder.ts';

export type FolderFollowerDeps = FolderDeps & Omit<WatchedFolderDeps, 'publications'> & { what: typeof whatIs };

export type FolderFollower = Pick<FirstLook, 'waits'> & {
  /** Watches this folder in place of the one before; empty for none. See `Publishing.watch`. */
  watch(settings: Watched): Promise<void>;
  problem(): Problem | null;
  /** See `Publishing`. */
  reading(): boolean;
  close(): Promise<void>;
};

export function openFolderFollower({ readFacts, pace, what, changed, unpublished, ...deps }: FolderFollowerDeps): FolderFollower {
  const publications = createFolderPublications(deps);
  const firstLook = createFirstLook(publications, what);
  let folder: WatchedFolder | null = null;
  let opening = false;
  /** Runs one opening or closing at a time. */
  const inTurn = pLimit(1);
  async function closeFolder(): Promise<void> {
    firstLook.end();
    await folder?.close();
    folder = null;
  }
  function withdrawOthers(watched: string): void {
    try {
      publications.only(watched);
    } catch (thrown) {
      // The disk is full: they wait, and are withdrawn the next time.
      if (!(thrown instanceof StationError)) throw thrown;
    }
  }

  return {
    waits: firstLook.waits,
    watch: (settings) =>
      inTurn(async () => {
        await closeFolder();
        const firstLookDone = firstLook.look(settings, pace.first);
        withdrawOthers(settings.folder);
        if (settings.folder !== '') {
          opening = true;
          folder = await openWatchedFolder(settings, { publications, readFacts, pace, changed, unpublished }).finally(() => {
            opening = false;
          });
        }
        await firstLookDone;
        changed();
      }),
    problem: () => folder?.problem() ?? null,
    reading: () => opening || folder?.reading() === true,
    close: () => inTurn(closeFolder),
  };
}
