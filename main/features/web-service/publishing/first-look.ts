/**
 * What changed in the watched folder while nobody watched: until the file of a publication was looked at once, it does not go
 * out, and what lies there no more, or is another, is withdrawn at once. What is new comes by the watch.
 */
import pLimit from 'p-limit';
import { hashFile } from '../../../platform/files/hash-file.ts';
import { keyOfFile } from './file-key.ts';
import type { FolderPublications } from './folder-publications.ts';
import { canRead, isWithin, partsOf, whatIs } from './folder-scan.ts';
import { atMost } from './folder-watch.ts';
import type { PublicationRow } from './publication-row.ts';
import type { Watched } from './watched-folder.ts';

const lookedAtOnce = 4;

export type FirstLook = {
  /** From a folder that is not watched (any longer), or from a file that was not looked at yet. A person's own do not wait. */
  waits(one: Pick<PublicationRow, 'path' | 'gone'>): boolean;
  /** Resolves when all were looked at, or after `patience` (milliseconds); then it goes on by itself. Never rejects. */
  look(watched: Watched, patience: number): Promise<void>;
  /** Leaves off looking. */
  end(): void;
};

type Look = { folder: string; waiting: Set<string> };

/** @param what for tests of a slow folder */
export function createFirstLook(publications: FolderPublications, what: typeof whatIs = whatIs): FirstLook {
  let current: Look = { folder: '', waiting: new Set() };

  async function lookAt(mine: Look, path: string, { folder, key: kind }: Watched): Promise<'gone' | 'seen'> {
    const found = await what(folder, path);
    if (found !== 'file') return found === 'gone' ? 'gone' : 'seen';
    // One that cannot be read now is not gone: the watch tells of it.
    const digest = await hashFile(path).catch(() => null);
    if (digest && current === mine) publications.stays(path, digest.sha256, keyOfFile(partsOf(folder, path), kind));
    return 'seen';
  }

  async function all(mine: Look, watched: Watched): Promise<void> {
    const { folder } = watched;
    const lost: string[] = [];
    // While the folder itself is not there, nothing is known of its files.
    if (await canRead(folder)) {
      const limit = pLimit(lookedAtOnce);
      const step = async (path: string): Promise<void> => {
        if (current !== mine) return;
        if ((await lookAt(mine, path, watched)) === 'gone') lost.push(path);
        else mine.waiting.delete(path);
      };
      // What the full disk does not take is done by the watch.
      await Promise.all([...mine.waiting].map((path) => limit(() => step(path).catch(() => undefined))));
    }
    const there = await canRead(folder);
    for (const path of lost) if (there && current === mine) publications.gone(path);
    mine.waiting.clear();
  }

  return {
    waits: ({ path, gone }) => path !== null && !gone && (current.waiting.has(path) || !isWithin(current.folder, path)),
    async look(watched, patience) {
      const { folder } = watched;
      const mine = { folder, waiting: new Set(publications.offeredPaths().filter((path) => isWithin(folder, path))) };
      current = mine;
      if (folder === '') return;
      const looking = all(mine, watched).catch(() => mine.waiting.clear());
      await atMost(looking, patience);
    },
    end() {
      current = { folder: current.folder, waiting: new Set(current.waiting) };
    },
  };
}
