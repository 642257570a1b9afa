/** The menu of rows, by mouse and by keys: it offers what the buttons of the row do, and does it. */
import { row } from './clerk.ts';
import { electronBinary } from './electron-binary.ts';
import { expect, test } from './queue-fixture.ts';
import { words } from './words.ts';

const t = words('en');
test.skip(electronBinary() !== null, 'the menus of the real binary are not reached by a test');

test('a row of the queue and of the document list has its actions in a menu', async ({ launch, queue }) => {
  const station = await launch({ dataDir: queue.dataDir });
  const { page, system } = station;
  if (system === null) throw new Error('not on the Electron host');
  await queue.connect(station);
  await queue.send(station, 'one');
  await queue.expectSigned('one');
  const popups = async () => (await system.state()).popups;

  await row(page, 'one.pdf').click({ button: 'right' });
  const ofSigned = [t('ui.open'), t('ui.showInFolder'), t('signing.list.copyReference'), t('signing.list.remove')];
  await expect.poll(popups).toEqual([ofSigned]);
  await system.answerPopup(t('ui.showInFolder'));
  await row(page, 'one.pdf').click({ button: 'right' });
  await expect.poll(async () => (await station.opened()).map(({ kind }) => kind)).toEqual(['folder']);

  await page.keyboard.press('Control+2');
  await row(page, 'one.pdf').click();
  await system.answerPopup(t('ui.open'));
  await page.keyboard.press('Shift+F10');
  await expect.poll(async () => (await station.opened()).map(({ kind }) => kind)).toEqual(['folder', 'path']);
  expect((await popups()).at(-1)).toEqual([
    ...[t('ui.open'), t('ui.showInFolder'), t('signing.list.copyReference'), t('signing.list.remove')],
  ]);
  await page.getByLabel(t('queue.search.label')).click({ button: 'right' });
  await expect.poll(async () => (await popups()).at(-1)).toContain(t('shell.menu.selectAll'));
});
