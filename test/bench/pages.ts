/**
 * A long document in the window: 600 scanned pages, 150 MiB. From the key that opens it to its drawn first page, next to bare pdf.js on the
 * same host; then the memory of the page after 20 and after all pages, and the frames of the way there.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import type { Running } from '../e2e/running.ts';
import { retainNoBodies } from '../electron-host/retain-no-bodies.ts';
import { bareViewer } from './lib/bare-viewer.ts';
import { type Bench, type Figure, pairs } from './lib/bench.ts';
import { writeScannedPages } from './lib/scanned-pages.ts';
import { openWindows, ours as oursBundle } from './lib/window.ts';

const count = 5;
const pages = 600;
const fewPages = 20;
/** Milliseconds between two pages on the way through the document. */
const perPage = 120;

/** Milliseconds from the action to the page that a selector finds. */
async function timed(page: Page, action: () => Promise<unknown>, selector: string): Promise<number> {
  const shown = page.evaluate(
    (sought) =>
      new Promise<number>((resolve) => {
        const look = () => (document.querySelector(sought) === null ? requestAnimationFrame(look) : resolve(Date.now()));
        look();
      }),
    selector,
  );
  const begun = Date.now();
  await action();
  return (await shown) - begun;
}

const firstPage = '.pdfViewer .page[data-page-number="1"][data-loaded="true"] canvas';

async function openOurs({ page, answerDialog }: Running, path: string): Promise<number> {
  await page.locator('.sign-page button').first().waitFor();
  await answerDialog([path]);
  return timed(page, () => page.keyboard.press('Control+O'), firstPage);
}

async function openBare({ page }: Running): Promise<number> {
  await page.locator('button').first().waitFor();
  return timed(page, () => page.locator('button').first().click(), 'canvas[data-drawn]');
}

/** Bytes of the largest renderer of the browser. */
async function rendererMemory(page: Page): Promise<number> {
  const devtools = await (page.context().browser()?.newBrowserCDPSession() ?? Promise.reject(new Error('no browser')));
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) * 1024);
  return Math.max(...sizes);
}

/** A script of a frame, as the browser reports it. */
type Script = { duration: number; sourceURL: string; invoker: string };

/** Begins to note frames of more than 100 ms, and those in which other scripts than those of pdf.js took so long. */
const watchFrames = (page: Page) =>
  page.evaluate(() => {
    const noted = { ours: 0, all: 0, scripts: [] as string[] };
    Object.assign(window, { noted });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.duration <= 100) continue;
        noted.all += 1;
        const scripts = (entry as PerformanceEntry & { scripts: Script[] }).scripts;
        // What pdf.js draws begins with a message of its worker.
        const own = scripts.filter(({ invoker }) => invoker !== 'Worker.onmessage');
        if (own.reduce((sum, { duration }) => sum + duration, 0) <= 100) continue;
        noted.ours += 1;
        noted.scripts.push(own.map(({ duration, sourceURL, invoker }) => `${duration.toFixed(0)} ms ${sourceURL} ${invoker}`).join('; '));
      }
    }).observe({ type: 'long-animation-frame', buffered: false });
  });

const framesOf = (page: Page) =>
  page.evaluate(() => (window as unknown as Window & { noted: { ours: number; all: number; scripts: string[] } }).noted);

/** Scrolls page by page. */
const scrollTo = (page: Page, from: number, to: number) =>
  page.evaluate(
    async ([first, last, wait]) => {
      const area = document.querySelector('.viewer-scroll');
      for (let number = first; number <= last; number += 1) {
        const shown = document.querySelector<HTMLElement>(`.pdfViewer .page[data-page-number="${number}"]`);
        if (!area || !shown) throw new Error(`no page ${number}`);
        area.scrollTop = shown.offsetTop;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    },
    [from, to, perPage] as const,
  );

async function throughAll(running: Running, path: string, say: (text: string) => void): Promise<Figure[]> {
  const { page } = running;
  // The host does so for its own connection, this process has another.
  await retainNoBodies(page);
  await openOurs(running, path);
  // Until the document is listed, with its facts.
  await page.getByText(`${pages}`).first().waitFor({ state: 'attached' });
  await watchFrames(page);
  await scrollTo(page, 1, fewPages);
  const few = await rendererMemory(page);
  await scrollTo(page, fewPages + 1, pages);
  const all = await rendererMemory(page);
  const frames = await framesOf(page);
  for (const script of frames.scripts.slice(0, 5)) say(script);
  const MiB = 2 ** 20;
  const figure = (what: string, unit: string, value: number, goal: Figure['goal']): Figure => ({
    what,
    unit,
    ours: [value],
    reference: null,
    goal,
  });
  return [
    {
      what: `renderer memory after ${pages} pages against ${fewPages}`,
      unit: 'MiB',
      ours: [all / MiB],
      reference: [few / MiB],
      goal: { atMost: 1.3 },
    },
    figure('frames of over 100 ms by our scripts', '', frames.ours, { atMost: 0 }),
    figure('frames of over 100 ms, those of pdf.js included', '', frames.all, null),
  ];
}

export const bench: Bench = {
  name: 'pages',
  async measure(say) {
    const folder = mkdtempSync(join(tmpdir(), 'bench-pages-'));
    const path = join(folder, 'long.pdf');
    writeScannedPages(path, pages);
    const windows = await openWindows();
    const bare = bareViewer(path);
    const inWindow = async <T>(bundle: string, run: (running: Running) => Promise<T>): Promise<T> => {
      const running = await windows.start(bundle);
      try {
        return await run(running);
      } finally {
        await running.quit();
      }
    };
    const time = async (name: string, bundle: string, run: (running: Running) => Promise<number>): Promise<number> => {
      const shown = await inWindow(bundle, run);
      say(`${name}: first page after ${shown.toFixed(0)} ms`);
      return shown;
    };
    try {
      const ours = () => time('ours', oursBundle, (running) => openOurs(running, path));
      await ours();
      const first = await pairs(count, ours, () => time('bare pdf.js', bare.bundle, openBare));
      const what = `first page of ${pages} pages, 150 MiB`;
      return [
        { what, unit: 'ms', ours: first.ours, reference: first.reference, goal: { atMost: 1.2 } },
        ...(await inWindow(oursBundle, (running) => throughAll(running, path, say))),
      ];
    } finally {
      await windows.close();
      for (const used of [folder, bare.folder]) rmSync(used, { recursive: true, force: true });
    }
  },
};
