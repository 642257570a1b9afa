/** Ad hoc: memory of the page's process along a long document. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { retainNoBodies } from '../electron-host/retain-no-bodies.ts';
import { writeScannedPages } from './lib/scanned-pages.ts';
import { openWindows, ours } from './lib/window.ts';

const pages = 600;
const perPage = 120;
const firstPage = '.pdfViewer .page[data-page-number="1"][data-loaded="true"] canvas';
async function renderer(page: Page) {
  const devtools = await (page.context().browser()?.newBrowserCDPSession() ?? Promise.reject(new Error('no browser')));
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => ({ id, rss: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1024 }));
  return sizes.sort((a, b) => b.rss - a.rss)[0] ?? { id: 0, rss: 0 };
}
const detail = (id: number) => {
  const text = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8');
  const of = (name: string) => (Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024).toFixed(0);
  return `anon ${of('Anonymous')} shmem ${of('Pss_Shmem')} file ${of('Pss_File')}`;
};
const byName = (id: number) => {
  const sums = new Map<string, number>();
  let name = '';
  for (const line of readFileSync(`/proc/${id}/smaps`, 'utf8').split('\n')) {
    const head = /^[0-9a-f]+-[0-9a-f]+ (\S+) \S+ \S+ \S+\s*(.*)$/.exec(line);
    if (head) name = (head[2] ?? '').replace(/.*\//, '') || `anon ${head[1]}`;
    const rss = /^Rss:\s+(\d+)/.exec(line);
    if (rss) sums.set(name, (sums.get(name) ?? 0) + Number(rss[1]) / 1024);
  }
  return [...sums].sort((a, b) => b[1] - a[1]).slice(0, 9).map(([n, v]) => `${n} ${v.toFixed(0)}`).join(', ');
};
const heap = async (page: Page) => {
  const s = await page.context().newCDPSession(page);
  await s.send('Performance.enable');
  const { metrics } = await s.send('Performance.getMetrics');
  await s.detach();
  return metrics.filter(({ name }) => /JSHeap|Nodes|Listeners|ArrayBuffer|Documents/.test(name)).map(({ name, value }) => `${name} ${value > 1e6 ? (value / 1048576).toFixed(1) + 'M' : value}`).join(', ');
};
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
const folder = mkdtempSync(join(tmpdir(), 'adhoc-'));
const path = join(folder, 'long.pdf');
writeScannedPages(path, pages);
const windows = await openWindows();
const running = await windows.start(ours);
try {
  const { page, answerDialog } = running;
  await retainNoBodies(page);
  page.on('console', (m) => console.log('console', m.type(), m.text()));
  page.on('worker', (w) => {
    console.log(Date.now(), 'worker +');
    w.on('close', () => console.log(Date.now(), 'worker -'));
  });
  await page.locator('.sign-page button').first().waitFor();
  await answerDialog([path]);
  await page.keyboard.press('Control+O');
  await page.locator(firstPage).waitFor();
  await page.getByText(`${pages}`).first().waitFor({ state: 'attached' });
  let from = 1;
  for (const to of [20, 100, 200, 300, 400, 500, 600]) {
    await scrollTo(page, from, to);
    from = to + 1;
    const { id, rss } = await renderer(page);
    console.log(to, rss.toFixed(0), detail(id), page.workers().length);
    console.log('   ', byName(id));
    console.log('   ', await heap(page));
  }
  await new Promise((r) => setTimeout(r, 10_000));
  const { id, rss } = await renderer(page);
  console.log('after 10 s', rss.toFixed(0), detail(id));
    console.log('   ', byName(id));
    console.log('   ', await heap(page));
  const s = await page.context().newCDPSession(page);
  await s.send('HeapProfiler.collectGarbage');
  await new Promise((r) => setTimeout(r, 1_000));
  const again = await renderer(page);
  console.log('after gc', again.rss.toFixed(0), byName(again.id));
    console.log('   ', await heap(page));

} finally {
  await running.quit();
  await windows.close();
  rmSync(folder, { recursive: true, force: true });
}
