/** What the operating system does to the application: signals, the end of the session, sleep, a page that ends. */
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { openFolder, row } from './clerk.ts';
import { compileCache, electronBinary, repository } from './electron-binary.ts';
import { expect, type QueueFixture, sendAndWait, test } from './queue-fixture.ts';
import { type PageWithStation, type Running, systemOf } from './running.ts';
import { words } from './words.ts';

const t = words('en');
const host = join(repository, 'test/electron-host/run.ts');

// The events of a system cannot be made on the real binary; the workflow starts and ends that one (docs/platforms.md).
test.skip(electronBinary() !== null, 'the Electron host plays the system');

test('waking from sleep sends queued documents without their backoff; a logoff and a signal give the document being sent its answer; the machine stays awake until then; a logoff that is called off ends nothing', async ({
  launch,
  queue,
}) => {
  const station = await launch({ dataDir: queue.dataDir });
  await queue.connect(station);
  await queue.line.down();
  await queue.send(station, 'zero');
  await expect(row(station.page, 'zero.pdf')).toContainText(t('statuses.queued'));
  await queue.line.up();
  await systemOf(station).emit('power', 'resume');
  await queue.expectSigned('zero');
  await expect(row(station.page, 'zero.pdf')).toContainText(t('statuses.signed'));

  // Nothing is being sent: the station ends with the session, and this one continues, which ends the pause of new calls.
  expect(await systemOf(station).emit('window', 'query-session-end')).toBe(false);
  await systemOf(station).emit('window', 'session-stays');
  const one = await sendAndWait(queue, station, 'one');
  // The page may read a row before the state that the shell hears, which is throttled.
  await expect.poll(() => systemOf(station).state()).toMatchObject({ staysAwake: true, theme: 'system' });
  expect(await systemOf(station).emit('window', 'query-session-end')).toBe(true);
  one.answer();
  expect(await systemOf(station).ended).toBe(0);
  await queue.expectSigned('one');

  const second = await launch({ dataDir: queue.dataDir });
  expect((await systemOf(second).state()).staysAwake).toBe(false);
  const two = await sendAndWait(queue, second, 'two');
  systemOf(second).signal('SIGTERM');
  two.answer();
  expect(await systemOf(second).ended).toBe(0);
  await queue.expectSigned('two');
});

/** Types the client, a reference, an own position and a name to screen, of documents that are not sent yet. */
async function beginWork(station: Running, queue: QueueFixture): Promise<void> {
  const { page } = station;
  await page.keyboard.press('Control+3');
  await page.getByLabel(t('screening.form.name')).fill('Rosa Mora');
  await page.keyboard.press('Control+1');
  const folder = join(queue.folder, 'second customer');
  await mkdir(folder);
  for (const name of ['two', 'three']) await writeFile(folder, `${name}.pdf`, await plainPdf(1, name));
  await openFolder(station, folder);
  await page.getByRole('button', { name: t('signing.placement.confirm') }).click();
  await row(page, 'two.pdf').click();
  await page.getByRole('radio', { name: t('signing.placement.this') }).press('Space');
  await page.getByLabel(t('signing.client.label')).fill('TRX-0002');
  await row(page, 'three.pdf').click();
  await page.keyboard.press('F2');
  await page.keyboard.type('R-3');
  const saved = () => page.evaluate(() => (window as unknown as PageWithStation).station.invoke['app.workspace'](undefined));
  await expect.poll(async () => JSON.stringify(await saved())).toContain('"R-3"');
}

/** The work is that of its own customer, apart from the document that is shown. */
async function expectWork({ page }: Running): Promise<void> {
  await expect(row(page, 'two.pdf')).toContainText(t('signing.row.ownPlacement'));
  await expect(row(page, 'three.pdf')).toContainText('R-3');
  await expect(row(page, 'one.pdf')).toBeHidden();
  await expect(page.getByRole('button', { name: t('signing.customers.open', { name: 'TRX-0042' }) })).toBeVisible();
  await expect(page.getByLabel(t('signing.client.label'))).toHaveValue('TRX-0002');
  await expect(page.getByRole('button', { name: t('signing.send.button', { count: 2 }) })).toBeVisible();
}

test('a page that ends is loaded again three times, with what was begun for each customer; then a person decides', async ({
  launch,
  queue,
}) => {
  const station = await launch({ dataDir: queue.dataDir });
  const { page } = station;
  const system = systemOf(station);
  const reloads = async () => (await system.state()).reloads;
  const end = () => system.emit('contents', 'render-process-gone', { reason: 'crashed' });
  async function loadAgain(): Promise<void> {
    const loaded = page.waitForEvent('load');
    await end();
    await loaded;
  }
  await queue.connect(station);
  await queue.send(station, 'one');
  await queue.expectSigned('one');
  await beginWork(station, queue);
  const viewer = page.getByRole('region', { name: t('pdf.viewer', { name: 'three.pdf' }) });
  await loadAgain();
  await expectWork(station);
  await expect(viewer).toBeVisible();
  await test.step('a document that may have ended the page is shown again once', async () => {
    await loadAgain();
    await expectWork(station);
    await expect(viewer).toBeHidden();
    await row(page, 'three.pdf').click();
    await expect(viewer).toBeVisible();
  });
  await test.step('the documents are sent for their own customer', async () => {
    await page.keyboard.press('Control+Enter');
    const calls = () =>
      queue.provider.log().flatMap(({ clientInfo, documents = [] }) => documents.map(({ reference }) => [reference, clientInfo]));
    await expect.poll(calls).toEqual([
      ['one', 'TRX-0042'],
      ['R-3', 'TRX-0002'],
      ['two', 'TRX-0002'],
    ]);
    await page.keyboard.press('Control+3');
    await expect(page.getByLabel(t('screening.form.name'))).toHaveValue('Rosa Mora');
  });
  await loadAgain();
  expect(await reloads()).toBe(3);
  await station.answerMessage(0);
  await end();
  await expect.poll(reloads).toBe(4);
  await test.step('a page that hangs is ended when the person wants it, and loaded again', async () => {
    await station.answerMessage(1);
    await system.emit('window', 'unresponsive');
    await expect.poll(reloads).toBe(5);
  });
  await test.step('a person can quit, too', async () => {
    for (const _ of [1, 2]) await end();
    await station.answerMessage(1);
    await end();
    expect(await system.ended).toBe(0);
  });
});

for (const how of ['SIGTERM', 'a request to quit'] as const) {
  test(`serve without a window ends orderly on ${how}`, async ({ queue }) => {
    const user = { STATION_SERVICE_USERNAME: 'proveedor', STATION_SERVICE_PASSWORD: 'una frase larga 2026' };
    const env = { ...process.env, ...user, STATION_VAULT_KEY: randomBytes(32).toString('base64'), NODE_COMPILE_CACHE: compileCache };
    const args = [repository, '--unattended', 'serve', '--json', '--port', '0', '--data-dir', queue.dataDir];
    const serving = fork(host, args, { env, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    let stderr = '';
    serving.stderr?.on('data', (text) => (stderr += text));
    const ended = once(serving, 'exit');
    const [line] = (await Promise.race([serving.stdout && once(serving.stdout, 'data'), ended])) as [Buffer];
    expect(String(line), stderr).toContain(`"pid":${serving.pid}`);
    if (how === 'SIGTERM') serving.kill('SIGTERM');
    else serving.send({ type: 'quit' });
    expect(await ended, stderr).toEqual([0, null]);
    // A database that was closed has no log left.
    expect(await readdir(queue.dataDir)).not.toContain('station.sqlite-wal');
  });
}
