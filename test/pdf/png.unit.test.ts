/** PNG of others for a PDF: what can be embedded is right to the pixel, and nothing that a file says of itself does harm. */
import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readPng } from '../support/doors/pdf.ts';
import { png } from '../support/records/pictures.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';

const grey = { width: 3, height: 2, type: 0, pixels: Buffer.from([0, 50, 100, 150, 200, 250]) };

describe('a PNG', () => {
  it('without transparency is embedded as it is', () => {
    const rgb = { width: 1, height: 2, type: 2, pixels: Buffer.from([1, 2, 3, 4, 5, 6]) };
    const palette = Buffer.from([0, 0, 0, 255, 0, 0]);
    expect(readPng(png(grey))).toMatchObject({ width: 3, height: 2, bits: 8, colours: 1, palette: null, filtered: true });
    expect(readPng(png(rgb))).toMatchObject({ width: 1, height: 2, colours: 3, filtered: true });
    const indexed = readPng(png({ width: 2, height: 1, type: 3, pixels: Buffer.from([0, 1]), palette }));
    expect(indexed?.palette?.equals(palette)).toBe(true);
    expect(inflateSync(readPng(png(rgb))?.data ?? '')).toEqual(Buffer.from([0, 1, 2, 3, 0, 4, 5, 6]));
  });

  it('with transparency is drawn on white, with any row filter', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom(4, 6),
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 6, maxLength: 6 }),
        fc.uint8Array({ minLength: 144, maxLength: 144 }),
        (width, height, type, filters, bytes) => {
          const step = type === 6 ? 4 : 2;
          const pixels = bytes.subarray(0, width * height * step);
          const read = readPng(png({ width, height, type, pixels, filter: (y) => filters[y] ?? 0 }));
          const expected = Array.from({ length: width * height }, (_, index) => {
            const pixel = [...pixels.subarray(index * step, (index + 1) * step)];
            const alpha = (pixel.pop() ?? 0) / 255;
            return pixel.map((value) => 255 - Math.round((255 - value) * alpha));
          }).flat();
          expect(read).toMatchObject({ width, height, bits: 8, colours: step - 1, palette: null, filtered: false });
          expect([...inflateSync(read?.data ?? '')]).toEqual(expected);
        },
      ),
    );
  });

  it.each([
    ['interlaced', png({ ...grey, interlaced: true })],
    ['of 16 bits and transparent', png({ width: 1, height: 1, type: 6, bits: 16, pixels: new Uint8Array(8) })],
    ['of an unknown type', png({ ...grey, type: 5 })],
    ['with a palette that is not there', png({ width: 1, height: 1, type: 3, pixels: new Uint8Array(1) })],
    ['cut off', png(grey).subarray(0, 40)],
    ['with pixels missing', png({ width: 9, height: 9, type: 6, pixels: new Uint8Array(4) }).fill(0, 41, 47)],
    ['that is none', Buffer.from('GIF89a')],
    ['that is nothing', Buffer.alloc(0)],
  ])('%s is not embedded', (_, file) => {
    expect(readPng(file)).toBeNull();
  });

  it('is not decompressed past its declared size', () => {
    const file = png({ width: 2, height: 2, type: 6, pixels: new Uint8Array(16) });
    const from = file.indexOf('IDAT') - 4;
    const bomb = deflateSync(Buffer.alloc(50_000_000));
    const body = Buffer.concat([Buffer.alloc(4), Buffer.from('IDAT'), bomb, Buffer.alloc(4)]);
    body.writeUInt32BE(bomb.length);
    expect(readPng(Buffer.concat([file.subarray(0, from), body, file.subarray(-12)]))).toBeNull();
  });

  it('may be damaged anywhere', () => {
    const whole = png({ width: 4, height: 4, type: 6, pixels: new Uint8Array(64).fill(7) });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 4 }), fc.nat(whole.length), (changes, length) => {
        const damaged = Buffer.from(whole);
        for (const [at, byte] of changes) damaged[at] = byte;
        expect(() => readPng(damaged.subarray(0, length))).not.toThrow();
      }),
      { numRuns: runs(500) },
    );
  });
});
