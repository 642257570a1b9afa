/** Without a keychain the queue ends with the station: closing asks before anything is gone, signed files above all. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFile } from '../support/pdfs.ts';
import { pdfsig } from '../support/pdfsig.ts';
import { row } from './clerk.ts';
import { details, expect, test, toQueue } from './queue-desk.ts';
import { words } from './words.ts';

const t = words('en');

/** A bus on which nobody answers. */
test.use({ env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' } });
test.skip(process.platform !== 'linux', 'elsewhere the keychain cannot be taken away');

test('a signed file that no folder takes: closing asks, and it can be saved elsewhere first', async ({ station, desk }) => {
  const { page } = station;
  const [gone, other] = [join(desk.folder, 'gone'), join(desk.folder, 'other')];
  for (const folder of [gone, other]) await mkdir(folder);
  await desk.connect(station);
  const answers = desk.line.hold();
  await desk.send(station, 'one');
  await expect(row(page, 'one.pdf')).toContainText(t('statuses.sending'));
  await station.answerDialog([gone]);
  await page.getByRole('button', { name: t('signing.output.change') }).click();
  await expect(page.getByText(gone)).toBeVisible();
  await rm(gone, { recursive: true });
  await writeFile(join(desk.folder, 'contracts of one'), 'signed', 'in the way');
  answers.release();
  await expect(row(page, 'one.pdf')).toContainText(t('jobs.shown.to-deliver'));

  await station.answerMessage(0);
  await station.askToQuit();
  await toQueue(page);
  await row(page, 'one.pdf').click();
  await station.answerDialog([other]);
  await page.getByRole('button', { name: t('queue.delivery.elsewhere') }).click();
  await expect(details(page).getByText(t('statuses.signed'), { exact: true })).toBeVisible();
  expect(await pdfsig(join(other, 'one-signed.pdf'))).toEqual({ signatures: 1, valid: 1 });
});
