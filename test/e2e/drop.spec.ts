/** Files and folders dropped on the window, by the browser's own input: the station gets their paths, the page never does. */
import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { plainPdf } from '../support/pdf/pdfs.ts';
import { dropFiles, expect, type PageWithStation, test } from './launch.ts';

test('dropped files and the PDFs of a dropped folder are opened', async ({ folder, station: { page } }) => {
  const other = join(folder, 'other');
  await mkdir(other);
  await writeFile(join(folder, 'one ’ ñ.pdf'), await plainPdf());
  await writeFile(join(other, 'two.pdf'), await plainPdf());
  // The part of the page under the files is another one when they are dropped, as when a list arrives at that moment.
  await dropFiles(page, [join(folder, 'one ’ ñ.pdf'), other], { x: 400, y: 400 }, { x: 20, y: 20 });
  const names = () =>
    page.evaluate(async () => {
      const answer = await (window as unknown as PageWithStation).station.invoke['documents.list'](undefined);
      return answer.ok ? answer.value.map(({ name }) => name).sort() : [];
    });
  await expect.poll(names).toEqual(['one ’ ñ.pdf', 'two.pdf']);
  // Until the documents are there, the list of recent folders shows where they are.
  await expect(page.getByText('two.pdf').first()).toBeVisible();
  expect(await page.content()).not.toContain(folder);

  // The browser is given parts of it, and lives.
  await writeLargePdf(join(folder, 'large.pdf'));
  await dropFiles(page, [join(folder, 'large.pdf')], { x: 400, y: 400 });
  await expect.poll(names).toContain('large.pdf');
  const read = await page.evaluate(async () => {
    const answer = await (window as unknown as PageWithStation).station.invoke['documents.list'](undefined);
    const id = answer.ok ? answer.value.find(({ name }) => name === 'large.pdf')?.id : undefined;
    const stopped = new AbortController();
    const { status, headers, body } = await fetch(`./documents/${id}`, { signal: stopped.signal });
    const reader = body?.getReader();
    let bytes = 0;
    for (let part = 0; part < 8; part += 1) bytes += (await reader?.read())?.value?.length ?? 0;
    stopped.abort();
    const rest = await reader?.read().then(
      () => 'read',
      (thrown: Error) => thrown.name,
    );
    return { status, length: Number(headers.get('content-length')), bytes, rest };
  });
  expect(read).toEqual({ status: 200, length: largeBytes, bytes: 8 * 1024 * 1024, rest: 'AbortError' });
  await page.getByText('large.pdf').first().click();
  await expect(page.locator('.page[data-page-number="1"] canvas').first()).toBeVisible();
});

const largeBytes = 150 * 1024 * 1024;

/** One page, and before it an object that nothing refers to and nothing has to read. */
async function writeLargePdf(path: string): Promise<void> {
  const head = '%PDF-1.7\n';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] >>',
  ];
  const offsets: number[] = [];
  let body = head;
  for (const [at, object] of objects.entries()) {
    offsets.push(body.length);
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
  }
  const tail = (start: number) =>
    `xref\n0 5\n${[0, ...offsets, body.length].map((offset, at) => `${String(offset).padStart(10, '0')} ${at === 0 ? '65535 f' : '00000 n'} \n`).join('')}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  const opening = (length: number) => `4 0 obj\n<< /Length ${length} >>\nstream\n`;
  const close = '\nendstream\nendobj\n';
  // Nine digits in either place, so that the length of the text does not change with the numbers.
  const rest = opening(100_000_000).length + close.length + tail(100_000_000).length;
  const length = largeBytes - body.length - rest;
  const start = largeBytes - tail(100_000_000).length;
  const file = await open(path, 'w');
  try {
    await file.write(body + opening(length));
    const blanks = Buffer.alloc(1024 * 1024, 0x20);
    for (let left = length; left > 0; left -= blanks.length) await file.write(blanks.subarray(0, Math.min(left, blanks.length)));
    await file.write(close + tail(start));
  } finally {
    await file.close();
  }
}
