/** The files that a person saved in this run. The page names one by its id and never by its path, so that only these are opened or shown. */
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { shell } from 'electron';
import { dropOldest } from '../../../shared/domain/drop-oldest.ts';
import { StationError } from '../../../shared/errors.ts';
import type { SavedFile } from '../../../shared/ipc/app.ts';
import { type HandlersOf, openFile } from './handler-support.ts';

export type SavedFiles = {
  /** @param written with its absolute path */
  add(written: { path: string; name: string }): SavedFile;
  handlers: Pick<HandlersOf<'app'>, 'app.showSaved' | 'app.openSaved'>;
};

/** Maximum number of files that can be shown or opened; the oldest is removed first. */
const maxSaved = 1_000;

export function createSavedFiles(): SavedFiles {
  const paths = new Map<string, string>();
  /** @throws StationError `file-missing` for an unknown id, and when the file is gone */
  async function find(savedId: string): Promise<string> {
    const path = paths.get(savedId);
    if (path === undefined || !(await stat(path).catch(() => null))?.isFile()) throw new StationError('file-missing');
    return path;
  }
  return {
    add({ path, name }) {
      const savedId = randomUUID();
      paths.set(savedId, path);
      dropOldest(paths, maxSaved);
      return { name, savedId };
    },
    handlers: {
      'app.showSaved': async ({ savedId }) => {
        shell.showItemInFolder(await find(savedId));
      },
      'app.openSaved': async ({ savedId }) => {
        const path = await find(savedId);
        // A record's file may be one that the system would run.
        if (extname(path).toLowerCase() !== '.pdf') throw new StationError('bad-request');
        await openFile(path);
      },
    },
  };
}
