/**
 * The smoke test of what is installed: start, keychain, a PDF on the screen, a signature in practice mode, TLS of the application's own
 * library, a second start, a signature by the network of the system, and an end while a document is being sent. `STATION_PACKAGED` names the executable; without it the same steps
 * run on the Electron host, so that they are known to work. The workflow runs it on each system, and removes the application afterwards.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSettingsRepository } from '../support/doors/settings.ts';
import { openSettingsDatabase } from '../support/doors/storage.ts';
import { makeSelfSigned } from '../support/network/test-ca.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { sendToDocuments, tokenFor } from '../support/web-service/service-calls.ts';
import { areaShown } from './area-shown.ts';
import { connect, placeAndName, row } from './clerk.ts';
import { compileCache, electronBinary, repository } from './electron-binary.ts';
import type { PageWithStation, Running } from './launch.ts';
import { launchPackaged, type PackagedStation } from './launch-packaged.ts';
import { expect, test } from './queue-fixture.ts';

const packaged = process.env.STATION_PACKAGED ?? '';
test.skip(packaged === '' && electronBinary() !== null, 'the packaged application is named by STATION_PACKAGED');

type Launch = (changes: { dataDir: string; args: readonly string[] }) => Promise<Running>;

async function start(launch: Launch, dataDir: string, paths: readonly string[]): Promise<PackagedStation> {
  if (packaged !== '') {
    const station = await launchPackaged(packaged, dataDir, paths);
    await areaShown(station.page);
    await station.page.evaluate(() => (window as unknown as PageWithStation).station.invoke['settings.set']({ language: 'en' }));
    return station;
  }
  const { page, system } = await launch({ dataDir, args: paths });
  if (system === null) throw new Error('not on the Electron host');
  return {
    page,
    async startAgain(more) {
      const args = [join(repository, 'test/electron-host/run.ts'), repository, `--data-dir=${dataDir}`, ...more];
      const second = spawn(process.execPath, args, { env: { ...process.env, NODE_COMPILE_CACHE: compileCache }, stdio: 'ignore' });
      return (await once(second, 'exit'))[0] as number | null;
    },
    end() {
      system.signal('SIGTERM');
      return system.ended;
    },
  };
}

test('what is installed starts, draws, signs, serves over TLS, is started twice, and ends while it sends', async ({ launch, queue }) => {
  const { dataDir, folder } = queue;
  await mkdir(dataDir, { recursive: true });
  const certificate = await makeSelfSigned();
  const certificateFile = await writeFile(folder, 'certificate.pem', certificate.cert);
  const keyFile = await writeFile(folder, 'key.pem', certificate.key);
  const settings = openSettingsDatabase(dataDir);
  openSettingsRepository(settings, settings).changeService({ enabled: true, port: 0, transport: 'files', certificateFile, keyFile });
  settings.close();
  const contract = await writeFile(folder, 'contract.pdf', await plainPdf(1, 'contract'));
  const station = await start(launch as Launch, dataDir, [contract]);
  const { page } = station;

  await test.step('a PDF of the arguments is drawn', async () => {
    await row(page, 'contract.pdf').click();
    const isDrawn = () =>
      page.evaluate(() => {
        const canvas = document.querySelector<HTMLCanvasElement>('.page canvas');
        const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        return pixels.some((value, index) => index % 4 === 0 && value < 128);
      });
    await expect.poll(isDrawn).toBe(true);
  });

  await test.step('a signature in practice mode', async () => {
    await placeAndName(station.page, 'TRX-0042');
    await page.keyboard.press('Control+Enter');
    await expect.poll(async () => readdir(join(folder, 'signed')).catch(() => [])).toEqual(['contract-signed.pdf']);
  });

  await test.step('its own web service, with the TLS library of the application', async () => {
    const user = await page.evaluate(async () => {
      const { invoke } = (window as unknown as PageWithStation).station;
      const added = await invoke['serviceUsers.add']({ username: 'provider' });
      if (!added.ok) throw new Error(added.problem.message);
      return { username: 'provider', password: added.value.password };
    });
    const urlOf = () =>
      page.evaluate(async () => {
        const state = await (window as unknown as PageWithStation).station.invoke['service.state'](undefined);
        return state.ok ? (state.value.urls[0] ?? '') : '';
      });
    await expect.poll(urlOf).toMatch(/^https:/);
    const token = await tokenFor(await urlOf(), user, { ca: certificate.cert });
    // A notification says so, which a test cannot see.
    expect((await sendToDocuments(await urlOf(), token, { Uid: 'U-1' }, { ca: certificate.cert })).status).toBe(200);
  });

  await test.step('a second start hands over its file and ends', async () => {
    const other = await writeFile(folder, 'other.pdf', await plainPdf(1, 'other'));
    expect(await station.startAgain([other])).toBe(0);
    await expect(row(page, 'other.pdf')).toBeVisible();
  });

  await test.step('a signature by the network of the system', async () => {
    await connect(station as unknown as Running, queue.provider, queue.provider.origin, { transport: 'system' });
    await row(page, 'other.pdf').click();
    await placeAndName(station.page, 'TRX-0042');
    await page.keyboard.press('Control+Enter');
    await expect.poll(async () => readdir(join(folder, 'signed'))).toContain('other-signed.pdf');
  });

  await test.step('an end while a document is being sent waits for its answer; secrets come from the keychain at the next start', async () => {
    await connect(station as unknown as Running, queue.provider, queue.line.origin);
    expect(await page.evaluate(async () => (await (window as unknown as PageWithStation).station.invoke['app.info'](undefined)).ok)).toBe(
      true,
    );
    expect(await station.end()).toBe(0);
    const again = await start(launch as Launch, dataDir, [await writeFile(folder, 'last.pdf', await plainPdf(1, 'last'))]);
    await row(again.page, 'last.pdf').click();
    await placeAndName(again.page, 'TRX-0042');
    const answers = queue.line.hold();
    await again.page.keyboard.press('Control+Enter');
    await expect.poll(() => queue.sent()).toContain('last');
    if (process.platform === 'win32') answers.release();
    const ended = again.end();
    answers.release();
    expect(await ended).toBe(0);
    await expect.poll(async () => readdir(join(folder, 'signed'))).toContain('last-signed.pdf');
  });

  const log = await readFile(join(dataDir, 'logs', 'station.log'), 'utf8');
  expect(log).toContain('"program":"desktop"');
  expect(log).not.toMatch(/"event":"(fault|pageEnded|pageNotLoaded|childEnded|keychain)"/);
});
