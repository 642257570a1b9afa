/** Copies a data folder as a process that is killed at this moment leaves it. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Copies the data folder synchronously, so that nothing of this process is written in the meantime. Returns the copy's path. */
export function asKilled(dataDir: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'station-test-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(dataDir, copy, { recursive: true, filter: (path) => !basename(path).startsWith('lock.sqlite') });
  return copy;
}
