/**
 * Checks the files of the watched folder after a time without a watch: a publication does not go out until its file was
 * checked once, and is withdrawn when the file is missing or has changed. New files come by the watch.
 */
import pLimit from 'p-limit';
import { hashFile } from '../../../platform/files/hash-file.ts';
import { within } from '../../../platform/runtime/within.ts';
import { keyOfFile } from './file-key.ts';
import type { FolderPublications } from './folder-publications.ts';
import { canRead, isWithin, partsOf, type whatIs } from './folder-scan.ts';
import type { PublicationRow } from './publication-row.ts';
import type { Watched } from './watched-folder.ts';

const checkConcurrency = 4;

export type FirstLook = {
  /** True for a publication of a folder that is not watched, or of a file that was not checked yet; false for a person's own. */
  waits(one: Pick<PublicationRow, 'path' | 'gone'>): boolean;
  /** Resolves when all were checked, or after `maxWait` (milliseconds); the check then continues. Never rejects. */
  look(watched: Watched, maxWait: number): Promise<void>;
  /** Stops the check. */
  end(): void;
};

type Look = { folder: string; waiting: Set<string> };

/** @param what replaced in tests of a slow folder */
export function createFirstLook(publications: FolderPublications, what: typeof whatIs): FirstLook {
  let current: Look = { folder: '', waiting: new Set() };

  async function lookAt(mine: Look, path: string, { folder, key: kind }: Watched): Promise<'gone' | 'seen'> {
    const found = await what(folder, path);
    if (found !== 'file') return found === 'gone' ? 'gone' : 'seen';
    // A file that cannot be read now is not gone: the watch reports it.
    const digest = await hashFile(path).catch(() => null);
    if (digest && current === mine) publications.stays(path, digest.sha256, keyOfFile(partsOf(folder, path), kind));
    return 'seen';
  }

  async function all(mine: Look, watched: Watched): Promise<void> {
    const { folder } = watched;
    const lost: string[] = [];
    // While the folder itself is missing, nothing is known about its files.
    if (await canRead(folder)) {
      const limit = pLimit(checkConcurrency);
      const step = async (path: string): Promise<void> => {
        if (current !== mine) return;
        if ((await lookAt(mine, path, watched)) === 'gone') lost.push(path);
        else mine.waiting.delete(path);
      };
      // The watch repeats what fails on a full disk.
      await Promise.all([...mine.waiting].map((path) => limit(() => step(path).catch(() => undefined))));
    }
    const there = await canRead(folder);
    for (const path of lost) if (there && current === mine) publications.gone(path);
    mine.waiting.clear();
  }

  return {
    waits: ({ path, gone }) => path !== null && !gone && (current.waiting.has(path) || !isWithin(current.folder, path)),
    async look(watched, maxWait) {
      const { folder } = watched;
      const mine = { folder, waiting: new Set(publications.offeredPaths().filter((path) => isWithin(folder, path))) };
      current = mine;
      if (folder === '') return;
      const looking = all(mine, watched).catch(() => mine.waiting.clear());
      await within(looking, maxWait, null);
    },
    end() {
      current = { folder: current.folder, waiting: new Set(current.waiting) };
    },
  };
}
