/** The clipboard by the mouse, and by the menu of macOS. */
import { electronBinary } from './electron-binary.ts';
import { expect, test } from './launch.ts';
import { systemOf } from './running.ts';
import { words } from './words.ts';

const t = words('en');

test.use({ language: 'en' });
// The menu at the mouse is drawn by the system.
test.skip(electronBinary() !== null, 'the Electron host plays the system');

test('the right mouse button shows clipboard actions for text, and nothing elsewhere', async ({ launch }) => {
  const { page, ...station } = await launch();
  const popups = async () => (await systemOf({ page, ...station }).state()).popups;
  await page.keyboard.press('Control+3');
  const name = page.getByLabel(t('screening.form.name'));
  await name.fill('Ana Ruiz');
  await name.selectText();
  await name.click({ button: 'right' });
  const [cut, copy, paste, selectAll] = (['cut', 'copy', 'paste', 'selectAll'] as const).map((name) => t(`shell.menu.${name}`));
  await expect.poll(popups).toEqual([[cut, copy, paste, selectAll]]);
  await page.getByRole('navigation').click({ button: 'right', position: { x: 5, y: 5 } });
  await name.fill('');
  await name.click({ button: 'right' });
  await expect.poll(popups).toEqual([
    [cut, copy, paste, selectAll],
    [paste, selectAll],
  ]);
});

for (const hasMenu of [true, false]) {
  test(`the clipboard keys of macOS ${hasMenu ? 'work by the roles of the menu' : 'do nothing without a menu'}`, async ({ launch }) => {
    const { page } = await launch(hasMenu ? {} : { env: { ELECTRON_HOST_NO_MENU: '1' } });
    const isDone = (key: string) =>
      page.evaluate((pressed) => {
        const event = new KeyboardEvent('keydown', { key: pressed, metaKey: true, bubbles: true, cancelable: true });
        return document.body.dispatchEvent(event);
      }, key);
    await expect
      .poll(async () => [await isDone('c'), await isDone('v'), await isDone('x'), await isDone('a')])
      .toEqual(Array(4).fill(hasMenu));
  });
}
