/**
 * What the window costs while documents are signed: `npm run build`, then `playwright test -c playwright.bench.config.ts signing`. Prints
 * medians of five runs, each with the list of the documents on the screen and with the settings in turn: milliseconds from Ctrl+Enter until
 * every signed file is in its folder, and of them the page's main thread. One document a call, one call at a time, from a provider that
 * answers at once.
 */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { openFolder, placeAndName, row } from '../../e2e/clerk.ts';
import { expect, type QueueFixture, test } from '../../e2e/queue-fixture.ts';
import type { Running } from '../../e2e/running.ts';
import { plainPdf, writeFile } from '../../support/pdf/pdfs.ts';

const runs = 5;
const count = 200;

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

/** Milliseconds in which the page's main thread has worked. */
async function worked(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
}

async function signAll(station: Running, queue: QueueFixture, folder: string, leave: boolean): Promise<[all: number, page: number]> {
  const { page } = station;
  await mkdir(folder);
  const pdf = await plainPdf(1, 'bench');
  for (let n = 0; n < count; n += 1) await writeFile(folder, `c${n}.pdf`, pdf);
  await queue.connect(station);
  await openFolder(station, folder);
  await expect(row(page, 'c0.pdf')).toBeVisible();
  await placeAndName(page, 'TRX-0042');
  const time = await worked(page);
  const [before, begun] = [await time(), Date.now()];
  await page.keyboard.press('Control+Enter');
  if (leave) await page.keyboard.press('Control+,');
  const done = async () => (await readdir(join(folder, 'signed')).catch(() => [])).length;
  await expect.poll(done, { intervals: [50] }).toBe(count);
  return [Date.now() - begun, (await time()) - before];
}

test('signing', async ({ launch, queue }) => {
  const shown: [number, number][] = [];
  const left: [number, number][] = [];
  for (let n = 0; n < runs; n += 1) {
    for (const [leave, into] of [
      [false, shown],
      [true, left],
    ] as const) {
      const station = await launch({ dataDir: join(queue.folder, `data-${n}-${leave}`) });
      into.push(await signAll(station, queue, join(queue.folder, `contracts-${n}-${leave}`), leave));
      await station.quit();
    }
  }
  for (const [what, all] of [
    ['list shown', shown],
    ['settings shown', left],
  ] as const) {
    console.log(what, all.map(([ms, page]) => `${ms}/${page.toFixed(0)}`).join(' '));
  }
  const [listed, other] = [median(shown.map(([ms]) => ms)), median(left.map(([ms]) => ms))];
  console.log(`${count} documents: ${listed} ms with the list, ${other} ms without, ratio ${(listed / other).toFixed(2)}`);
  console.log(`the page: ${median(shown.map(([, page]) => page)).toFixed(0)} and ${median(left.map(([, page]) => page)).toFixed(0)} ms`);
});
