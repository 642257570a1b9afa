import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decompressBody } from '../support/doors/web-service.ts';

const text = '{"Uid":"1"}';
const body = Buffer.from(text);
const read = async (bytes: Uint8Array, coding: string | undefined, maxBytes = text.length) =>
  decompressBody(Buffer.from(bytes), coding, maxBytes).then(String, (thrown: unknown) => (thrown as { kind?: string }).kind);

test.each([
  ['none', undefined, body],
  ['an empty header', '', body],
  ['identity', 'Identity', body],
  ['gzip', 'GZIP', gzipSync(body)],
  ['its old name', 'x-gzip', gzipSync(body)],
  ['deflate', 'deflate', deflateSync(body)],
  ['deflate without the zlib header', 'deflate', deflateRawSync(body)],
  ['brotli', ' br ', brotliCompressSync(body)],
  ['gzip and identity', 'gzip, identity', gzipSync(body)],
])('reads a body that is compressed by %s', async (_, coding, bytes) => {
  expect(await read(bytes, coding)).toBe(text);
});

test.each(['zstd', 'compress', 'gzip, gzip', 'gzip, br', 'constructor'])('does not know %s', async (coding) => {
  expect(await read(gzipSync(body), coding)).toBe('unknown');
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('%s: bytes that are not of it, or cut off, are broken', async (coding, compress) => {
  expect(await read(body, coding, 100_000)).toBe('broken');
  expect(await read(Buffer.alloc(0), coding)).toBe('broken');
  expect(await read(compress(body).subarray(0, -1), coding)).toBe('broken');
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
] as const)('%s: a body is decompressed up to the limit and no further', async (coding, compress) => {
  expect(await read(compress(Buffer.alloc(1000)), coding, 1000)).toHaveLength(1000);
  expect(await read(compress(Buffer.alloc(1001)), coding, 1000)).toBe('too-large');
  expect(await read(compress(Buffer.alloc(64 * 1024 * 1024)), coding, 1000)).toBe('too-large');
});
