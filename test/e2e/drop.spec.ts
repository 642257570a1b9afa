/** Files and folders dropped on the window, by the browser's own input: the station gets their paths, the page never does. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { plainPdf, temporaryFolder } from '../support/pdfs.ts';
import { dropFiles, expect, type PageWithStation, test } from './launch.ts';

test('dropped files and the PDFs of a dropped folder are opened', async ({ station: { page } }) => {
  const { folder, remove } = await temporaryFolder();
  const { folder: other, remove: removeOther } = await temporaryFolder();
  try {
    await writeFile(join(folder, 'one ’ ñ.pdf'), await plainPdf());
    await writeFile(join(other, 'two.pdf'), await plainPdf());
    await dropFiles(page, [join(folder, 'one ’ ñ.pdf'), other], { x: 400, y: 400 });
    const names = () =>
      page.evaluate(async () => {
        const answer = await (window as unknown as PageWithStation).station.invoke['documents.list'](undefined);
        return answer.ok ? answer.value.map(({ name }) => name).sort() : [];
      });
    await expect.poll(names).toEqual(['one ’ ñ.pdf', 'two.pdf']);
    expect(await page.content()).not.toContain(folder);
  } finally {
    await remove();
    await removeOther();
  }
});
