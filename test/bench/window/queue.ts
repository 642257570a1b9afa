/**
 * The list of the queue in the window: `npm run build`, then `playwright test -c playwright.bench.config.ts`. Prints medians of five
 * starts, with 1,000 and 100,000 finished documents in turn: milliseconds until the list is there, and of the frames while it is
 * scrolled. Next to it the frames of a page of plain rows in the same browser, scrolled likewise.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { row } from '../../e2e/clerk.ts';
import { expect, test, toQueue } from '../../e2e/queue-fixture.ts';
import { addFinished } from '../../support/signing/many-documents.ts';
import { inDatabase, keyInKeychain } from '../../support/storage/damaged-database.ts';

const counts = [1_000, 100_000];
const starts = 5;
const frames = 300;
/** CSS pixels for each frame: five rows. */
const step = 200;

const quantile = (all: readonly number[], part: number) => all.toSorted((a, b) => a - b)[Math.floor(part * (all.length - 1))] ?? 0;
const median = (all: readonly number[]) => quantile(all, 0.5);

/** Milliseconds between frames while the largest scrolled area of the page goes down. */
const scrolled = (page: Page): Promise<number[]> =>
  page.evaluate(
    async ([count, by]) => {
      const area = [...document.querySelectorAll('*')].filter((one) => one.scrollHeight > one.clientHeight + 1_000)[0];
      if (!area) throw new Error('nothing is scrolled');
      const next = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const times = [await next()];
      for (let n = 0; n < count; n += 1) {
        area.scrollTop += by;
        times.push(await next());
      }
      return times.slice(1).map((time, index) => time - (times[index] ?? 0));
    },
    [frames, step] as const,
  );

/** A page with as many rows as the window has at a time, and nothing but text in them. */
async function plainRows(page: Page): Promise<number[]> {
  const plain = await page.context().newPage();
  await plain.setViewportSize({ width: 1280, height: 800 });
  await plain.setContent(
    `<div style="height: 780px; overflow: auto">${Array.from({ length: 2_000 }, (_, n) => `<p style="height: 40px; margin: 0">document-${n}.pdf</p>`).join('')}</div>`,
  );
  const times = await scrolled(plain);
  await plain.close();
  return times;
}

test('the queue', async ({ launch, queue }) => {
  const first = await launch({ dataDir: queue.dataDir });
  await queue.connect(first);
  await queue.send(first, 'oldest');
  await queue.expectSigned('oldest');
  await first.quit();
  const key = await keyInKeychain(queue.dataDir);
  const folders = counts.map((count) => {
    const folder = join(queue.folder, `data-${count}`);
    cpSync(queue.dataDir, folder, { recursive: true });
    inDatabase(folder, key, (sql) =>
      addFinished(sql, { id: String(sql.prepare('SELECT id FROM job').get()?.id), count: count - 1, seconds: 1 }),
    );
    return { count, folder, mount: [] as number[], frame: [] as number[] };
  });
  const plain: number[] = [];
  for (let n = 0; n < starts; n += 1) {
    for (const { count, folder, mount, frame } of folders) {
      const { page, quit } = await launch({ dataDir: folder });
      const begun = Date.now();
      await toQueue(page);
      await expect(row(page, `document-${count - 1}.pdf`)).toBeVisible();
      mount.push(Date.now() - begun);
      const times = await scrolled(page);
      frame.push(quantile(times, 0.95));
      if (n === 0) console.log(count, 'frames', [0.5, 0.9, 0.95, 0.99, 1].map((part) => quantile(times, part).toFixed(1)).join(' '));
      plain.push(quantile(await plainRows(page), 0.95));
      await quit();
    }
  }
  const [few, many] = folders;
  for (const { count, mount, frame } of folders)
    console.log(`${count}: the list is there after ${median(mount)} ms; 95th percentile of a frame ${median(frame).toFixed(1)} ms`);
  console.log(`the list with ${many?.count} against ${few?.count}: ${(median(many?.mount ?? []) / median(few?.mount ?? [])).toFixed(2)}`);
  console.log(`a page of plain rows: 95th percentile of a frame ${median(plain).toFixed(1)} ms`);
});
