/** Streams: any content in any pieces comes back, and of anything that was changed nothing wrong is handed out. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createEncryptingStream, DamagedFile, encryptWhole, headerSize, openEncryptedStream } from '../support/doors/storage.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';

const chunk = 64 * 1024;
const encryptedChunk = chunk + 16;
const key = randomBytes(32);
const otherKey = randomBytes(32);

function encrypt(pieces: Iterable<Uint8Array>, boundTo = 'it', by = key): Buffer {
  const stream = createEncryptingStream(by, boundTo);
  const out = [stream.header];
  for (const piece of pieces) out.push(...stream.push(piece));
  return Buffer.concat([...out, stream.end()]);
}

/** What was handed out, and how it ended. */
async function open(encrypted: Iterable<Uint8Array>, boundTo = 'it', by = key) {
  const out: Buffer[] = [];
  const source = (async function* () {
    yield* encrypted;
  })();
  try {
    for await (const piece of openEncryptedStream(source, by, boundTo)) out.push(piece);
    return { content: Buffer.concat(out), end: 'whole' };
  } catch (thrown) {
    if (!(thrown instanceof DamagedFile)) throw thrown;
    return { content: Buffer.concat(out), end: 'damaged' };
  }
}

/** Pieces of these lengths, over and over; a length of nothing is a piece of nothing. */
function cut(bytes: Buffer, lengths: readonly number[]): Buffer[] {
  const pieces: Buffer[] = [];
  let at = 0;
  for (let n = 0; at < bytes.length; n += 1) {
    const length = lengths[n % lengths.length] ?? bytes.length;
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}

/** Content without a period of the chunk's size, so that no two chunks are alike. */
function content(length: number): Buffer {
  return Buffer.alloc(length, Buffer.from(Array.from({ length: 251 }, (_, n) => n)));
}

const around = [0, 1, 2].flatMap((n) => [n * chunk - 1, n * chunk, n * chunk + 1]).filter((length) => length >= 0);
const lengths = fc.oneof(fc.constantFrom(...around), fc.nat(3 * chunk));
const pieceLengths = fc
  .array(fc.oneof(fc.nat(100), fc.nat(3 * chunk), fc.constantFrom(chunk, encryptedChunk, headerSize)), { minLength: 1, maxLength: 5 })
  .filter((all) => all.some((length) => length > 50));

it('returns any content, written and read in any pieces', async () => {
  await fc.assert(
    fc.asyncProperty(lengths, pieceLengths, pieceLengths, async (length, written, readIn) => {
      const bytes = content(length);
      const encrypted = encrypt(cut(bytes, written));
      expect(encrypted.length).toBe(headerSize + length + 16 * Math.max(1, Math.ceil(length / chunk)));
      const opened = await open(cut(encrypted, readIn));
      expect(opened.end).toBe('whole');
      expect(opened.content.equals(bytes)).toBe(true);
      expect(Buffer.concat(encryptWhole(key, 'it', cut(bytes, written))).equals(encrypted)).toBe(true);
    }),
    { numRuns: runs(60) },
  );
});

it.each([0, 1, 40])('of %i bytes is refused for each single flipped bit, and nothing of it is returned', async (length) => {
  const encrypted = encrypt([content(length)]);
  for (let bit = 0; bit < encrypted.length * 8; bit += 1) {
    const flipped = Buffer.from(encrypted);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect([bit, await open([flipped])]).toEqual([bit, { content: Buffer.alloc(0), end: 'damaged' }]);
  }
});

it('of several chunks is refused for a flipped bit anywhere, after only whole chunks before it', async () => {
  const bytes = content(2 * chunk + 1_000);
  const encrypted = encrypt([bytes]);
  await fc.assert(
    fc.asyncProperty(fc.nat(encrypted.length * 8 - 1), async (bit) => {
      const flipped = Buffer.from(encrypted);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const opened = await open([flipped]);
      expect(opened.end).toBe('damaged');
      const before = Math.max(0, Math.floor(((bit >> 3) - headerSize) / encryptedChunk)) * chunk;
      expect(opened.content.equals(bytes.subarray(0, before))).toBe(true);
    }),
  );
});

describe('a stream of three chunks', () => {
  const bytes = content(2 * chunk + 500);
  const encrypted = encrypt([bytes]);
  const header = encrypted.subarray(0, headerSize);
  const [one, two, three] = [0, 1, 2].map((n) =>
    encrypted.subarray(headerSize + n * encryptedChunk, headerSize + (n + 1) * encryptedChunk),
  );
  if (!one || !two || !three) throw new Error('three chunks');

  it('is refused when its end is missing, wherever it is cut', async () => {
    // Every length near an edge of a chunk, and some between.
    const edges = [0, headerSize, ...[1, 2].map((n) => headerSize + n * encryptedChunk), encrypted.length];
    const cuts = new Set(edges.flatMap((edge) => Array.from({ length: 60 }, (_, n) => edge - 30 + n)));
    for (let length = 0; length < encrypted.length; length += 997) cuts.add(length);
    for (const length of cuts) {
      if (length < 0 || length >= encrypted.length) continue;
      const opened = await open([encrypted.subarray(0, length)]);
      expect([length, opened.end]).toEqual([length, 'damaged']);
      expect(opened.content.equals(bytes.subarray(0, opened.content.length))).toBe(true);
    }
  });

  it.each([
    ['swapped', [two, one, three]],
    ['swapped at the end', [one, three, two]],
    ['repeated', [one, one, two, three]],
    ['left out at the beginning', [two, three]],
    ['left out in the middle', [one, three]],
    ['left out at the end', [one, two]],
    ['added', [one, two, three, three]],
    [
      'taken from another stream',
      [one, encrypt([bytes], 'it', otherKey).subarray(headerSize + encryptedChunk, headerSize + 2 * encryptedChunk), three],
    ],
    ['followed by something', [one, two, three, Buffer.of(0)]],
  ])('is refused with chunks %s', async (_, chunks) => {
    const opened = await open([header, ...chunks]);
    expect(opened.end).toBe('damaged');
    expect(opened.content.equals(bytes.subarray(0, opened.content.length))).toBe(true);
  });

  it('returns nothing under another header', async () => {
    const other = Buffer.alloc(headerSize);
    expect(await open([other, one, two, three])).toEqual({ content: Buffer.alloc(0), end: 'damaged' });
  });
});

it('of a short content is refused for every cut', async () => {
  const encrypted = encrypt([content(100)]);
  for (let length = 0; length < encrypted.length; length += 1) {
    expect([length, await open([encrypted.subarray(0, length)])]).toEqual([length, { content: Buffer.alloc(0), end: 'damaged' }]);
  }
});

it('opens only with its own context and key', async () => {
  const encrypted = encrypt([Buffer.from('x')], 'one');
  const nothing = Buffer.alloc(0);
  expect(await open([encrypted], 'one')).toEqual({ content: Buffer.from('x'), end: 'whole' });
  expect(await open([encrypted], 'other')).toEqual({ content: nothing, end: 'damaged' });
  expect(await open([encrypted], 'one', otherKey)).toEqual({ content: nothing, end: 'damaged' });
});

it('is different under each key, and shows nothing of the content', () => {
  const [one, two] = [encrypt([Buffer.from('stands-out')]), encrypt([Buffer.from('stands-out')], 'it', otherKey)];
  expect(one.subarray(headerSize).equals(two.subarray(headerSize))).toBe(false);
  expect(one.includes('stands-out')).toBe(false);
});

it('buffers at most one chunk, however much is written', () => {
  const stream = createEncryptingStream(key, 'it');
  let [written, out] = [0, 0];
  for (let n = 0; n < 200; n += 1) {
    const encrypted = Buffer.concat([...stream.push(content(10_000))]);
    expect(encrypted.length % encryptedChunk).toBe(0);
    out += (encrypted.length / encryptedChunk) * chunk;
    written += 10_000;
    expect(written - out).toBeLessThanOrEqual(chunk);
  }
});
