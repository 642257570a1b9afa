/** What BoringSSL or OpenSSL refuses is refused with its reason: certificates, keys and PKCS#12 files made by openssl. */
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import { expect, test } from 'vitest';
import { closing } from '../support/closing.ts';
import type { ServiceSettings } from '../support/doors/domain.ts';
import { brokenRule, type certificateRules, keyRule, pkcs12Rule } from '../support/doors/provider.ts';
import { listen } from '../support/network/listening.ts';
import { client } from '../support/network/provider-client.ts';
import { testWith } from '../support/runner/need.ts';
import { tempDir } from '../support/temp-dir.ts';
import { problemAtStart } from '../support/web-service/web-service.ts';

const openssl = (folder: string, ...args: string[]): void => void execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
const p256 = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
const names = ['-subj', '/CN=server', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2', '-nodes'];

/** Writes a certificate of its own and its key; `how` says which. */
function selfSigned(folder: string, name: string, ...how: string[]): Partial<ServiceSettings> {
  openssl(folder, 'req', '-x509', ...how, ...names, '-keyout', `${name}.key`, '-out', `${name}.pem`);
  return { transport: 'files', certificateFile: join(folder, `${name}.pem`), keyFile: join(folder, `${name}.key`) };
}

const certificates: [rule: keyof typeof certificateRules | null, name: string, ...how: string[]][] = [
  [null, 'usual', ...p256],
  [null, 'p384', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  [null, 'rsa', '-newkey', 'rsa:2048', '-addext', 'keyUsage=critical,digitalSignature,keyEncipherment'],
  ['CERT_KEY_USAGE', 'encipherment', '-newkey', 'rsa:2048', '-addext', 'keyUsage=keyEncipherment,dataEncipherment'],
  ['CERT_KEY_USAGE', 'agreement', ...p256, '-addext', 'keyUsage=critical,keyAgreement'],
  ['CERT_KEY_TYPE', 'pss', '-newkey', 'rsa-pss', '-pkeyopt', 'rsa_keygen_bits:2048'],
  ['CERT_KEY_TYPE', 'ed25519', '-newkey', 'ed25519'],
  ['CERT_KEY_TYPE', 'ed448', '-newkey', 'ed448'],
  ['CERT_CURVE', 'brainpool', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:brainpoolP256r1'],
  [null, 'p521', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-521'],
  ['CERT_RSA_SIZE', 'short', '-newkey', 'rsa:1024'],
  ['CERT_RSA_EXPONENT', 'exponent', '-newkey', 'rsa:2048', '-pkeyopt', 'rsa_keygen_pubexp:17179869185'],
];

testWith('openssl')('a certificate of the service is refused by the rule that it breaks, and used when it breaks none', async () => {
  const folder = await tempDir();
  const found: [string, unknown][] = [];
  for (const [, name, ...how] of certificates) {
    const problem = await problemAtStart(selfSigned(folder, name, ...how));
    found.push([name, problem === null ? null : [problem.code, problem.detail?.cause]]);
  }
  expect(found).toEqual(certificates.map(([rule, name]) => [name, rule === null ? null : ['service-certificate-unusable', rule]]));
});

testWith('openssl')('a certificate that its authority signed with SHA-1 is refused, and a root with SHA-1 is not', async () => {
  const folder = await tempDir();
  selfSigned(folder, 'root', ...p256, '-sha1');
  openssl(folder, 'req', '-new', ...p256, '-nodes', '-subj', '/CN=other', '-keyout', 'leaf.key', '-out', 'leaf.csr');
  openssl(
    folder,
    'x509',
    '-req',
    '-in',
    'leaf.csr',
    '-CA',
    'root.pem',
    '-CAkey',
    'root.key',
    '-CAcreateserial',
    '-sha1',
    '-days',
    '2',
    '-out',
    'leaf.pem',
  );
  const rule = (name: string) => brokenRule(new X509Certificate(readFileSync(join(folder, name))));
  expect([rule('root.pem'), rule('leaf.pem')]).toEqual([null, 'CERT_OLD_SIGNATURE']);
  const files = { transport: 'files', certificateFile: join(folder, 'leaf.pem'), keyFile: join(folder, 'leaf.key') } as const;
  expect((await problemAtStart(files))?.detail?.cause).toBe('CERT_OLD_SIGNATURE');
});

testWith('openssl')('a PKCS#12 or key that is encrypted with what one library lacks is refused, the usual ones are not', async () => {
  const folder = await tempDir();
  const usual = selfSigned(folder, 'usual', ...p256);
  const pkcs12 = async (name: string, ...how: string[]) => {
    openssl(folder, 'pkcs12', '-export', '-in', 'usual.pem', '-inkey', 'usual.key', '-out', `${name}.p12`, '-passout', 'pass:open', ...how);
    return (await problemAtStart({ transport: 'pkcs12', pkcs12File: join(folder, `${name}.p12`) }, 'open'))?.detail?.cause ?? null;
  };
  const suite = (name: string) => ['-certpbe', name, '-keypbe', name];
  expect([
    await pkcs12('usual'),
    await pkcs12('aes128', ...suite('AES-128-CBC')),
    await pkcs12('windows', ...suite('PBE-SHA1-3DES'), '-macalg', 'sha1'),
    await pkcs12('legacy', '-legacy'),
    await pkcs12('camellia', ...suite('CAMELLIA-256-CBC')),
    await pkcs12('key-only', '-certpbe', 'AES-256-CBC', '-keypbe', 'ARIA-256-CBC'),
  ]).toEqual([null, null, null, 'PKCS12_ENCRYPTION', 'PKCS12_ENCRYPTION', 'PKCS12_ENCRYPTION']);

  const key = async (name: string, ...command: string[]) => {
    openssl(folder, ...command, '-in', 'usual.key', '-out', `${name}.enc`, '-passout', 'pass:open');
    return (await problemAtStart({ ...usual, keyFile: join(folder, `${name}.enc`) }, 'open'))?.detail?.cause ?? null;
  };
  expect([
    await key('pkcs8', 'pkcs8', '-topk8', '-v2', 'aes-256-cbc'),
    await key('aes', 'ec', '-aes256'),
    await key('sha512', 'pkcs8', '-topk8', '-v2', 'aes-256-cbc', '-v2prf', 'hmacWithSHA512'),
    await key('scrypt', 'pkcs8', '-topk8', '-scrypt'),
    await key('camellia', 'ec', '-camellia256'),
  ]).toEqual([null, null, 'KEY_ENCRYPTION', 'KEY_ENCRYPTION', 'KEY_ENCRYPTION']);
  expect([pkcs12Rule(Buffer.from('no PKCS#12')), pkcs12Rule(Buffer.alloc(0)), keyRule('no PEM')]).toEqual([null, null, null]);
});

test('a salt that begins like another value hides no cipher', () => {
  const camellia = new Sequence({ value: [new ObjectIdentifier({ value: '1.2.392.200011.61.1.1.1.4' })] });
  // A time of two letters, for which the parser throws.
  const salt = new OctetString({ valueHex: Uint8Array.of(0x18, 0x02, 0x41, 0x42).buffer });
  expect(pkcs12Rule(new Uint8Array(new Sequence({ value: [salt, camellia] }).toBER()))).toBe('PKCS12_ENCRYPTION');
});

testWith('openssl')('the connection test refuses a provider whose certificate breaks a rule, before anything is sent', async () => {
  const folder = await tempDir();
  const causes: unknown[] = [];
  const used = ['usual', 'encipherment', 'brainpool', 'p521', 'pss'];
  for (const [, name, ...how] of certificates.filter(([, each]) => used.includes(each))) {
    selfSigned(folder, name, ...how);
    let calls = 0;
    const [cert, secret] = [`${name}.pem`, `${name}.key`].map((file) => readFileSync(join(folder, file)));
    const server = createServer({ cert, key: secret }, (_request, response) => {
      calls += 1;
      response.end('{}');
    });
    const port = await listen(closing(server));
    const connection = closing(client(`https://127.0.0.1:${port}`, { caFile: join(folder, `${name}.pem`), proxy: 'none' }));
    const problem = await connection.testSigning().then(
      () => null,
      (thrown: { problem: { code: string; detail?: { cause?: unknown } } }) => thrown.problem,
    );
    causes.push([name, problem?.detail?.cause ?? null, calls > 0]);
  }
  expect(causes).toEqual([
    ['usual', null, true],
    ['encipherment', 'CERT_KEY_USAGE', false],
    ['pss', 'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', false],
    ['brainpool', 'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', false],
    ['p521', null, true],
  ]);
});
