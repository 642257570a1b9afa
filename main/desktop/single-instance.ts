/** One window per data folder: a further start hands its files over to the first one, and ends. */
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import { makeFolder } from '../platform/files/make-folder.ts';

/**
 * Returns false when another instance runs. That one comes to the front and gets the files of this start, as this start read them: the
 * arguments that Electron hands over are in Chromium's order.
 *
 * Electron says the same where it cannot make its lock, in the data folder and the folder for temporary files: a person would see no window
 * and no message. There this start continues: opening the station says what is wrong with its folder, and has a lock of its own.
 */
export function claimSingleInstance(dataDir: string, paths: readonly string[], openPaths: (paths: readonly string[]) => void): boolean {
  if (![dataDir, tmpdir()].every(takesFiles)) return true;
  if (!app.requestSingleInstanceLock({ paths })) return false;
  app.on('second-instance', (_event, _argv, _workingDirectory, handedOver) => {
    const { paths: more } = (handedOver ?? {}) as { paths?: unknown };
    openPaths(Array.isArray(more) ? more.filter((path) => typeof path === 'string') : []);
  });
  return true;
}

/** Makes the folder when it is missing. */
function takesFiles(folder: string): boolean {
  try {
    makeFolder(folder, 0o700);
    rmdirSync(mkdtempSync(join(folder, 'probe-')));
    return true;
  } catch {
    return false;
  }
}
