/** The line goes down and nothing is lost: waiting, closing, going on, and what is in doubt, as a clerk meets them. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn } from '../support/names-in.ts';
import { writeFile } from '../support/pdfs.ts';
import { pdfsig } from '../support/pdfsig.ts';
import { row } from './clerk.ts';
import { closeKnowing, details, expect, inRail, test, theDialog, toQueue } from './queue-fixture.ts';
import { words } from './words.ts';

const t = words('en');

const offlineWith = (count: number) =>
  new RegExp(`${t.pattern('app.hold.offline').source}.*${t.pattern('app.hold.waiting', { count }).source}`);
const inDoubtSince = new RegExp(`^(${t.pattern('jobs.inDoubt.noAnswer').source}|${t.pattern('jobs.inDoubt.other').source})$`);

test('three documents queued while the provider is unreachable are signed after a restart without another click', async ({
  launch,
  queue,
}) => {
  const first = await launch({ dataDir: queue.dataDir });
  await queue.connect(first);
  await queue.line.down();
  await queue.send(first, 'one', 'two', 'three');
  for (const name of ['one', 'two', 'three']) await expect(row(first.page, `${name}.pdf`)).toContainText(t('statuses.queued'));
  await expect(first.page.getByRole('main').getByText(offlineWith(3))).toBeVisible();
  // The first time she does not want to leave after all.
  await first.answerMessage(0);
  await first.askToQuit();
  await expect(inRail(first.page)).toContainText('3');
  await closeKnowing(first);
  expect(queue.sent()).toEqual([]);

  const second = await launch({ dataDir: queue.dataDir });
  await toQueue(second.page);
  for (const name of ['one', 'two', 'three']) await expect(row(second.page, `${name}.pdf`)).toContainText(t('statuses.queued'));
  await queue.line.up();
  for (const name of ['one', 'two', 'three']) await expect(row(second.page, `${name}.pdf`)).toContainText(t('statuses.signed'));
  await queue.expectSigned('one', 'two', 'three');
  expect(queue.sent().sort()).toEqual(['one', 'three', 'two']);
});

test('the banner, the bar and the badge say offline until the connection is back, and Try now does not wait', async ({
  station,
  queue,
}) => {
  const { page } = station;
  await queue.connect(station);
  const bar = page.getByRole('banner');
  await queue.line.down();
  await queue.send(station, 'one', 'two');
  const banner = page.getByRole('main').getByText(t.pattern('app.hold.offline'));
  await expect(banner).toContainText(t('app.hold.waiting', { count: 2 }));
  await expect(bar).toContainText(t('app.line.state.offline'));
  await expect(inRail(page)).toContainText(t('app.rail.onTheWay', { count: 2 }));
  // Until the next attempt is far enough away for a person to be quicker.
  await expect(banner).toContainText(new RegExp(`${t.pattern('app.hold.next').source}|${t.pattern('app.hold.soon').source}`));
  await queue.line.up();
  await page
    .getByRole('button', { name: t('app.hold.tryNow') })
    .first()
    .click();
  for (const name of ['one', 'two']) await expect(row(page, `${name}.pdf`)).toContainText(t('statuses.signed'));
  await expect(banner).toBeHidden();
  await expect(bar).toContainText(t('app.line.state.online'));
  await expect(inRail(page)).not.toContainText(t.pattern('app.rail.onTheWay'));
  await queue.expectSigned('one', 'two');
});

test('a document in doubt shows since when, and is recovered from the provider, closed with a note or sent again on confirmation', async ({
  station,
  queue,
}) => {
  const { page } = station;
  await queue.connect(station);
  await queue.allowChecks(station);
  queue.provider.misbehave('sign', { drop: 'before-answer' });
  queue.provider.misbehave('sign', { drop: 'during-request' }, 2);
  await queue.send(station, 'found', 'noted', 'over');
  for (const name of ['found', 'noted', 'over']) await expect(row(page, `${name}.pdf`)).toContainText(t('statuses.in-doubt'));
  await toQueue(page);

  await row(page, 'found.pdf').click();
  await expect(details(page).getByText(inDoubtSince)).toBeVisible();
  await page.getByRole('button', { name: t('queue.doubt.check') }).click();
  await expect(details(page).getByText(t('queue.offer.from.record'))).toBeVisible();
  await expect(details(page).getByText(t('queue.offer.signatures', { count: 1 }))).toBeVisible();
  await page.getByRole('button', { name: t('queue.offer.use') }).click();
  await theDialog(page)
    .getByRole('button', { name: t('queue.offer.use') })
    .click();
  await expect(row(page, 'found.pdf')).toContainText(t('statuses.signed'));

  await row(page, 'noted.pdf').click();
  await page.getByRole('button', { name: t('queue.doubt.check') }).click();
  await expect(details(page).getByText(t('queue.doubt.nothing'))).toBeVisible();
  await page.getByRole('button', { name: t('queue.doubt.close') }).click();
  await page.getByRole('button', { name: t('queue.close.confirm') }).click();
  await expect(page.getByText(t('queue.close.missing'))).toBeVisible();
  await page.getByRole('textbox', { name: t('queue.close.note') }).fill('The provider said by telephone that it was not signed.');
  await page.getByRole('button', { name: t('queue.close.confirm') }).click();
  await expect(row(page, 'noted.pdf')).toContainText(t('jobs.shown.closed'));
  await expect(details(page).getByText('The provider said by telephone')).toBeVisible();

  await row(page, 'over.pdf').click();
  await page.getByRole('button', { name: t('queue.doubt.again') }).click();
  const question = theDialog(page);
  await expect(question).toContainText(t.pattern('queue.doubt.againLoss'));
  await page.keyboard.press('Escape');
  await expect(row(page, 'over.pdf')).toContainText(t('statuses.in-doubt'));
  await page.getByRole('button', { name: t('queue.doubt.again') }).click();
  await question.getByRole('button', { name: t('queue.doubt.againConfirm') }).click();
  await expect(row(page, 'over.pdf')).toContainText(t('statuses.signed'));

  const signed = () => namesIn(queue.signedFolder('found', 'noted', 'over'));
  await expect.poll(signed).toEqual(['found-signed.pdf', 'over-signed.pdf']);
  expect(queue.sent()).toEqual(['found', 'over']);
});

test('nothing is sent while paused, even after a restart, until sending is resumed', async ({ launch, queue }) => {
  const first = await launch({ dataDir: queue.dataDir });
  await queue.connect(first);
  await toQueue(first.page);
  await first.page.getByRole('button', { name: t('queue.pause') }).click();
  await expect(first.page.getByText(t('app.hold.paused')).first()).toBeVisible();
  await first.page.keyboard.press('Control+1');
  await queue.send(first, 'one');
  await expect(row(first.page, 'one.pdf')).toContainText(t('statuses.queued'));
  await expect(first.page.getByText(`${t('app.hold.paused')} ${t('app.hold.waitingPaused', { count: 1 })}`)).toBeVisible();
  await closeKnowing(first);

  const second = await launch({ dataDir: queue.dataDir });
  await expect(second.page.getByText(`${t('app.hold.paused')} ${t('app.hold.waitingPaused', { count: 1 })}`)).toBeVisible();
  await expect(second.page.getByRole('banner')).toContainText(t('app.line.state.paused'));
  await toQueue(second.page);
  expect(queue.sent()).toEqual([]);
  await second.page.getByRole('button', { name: t('queue.resume') }).click();
  await expect(row(second.page, 'one.pdf')).toContainText(t('statuses.signed'));
  expect(queue.sent()).toEqual(['one']);
  await queue.expectSigned('one');
});

test('a signed document without its output folder is stored and delivered to another folder', async ({ launch, queue }) => {
  const [gone, other] = [join(queue.folder, 'gone'), join(queue.folder, 'other')];
  for (const folder of [gone, other]) await mkdir(folder);
  const first = await launch({ dataDir: queue.dataDir });
  await queue.connect(first);
  const answers = queue.line.hold();
  await queue.send(first, 'one');
  await expect(row(first.page, 'one.pdf')).toContainText(t('statuses.sending'));
  // Neither the folder nor one beside the original: a file stands in the way there.
  await first.answerDialog([gone]);
  await first.page.getByRole('button', { name: t('signing.output.change') }).click();
  await expect(first.page.getByText(gone)).toBeVisible();
  await rm(gone, { recursive: true });
  await writeFile(join(queue.folder, 'contracts of one'), 'signed', 'in the way');
  answers.release();
  await expect(row(first.page, 'one.pdf')).toContainText(t('jobs.shown.to-deliver'));
  await toQueue(first.page);
  await row(first.page, 'one.pdf').click();
  await expect(details(first.page).getByText(t('jobs.kept'))).toBeVisible();
  await expect(
    details(first.page)
      .getByText(/“gone”/)
      .first(),
  ).toBeVisible();
  await first.quit();

  const second = await launch({ dataDir: queue.dataDir });
  await toQueue(second.page);
  await row(second.page, 'one.pdf').click();
  await second.answerDialog([other]);
  await second.page.getByRole('button', { name: t('queue.delivery.elsewhere') }).click();
  await expect(details(second.page).getByText(t('statuses.signed'), { exact: true }).first()).toBeVisible();
  await expect.poll(() => namesIn(other)).toEqual(['one-signed.pdf']);
  expect(await pdfsig(join(other, 'one-signed.pdf'))).toEqual({ signatures: 1, valid: 1 });
});

test('closing while a document is being sent waits for it, says so and then closes', async ({ launch, queue }) => {
  const first = await launch({ dataDir: queue.dataDir });
  await queue.connect(first);
  const answers = queue.line.hold();
  await queue.send(first, 'slow', 'waits');
  await expect(row(first.page, 'slow.pdf')).toContainText(t('statuses.sending'));
  const closed = first.page.waitForEvent('close');
  await first.answerMessage(1);
  await first.askToQuit();
  const overlay = theDialog(first.page);
  await expect(overlay).toContainText(t('app.closing.words'));
  await expect(overlay).toContainText(t('app.closing.kept'));
  answers.release();
  await closed;
  expect(queue.sent()).toEqual(['slow']);
  await first.quit();

  const second = await launch({ dataDir: queue.dataDir });
  await toQueue(second.page);
  for (const name of ['slow', 'waits']) await expect(row(second.page, `${name}.pdf`)).toContainText(t('statuses.signed'));
  await queue.expectSigned('slow', 'waits');
  expect(queue.sent()).toEqual(['slow', 'waits']);
});

test('closing at once while a document is being sent leaves it in doubt, and it is not sent again automatically', async ({
  launch,
  queue,
}) => {
  const first = await launch({ dataDir: queue.dataDir });
  await queue.connect(first);
  const answers = queue.line.hold();
  await queue.send(first, 'cut', 'waits');
  await expect(row(first.page, 'cut.pdf')).toContainText(t('statuses.sending'));
  const calls = () => queue.line.arrived.filter((path) => path === '/sign-documents').length;
  await expect.poll(calls).toBe(1);
  const closed = first.page.waitForEvent('close');
  await first.answerMessage(1);
  await first.askToQuit();
  // The window may close before the click returns; only the closing is checked.
  await theDialog(first.page)
    .getByRole('button', { name: t('app.closing.now') })
    .click()
    .catch(() => undefined);
  await closed;
  await first.quit();
  answers.release();

  const second = await launch({ dataDir: queue.dataDir });
  await toQueue(second.page);
  await expect(row(second.page, 'waits.pdf')).toContainText(t('statuses.signed'));
  await expect(row(second.page, 'cut.pdf')).toContainText(t('statuses.in-doubt'));
  await row(second.page, 'cut.pdf').click();
  await expect(details(second.page).getByText(inDoubtSince)).toBeVisible();
  expect(calls()).toBe(2);
  await expect.poll(() => namesIn(queue.signedFolder('cut', 'waits'))).toEqual(['waits-signed.pdf']);
});
