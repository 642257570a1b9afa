/** TLS of the service: its versions, the certificate's files, their renewal, and files that are none. */

import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tls from 'node:tls';
import { expect, test, vi } from 'vitest';
import type { ServiceSettings } from '../support/doors/domain.ts';
import type { CertificateNote } from '../support/doors/web-service.ts';
import { makeAuthority, makeSelfSigned } from '../support/network/test-ca.ts';
import { testWith } from '../support/runner/need.ts';
import { longWait } from '../support/waiting.ts';
import { certificateFiles } from '../support/web-service/certificate-files.ts';
import { askToken, fingerprintAt, sendBytes, sendToDocuments, tokenFor } from '../support/web-service/service-calls.ts';
import { goodUser, problemAtStart, startLoneService } from '../support/web-service/web-service.ts';
import { buildServing } from '../support/web-service/web-service-actions.ts';

test('with certificate and key the service is called over TLS, and its self-test passes', async () => {
  const own = await makeSelfSigned();
  const { settings } = await certificateFiles(own);
  const station = await buildServing(settings);
  const { url, user } = station;
  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:/);
  const token = await tokenFor(url, user, { ca: own.cert });
  expect((await sendToDocuments(url, token, { Uid: '1' }, { ca: own.cert })).status).toBe(200);
  await expect(askToken(url, user)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  expect((await station.service.selfTest()).map(({ problem }) => problem)).toEqual([null, null, null, null, null, null]);
  expect(station.service.state().certificateEnds).toBe(new X509Certificate(own.cert).validToDate.toISOString());
});

test('only TLS 1.3, and TLS 1.2 with an AEAD cipher, are accepted, not plain HTTP', async () => {
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
  expect(await handshake({ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-CHACHA20-POLY1305' })).toBe('TLSv1.2');
  expect(await handshake({ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES256-SHA384:ECDHE-ECDSA-AES128-SHA' })).toBe('refused');
  // A client that would take part in 1.1 at the lowest level of its own library.
  expect(await handshake({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' })).toBe('refused');
  expect(await sendBytes(`http://127.0.0.1:${port}`, 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n')).not.toContain('200');
  expect(await fingerprintAt(url)).toBeTruthy();
});

test('a certificate renewed on the disk is used; a half renewed one is not', async () => {
  const [first, second] = [await makeSelfSigned(), await makeSelfSigned()];
  const { settings, replace } = await certificateFiles(first);
  const notes: CertificateNote[] = [];
  const service = await startLoneService({ settings, limits: { certificate: 20 }, noteCertificate: (note) => notes.push(note) });
  // It is valid for a day.
  expect(notes).toEqual([{ event: 'certificate-ends' }]);
  const shown = () => new X509Certificate(service.certificate ?? '').fingerprint256;
  expect(await fingerprintAt(service.url)).toBe(new X509Certificate(first.cert).fingerprint256);
  replace({ cert: second.cert, key: first.key });
  const unusable = { event: 'certificate-not-renewed', code: 'service-certificate-unusable' };
  await vi.waitFor(() => expect(notes.slice(1)).toEqual([unusable]), longWait);
  expect(await fingerprintAt(service.url)).toBe(new X509Certificate(first.cert).fingerprint256);
  replace(second);
  await vi.waitFor(() => expect(shown()).toBe(new X509Certificate(second.cert).fingerprint256), longWait);
  expect(await fingerprintAt(service.url)).toBe(shown());
  expect(service.certificateEnds).toBe(new X509Certificate(second.cert).validToDate.toISOString());
  expect(notes.slice(2)).toEqual([{ event: 'certificate-renewed' }]);
});

test('a certificate whose end is over is used, and noted', async () => {
  const day = 86_400_000;
  const { settings } = await certificateFiles(await (await makeAuthority()).issue({ from: -2 * day, to: -day }));
  const notes: CertificateNote[] = [];
  const service = await startLoneService({ settings, noteCertificate: (note) => notes.push(note) });
  expect(await fingerprintAt(service.url)).toBe(new X509Certificate(service.certificate ?? '').fingerprint256);
  expect(notes).toEqual([{ event: 'certificate-ended' }]);
});

testWith('openssl')('PKCS#12 is opened with its passphrase, and with no other', async () => {
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
  expect((await askToken(service.url, goodUser, { ca: own.cert })).status).toBe(200);
  expect(new X509Certificate(service.certificate ?? '').fingerprint256).toBe(new X509Certificate(own.cert).fingerprint256);
  for (const passphrase of ['open sesam', '', null])
    expect(await problemAtStart({ transport: 'pkcs12', pkcs12File }, passphrase)).toMatchObject({ code: 'service-certificate-unusable' });
});

test('files that are no matching certificate and key are reported, and the service does not start', async () => {
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
    const found = await problemAtStart(wrong);
    expect(found).toMatchObject({ code: 'service-certificate-unusable', message: 'service-certificate-unusable' });
    expect(found?.detail?.cause, JSON.stringify(found)).toContain(cause);
    expect(JSON.stringify(found)).not.toContain(folder);
  }
});
