/** Certificates made at each start: for the practice signers, their authority and the time stamps, and for https. */
import { randomBytes } from 'node:crypto';
import { BitString, Integer, OctetString, Utf8String } from 'asn1js';
import { AltName, AttributeTypeAndValue, BasicConstraints, Certificate, Extension, ExtKeyUsage, GeneralName, Time, TimeType } from 'pkijs';
import type { SignerKey } from '../behaviour.ts';

const rsa = { hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]), modulusLength: 2048 };
/** RSA by default, because every PDF reader checks it. */
const algorithms = {
  rsa: { ...rsa, name: 'RSASSA-PKCS1-v1_5' },
  'rsa-pss': { ...rsa, name: 'RSA-PSS' },
  ecdsa: { name: 'ECDSA', namedCurve: 'P-256' },
} as const satisfies Record<SignerKey, object>;
const lifetime = 2 * 365 * 24 * 3600 * 1000;
const oid = {
  commonName: '2.5.4.3',
  keyUsage: '2.5.29.15',
  extendedKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  alternativeName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
};

/** `issuer`: the authority's certificate, which is its own root. */
export type Signer = { name: string; key: CryptoKey; certificate: Certificate; issuer: Certificate };
type Issued = { key: CryptoKey; certificate: Certificate };

let authority: Promise<Issued> | null = null;
const signers = new Map<SignerKey | 'time-stamp', Promise<Signer>>();

/** The signer of this process. Every provider of the process shares it: making an RSA key takes 14 to 127 ms. */
export function signerOfProcess(key: SignerKey = 'rsa'): Promise<Signer> {
  // digitalSignature and nonRepudiation: the two highest bits of the first byte (RFC 5280, 4.2.1.3).
  const usage = new BitString({ valueHex: new Uint8Array([0b1100_0000]).buffer, unusedBits: 6 });
  // A name that no one mistakes for a person: it says practice in both languages.
  return signer(key, 'Firmante de PRÁCTICA / PRACTICE signer', key, [extension(oid.keyUsage, usage, true)]);
}

export function timeStamperOfProcess(): Promise<Signer> {
  const usage = new ExtKeyUsage({ keyPurposes: [oid.timeStamping] });
  return signer('time-stamp', 'Hora de PRÁCTICA / PRACTICE time', 'ecdsa', [extension(oid.extendedKeyUsage, usage.toSchema(), true)]);
}

/** PEM of the root that both lead to. */
export async function signerRoot(): Promise<string> {
  return pem('CERTIFICATE', (await authorityOfProcess()).certificate.toSchema().toBER());
}

function signer(kind: SignerKey | 'time-stamp', name: string, key: SignerKey, extensions: Extension[]): Promise<Signer> {
  const known =
    signers.get(kind) ??
    authorityOfProcess().then(async (by) => ({ name, ...(await issued(name, key, extensions, by)), issuer: by.certificate }));
  signers.set(kind, known);
  return known;
}

function authorityOfProcess(): Promise<Issued> {
  authority ??= issued('Autoridad de PRÁCTICA / PRACTICE authority', 'ecdsa', [
    extension(oid.basicConstraints, new BasicConstraints({ cA: true }).toSchema(), true),
  ]);
  return authority;
}

/** PEM key and certificate for https on 127.0.0.1; the certificate can serve as its own authority. */
export async function makeTls(): Promise<{ key: string; cert: string }> {
  const address = new OctetString({ valueHex: new Uint8Array([127, 0, 0, 1]).buffer });
  const names = new AltName({
    altNames: [new GeneralName({ type: 7, value: address }), new GeneralName({ type: 2, value: 'localhost' })],
  });
  const { key, certificate } = await issued('127.0.0.1', 'rsa', [
    extension(oid.alternativeName, names.toSchema(), false),
    extension(oid.basicConstraints, new BasicConstraints({ cA: true, pathLenConstraint: 0 }).toSchema(), true),
  ]);
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', key);
  return { key: pem('PRIVATE KEY', pkcs8), cert: pem('CERTIFICATE', certificate.toSchema().toBER()) };
}

/** @param by absent: its own issuer */
async function issued(commonName: string, kind: SignerKey, extensions: Extension[], by?: Issued): Promise<Issued> {
  const keys = (await crypto.subtle.generateKey(algorithms[kind], true, ['sign', 'verify'])) as CryptoKeyPair;
  const certificate = new Certificate();
  certificate.version = 2; // counts from 0: X.509 v3
  // The first bit is cleared: a serial number is positive.
  certificate.serialNumber = new Integer({ valueHex: new Uint8Array([1, ...randomBytes(15)]).buffer });
  const name = new AttributeTypeAndValue({ type: oid.commonName, value: new Utf8String({ value: commonName }) });
  certificate.subject.typesAndValues.push(name);
  if (by) certificate.issuer = by.certificate.subject;
  else certificate.issuer.typesAndValues.push(name);
  const now = Date.now();
  // An hour back: clocks of two machines differ.
  certificate.notBefore = timeOf(now - 3_600_000);
  certificate.notAfter = timeOf(now + lifetime);
  certificate.extensions = extensions;
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign(by?.key ?? keys.privateKey, 'SHA-256');
  return { key: keys.privateKey, certificate };
}

/** The time in whole seconds, in the form of its year: two digits until 2049, four from 2050 on (RFC 5280, 4.1.2.5). */
export function timeOf(ms: number): Time {
  const value = new Date(Math.floor(ms / 1_000) * 1_000);
  return new Time({ type: value.getUTCFullYear() > 2049 ? TimeType.GeneralizedTime : TimeType.UTCTime, value });
}

const extension = (extnID: string, value: { toBER(): ArrayBuffer }, critical: boolean): Extension =>
  new Extension({ extnID, critical, extnValue: value.toBER() });

function pem(label: string, der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
