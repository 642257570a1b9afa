/** Without a keychain the queue ends with the station: closing asks before anything is gone, signed files above all. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFile } from '../support/pdf/pdfs.ts';
import { pdfsig } from '../support/pdf/pdfsig.ts';
import { row } from './clerk.ts';
import { details, expect, test, toQueue } from './queue-fixture.ts';
import { words } from './words.ts';

const t = words('en');

/** A bus without an answer. */
test.use({ env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' } });
test.skip(process.platform !== 'linux', 'the keychain can be taken away on Linux only');

test('closing asks while a signed file has no folder to go to, and it can be saved elsewhere first', async ({ station, queue }) => {
  const { page } = station;
  const [gone, other] = [join(queue.folder, 'gone'), join(queue.folder, 'other')];
  for (const folder of [gone, other]) await mkdir(folder);
  await queue.connect(station);
  const answers = queue.line.hold();
  await queue.send(station, 'one');
  await expect(row(page, 'one.pdf')).toContainText(t('statuses.sending'));
  await station.answerDialog([gone]);
  await page.getByRole('button', { name: t('signing.output.change') }).click();
  await expect(page.getByText(gone)).toBeVisible();
  await rm(gone, { recursive: true });
  await writeFile(join(queue.folder, 'contracts of one'), 'signed', 'in the way');
  answers.release();
  await expect(row(page, 'one.pdf')).toContainText(t('jobs.shown.to-deliver'));

  await station.answerMessage(0);
  await station.askToQuit();
  await toQueue(page);
  await row(page, 'one.pdf').click();
  await station.answerDialog([other]);
  await page.getByRole('button', { name: t('queue.delivery.elsewhere') }).click();
  await expect(details(page).getByText(t('statuses.signed'), { exact: true }).first()).toBeVisible();
  expect(await pdfsig(join(other, 'one-signed.pdf'))).toEqual({ signatures: 1, valid: 1 });
});
