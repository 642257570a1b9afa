/** A file that is read in ranges gives the facts and the report of the same file in memory, and its damage is no fault of the PDF. */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ByteSource, beginningOf, chunkedSource, isSameRange, lastPositionOf, positionsOf } from '../support/doors/byte-source.ts';
import { openPdfSource, readPdfFacts } from '../support/doors/documents.ts';
import { createReader, verifyPdf } from '../support/doors/verification.ts';
import { contract, signedContract } from '../support/pdf/signed-pdf.ts';
import { corpus, corpusFiles, describeWith } from '../support/runner/need.ts';
import { place, put } from '../support/storage/encrypted-place.ts';
import { tempDir } from '../support/temp-dir.ts';

const inChunks = (bytes: Buffer, chunkSize: number): ByteSource =>
  chunkedSource({ length: bytes.length, chunkSize, read: (at) => Buffer.from(bytes.subarray(at * chunkSize, (at + 1) * chunkSize)) });

/** The result, or the message of the error. */
const outcomeOf = (work: Promise<unknown>) => work.catch((thrown: unknown) => String(thrown));

describeWith('corpus')('the corpus in ranges', () => {
  it.each(corpusFiles())('%s', async (name) => {
    const bytes = readFileSync(join(corpus, name));
    const source = inChunks(bytes, 509);
    expect(await outcomeOf(readPdfFacts(source))).toEqual(await outcomeOf(readPdfFacts(bytes)));
    const half = Math.floor(bytes.length / 2);
    for (const [original, same] of [
      [null, null],
      [bytes, beginningOf(source, bytes.length)],
      [bytes.subarray(0, half), inChunks(bytes.subarray(0, half), 1021)],
    ]) {
      expect(await verifyPdf(source, { original: same ?? null, roots: [] })).toEqual(
        await verifyPdf(bytes, { original: original instanceof Uint8Array ? original : null, roots: [] }),
      );
    }
  });
});

it('a signed contract in ranges is signed, its original being another file or its beginning', async () => {
  const signed = await signedContract();
  const report = await verifyPdf(signed, { original: contract(), roots: [] });
  expect(report.original).toBe('preserved');
  const source = inChunks(signed, 64);
  expect(await verifyPdf(source, { original: inChunks(contract(), 100), roots: [] })).toEqual(report);
  expect(await verifyPdf(source, { original: beginningOf(source, contract().length), roots: [] })).toEqual(report);
  const changed = Buffer.from(contract());
  changed[changed.length - 20] = 0x20;
  expect((await verifyPdf(source, { original: inChunks(changed, 100), roots: [] })).original).toBe('changed');
});

describe('a source in chunks', () => {
  const bytes = randomBytes(10_000);
  const source = inChunks(bytes, 97);

  it('returns any range', () => {
    for (const [start, end] of [
      [0, 10_000],
      [96, 98],
      [97, 194],
      [9_990, 20_000],
      [10_000, 10_001],
      [-5, 3],
      [5_000, 5_000],
    ] as const)
      expect(source.range(start, end).equals(bytes.subarray(Math.max(0, start), end))).toBe(true);
    expect(Buffer.concat(Array.from(source.pieces(3, 9_999), (piece) => Buffer.from(piece))).equals(bytes.subarray(3, 9_999))).toBe(true);
  });

  it('compares ranges by their bytes', () => {
    const other = Buffer.from(bytes);
    other[300] = (other[300] ?? 0) ^ 1;
    const changed = inChunks(other, 64);
    expect(isSameRange(source, [0, 300], changed, [0, 300])).toBe(true);
    expect(isSameRange(source, [0, 301], changed, [0, 301])).toBe(false);
    expect(isSameRange(source, [0, 300], changed, [0, 299])).toBe(false);
  });

  it('finds a text at the border of two pieces', () => {
    const large = Buffer.alloc(3 * 1024 * 1024 + 5, 'x');
    const at = [0, 65_530, 1024 * 1024 - 4, 2 * 1024 * 1024 - 1, large.length - 9];
    for (const one of at) large.write('startxref', one);
    expect([...positionsOf(inChunks(large, 64 * 1024), 'startxref', 0)]).toEqual(at);
    for (const start of at) expect([...positionsOf(inChunks(large, 64 * 1024), 'startxref', start)]).toEqual(at.slice(at.indexOf(start)));
    for (let end = at.length; end > 0; end -= 1) {
      const until = (at[end] ?? large.length) + (end < at.length ? 8 : 0);
      expect(lastPositionOf(inChunks(large.subarray(0, until), 64 * 1024), 'startxref')).toBe(at[end - 1]);
    }
    expect(lastPositionOf(inChunks(large.subarray(1, 60_000), 1000), 'startxref')).toBe(-1);
  });

  it.each([1, 2, 3, 5, 7])('is parsed alike in a window that begins with %i bytes', (window) => {
    const texts = [
      '12 0 R 1 % a\n',
      '<< /A [1 2 R <</B(c\\)(d)\\\r\n)>>] /Name#41 <4 1> /C true>> ',
      '-1.5',
      '(a',
      '<41',
      '<< /A >>',
      '[1 2 Rx]',
    ];
    const read = (reader: ReturnType<typeof createReader>) => {
      try {
        return [reader.value(), reader.takes('1'), reader.at()];
      } catch (thrown) {
        return String(thrown);
      }
    };
    for (const text of texts) {
      const all = Buffer.from(text, 'latin1');
      expect(read(createReader(inChunks(all, 4), 0, window))).toEqual(read(createReader(all)));
    }
  });
});

describe('a large file', () => {
  const large = randomBytes(900_000);

  it('is not what was hashed: nothing is read', async () => {
    const path = join(await tempDir(), 'large.pdf');
    writeFileSync(path, large);
    expect(openPdfSource({ path, sha256: '0'.repeat(64) }, 1000)).toMatchObject({ code: 'file-changed' });
  });

  it('changes while it is read: the failure is the file’s', async () => {
    const path = join(await tempDir(), 'large.pdf');
    writeFileSync(path, large);
    const opened = openPdfSource({ path }, 1000);
    if (!('bytes' in opened)) throw new Error(opened.code);
    expect(opened.bytes.range(0, 10).equals(large.subarray(0, 10))).toBe(true);
    const changed = Buffer.from(large);
    changed[800_000] = (changed[800_000] ?? 0) ^ 1;
    writeFileSync(path, changed);
    const again = openPdfSource({ path }, 1000);
    expect(opened.failure()).toBeNull();
    expect(() => opened.bytes.range(0, 900_000)).toThrow();
    expect(opened.failure()).toMatchObject({ code: 'file-changed' });
    opened.close();
    if ('bytes' in again) again.close();
  });

  it('is encrypted and damaged: the failure is the copy’s, whatever the parser says', async () => {
    const { files, folder } = await place();
    const file = await put(files, large);
    const { source } = files.source(file);
    const opened = openPdfSource({ encrypted: source }, 1000);
    if (!('bytes' in opened)) throw new Error(opened.code);
    expect(opened.bytes.range(70_000, 140_000).equals(large.subarray(70_000, 140_000))).toBe(true);
    opened.close();
    const path = join(folder, readdirSync(folder)[0] ?? '');
    const stored = readFileSync(path);
    const damaged = Buffer.from(stored);
    damaged[400_000] = (damaged[400_000] ?? 0) ^ 1;
    writeFileSync(path, damaged);
    const other = openPdfSource({ encrypted: source }, 1000);
    if (!('bytes' in other)) throw new Error(other.code);
    expect(other.bytes.range(0, 60_000).equals(large.subarray(0, 60_000))).toBe(true);
    expect(() => other.bytes.range(300_000, 500_000)).toThrow();
    expect(other.failure()).toMatchObject({ code: 'stored-data-damaged' });
    other.close();
    for (const other of [stored.subarray(0, -1), Buffer.concat([stored, Buffer.from('x')]), stored.subarray(0, 65_560 * 2)]) {
      writeFileSync(path, other);
      expect(openPdfSource({ encrypted: source }, 1000)).toMatchObject({ code: 'stored-data-damaged' });
      expect(openPdfSource({ encrypted: source })).toMatchObject({ code: 'stored-data-damaged' });
    }
  });
});
