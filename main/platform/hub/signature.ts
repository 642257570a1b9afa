/**
 * Signs the requests of a station, and verifies them at the hub: HTTP Message Signatures (RFC 9421) with Ed25519, and the digest of the
 * body (RFC 9530). Stations sign in one form; the hub refuses every other one, so that two readers cannot differ.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject, randomBytes, sign, verify } from 'node:crypto';
import { type HubRefusal, maxSignatureAge } from '../../../shared/domain/web-service/hub.ts';

/** 32 bytes each, in base64url. */
export type StationKeyPair = { privateKey: string; publicKey: string };

export function createStationKeyPair(): StationKeyPair {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { privateKey: d, publicKey: x };
}

const jwk = { kty: 'OKP', crv: 'Ed25519' } as const;
export const privateKeyOf = ({ privateKey: d, publicKey: x }: StationKeyPair): KeyObject =>
  createPrivateKey({ key: { ...jwk, d, x }, format: 'jwk' });
/** @throws Error when the text is not the public key of a station */
export const publicKeyOf = (x: string): KeyObject => createPublicKey({ key: { ...jwk, x }, format: 'jwk' });

export type Signer = {
  stationId: string;
  /** A UUID of this run of the station: a copy of its data has the same key. */
  runId: string;
  key: KeyObject;
  /** The time by the clock of the hub, for a station that knows the difference. */
  now?: Date;
};

/**
 * Returns the headers to add to a request.
 * @param target path and query exactly as they are sent
 * @param body the whole body; null for none
 */
export function signRequest(method: string, target: string, body: Uint8Array | null, signer: Signer): Record<string, string> {
  const digest = body === null ? null : digestHeader(body);
  const created = Math.floor((signer.now ?? new Date()).getTime() / 1000);
  const nonce = randomBytes(16).toString('base64url');
  const parameters = `${coveredOf(digest)};created=${created};keyid="${signer.stationId}";nonce="${nonce}";alg="ed25519";tag="${signer.runId}"`;
  const base = signatureBase(componentsOf(method, target, digest), parameters);
  return {
    ...(digest !== null && { 'content-digest': digest }),
    'signature-input': `sig=${parameters}`,
    signature: `sig=:${sign(null, Buffer.from(base), signer.key).toString('base64')}:`,
  };
}

/** The bytes that are signed (RFC 9421, section 2.5). */
export const signatureBase = (components: readonly (readonly [name: string, value: string])[], parameters: string): string =>
  [...components, ['@signature-params', parameters] as const].map(([name, value]) => `"${name}": ${value}`).join('\n');

function componentsOf(method: string, target: string, digest: string | null): [string, string][] {
  const at = target.indexOf('?');
  return [
    ['@method', method],
    ['@path', at === -1 ? target : target.slice(0, at)],
    // Without a query the component is a question mark (section 2.2.7).
    ['@query', at === -1 ? '?' : target.slice(at)],
    ...(digest === null ? [] : [['content-digest', digest] satisfies [string, string]]),
  ];
}

const coveredOf = (digest: string | null): string => `("@method" "@path" "@query"${digest === null ? '' : ' "content-digest"'})`;

const digestHeader = (body: Uint8Array): string => `sha-256=:${hash('sha256', body, 'base64')}:`;

export type SignedRequest = {
  method: string;
  /** Path and query as they were received. */
  target: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
};

/** `digest`: of the body, for `hasDigest`; null for a request without a body. */
export type Verified = { stationId: string; runId: string; digest: string | null };

const inputForm =
  /^sig=(\("@method" "@path" "@query"( "content-digest")?\);created=(\d{1,12});keyid="([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})";nonce="[A-Za-z0-9_-]{16,64}";alg="ed25519";tag="([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")$/;
// The last letter has four bits that are not part of the signature.
const signatureForm = /^sig=:([A-Za-z0-9+/]{85}[AQgw]==):$/;

/**
 * Verifies the headers of a request. The body is compared by `hasDigest` after it was read.
 * @param keyOf the public key of a station; null for one that is unknown or revoked
 */
export async function verifyRequest(
  { method, target, headers }: SignedRequest,
  keyOf: (stationId: string) => Promise<KeyObject | null>,
  now: Date,
): Promise<Verified | Extract<HubRefusal, 'signature' | 'revoked' | 'clock'>> {
  const [, parameters = '', withDigest, created, stationId = '', runId = ''] = inputForm.exec(String(headers['signature-input'])) ?? [];
  const signature = signatureForm.exec(String(headers['signature']))?.[1];
  const digest = withDigest === undefined ? null : headers['content-digest'];
  if (signature === undefined || created === undefined || (digest !== null && typeof digest !== 'string')) return 'signature';
  const key = await keyOf(stationId);
  if (key === null) return 'revoked';
  const base = signatureBase(componentsOf(method, target, digest), parameters);
  if (!verify(null, Buffer.from(base), key, Buffer.from(signature, 'base64'))) return 'signature';
  return Math.abs(now.getTime() / 1000 - Number(created)) > maxSignatureAge ? 'clock' : { stationId, runId, digest };
}

/** Whether a body is what was signed. A body without a signed digest must be empty. */
export const hasDigest = (body: Uint8Array, digest: string | null): boolean =>
  digest === null ? body.length === 0 : digest === digestHeader(body);
