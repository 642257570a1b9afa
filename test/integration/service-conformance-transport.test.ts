/** How the service listens, and who may call it: TLS, certificates, addresses, proxies, ports, closing. */
import { execFileSync, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { expect, test, vi } from 'vitest';
import { selfTest } from '../../main/client-service/self-test.ts';
import type { ServiceSettings } from '../../shared/domain/client-service.ts';
import { problemOf } from '../../shared/errors.ts';
import { describedAnswers } from '../fixtures/described-answers.ts';
import {
  allOf,
  askToken,
  callService,
  documentsPath,
  openSocket,
  sendBytes,
  sendToDocuments,
  tokenFor,
} from '../fixtures/service-calls.ts';
import { openServiceDesk } from '../fixtures/service-desk.ts';
import { tempDir } from '../fixtures/temp-dir.ts';
import { makeAuthority, makeSelfSigned, type TestCertificate } from '../fixtures/test-ca.ts';
import { answerOf, goodToken, startLoneService } from '../fixtures/web-service.ts';

const user = { username: 'provider', password: 'right' };
const documentsHead = `POST ${documentsPath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${goodToken}\r\nContent-Type: application/json\r\n`;
const problemIn = async (settings: Partial<ServiceSettings>, passphrase: string | null = null) =>
  startLoneService({ settings, passphrase }).then(
    () => null,
    (thrown: unknown) => problemOf(thrown),
  );

/** Files of a certificate, replaced whole as a renewal does it. */
async function certificateFiles({ cert, key }: TestCertificate) {
  const folder = await tempDir();
  const settings = { transport: 'files', certificateFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') } as const;
  const write = (path: string, text: string) => {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  };
  const replace = (next: TestCertificate) => {
    write(settings.keyFile, next.key);
    write(settings.certificateFile, next.cert);
  };
  replace({ cert, key });
  return { folder, settings, replace };
}

const fingerprintAt = async (url: string): Promise<string> => {
  const socket = (await openSocket(url)) as tls.TLSSocket;
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
};

test('with certificate and key the whole station is called over TLS, and tests itself', async () => {
  const own = await makeSelfSigned();
  const { settings } = await certificateFiles(own);
  const { url, user, station } = await openServiceDesk({ settings });
  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:/);
  const token = await tokenFor(url, user, { ca: own.cert });
  expect((await sendToDocuments(url, token, { Uid: '1' }, { ca: own.cert })).status).toBe(200);
  await expect(askToken(url, user)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  expect((await station.service.selfTest()).map(({ ok }) => ok)).toEqual([true, true, true, true, true, true]);
  expect(station.service.state().certificateEnds).toBe(new X509Certificate(own.cert).validToDate.toISOString());
});

test('only TLS from 1.2 on is spoken, and plain HTTP is not', async () => {
  const { settings } = await certificateFiles(await makeSelfSigned());
  const { url } = await startLoneService({ settings });
  const port = Number(new URL(url).port);
  const handshake = async (versions: tls.SecureContextOptions) => {
    const socket = tls.connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...versions });
    const outcome = await Promise.race([
      once(socket, 'secureConnect').then(() => socket.getProtocol()),
      once(socket, 'error').then(() => 'refused'),
    ]).catch(() => 'refused');
    socket.destroy();
    return outcome;
  };
  expect(await handshake({ minVersion: 'TLSv1.3' })).toBe('TLSv1.3');
  expect(await handshake({ maxVersion: 'TLSv1.2' })).toBe('TLSv1.2');
  // A client that would take part in 1.1 at the lowest level of its own library.
  expect(await handshake({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' })).toBe('refused');
  expect(await sendBytes(`http://127.0.0.1:${port}`, 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n')).not.toContain('200');
  expect(await fingerprintAt(url)).toBeTruthy();
});

test('a certificate that is renewed on the disk is taken up; a half renewed one is not', async () => {
  const [first, second] = [await makeSelfSigned(), await makeSelfSigned()];
  const { settings, replace } = await certificateFiles(first);
  const service = await startLoneService({ settings, limits: { certificate: 20 } });
  const shown = () => new X509Certificate(service.certificate ?? '').fingerprint256;
  expect(await fingerprintAt(service.url)).toBe(new X509Certificate(first.cert).fingerprint256);
  replace({ cert: second.cert, key: first.key });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await fingerprintAt(service.url)).toBe(new X509Certificate(first.cert).fingerprint256);
  replace(second);
  await vi.waitFor(() => expect(shown()).toBe(new X509Certificate(second.cert).fingerprint256), { timeout: 20_000 });
  expect(await fingerprintAt(service.url)).toBe(shown());
  expect(service.certificateEnds).toBe(new X509Certificate(second.cert).validToDate.toISOString());
});

test('the self-test trusts the certificate of the service alone, whoever issued it', async () => {
  const authority = await makeAuthority();
  // Of another name than the address: the provider calls by that name, the self-test does not.
  const own = await authority.issue({ host: 'service.example' });
  const { settings } = await certificateFiles({ ...own, cert: own.cert + authority.pem });
  const service = await startLoneService({ settings });
  const guest = { username: 'guest', password: 'right' };
  expect((await selfTest({ web: service, guest })).map(({ ok }) => ok)).toEqual([true, true, true, true, true, true]);
  const other = await authority.issue({ host: 'service.example' });
  for (const certificate of [other.cert, (await makeSelfSigned()).cert, authority.pem]) {
    const steps = await selfTest({ web: { urls: service.urls, certificate }, guest });
    expect(steps).toMatchObject([{ step: 'reach', ok: false, status: null, problem: { code: 'certificate-untrusted' } }]);
  }
});

test('the self-test ends with the first step that is answered otherwise', async () => {
  const guest = { username: 'guest', password: 'right' };
  const everybody = { token: async () => issued, callerOf: () => null };
  const issued = {
    kind: 'issued',
    token: 'x',
    minutes: 1,
    issued: new Date(),
    expires: new Date(),
    caller: { id: '1', name: 'x', guest: true },
  } as const;
  const open = await startLoneService({ access: everybody });
  expect((await selfTest({ web: open, guest })).at(-1)).toMatchObject({
    step: 'wrong-password',
    ok: false,
    status: 200,
    problem: { code: 'service-test-failed', detail: { status: 200 } },
  });
  const generous = await startLoneService({ publishing: { answer: async () => answerOf(['["AAAA"]']) } });
  expect((await selfTest({ web: generous, guest })).at(-1)).toMatchObject({ step: 'documents', ok: false, status: 200 });
  const full = await startLoneService({
    intake: { push: () => Promise.reject(new Error('x')), rehearse: () => Promise.reject(new Error('x')), setAside: async () => {} },
  });
  expect((await selfTest({ web: full, guest })).at(-1)).toMatchObject({ step: 'push', ok: false, status: 500 });
  const { urls } = full;
  await full.close();
  expect(await selfTest({ web: { urls, certificate: null }, guest })).toMatchObject([
    { step: 'reach', ok: false, status: null, problem: { code: 'connection-refused' } },
  ]);
});

test.skipIf(spawnSync('openssl', ['version']).error !== undefined)('PKCS#12 is opened with its passphrase, and with no other', async () => {
  const own = await makeSelfSigned();
  const { folder, settings } = await certificateFiles(own);
  const pkcs12File = join(folder, 'service.p12');
  const { certificateFile, keyFile } = settings;
  execFileSync('openssl', [
    'pkcs12',
    '-export',
    '-in',
    certificateFile,
    '-inkey',
    keyFile,
    '-out',
    pkcs12File,
    '-passout',
    'pass:open sesame',
  ]);
  const service = await startLoneService({ settings: { transport: 'pkcs12', pkcs12File }, passphrase: 'open sesame' });
  expect((await askToken(service.url, user, { ca: own.cert })).status).toBe(200);
  expect(new X509Certificate(service.certificate ?? '').fingerprint256).toBe(new X509Certificate(own.cert).fingerprint256);
  for (const passphrase of ['open sesam', '', null])
    expect(await problemIn({ transport: 'pkcs12', pkcs12File }, passphrase)).toMatchObject({ code: 'service-certificate-unusable' });
});

test('files that are no certificate and key of each other keep the service closed, and say why', async () => {
  const { folder, settings } = await certificateFiles(await makeSelfSigned());
  const other = await certificateFiles(await makeSelfSigned());
  const nonsense = join(folder, 'nonsense');
  writeFileSync(nonsense, 'no PEM at all');
  const cases: [Partial<ServiceSettings>, string][] = [
    [{ ...settings, keyFile: other.settings.keyFile }, 'MISMATCH'],
    [{ ...settings, keyFile: join(folder, 'missing') }, 'ENOENT'],
    [{ ...settings, keyFile: '' }, 'ENOENT'],
    [{ ...settings, certificateFile: folder }, 'EISDIR'],
    [{ ...settings, certificateFile: nonsense }, 'PEM'],
    [{ ...settings, transport: 'pkcs12', pkcs12File: nonsense }, ''],
    [{ ...settings, transport: 'pkcs12' }, 'ENOENT'],
  ];
  for (const [wrong, cause] of cases) {
    const found = await problemIn(wrong);
    expect(found).toMatchObject({ code: 'service-certificate-unusable', message: 'service-certificate-unusable' });
    expect(found?.detail?.cause, JSON.stringify(found)).toContain(cause);
    expect(JSON.stringify(found)).not.toContain(folder);
  }
});

test('another address than loopback is listened on only with TLS or behind a proxy', async () => {
  expect(await problemIn({ host: '0.0.0.0' })).toMatchObject({ code: 'service-needs-tls' });
  expect(await problemIn({ host: '::' })).toMatchObject({ code: 'service-needs-tls' });
  const { settings } = await certificateFiles(await makeSelfSigned());
  const everywhere = await startLoneService({ settings: { ...settings, host: '0.0.0.0' } });
  expect(everywhere.urls[0]).toMatch(/^https:\/\/127\./);
  expect(await startLoneService({ settings: { host: '0.0.0.0', transport: 'proxy' } }).then(({ url }) => url)).toMatch(/^http:/);
  expect(
    await startLoneService({ settings: { host: 'localhost' } }).then(({ url }) => callService(url, { method: 'GET', path: '/health' })),
  ).toMatchObject({
    status: 200,
  });
  for (const host of ['no-such-host.invalid', '203.0.113.7', '999.1.1.1'])
    expect(await problemIn({ ...settings, host })).toMatchObject({ code: 'service-address-unusable', detail: { address: host } });
  expect(await problemIn({ allowed: ['10.0.0.0/40'] })).toMatchObject({
    code: 'service-address-unusable',
    detail: { address: '10.0.0.0/40' },
  });
});

test('a port that is taken keeps the service closed', async () => {
  const { url } = await startLoneService();
  const port = Number(new URL(url).port);
  expect(await problemIn({ port })).toMatchObject({ code: 'service-port-taken', detail: { port } });
});

test('connections from addresses that are not on the list are closed unread, before TLS', async () => {
  const { settings } = await certificateFiles(await makeSelfSigned());
  const address = ownAddress();
  const open = await startLoneService({ settings: { ...settings, host: '0.0.0.0', allowed: ['192.0.2.0/24'] } });
  // This very machine may call, also by its own network address.
  expect(await fingerprintAt(open.url)).toBeTruthy();
  if (address) expect(await fingerprintAt(open.url.replace('127.0.0.1', address))).toBeTruthy();
  // Behind a proxy its own address is no proxy.
  if (!address) return;
  const proxied = await startLoneService({ settings: { host: '0.0.0.0', transport: 'proxy' } });
  const socket = net.connect(Number(new URL(proxied.url).port), address);
  socket.on('error', () => {});
  expect(await allOf(socket)).toBe('');
  await vi.waitFor(() => expect(proxied.told).toMatchObject([{ kind: 'not-allowed', status: null, user: null }]), { timeout: 20_000 });
});

test('behind a proxy the caller is whom the proxy names, and what a caller names himself is not believed', async () => {
  const service = await startLoneService({ settings: { transport: 'proxy', proxies: ['10.0.0.0/24'], allowed: ['192.0.2.0/24'] } });
  const described = await describedAnswers(service.url);
  const from = (...forwarded: string[]) =>
    askToken(service.url, user, { headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': forwarded } });
  const allowed: [string[], string][] = [
    [['192.0.2.5'], '192.0.2.5'],
    [['8.8.8.8, 192.0.2.5'], '192.0.2.5'],
    [['8.8.8.8', '192.0.2.6, 10.0.0.3'], '192.0.2.6'],
    [['::ffff:192.0.2.7'], '192.0.2.7'],
    [['192.0.2.8:4711'], '192.0.2.8'],
    [['127.0.0.1'], '127.0.0.1'],
  ];
  for (const [forwarded, address] of allowed) {
    expect((await from(...forwarded)).status, forwarded.join()).toBe(200);
    expect(service.askedFrom.at(-1)).toBe(address);
  }
  for (const forwarded of [['8.8.8.8'], ['192.0.2.5, 8.8.8.8'], ['192.0.2.5', '10.0.1.1'], ['unknown'], ['10.0.0.3']]) {
    const answer = await from(...forwarded);
    expect(answer.status, forwarded.join()).toBe(403);
    described.check('POST', '/api/token', answer);
  }
  expect(service.askedFrom).toHaveLength(allowed.length);
  expect(service.told.filter(({ kind }) => kind === 'not-allowed')).toHaveLength(5);
  // Without a proxy the header is anybody's word.
  const bare = await startLoneService();
  await askToken(bare.url, user, { headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '192.0.2.5' } });
  expect(bare.askedFrom).toEqual(['127.0.0.1']);
});

test('closing finishes what was accepted, takes nothing more, and ends connections without a call', async () => {
  let release = (): void => {};
  const entered = Promise.withResolvers<void>();
  const service = await startLoneService({
    intake: {
      push: () =>
        new Promise((resolve) => {
          release = () => resolve('kept');
          entered.resolve();
        }),
      setAside: async () => {},
      rehearse: async () => {},
    },
  });
  const idle = await openSocket(service.url);
  const idleEnds = allOf(idle);
  const busy = await openSocket(service.url);
  const answers = allOf(busy);
  busy.write(`${documentsHead}Content-Length: 9\r\n\r\n{"Uid":1}`);
  await entered.promise;
  let closed = false;
  const closing = service.close().then(() => {
    closed = true;
  });
  expect(await idleEnds).toBe('');
  // On the connection that is still open: another push is not accepted any more.
  busy.write(`${documentsHead}Content-Length: 9\r\n\r\n{"Uid":2}`);
  await expect(callService(service.url, { method: 'GET', path: '/health' })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(closed).toBe(false);
  release();
  expect(await answers).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close/i);
  await closing;
  expect(service.told.map(({ kind, status }) => [kind, status])[0]).toEqual(['push', 200]);
});

test('what a caller who is gone began is finished before the service is closed, and told of as what it came to', async () => {
  const entered = Promise.withResolvers<void>();
  const stored = Promise.withResolvers<'kept'>();
  const push = () => {
    entered.resolve();
    return stored.promise;
  };
  const service = await startLoneService({ intake: { push, setAside: async () => {}, rehearse: async () => {} } });
  const socket = await openSocket(service.url);
  socket.write(`${documentsHead}Content-Length: 9\r\n\r\n{"Uid":1}`);
  await entered.promise;
  socket.destroy();
  let kept = false;
  const closing = service.close().then(() => expect(kept).toBe(true));
  await new Promise((resolve) => setTimeout(resolve, 100));
  kept = true;
  stored.resolve('kept');
  await closing;
  await vi.waitFor(() => expect(service.told).toMatchObject([{ kind: 'push', status: null, user: 'provider' }]), { timeout: 20_000 });
});

test('a call that does not end is ended when the time for closing is over', async () => {
  const entered = Promise.withResolvers<void>();
  const push = () => {
    entered.resolve();
    return new Promise<never>(() => {});
  };
  const service = await startLoneService({ intake: { push, setAside: async () => {}, rehearse: async () => {} }, limits: { closing: 50 } });
  const pushed = sendToDocuments(service.url, goodToken, { Uid: '1' }).catch((error: { code: string }) => error.code);
  await entered.promise;
  await service.close();
  expect(await pushed).toBe('ECONNRESET');
});

function ownAddress(): string | undefined {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
}
