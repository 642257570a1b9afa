/** Certificates: believed only with a chain to an authority that the machine or the profile names. */
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { TlsOptions } from 'node:tls';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { closing } from '../support/closing.ts';
import { call, client, memoryStore } from '../support/network/provider-client.ts';
import { startRawServer, withToken } from '../support/network/raw-server.ts';
import { makeAuthority, makeSelfSigned } from '../support/network/test-ca.ts';
import { tempDir } from '../support/temp-dir.ts';

const answered = { kind: 'answered', items: [], otherTexts: [], defect: null, unread: null };

let authority: Awaited<ReturnType<typeof makeAuthority>>;
let other: Awaited<ReturnType<typeof makeAuthority>>;
let someKey: string;
const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
beforeAll(async () => {
  [authority, other] = [await makeAuthority(), await makeAuthority()];
  someKey = (await makeSelfSigned()).key;
});

async function sign(certificate: TlsOptions, caText?: string | Uint8Array) {
  const script = withToken(async (exchange) => {
    await exchange.body();
    exchange.answer(200, { signedDocuments: [] });
  });
  const server = closing(await startRawServer(script, certificate));
  const caFile = caText === undefined ? '' : join(await tempDir(), 'ca.pem');
  if (caText !== undefined) await writeFile(caFile, caText);
  const provider = closing(client(server.origin, { caFile }));
  const outcome = await provider.signDocuments(call(), memoryStore().incoming);
  return { outcome, asked: server.exchanges.length, host: `127.0.0.1:${server.port}` };
}
const untrusted = (host: string, cause: string, context?: string) => ({
  kind: 'refused',
  problem: { code: 'certificate-untrusted', message: 'certificate-untrusted', detail: { host, cause, ...(context && { context }) } },
  retryable: true,
});

const unreadable = (name: string) => ({
  kind: 'refused',
  problem: { code: 'ca-file-unreadable', message: 'ca-file-unreadable', detail: { name } },
  retryable: false,
});

describe('an untrusted certificate is refused before anything is sent', () => {
  it('when it is self-signed', async () => {
    const { outcome, asked, host } = await sign(await makeSelfSigned());
    expect(outcome).toEqual(untrusted(host, 'DEPTH_ZERO_SELF_SIGNED_CERT'));
    expect(asked).toBe(0);
  });
  it('when its authority is unknown', async () => {
    const { outcome, host } = await sign(await authority.issue());
    expect(outcome).toEqual(untrusted(host, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'));
  });
  it('when it is expired', async () => {
    const { outcome, host } = await sign(await authority.issue({ from: -7_200_000, to: -3_600_000 }), authority.pem);
    expect(outcome).toEqual(untrusted(host, 'CERT_HAS_EXPIRED', 'date'));
  });
  it('when it is for another host', async () => {
    const certificate = await authority.issue({ host: 'other.example' });
    const { outcome, host } = await sign(certificate, authority.pem);
    expect(outcome).toEqual(untrusted(host, 'ERR_TLS_CERT_ALTNAME_INVALID', 'server'));
  });
});

describe('a server with', () => {
  const answered = { kind: 'answered', items: [], defect: null };
  const aead = 'ECDHE-ECDSA-AES128-GCM-SHA256';
  const cbc = 'ECDHE-ECDSA-AES256-SHA384:ECDHE-ECDSA-AES128-SHA';
  it.each<[string, TlsOptions, 'answered' | 'refused']>([
    ['TLS 1.3', { minVersion: 'TLSv1.3' }, 'answered'],
    ['TLS 1.2 with an AEAD cipher', { maxVersion: 'TLSv1.2', ciphers: aead }, 'answered'],
    ['TLS 1.2 with CBC alone', { maxVersion: 'TLSv1.2', ciphers: cbc }, 'refused'],
    ['TLS 1.1', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }, 'refused'],
  ])('%s', async (_what, options, expected) => {
    const { outcome, asked, host } = await sign({ ...(await authority.issue()), ...options }, authority.pem);
    const refused = { kind: 'refused', problem: { code: 'certificate-untrusted', detail: { host } } };
    expect(outcome).toMatchObject(expected === 'answered' ? answered : refused);
    expect(asked > 0).toBe(expected === 'answered');
  });

  it('no environment variable makes a certificate trusted', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await sign(await makeSelfSigned())).outcome).toMatchObject({ kind: 'refused', problem: { code: 'certificate-untrusted' } });
  });
});

describe('the CA file', () => {
  it('makes its authority trusted, among others and with text around it', async () => {
    const file = `# our company\n${(await makeAuthority()).pem}\n\nText\n${authority.pem}\n`;
    expect((await sign(await authority.issue(), file)).outcome).toEqual(answered);
  });

  it.each([
    ['first', () => [authority.pem, other.pem]],
    ['last', () => [other.pem, authority.pem]],
    ['twice', () => [authority.pem, authority.pem]],
    ['next to a key', () => [someKey, authority.pem]],
    ['as an "X509 CERTIFICATE"', () => [authority.pem.replaceAll(' CERTIFICATE', ' X509 CERTIFICATE')]],
    ['as a "TRUSTED CERTIFICATE"', () => [authority.pem.replaceAll(' CERTIFICATE', ' TRUSTED CERTIFICATE')]],
    ['with the line ends of Windows', () => [authority.pem.replaceAll('\n', '\r\n')]],
  ])('may contain the certificate %s', async (_what, parts) => {
    expect((await sign(await authority.issue(), parts().join(''))).outcome).toEqual(answered);
  });

  it('makes each of its authorities trusted, and no other', async () => {
    const both = authority.pem + other.pem;
    expect((await sign(await other.issue(), both)).outcome).toEqual(answered);
    const third = await sign(await (await makeAuthority()).issue(), both);
    expect(third.outcome).toEqual(untrusted(third.host, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'));
    expect(third.asked).toBe(0);
  });

  // The problem is compared whole: the name of the file, and neither its folder nor anything of its contents.
  it.each([
    ['empty', () => ''],
    ['no PEM', () => 'not a certificate'],
    ['PEM that is none', () => broken],
    ['a certificate that breaks off', () => authority.pem.slice(0, -40)],
    ['a key in place of a certificate', () => someKey],
    ['a key that says it is a certificate', () => someKey.replaceAll('PRIVATE KEY', 'CERTIFICATE')],
    ['one certificate of several that is none', () => authority.pem + broken],
    ['DER', () => Buffer.from(authority.pem.replace(/-----.*-----/g, ''), 'base64')],
  ])('that is %s is refused before anything is sent', async (_what, text) => {
    const { outcome, asked } = await sign(await authority.issue(), text());
    expect(outcome).toEqual(unreadable('ca.pem'));
    expect(asked).toBe(0);
  });

  it('that is a folder is refused', async () => {
    const folder = await tempDir();
    const provider = closing(client('https://127.0.0.1:9', { caFile: folder }));
    expect(await provider.signDocuments(call(), memoryStore().incoming)).toEqual(unreadable(basename(folder)));
  });

  it('that is missing is reported, and read once it exists', async () => {
    const script = withToken(() => {});
    const server = closing(await startRawServer(script, await authority.issue()));
    const caFile = join(await tempDir(), 'later.pem');
    const provider = closing(client(server.origin, { caFile }));
    await expect(provider.testSigning()).rejects.toMatchObject({ problem: { code: 'ca-file-unreadable', detail: { name: 'later.pem' } } });
    await writeFile(caFile, authority.pem);
    await provider.testSigning();
  });
});
