/** Without a keychain a list ends with the station. */

import { choose, grid, openLists } from './bulk-list.ts';
import { expect, test } from './launch.ts';
import { words } from './words.ts';

const t = words('en');

/** A bus without an answer. */
test.use({ language: 'en', env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' } });
test.skip(process.platform !== 'linux', 'the keychain can be taken away on Linux only');

test('a list says that it is lost when the station closes, and closing asks first', async ({ folder, station }) => {
  const { page } = station;
  await openLists(page);
  await choose(station, folder);
  await expect(page.getByText(t('bulk.start.staysMemoryOnly'))).toBeVisible();
  await page.getByRole('button', { name: t('bulk.start.startRows', { count: 29 }) }).click();
  await expect(page.getByText(t('bulk.state.done'), { exact: true })).toBeVisible();
  await page.getByRole('button', { name: t('screening.sections.bulk'), exact: true }).click();
  await expect(page.getByText(t('bulk.goesOn.memoryOnly'))).toBeVisible();
  await expect(page.getByText(t('bulk.goesOn.stored'))).toBeHidden();

  // Stay here.
  await station.answerMessage(0);
  await station.askToQuit();
  await page.getByRole('button', { name: 'customers.csv', exact: true }).click();
  await expect(grid(page)).toBeVisible();
});
