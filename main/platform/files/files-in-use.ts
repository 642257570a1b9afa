/** Renames and removes files that another program may have open for a moment: on Windows a virus scanner, an index or a backup then prevents it. */
import { renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { systemCode } from './disk-problem.ts';

/** What Windows answers then, and also for good where a person has no rights. */
export const inUse: ReadonlySet<unknown> = new Set(['EACCES', 'EBUSY', 'EPERM']);

/** Milliseconds before each further try, two seconds in all: a scanner has read the file by then. */
const pausesMs = [10, 20, 40, 80, 150, 300, 500, 900] as const;

/** @throws the system's error, also when the file is still open after two seconds */
export async function renameFile(from: string, to: string): Promise<void> {
  for (const pause of pauses()) {
    try {
      await rename(from, to);
      return;
    } catch (thrown) {
      if (!inUse.has(systemCode(thrown))) throw thrown;
    }
    await wait(pause);
  }
  await rename(from, to);
}

/** For steps that nothing may come between. The thread waits. @throws like `renameFile` */
export function renameFileSync(from: string, to: string): void {
  for (const pause of pauses()) {
    try {
      renameSync(from, to);
      return;
    } catch (thrown) {
      if (!inUse.has(systemCode(thrown))) throw thrown;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
  }
  renameSync(from, to);
}

/** Other systems rename a file that is open: there an error stays. */
const pauses = (): readonly number[] => (process.platform === 'win32' ? pausesMs : []);

/** Options of Node's `rm`, which then tries again for two seconds, on every system. */
export const removal = { recursive: true, force: true, maxRetries: 8, retryDelay: 50 } as const;
