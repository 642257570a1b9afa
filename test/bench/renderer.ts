/**
 * JavaScript of the page until a person does something, compressed with gzip: every script that the window loads until its first screen
 * is there and nothing more is asked for. pdf.js is not among them: it is loaded with the first document.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { repository } from '../e2e/electron-binary.ts';
import type { Bench } from './lib/bench.ts';
import { openWindows, ours } from './lib/window.ts';

/** Milliseconds in which a script that is still to come would have been asked for. */
const quiet = 3_000;

/** KiB of a script. */
const sizeOf = (name: string): number => gzipSync(readFileSync(join(repository, 'dist/renderer/assets', name)), { level: 9 }).length / 1024;

async function loadedScripts(): Promise<string[]> {
  const windows = await openWindows();
  try {
    const { page, quit } = await windows.start(ours);
    await page.locator('.sign-page button').first().waitFor();
    await page.waitForTimeout(quiet);
    const urls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    await quit();
    return urls.filter((url) => url.endsWith('.js')).map((url) => basename(new URL(url).pathname));
  } finally {
    await windows.close();
  }
}

export const bench: Bench = {
  name: 'renderer',
  async measure(say) {
    const scripts = await loadedScripts();
    if (scripts.some((name) => readFileSync(join(repository, 'dist/renderer/assets', name), 'utf8').includes('pdf.worker'))) {
      say('pdf.js is loaded before the first document');
    }
    const total = scripts.reduce((sum, name) => sum + sizeOf(name), 0);
    say(`${scripts.length} scripts`);
    return [{ what: 'JavaScript before the first interaction', unit: 'KiB gzip', ours: [total], reference: null, goal: { atMost: 200 } }];
  },
};
