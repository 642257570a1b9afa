/** Starts applications on the Electron host in a browser of their own, without Playwright's runner. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repository } from '../../e2e/electron-binary.ts';
import { launchHost } from '../../e2e/launch-host.ts';
import type { Running } from '../../e2e/running.ts';
import { startBrowser } from '../../e2e/worker-browser.ts';

const screen = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };

export type Windows = {
  /** Starts the application of a main bundle with a new data folder. `begun`: when the bundle began to load; milliseconds since 1970. */
  start: (mainBundle: string) => Promise<Running & { begun: number }>;
  close: () => Promise<void>;
};

export const ours = join(repository, 'dist/main.js');

/** An application that notes when it begins and then is the one of the bundle. */
function timed(folder: string, mainBundle: string): { application: string; begun: () => number } {
  const note = join(folder, 'begun');
  const bundle = pathToFileURL(mainBundle).href;
  const main = `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(note)}, String(Date.now()));\nawait import('${bundle}');\n`;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'timed', version: '0.0.0', type: 'module', main: 'timed.js' }));
  writeFileSync(join(folder, 'timed.js'), main);
  return { application: folder, begun: () => Number(readFileSync(note, 'utf8')) };
}

export async function openWindows(): Promise<Windows> {
  if (!existsSync(ours)) throw new Error('dist/ is not built: npm run build');
  const browser = await startBrowser(false);
  const folders: string[] = [];
  return {
    async start(mainBundle) {
      const folder = mkdtempSync(join(tmpdir(), 'bench-window-'));
      folders.push(folder);
      const { application, begun } = timed(folder, mainBundle);
      const dataDir = join(folder, 'data');
      // An installed application has no compile cache of Node.
      const env = { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', LANGUAGE: 'es', NODE_DISABLE_COMPILE_CACHE: '1' };
      const running = await launchHost({ dataDir, language: 'es', theme: 'light', ...screen, env, args: [] }, browser, application);
      return { ...running, begun: begun() };
    },
    async close() {
      await browser.close();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
