/** The line goes down and nothing is lost: waiting, closing, going on, and what is in doubt, as a clerk meets them. */
import { namesIn } from '../support/names-in.ts';
import { row } from './clerk.ts';
import { wrongNow } from './inspector.ts';
import { closeKnowing, details, expect, inDoubtSince, inRail, test, theDialog, toQueue } from './queue-fixture.ts';
import { words } from './words.ts';

const t = words('en');

const offlineWith = (count: number) =>
  new RegExp(`${t.pattern('app.hold.offline').source}.*${t.pattern('app.hold.waiting', { count }).source}`);

test('the line goes down and comes back, documents are in doubt, and sending is paused, with a restart between', async ({
  launch,
  queue,
}) => {
  const first = await launch({ dataDir: queue.dataDir });
  await queue.connect(first);
  let second = first;

  await test.step('the banner, the bar and the badge say offline until the connection is back, and Try now does not wait', async () => {
    const { page } = first;
    const bar = page.getByRole('banner');
    await queue.line.down();
    await queue.send(first, 'early', 'late');
    const banner = page.getByRole('main').getByText(t.pattern('app.hold.offline'));
    await expect(banner).toContainText(t('app.hold.waiting', { count: 2 }));
    await expect(bar).toContainText(t('app.connection.state.offline'));
    await expect(inRail(page)).toContainText(t('app.rail.onTheWay', { count: 2 }));
    await expect(banner).toContainText(new RegExp(`${t.pattern('app.hold.next').source}|${t.pattern('app.hold.soon').source}`));
    await queue.line.up();
    // Where the station's own attempt came first, there is no such button any more.
    await page.getByRole('button', { name: t('app.hold.tryNow') }).evaluateAll(([button]) => (button as HTMLElement | undefined)?.click());
    for (const name of ['early', 'late']) await expect(row(page, `${name}.pdf`)).toContainText(t('statuses.signed'));
    await expect(banner).toBeHidden();
    await expect(bar).toContainText(t('app.connection.state.online'));
    await expect(inRail(page)).not.toContainText(t.pattern('app.rail.onTheWay'));
    await queue.expectSigned('early', 'late');
  });

  await test.step('a document in doubt shows since when, and is recovered from the provider, closed with a note or sent again on confirmation', async () => {
    const { page } = first;
    await queue.allowChecks(first);
    const before = queue.sent().length;
    await page.keyboard.press('Control+1');
    queue.provider.misbehave('sign', { drop: 'before-answer' });
    queue.provider.misbehave('sign', { drop: 'during-request' }, 2);
    await queue.send(first, 'found', 'noted', 'over');
    for (const name of ['found', 'noted', 'over']) await expect(row(page, `${name}.pdf`)).toContainText(t('statuses.in-doubt'));
    await toQueue(page);

    await row(page, 'found.pdf').click();
    await expect(details(page).getByText(inDoubtSince)).toBeVisible();
    expect(await wrongNow(first, { panes: '.ui-modal, .queue-listed, .queue-details' })).toEqual({});
    await page.getByRole('button', { name: t('queue.doubt.check') }).click();
    await expect(details(page).getByText(t('queue.candidate.from.record'), { exact: true })).toBeVisible();
    await expect(
      details(page)
        .getByRole('definition')
        .getByRole('button', { name: t('signing.list.copyReference') }),
    ).toBeVisible();
    await expect(details(page).getByText(t('queue.candidate.signatures', { count: 1 }))).toBeVisible();
    await page.getByRole('button', { name: t('queue.candidate.use') }).click();
    await theDialog(page)
      .getByRole('button', { name: t('queue.candidate.use') })
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
    await question.getByRole('button', { name: t('signing.result.again') }).click();
    await expect(row(page, 'over.pdf')).toContainText(t('statuses.signed'));

    const signed = () => namesIn(queue.signedFolder('found', 'noted', 'over'));
    await expect.poll(signed).toEqual(['found-signed.pdf', 'over-signed.pdf']);
    expect(queue.sent().slice(before)).toEqual(['found', 'over']);
  });

  await test.step('three documents queued while the provider is unreachable are signed after a restart without another click', async () => {
    const before = queue.sent().length;
    await first.page.keyboard.press('Control+1');
    await queue.line.down();
    await queue.send(first, 'one', 'two', 'three');
    for (const name of ['one', 'two', 'three']) await expect(row(first.page, `${name}.pdf`)).toContainText(t('statuses.queued'));
    await expect(first.page.getByRole('main').getByText(offlineWith(3))).toBeVisible();
    await toQueue(first.page);
    await row(first.page, 'one.pdf').click();
    await expect(details(first.page)).toContainText(t('jobs.hold.offline'));
    // That of the banner: the details of the document have none.
    await expect(first.page.getByRole('button', { name: t('app.hold.tryNow') })).toHaveCount(1);
    // The first time she does not want to leave after all.
    await first.answerMessage(0);
    await first.askToQuit();
    await expect(inRail(first.page)).toContainText('3');
    await closeKnowing(first);
    expect(queue.sent()).toHaveLength(before);

    second = await launch({ dataDir: queue.dataDir });
    await toQueue(second.page);
    for (const name of ['one', 'two', 'three']) await expect(row(second.page, `${name}.pdf`)).toContainText(t('statuses.queued'));
    await queue.line.up();
    for (const name of ['one', 'two', 'three']) await expect(row(second.page, `${name}.pdf`)).toContainText(t('statuses.signed'));
    await queue.expectSigned('one', 'two', 'three');
    expect(queue.sent().slice(before).sort()).toEqual(['one', 'three', 'two']);
  });

  await test.step('nothing is sent while paused, even after a restart, until sending is resumed', async () => {
    const before = queue.sent().length;
    await toQueue(second.page);
    await second.page.getByRole('button', { name: t('queue.pause') }).click();
    await expect(second.page.getByText(t('app.hold.paused')).first()).toBeVisible();
    // The queue has its own button; the other areas have that of the banner.
    const inBanner = second.page.getByRole('button', { name: t('app.hold.resume'), exact: true });
    await expect(inBanner).toHaveCount(0);
    await second.page.keyboard.press('Control+1');
    await expect(inBanner).toBeVisible();
    await queue.send(second, 'four');
    await expect(row(second.page, 'four.pdf')).toContainText(t('statuses.queued'));
    await expect(second.page.getByRole('button', { name: t('signing.result.seeInQueue') })).toHaveCount(1);
    await expect(second.page.getByText(`${t('app.hold.paused')} ${t('app.hold.waitingPaused', { count: 1 })}`)).toBeVisible();
    await closeKnowing(second);

    const third = await launch({ dataDir: queue.dataDir });
    await expect(third.page.getByText(`${t('app.hold.paused')} ${t('app.hold.waitingPaused', { count: 1 })}`)).toBeVisible();
    await expect(third.page.getByRole('banner')).toContainText(t('app.connection.state.paused'));
    await toQueue(third.page);
    expect(queue.sent()).toHaveLength(before);
    await third.page.getByRole('button', { name: t('queue.resume') }).click();
    await expect(row(third.page, 'four.pdf')).toContainText(t('statuses.signed'));
    expect(queue.sent().slice(before)).toEqual(['four']);
    await queue.expectSigned('four');
    // A logoff ends a station at once that sends nothing; the events of a system cannot be made on the real binary.
    if (third.system === null) return;
    expect(await third.system.emit('window', 'query-session-end')).toBe(false);
    await third.system.emit('window', 'session-end');
    expect(await third.system.ended).toBe(0);
  });
});
