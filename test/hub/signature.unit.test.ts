/** Signed requests: the RFC's own vector, an independent implementation of the RFC, and every part of a request tampered with. */
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { createVerifier, httpbis } from 'http-message-signatures';
import { describe, expect, test } from 'vitest';
import {
  createStationKeyPair,
  hasDigest,
  privateKeyOf,
  publicKeyOf,
  type SignedRequest,
  signatureBase,
  signRequest,
  verifyRequest,
} from '../../main/platform/hub/signature.ts';
import { maxSignatureAge } from '../../shared/domain/web-service/hub.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';

const stationId = '0b5c2f6e-54c1-4a9b-9d0e-3a4f6d1c2b7a';
const runId = '7d1c0a52-9f3e-4b86-8c21-5e4f3a2b1c0d';
const pair = createStationKeyPair();
const key = privateKeyOf(pair);
const publicKey = publicKeyOf(pair.publicKey);
const keyOf = async (id: string) => (id === stationId ? publicKey : null);
const now = new Date('2026-11-26T09:00:00Z');

const signed = (method: string, target: string, body: Uint8Array | null, at = now): SignedRequest => ({
  method,
  target,
  headers: signRequest(method, target, body, { stationId, runId, key, now: at }),
});

test('signs the ed25519 vector of RFC 9421, section B.2.6', () => {
  const rfcKey = createPrivateKey(
    '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF\n-----END PRIVATE KEY-----',
  );
  const rfcPublicKey = createPublicKey(
    '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=\n-----END PUBLIC KEY-----',
  );
  const base = signatureBase(
    [
      ['date', 'Tue, 20 Apr 2021 02:07:55 GMT'],
      ['@method', 'POST'],
      ['@path', '/foo'],
      ['@authority', 'example.com'],
      ['content-type', 'application/json'],
      ['content-length', '18'],
    ],
    '("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
  );
  const signature = sign(null, Buffer.from(base), rfcKey);
  expect(signature.toString('base64')).toBe('wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==');
  expect(verify(null, Buffer.from(base), rfcPublicKey, signature)).toBe(true);
});

test('states the digest of RFC 9530, section B.1', () => {
  const body = Buffer.from('{"hello": "world"}\n');
  expect(signRequest('POST', '/', body, { stationId, runId, key })['content-digest']).toBe(
    'sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:',
  );
});

test('an independent implementation of the RFC verifies what a station signs', async () => {
  for (const target of ['/hub/station', '/hub/events?wait=25', '/hub/publications/x/content?offset=1048576']) {
    const { method, headers } = signed('PUT', target, Buffer.from('piece'), new Date());
    const verified = await httpbis.verifyMessage(
      {
        keyLookup: async () => ({ verify: createVerifier(publicKey, 'ed25519'), algs: ['ed25519'] }),
        requiredFields: ['@method', '@path', '@query', 'content-digest'],
        requiredParams: ['created', 'keyid', 'nonce', 'alg'],
      },
      { method, url: `https://hub.example${target}`, headers: headers as Record<string, string> },
    );
    expect(verified).toBe(true);
  }
});

/** What a URL can have in its path and query, percent-encoded parts included. */
const targets = fc
  .tuple(
    fc.array(fc.stringMatching(/^[A-Za-z0-9._~%-]{1,12}$/), { maxLength: 4 }),
    fc.option(fc.stringMatching(/^[A-Za-z0-9=&?/%+-]{0,20}$/)),
  )
  .map(([parts, query]) => `/${parts.join('/')}${query === null ? '' : `?${query}`}`);
const methods = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE');
const bodies = fc.option(fc.uint8Array({ maxLength: 200 }));

test('a signed request is verified, with the digest of its body', async () => {
  await fc.assert(
    fc.asyncProperty(methods, targets, bodies, async (method, target, body) => {
      const verified = await verifyRequest(signed(method, target, body), keyOf, now);
      if (typeof verified === 'string') return false;
      return verified.stationId === stationId && hasDigest(body ?? new Uint8Array(), verified.digest);
    }),
    { numRuns: runs(50) },
  );
});

/** RFC 9421 signs a missing and an empty query alike (section 2.2.7). */
const withoutEmptyQuery = (target: string): string => target.replace(/^([^?]*)\?$/, '$1');

test('any other method, path, query or header is refused', async () => {
  const changed = fc.constantFrom('method', 'target', 'signature', 'signature-input', 'content-digest' as const);
  await fc.assert(
    fc.asyncProperty(
      methods,
      targets,
      fc.uint8Array({ maxLength: 50 }),
      changed,
      targets,
      fc.nat(),
      async (method, target, body, what, other, at) => {
        const request = signed(method, target, body);
        const tampered = { ...request, headers: { ...request.headers } };
        if (what === 'method') tampered.method = method === 'GET' ? 'POST' : 'GET';
        else if (what === 'target') tampered.target = withoutEmptyQuery(other) === withoutEmptyQuery(target) ? `${target}x` : other;
        else {
          const text = String(request.headers[what]);
          const place = at % text.length;
          const letter = text[place] === '1' ? '2' : '1';
          tampered.headers[what] = text.slice(0, place) + letter + text.slice(place + 1);
        }
        const verified = await verifyRequest(tampered, keyOf, now);
        // A changed letter in the station's id is another station.
        return verified === 'signature' || (what === 'signature-input' && verified === 'revoked');
      },
    ),
    { numRuns: runs(100) },
  );
});

describe('refuses', () => {
  const verifyChanged = (headers: SignedRequest['headers'], body: Uint8Array | null = null) => {
    const request = signed('POST', '/hub/claims', body);
    return verifyRequest({ ...request, headers: { ...request.headers, ...headers } }, keyOf, now);
  };

  test('another body', async () => {
    const verified = await verifyRequest(signed('POST', '/hub/claims', Buffer.from('{"a":1}')), keyOf, now);
    if (typeof verified === 'string') throw new Error(verified);
    expect(hasDigest(Buffer.from('{"a":2}'), verified.digest)).toBe(false);
    expect(hasDigest(Buffer.from(''), verified.digest)).toBe(false);
  });

  test('a body whose digest is not signed', async () => {
    const verified = await verifyRequest(signed('POST', '/hub/claims', null), keyOf, now);
    if (typeof verified === 'string') throw new Error(verified);
    expect(hasDigest(Buffer.from('{}'), verified.digest)).toBe(false);
  });

  test('the key of another station, and an unknown station', async () => {
    const request = signed('GET', '/hub/station', null);
    const other = publicKeyOf(createStationKeyPair().publicKey);
    expect(await verifyRequest(request, async () => other, now)).toBe('signature');
    expect(await verifyRequest(request, async () => null, now)).toBe('revoked');
  });

  test.each([
    [-maxSignatureAge - 1, 'clock'],
    [-maxSignatureAge, 'good'],
    [maxSignatureAge, 'good'],
    [maxSignatureAge + 1, 'clock'],
  ])('a signature that is %i seconds off: %s', async (seconds, expected) => {
    const request = signed('GET', '/hub/station', null, new Date(now.getTime() + seconds * 1000));
    const verified = await verifyRequest(request, keyOf, now);
    expect(typeof verified === 'string' ? verified : 'good').toBe(expected);
  });

  test.each([
    ['no signature', { signature: undefined }],
    ['no input', { 'signature-input': undefined }],
    ['two headers', { signature: ['sig=:AA==:', 'sig=:AA==:'] }],
    ['fewer components', { 'signature-input': `sig=("@method");created=1;keyid="${stationId}";nonce="aaaaaaaaaaaaaaaa";alg="ed25519"` }],
    [
      'another algorithm',
      { 'signature-input': `sig=("@method" "@path" "@query");created=1;keyid="${stationId}";nonce="aaaaaaaaaaaaaaaa";alg="hmac-sha256"` },
    ],
    ['a digest that is stated and missing', { 'content-digest': undefined }],
  ])('%s', async (_name, headers) => {
    expect(await verifyChanged(headers as SignedRequest['headers'], Buffer.from('{}'))).toBe('signature');
  });
});
