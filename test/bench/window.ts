/**
 * The window: from the beginning of the main bundle to its first content, which answers from then on, against an application on the same host
 * that only shows a button.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { type Bench, pairs } from './lib/bench.ts';
import { openWindows, ours as oursBundle } from './lib/window.ts';

const count = 7;

const main = `
import { app, BrowserWindow, protocol, session } from 'electron';
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
void app.whenReady().then(() => {
  const page = session.fromPartition('empty');
  const files = { '/index.html': ['text/html', '<!doctype html><title>Empty</title><body><script type="module" src="./page.js"></script>'],
    '/page.js': ['text/javascript', "const button = document.createElement('button'); button.textContent = 'Go'; button.onclick = () => button.remove(); document.body.append(button);"] };
  page.protocol.handle('app', async (request) => {
    const [type, text] = files[new URL(request.url).pathname] ?? ['text/plain', ''];
    return new Response(text, { headers: { 'Content-Type': type } });
  });
  const window = new BrowserWindow({ width: 1280, height: 800, webPreferences: { session: page, sandbox: true, contextIsolation: true } });
  void window.loadURL('app://station/index.html');
});
app.on('window-all-closed', () => app.quit());
`;

function emptyApplication(): { folder: string; bundle: string } {
  const folder = mkdtempSync(join(tmpdir(), 'bench-empty-'));
  const bundle = join(folder, 'main.js');
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(bundle, main);
  return { folder, bundle };
}

/** When the page had shown its first content, and its script listened to it; milliseconds since 1970. */
async function firstContent(page: Page): Promise<number> {
  // A question about an element would lay the page out before its styles are there.
  await page.waitForLoadState('load');
  return page.evaluate(async () => {
    const paint = () => performance.getEntriesByName('first-contentful-paint')[0];
    while (!paint()) await new Promise((resolve) => setTimeout(resolve, 20));
    const answers = performance.getEntriesByName('answers')[0];
    return performance.timeOrigin + Math.max(paint()?.startTime ?? 0, answers?.startTime ?? 0);
  });
}

export const bench: Bench = {
  name: 'window',
  async measure(say) {
    const windows = await openWindows();
    const empty = emptyApplication();
    const time = async (bundle: string): Promise<number> => {
      const { page, begun, quit } = await windows.start(bundle);
      const shown = (await firstContent(page)) - begun;
      await quit();
      say(`${bundle === empty.bundle ? 'empty' : 'ours'}: ${shown.toFixed(0)} ms`);
      return shown;
    };
    try {
      const { ours, reference } = await pairs(
        count,
        () => time(oursBundle),
        () => time(empty.bundle),
      );
      return [{ what: 'window: main bundle to interactive', unit: 'ms', ours, reference, goal: { atMost: 1.3 } }];
    } finally {
      await windows.close();
      rmSync(empty.folder, { recursive: true, force: true });
    }
  },
};
