/** Keys, certificates, time stamps and CMS signatures made by OpenSSL, independent of the library with which the station reads them. */
import { execFile } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Integer } from 'asn1js';
import { Certificate } from 'pkijs';

const run = promisify(execFile);

/** Arguments of `openssl req -newkey`. */
export const keys = {
  rsa: ['rsa:2048'],
  shortRsa: ['rsa:1024'],
  tinyRsa: ['rsa:512'],
  p256: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  p384: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  shortCurve: ['ec', '-pkeyopt', 'ec_paramgen_curve:prime192v1'],
  tinyCurve: ['ec', '-pkeyopt', 'ec_paramgen_curve:secp112r1'],
  brainpool: ['ec', '-pkeyopt', 'ec_paramgen_curve:brainpoolP256r1'],
} as const;

export type KeyName = keyof typeof keys;
type CertificateShape = {
  key?: KeyName;
  keyOf?: string;
  issuer?: string;
  kind?: 'root' | 'last' | 'limited' | 'tsa' | 'responder' | 'server' | 'encryption' | 'signer' | 'plain';
  subject?: string;
  serial?: number;
};

const extensions = `[req]
distinguished_name = name
[name]
[root]
basicConstraints = critical, CA:TRUE
[plain]
subjectKeyIdentifier = none
authorityKeyIdentifier = none
[responder]
extendedKeyUsage = OCSPSigning
[revoking]
database = index
default_md = sha256
default_crl_days = 30
[tsa]
extendedKeyUsage = critical, timeStamping
[server]
keyUsage = critical, digitalSignature, keyEncipherment
extendedKeyUsage = serverAuth, clientAuth
[encryption]
keyUsage = critical, keyEncipherment
[last]
basicConstraints = critical, CA:TRUE, pathlen:0
[limited]
basicConstraints = critical, CA:TRUE
nameConstraints = critical, permitted;dirName:limit
[limit]
O = Others
[signer]
keyUsage = critical, digitalSignature, nonRepudiation
[service]
serial = serial
default_policy = 1.2.3.4
digests = sha256
ess_cert_id_alg = sha256
signer_digest = sha256
`;

/** `at`: when it was revoked; null: it was not. */
export type Revoked = { serial: number; at: Date | null };

/** The database of `openssl ca`. */
function indexOf(known: readonly Revoked[]): string {
  const time = (date: Date) => `${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`;
  const expires = time(new Date(Date.now() + 30 * 24 * 3_600_000));
  return known
    .map(({ serial, at }) => {
      const hex = serial.toString(16).toUpperCase();
      return `${at === null ? 'V' : 'R'}\t${expires}\t${at === null ? '' : time(at)}\t${hex.padStart(hex.length + (hex.length % 2), '0')}\tunknown\t/CN=x\n`;
    })
    .join('');
}

/** Of one certificate in PEM. */
export const derOf = (pem: string): Buffer<ArrayBuffer> => Buffer.from(pem.replaceAll(/-----.*-----|\s/g, ''), 'base64');

export function openssl() {
  const folder = mkdtempSync(join(tmpdir(), 'station-test-'));
  const at = (name: string) => join(folder, name);
  writeFileSync(at('conf'), extensions);
  const call = (...args: string[]) => run('openssl', args, { cwd: folder });

  return {
    remove: () => rmSync(folder, { recursive: true, force: true }),
    pem: (name: string) => readFileSync(at(`${name}.pem`), 'utf8'),
    key: (name: string) => createPrivateKey(readFileSync(at(`${name}.key`), 'utf8')),
    /** A certificate of a new key, or of another certificate's key; without an issuer it is self-signed. */
    async certificate(
      name: string,
      { key = 'p256', keyOf, issuer, kind = 'signer', serial, subject: commonName = name }: CertificateShape = {},
    ): Promise<void> {
      const by = issuer === undefined ? [] : ['-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`];
      const from = keyOf === undefined ? ['-newkey', ...keys[key], '-nodes', '-keyout', `${name}.key`] : ['-key', `${keyOf}.key`];
      const subject = ['-subj', `/O=Tests/CN=${commonName}`, '-config', 'conf', '-extensions', kind];
      const number = serial === undefined ? [] : ['-set_serial', String(serial)];
      await call('req', '-x509', ...from, '-out', `${name}.pem`, '-days', '30', ...subject, ...number, ...by);
    },
    /** DER of the certificate with another number, signed again by its issuer, which has a key of P-256. */
    async renumbered(name: string, serial: number, issuer: string): Promise<Buffer> {
      const copy = Certificate.fromBER(derOf(readFileSync(at(`${name}.pem`), 'utf8')));
      copy.serialNumber = new Integer({ value: serial });
      const der = new Uint8Array(createPrivateKey(readFileSync(at(`${issuer}.key`))).export({ type: 'pkcs8', format: 'der' }));
      await copy.sign(await crypto.subtle.importKey('pkcs8', der, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']), 'SHA-256');
      return Buffer.from(copy.toSchema().toBER());
    },
    /** Several certificates in one file. */
    bundle: (name: string, ...of: string[]) => writeFileSync(at(`${name}.pem`), of.map((one) => readFileSync(at(`${one}.pem`))).join('')),
    /** DER of a detached signature; `options` are those of `openssl cms`. */
    async sign(covered: Uint8Array, signer: string, ...options: string[]): Promise<Buffer> {
      writeFileSync(at('covered'), covered);
      const files = ['-in', 'covered', '-out', 'cms', '-signer', `${signer}.pem`, '-inkey', `${signer}.key`];
      await call('cms', '-sign', '-binary', '-outform', 'DER', ...files, ...options);
      return readFileSync(at('cms'));
    },
    /** DER of a list of the issuer's revoked certificates. */
    async revocationList(issuer: string, revoked: readonly Revoked[]): Promise<Buffer> {
      writeFileSync(at('index'), indexOf(revoked));
      const by = ['-keyfile', `${issuer}.key`, '-cert', `${issuer}.pem`];
      await call('ca', '-gencrl', '-config', 'conf', '-name', 'revoking', ...by, '-out', 'crl');
      await call('crl', '-in', 'crl', '-outform', 'DER', '-out', 'crl.der');
      return readFileSync(at('crl.der'));
    },
    /** DER of the responder's answer about one certificate: good unless it is among the revoked. */
    async statusAnswer(issuer: string, responder: string, certificate: string, known: readonly Revoked[]): Promise<Buffer> {
      writeFileSync(at('index'), indexOf(known));
      await call('ocsp', '-issuer', `${issuer}.pem`, '-cert', `${certificate}.pem`, '-reqout', 'request', '-no_nonce');
      const by = ['-rsigner', `${responder}.pem`, '-rkey', `${responder}.key`, '-CA', `${issuer}.pem`];
      await call('ocsp', '-index', 'index', ...by, '-reqin', 'request', '-respout', 'answer', '-ndays', '1');
      return readFileSync(at('answer'));
    },
    /** DER of a time stamp of these bytes. */
    async timeStamp(bytes: Uint8Array, signer: string): Promise<Buffer> {
      writeFileSync(at('stamped'), bytes);
      writeFileSync(at('serial'), '01\n');
      await call('ts', '-query', '-data', 'stamped', '-sha256', '-cert', '-out', 'query');
      const service = ['-config', 'conf', '-section', 'service', '-signer', `${signer}.pem`, '-inkey', `${signer}.key`];
      await call('ts', '-reply', '-queryfile', 'query', '-token_out', '-out', 'token', ...service);
      return readFileSync(at('token'));
    },
  };
}
