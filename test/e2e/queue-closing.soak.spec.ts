/** The window is closed while a document is sent, and a signed document has no folder to go to. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn } from '../support/names-in.ts';
import { writeFile } from '../support/pdf/pdfs.ts';
import { pdfsig } from '../support/pdf/pdfsig.ts';
import { row } from './clerk.ts';
import { details, expect, inDoubtSince, test, theDialog, toQueue } from './queue-fixture.ts';
import { words } from './words.ts';

const t = words('en');

test('closing while a document is sent, at once or not, and a signed document without its folder', async ({ launch, queue }) => {
  const first = await launch({ dataDir: queue.dataDir });
  await queue.connect(first);
  const calls = () => queue.line.arrived.filter((path) => path === '/sign-documents').length;
  let [second, third] = [first, first];

  await test.step('closing while a document is being sent waits for it, says so and then closes', async () => {
    const answers = queue.line.hold();
    await queue.send(first, 'slow', 'waits');
    await expect(row(first.page, 'slow.pdf')).toContainText(t('statuses.sending'));
    const closed = first.page.waitForEvent('close');
    await first.answerMessage(1);
    await first.askToQuit();
    const overlay = theDialog(first.page);
    await expect(overlay).toContainText(t('app.closing.words'));
    await expect(overlay).toContainText(t('app.closing.queued'));
    answers.release();
    await closed;
    expect(queue.sent()).toEqual(['slow']);
    await first.quit();

    second = await launch({ dataDir: queue.dataDir });
    await toQueue(second.page);
    for (const name of ['slow', 'waits']) await expect(row(second.page, `${name}.pdf`)).toContainText(t('statuses.signed'));
    await queue.expectSigned('slow', 'waits');
    expect(queue.sent()).toEqual(['slow', 'waits']);
  });

  await test.step('closing at once while a document is being sent leaves it in doubt, and it is not sent again automatically', async () => {
    const before = calls();
    await second.page.keyboard.press('Control+1');
    const answers = queue.line.hold();
    await queue.send(second, 'cut', 'then');
    await expect(row(second.page, 'cut.pdf')).toContainText(t('statuses.sending'));
    await expect.poll(calls).toBe(before + 1);
    const closed = second.page.waitForEvent('close');
    await second.answerMessage(1);
    await second.askToQuit();
    // The window may close before the click returns; only the closing is checked.
    await theDialog(second.page)
      .getByRole('button', { name: t('app.closing.now') })
      .click()
      .catch(() => undefined);
    await closed;
    await second.quit();
    answers.release();

    third = await launch({ dataDir: queue.dataDir });
    await toQueue(third.page);
    await expect(row(third.page, 'then.pdf')).toContainText(t('statuses.signed'));
    await expect(row(third.page, 'cut.pdf')).toContainText(t('statuses.in-doubt'));
    await row(third.page, 'cut.pdf').click();
    await expect(details(third.page).getByText(inDoubtSince)).toBeVisible();
    expect(calls()).toBe(before + 2);
    await expect.poll(() => namesIn(queue.signedFolder('cut', 'then'))).toEqual(['then-signed.pdf']);
  });

  await test.step('a signed document without its output folder is stored and delivered to another folder', async () => {
    const [gone, other] = [join(queue.folder, 'gone'), join(queue.folder, 'other')];
    for (const folder of [gone, other]) await mkdir(folder);
    await third.page.keyboard.press('Control+1');
    const answers = queue.line.hold();
    await queue.send(third, 'one');
    await expect(row(third.page, 'one.pdf')).toContainText(t('statuses.sending'));
    // Neither folder takes the file: the chosen one is gone, and a file has the name of the one next to the original.
    await third.answerDialog([gone]);
    await third.page.getByRole('button', { name: t('signing.output.change') }).click();
    await expect(third.page.getByText(gone)).toBeVisible();
    await rm(gone, { recursive: true });
    await writeFile(join(queue.folder, 'contracts of one'), 'signed', 'in the way');
    answers.release();
    await expect(row(third.page, 'one.pdf')).toContainText(t('jobs.shown.to-deliver'));
    await toQueue(third.page);
    await row(third.page, 'one.pdf').click();
    await expect(details(third.page).getByText(t('jobs.undelivered'))).toBeVisible();
    await expect(
      details(third.page)
        .getByText(/“gone”/)
        .first(),
    ).toBeVisible();
    await third.quit();

    const fourth = await launch({ dataDir: queue.dataDir });
    await toQueue(fourth.page);
    await row(fourth.page, 'one.pdf').click();
    await fourth.answerDialog([other]);
    await fourth.page.getByRole('button', { name: t('queue.delivery.elsewhere') }).click();
    await expect(details(fourth.page).getByText(t('statuses.signed'), { exact: true }).first()).toBeVisible();
    await expect.poll(() => namesIn(other)).toEqual(['one-signed.pdf']);
    expect(await pdfsig(join(other, 'one-signed.pdf'))).toEqual({ signatures: 1, valid: 1 });
  });
});
