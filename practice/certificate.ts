/** Keys and certificates that live as long as the process of the practice provider. Nothing of them is stored. */
import { randomBytes } from 'node:crypto';
import { BitString, Integer, OctetString, Utf8String } from 'asn1js';
import { AltName, AttributeTypeAndValue, BasicConstraints, Certificate, Extension, GeneralName } from 'pkijs';

/** RSA, because every PDF reader checks it. */
const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]), modulusLength: 2048 };
const lifetime = 2 * 365 * 24 * 3600 * 1000;
const oid = { commonName: '2.5.4.3', keyUsage: '2.5.29.15', alternativeName: '2.5.29.17', basicConstraints: '2.5.29.19' };

export type Signer = { name: string; key: CryptoKey; certificate: Certificate };

let signer: Promise<Signer> | null = null;

/** The signer of this process. Every provider of the process shares it: making an RSA key takes 14 to 127 ms. */
export function signerOfProcess(): Promise<Signer> {
  signer ??= makeSigner();
  return signer;
}

/** A signer that nobody takes for a person: the name says what it is in both languages. */
async function makeSigner(): Promise<Signer> {
  const name = 'Firmante de PRÁCTICA / PRACTICE signer';
  // digitalSignature and nonRepudiation: the two highest bits of the first byte (RFC 5280, 4.2.1.3).
  const usage = new BitString({ valueHex: new Uint8Array([0b1100_0000]).buffer, unusedBits: 6 });
  const { keys, certificate } = await selfSigned(name, [extension(oid.keyUsage, usage, true)]);
  return { name, key: keys.privateKey, certificate };
}

/** PEM key and certificate for https on 127.0.0.1; the certificate can stand as its own authority. */
export async function makeTls(): Promise<{ key: string; cert: string }> {
  const address = new OctetString({ valueHex: new Uint8Array([127, 0, 0, 1]).buffer });
  const names = new AltName({
    altNames: [new GeneralName({ type: 7, value: address }), new GeneralName({ type: 2, value: 'localhost' })],
  });
  const { keys, certificate } = await selfSigned('127.0.0.1', [
    extension(oid.alternativeName, names.toSchema(), false),
    extension(oid.basicConstraints, new BasicConstraints({ cA: true, pathLenConstraint: 0 }).toSchema(), true),
  ]);
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { key: pem('PRIVATE KEY', key), cert: pem('CERTIFICATE', certificate.toSchema().toBER()) };
}

async function selfSigned(commonName: string, extensions: Extension[]) {
  const keys = await crypto.subtle.generateKey(rsa, true, ['sign', 'verify']);
  const certificate = new Certificate();
  certificate.version = 2; // counts from 0: X.509 v3
  // The first bit is kept clear: a serial number is positive.
  certificate.serialNumber = new Integer({ valueHex: new Uint8Array([1, ...randomBytes(15)]).buffer });
  for (const name of [certificate.issuer, certificate.subject])
    name.typesAndValues.push(new AttributeTypeAndValue({ type: oid.commonName, value: new Utf8String({ value: commonName }) }));
  const now = Date.now();
  // An hour back: clocks of two machines differ.
  certificate.notBefore.value = new Date(now - 3_600_000);
  certificate.notAfter.value = new Date(now + lifetime);
  certificate.extensions = extensions;
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign(keys.privateKey, 'SHA-256');
  return { keys, certificate };
}

const extension = (extnID: string, value: { toBER(): ArrayBuffer }, critical: boolean): Extension =>
  new Extension({ extnID, critical, extnValue: value.toBER() });

function pem(label: string, der: ArrayBuffer): string {
  const lines = Buffer.from(der).toString('base64').replace(/.{64}/g, '$&\n');
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}
