/**
 * `electron.crashReporter` on the host: writes a dump for a page that ends, where Crashpad would. Like a real one, a dump has a part of the
 * page's memory: here the whole text of the page.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CrashReporter } from 'electron';
import { app } from './app.ts';

let isStarted = false;

export const crashReporter: Pick<CrashReporter, 'start'> = {
  start({ submitURL, uploadToServer = true }) {
    if (uploadToServer && submitURL === undefined)
      throw new Error('submitURL is a required option to crashReporter.start when uploadToServer is true');
    isStarted = true;
  },
};

/** @param text what the page showed */
export function dumpPage(text: string): void {
  if (!isStarted) return;
  const folder = join(app.getPath('crashDumps'), 'pending');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${randomUUID()}.dmp`), `MDMP${text}`);
}
