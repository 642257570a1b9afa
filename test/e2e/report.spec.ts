/** The log, crash dumps and the report of a problem in the application. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formsIn } from '../support/storage/markers.ts';
import { unzipped } from '../support/visits/evidence-zip.ts';
import { areaShown } from './area-shown.ts';
import { electronBinary } from './electron-binary.ts';
import { expect, test } from './launch.ts';
import { words } from './words.ts';

const t = words('en');
test.use({ language: 'en' });
test.skip(electronBinary() !== null, 'the Electron host plays crashes and the menu');

const mark = 'Ñusta Márquez Qux';

test('a person reads the whole report before it is saved; it has the crashes and nothing that the page showed, nor has the log of a fault', async ({
  launch,
}, info) => {
  const folder = info.outputPath();
  const crash = join(folder, 'crash.mjs');
  await writeFile(crash, `process.on('SIGUSR2', () => { throw new RangeError('cannot read ${mark}'); });`);
  const station = await launch({ env: { NODE_OPTIONS: `--import ${crash}` } });
  const { page, system, dataDir } = station;
  if (system === null) throw new Error('not on the Electron host');
  await page.keyboard.press('Control+3');
  await page.getByLabel(t('screening.form.name')).fill(mark);
  await page.evaluate((text) => document.body.append(text), mark);
  await system.emit('contents', 'render-process-gone', { reason: 'crashed', exitCode: 11 });
  await system.emit('app', 'child-process-gone', { type: 'GPU', reason: 'oom', exitCode: 5, name: mark, serviceName: mark });
  await station.answerMessage(0);
  await system.emit('window', 'unresponsive');
  const dumps = await readdir(join(dataDir, 'crash-dumps', 'pending'));
  expect(await readFile(join(dataDir, 'crash-dumps', 'pending', dumps[0] ?? ''), 'utf8')).toContain(mark);

  // The page is loaded again.
  await expect(page.locator('body')).not.toContainText(mark);
  await areaShown(page);
  expect(await system.clickMenu(t('shell.menu.reportProblem'))).toBe(true);
  const dialog = page.getByRole('dialog', { name: t('dialogs.report.title') });
  const content = dialog.getByRole('region', { name: t('dialogs.report.content') });
  await expect(content).toContainText('"station": "0.1.0"');
  await dialog.getByRole('option', { name: 'log/station.log' }).click();
  for (const text of ['"event":"pageEnded","reason":"crashed"', '"event":"childEnded","type":"GPU","reason":"oom"', '"event":"pageHangs"'])
    await expect(content).toContainText(text);
  await page.keyboard.press('ArrowUp');
  await expect(content).toContainText(dumps[0] ?? '');
  const shown = new Map<string, string>();
  for (const option of await dialog.getByRole('option').all()) {
    await option.click();
    shown.set((await option.locator('span').first().textContent()) ?? '', (await content.locator('pre').textContent()) ?? '');
  }

  const path = join(folder, 'report.zip');
  await station.answerSave(path);
  await dialog.getByRole('button', { name: t('dialogs.report.save') }).click();
  await expect(dialog.getByRole('status')).toHaveText(t('ui.saved', { name: 'report.zip' }));
  const parts = await unzipped(path);
  expect(new Map([...parts].map(([name, bytes]) => [name, bytes.toString()]))).toEqual(shown);
  for (const bytes of parts.values()) expect(formsIn(bytes, mark)).toEqual([]);
  await dialog.getByRole('button', { name: t('ui.showInFolder') }).click();
  await expect.poll(station.opened).toEqual([{ kind: 'folder', target: path }]);

  await test.step('a fault of the application ends it, and is recorded by its kind and place', async () => {
    system.signal('SIGUSR2');
    expect(await system.ended).toBe(1);
    const log = await readFile(join(dataDir, 'logs', 'station.log'));
    expect(log.toString()).toMatch(/"event":"fault","kind":"RangeError","places":\["crash\.mjs:/);
    expect(formsIn(log, mark)).toEqual([]);
    expect(system.output()).toMatch(/^fault: RangeError$/m);
    expect(formsIn(Buffer.from(system.output()), mark)).toEqual([]);
  });
});
