/** The form in which a pushed body is stored at the hub. */
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { packBody, unpackBody } from '../../hub/packed-body.ts';
import { cut } from '../support/cut.ts';
import { splitJson } from '../support/doors/records.ts';
import { fc } from '../support/runner/property.ts';
import { runs, seed } from '../support/runner/soak.ts';

function pack(body: Buffer): Buffer {
  const split = splitJson(body, { isLong: (_, length) => length >= 64, maxValues: 1000 });
  if (typeof split === 'string') throw new Error(split);
  return Buffer.concat(packBody(body, split.longTexts));
}

const pictures = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('base64'));
/** Base64 as senders write it, and texts that only look like it. */
const texts = fc.oneof(
  pictures,
  pictures.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  pictures.map((text) => text.replace(/=+$/, '')),
  pictures.map((text) => text.replace(/.(=+)$/, 'B$1')),
  pictures.map((text) => `data:image/jpeg;base64,${text}`),
  pictures.map((text) => text.replaceAll(/(.{20})/g, '$1\n')),
  fc.string({ unit: fc.constantFrom('A', 'B', 'w', '=', '/'), maxLength: 120 }),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
);

test(`an unpacked body is the one that was received, byte for byte, seed ${seed}`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(texts, { maxLength: 5 }), fc.integer({ min: 1, max: 500 }), async (all, size) => {
      const body = Buffer.from(` { "Uid": "1", "Images" : ${JSON.stringify(all.map((Image) => ({ Image })))} }\n`);
      expect((await buffer(unpackBody(cut(pack(body), [size])))).equals(body)).toBe(true);
    }),
    { numRuns: runs(500), seed },
  );
});

test('pictures in base64 lie in it as their bytes', () => {
  const picture = Buffer.alloc(30_000, 'picture');
  const body = Buffer.from(JSON.stringify({ Images: [{ Image: picture.toString('base64') }, { Image: picture.toString('base64') }] }));
  const packed = pack(body);
  expect(packed.indexOf(picture)).toBeGreaterThan(0);
  expect(packed.length).toBe(body.length - 2 * (40_000 - 30_000) + 4 + 2 * 8);
});

test('a packed body that ends too early is damaged', async () => {
  const packed = pack(Buffer.from(JSON.stringify({ Images: [{ Image: Buffer.alloc(300, 1).toString('base64') }] })));
  for (const length of [0, 3, 4, 11, 12, 20, 200])
    await expect(buffer(unpackBody(cut(packed.subarray(0, length), []))), `${length}`).rejects.toMatchObject({ name: 'DamagedFile' });
});

test('a reader that stops ends the source', async () => {
  let ended = false;
  const source = async function* () {
    try {
      yield* cut(pack(Buffer.from('{"Uid":"1"}')), [3]);
    } finally {
      ended = true;
    }
  };
  for await (const piece of unpackBody(source())) if (piece.length > 0) break;
  expect(ended).toBe(true);
});
