/** The service as the rest of the station has it: switched on and off, changed, self-tested, and its events. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serviceSettingsSchema } from '../support/doors/domain.ts';
import { StationError } from '../support/doors/errors.ts';
import { memoryKeychain } from '../support/doors/keychain.ts';
import { plainPdf } from '../support/pdf/pdfs.ts';
import { buildStation, type TestStation } from '../support/station.ts';
import { tempDir } from '../support/temp-dir.ts';
import { longWait } from '../support/waiting.ts';
import { askToken, callService, sendToDocuments, tokenFor } from '../support/web-service/service-calls.ts';

const vaultKey = Buffer.alloc(32, 5);
const nobody = { username: 'nobody', password: 'not a password' };

const open = (dataDir: string, now?: () => Date): Promise<TestStation> =>
  buildStation({ provider: 'none', dataDir, vaultKey, sending: 'manual', ...(now && { now }) });
const health = async (url: string | undefined) => (await callService(url ?? '', { method: 'GET', path: '/health' })).status;
/** Another program on a port. */
async function takenPort(): Promise<{ port: number; free(): Promise<void> }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const free = async () => {
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  onTestFinished(free);
  const address = server.address();
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, free };
}

test('is off until switched on; a change applies when it resolves, and survives a restart', async () => {
  const dataDir = await tempDir();
  const station = await open(dataDir);
  const { service } = station;
  await service.start();
  expect(service.state()).toMatchObject({ state: 'off', urls: [], problem: null, since: null });
  await expect(service.selfTest()).rejects.toMatchObject({ problem: { code: 'service-not-running' } });

  const states: string[] = [];
  service.events.on('state', ({ state }) => states.push(state));
  await service.change({ enabled: true, port: 0 });
  const [url] = service.state().urls;
  expect(service.state()).toMatchObject({ state: 'running', problem: { code: 'service-no-users' }, users: 0 });
  expect(await health(url)).toBe(200);
  await service.users.add('provider');
  expect(service.state()).toMatchObject({ problem: null, users: 1 });
  await expect.poll(() => states.at(-1)).toBe('running');

  // A setting that does not affect listening interrupts no one.
  await service.change({ tokenMinutes: 7 });
  expect(service.state().urls).toEqual([url]);
  await service.change({ enabled: false });
  expect(service.state()).toMatchObject({ state: 'off', urls: [] });
  await expect(health(url)).rejects.toThrow('ECONNREFUSED');

  await service.change({ enabled: true });
  await station.close();
  const again = await open(dataDir);
  expect(again.service.settings()).toMatchObject({ enabled: true, tokenMinutes: 7 });
  await again.service.start();
  expect(again.service.state()).toMatchObject({ state: 'running', users: 1 });
});

test('a port in use is reported, and opened once it is free; of concurrent changes the last one applies', async () => {
  const { service } = await open(await tempDir());
  const { port, free } = await takenPort();
  await service.change({ enabled: true, port });
  expect(service.state()).toMatchObject({ state: 'failed', urls: [], problem: { code: 'service-port-taken', detail: { port } } });
  await free();
  await service.change({ enabled: true });
  expect(service.state()).toMatchObject({ state: 'running', urls: [`http://127.0.0.1:${port}`] });

  await Promise.all([service.change({ enabled: false }), service.change({ port: 0, enabled: true }), service.change({ enabled: false })]);
  expect(service.state()).toMatchObject({ state: 'off', problem: null });
  const last = await Promise.all([service.change({ enabled: true }), service.change({ bodyMiB: 9 })]);
  expect(last.map(({ bodyMiB }) => bodyMiB)).toEqual([8, 9]);
  expect(await health(service.state().urls[0])).toBe(200);
});

test('the command line serves with settings of its own; changes during the run apply and are stored', async () => {
  const dataDir = await tempDir();
  const station = await open(dataDir);
  const { service } = station;
  const { port } = await takenPort();
  await expect(service.serve(serviceSettingsSchema.parse({ port }), null)).rejects.toMatchObject({
    problem: { code: 'service-port-taken' },
  });
  expect(service.state()).toMatchObject({ state: 'failed', problem: { code: 'service-port-taken' } });
  await service.serve(serviceSettingsSchema.parse({ port: 0, bodyMiB: 3 }), null);
  const [url] = service.state().urls;
  await service.change({ tokenMinutes: 9 });
  expect(service.settings()).toMatchObject({ port: 0, bodyMiB: 3, tokenMinutes: 9 });
  expect(service.state().urls).toEqual([url]);
  await service.change({ allowed: ['192.0.2.1'] });
  expect(await health(service.state().urls[0])).toBe(200);
  await station.close();
  const { settings } = await open(dataDir);
  expect(settings.service()).toMatchObject({ enabled: false, bodyMiB: 8, tokenMinutes: 9, allowed: ['192.0.2.1'] });
});

test('the self-test passes and leaves no count, error, user or item behind; two together are one', async () => {
  const { service, inbox } = await open(await tempDir());
  await service.serve(serviceSettingsSchema.parse({ port: 0 }), null);
  const emitted: string[] = [];
  service.events.on('event', ({ kind }) => emitted.push(kind));
  const before = service.state();
  const [one, other] = await Promise.all([service.selfTest(), service.selfTest()]);
  expect(one).toEqual(['reach', 'wrong-password', 'token', 'no-token', 'documents', 'push'].map((step) => ({ step, problem: null })));
  expect(other).toBe(one);
  expect(service.state()).toEqual(before);
  expect([emitted, inbox.state().total, service.users.users()]).toEqual([[], 0, []]);
});

test('errors are counted, and a limited number of the latest is listed', async () => {
  const { service } = await open(await tempDir());
  await service.serve(serviceSettingsSchema.parse({ port: 0 }), null);
  const [url = ''] = service.state().urls;
  for (let n = 0; n < 25; n++) expect((await callService(url, { path: '/api/Integration/Documents' })).status).toBe(401);
  expect((await askToken(url, nobody)).status).toBe(400);
  await expect.poll(() => service.state().counts['token-refused']).toBe(1);
  const { counts, errors } = service.state();
  expect(counts.unauthorized).toBe(25);
  expect(errors).toHaveLength(20);
  expect(errors[0]).toMatchObject({ kind: 'token-refused', status: 400, user: null });
  expect(JSON.stringify(errors)).not.toContain(nobody.username);
});

test('closing while it opens closes it, and it is not opened again', async () => {
  const station = await open(await tempDir());
  const { service } = station;
  const opening = service.change({ enabled: true, port: 0 });
  const closing = service.close();
  const late = service.start();
  await Promise.all([opening, closing, late]);
  expect(service.state()).toMatchObject({ state: 'off', urls: [] });
});

test('concurrent readiness requests share one check', async () => {
  const { service, encryptedFiles } = await open(await tempDir());
  await service.serve(serviceSettingsSchema.parse({ port: 0 }), null);
  const [url = ''] = service.state().urls;
  let made = 0;
  const { create } = encryptedFiles;
  encryptedFiles.create = (...of) => {
    made += 1;
    return create(...of);
  };
  const answers = await Promise.all(Array.from({ length: 20 }, () => callService(url, { method: 'GET', path: '/ready' })));
  expect(answers.map(({ json }) => json)).toEqual(Array(20).fill({ ready: true }));
  expect(made).toBe(1);
});

test('is not ready until the watched folder was read once; pushes are stored from the beginning', async () => {
  const station = await open(await tempDir());
  const folder = await tempDir();
  const bytes = await plainPdf(1, 'contract');
  // A few files are read before a call arrives.
  for (let count = 0; count < 100; count++) await writeFile(join(folder, `${count}_a.pdf`), bytes);
  const { password } = await station.service.users.add('provider');
  await station.service.serve(serviceSettingsSchema.parse({ port: 0, watchedFolder: folder }), null);
  const [url = ''] = station.service.state().urls;
  const ready = async () => (await callService(url, { method: 'GET', path: '/ready' })).json;
  expect(await ready()).toEqual({ ready: false, reason: 'reading-folder' });
  const token = await tokenFor(url, { username: 'provider', password });
  const asked = () => sendToDocuments(url, token, '{"JsonTransaction":{"IdNumber":"none"}}');
  expect((await asked()).status).toBe(503);
  expect((await sendToDocuments(url, token, '{"Uid":"U-1"}')).status).toBe(200);
  await expect.poll(ready, longWait).toEqual({ ready: true });
  expect(await asked()).toMatchObject({ status: 200, json: [] });
});

test('without a window expired visits and items without a visit are removed too, after an announcement', async () => {
  const dataDir = await tempDir();
  const settings = serviceSettingsSchema.parse({ port: 0 });
  const first = await open(dataDir);
  await first.inbox.ingestPush(Buffer.from('{"Uid":"U-1","IdNumber":"5"}'), 'provider');
  await first.inbox.quarantine(Buffer.from('{'), 'provider', { code: 'body-not-json', message: '' });
  await first.close();

  const later = async (after: number): Promise<TestStation> => {
    const day = 86_400_000;
    const at = new Date(Date.now() + after * day);
    // A clock that jumped counts once it has been plausible for a day.
    await (await open(dataDir, () => new Date(at.getTime() - day))).close();
    const station = await open(dataDir, () => at);
    await station.service.serve(settings, null);
    return station;
  };
  const all = { text: '', show: 'all' } as const;
  const warning = await later(400);
  await expect.poll(() => warning.inbox.state()).toEqual({ total: 1, unread: 1, quarantined: 0 });
  expect(warning.visits.page(all, 0, 10).total).toBe(1);
  await warning.close();

  const removing = await later(410);
  await expect.poll(() => removing.visits.page(all, 0, 10).total).toBe(0);
  expect(removing.inbox.state().total).toBe(0);
});

test('a locked keychain is reported as such, only where its passphrase is needed', async () => {
  const keychain = memoryKeychain();
  const station = await buildStation({ provider: 'none', vaultKey, keychain, sending: 'manual' });
  expect(await station.vault.keychainProblem()).toBeNull();
  keychain.get = async () => Promise.reject(new StationError('keychain-unavailable'));
  await station.service.change({ enabled: true, port: 0 });
  expect(station.service.state()).toMatchObject({ state: 'running' });
  await station.service.change({ transport: 'pkcs12', pkcs12File: '/nowhere.p12' });
  expect(station.service.state()).toMatchObject({ state: 'failed', problem: { code: 'keychain-unavailable' } });
});
