/** Copies a data folder as a process that is killed at this moment leaves it. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * Copies the data folder synchronously, so that this thread writes nothing in the meantime. Workers do:
 * where one moves a file between the list of names and its turn, the copy begins again. Returns the copy's path.
 */
export function asKilled(dataDir: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'station-test-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (;;) {
    try {
      cpSync(dataDir, copy, { recursive: true, filter: (path) => !basename(path).startsWith('lock.sqlite') });
      return copy;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      rmSync(copy, { recursive: true, force: true });
    }
  }
}
