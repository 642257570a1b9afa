/** Documents that stand in memory (encrypted on disk) are judged as files are. */
import { afterAll, describe, expect, it } from 'vitest';
import { blockThread } from '../support/block-thread.ts';
import { closing } from '../support/closing.ts';
import { createPdfReader, type PdfReader, readDocument, readDocumentBytes } from '../support/doors/documents.ts';
import * as pdfs from '../support/pdf/pdfs.ts';
import { sized } from '../support/runner/soak.ts';
import { sharedTempDir } from '../support/temp-dir.ts';

const folder = sharedTempDir();
const reader = createPdfReader();
afterAll(() => reader.close());

describe('as the file of the same bytes', () => {
  it.each<[string, string | null, () => Uint8Array | string | Promise<Uint8Array>]>([
    ['plain', null, () => pdfs.plainPdf(3)],
    ['empty', 'file-empty', () => ''],
    ['no PDF', 'not-a-pdf', () => `${' '.repeat(1020)}%PDF-1.7\n%%EOF`],
    ['truncated', 'pdf-truncated', () => pdfs.truncatedPdf()],
    ['damaged', 'pdf-damaged', () => pdfs.damagedPdf()],
    ['pageless', 'pdf-no-pages', () => pdfs.pagelessPdf()],
    ['protected', 'pdf-password', () => pdfs.protectedPdf()],
    ['restricted', 'pdf-no-changes', () => pdfs.restrictedPdf()],
    ['certified', 'pdf-certified', () => pdfs.certifiedPdf(1)],
    ['padded', null, async () => Buffer.concat([await pdfs.plainPdf(), Buffer.alloc(8192)])],
    ['signed', null, () => pdfs.signedPdf([{ field: 'First', rect: { left: 40, bottom: 40, right: 200, top: 90 } }], 1)],
  ])('%s', async (name, code, make) => {
    const bytes = Buffer.from(await make());
    const path = await pdfs.writeFile(folder, `${name}.pdf`, bytes);
    const expected = await readDocument(path, reader);
    const found = await readDocumentBytes(bytes, reader);
    expect(found).toEqual(expected);
    expect(found.problem?.code ?? null).toBe(code);
  });

  it('too large to be read in memory is refused', async () => {
    const bytes = Buffer.alloc(257 * 1024 * 1024);
    bytes.write('%PDF-1.7');
    bytes.write('%%EOF', bytes.length - 10);
    expect(await readDocumentBytes(bytes, reader)).toMatchObject({
      size: bytes.length,
      facts: null,
      problem: { code: 'document-too-large' },
    });
  });
});

describe('the bytes are handed over', () => {
  it('without a copy when their memory is their own', async () => {
    const bytes = new Uint8Array(await pdfs.plainPdf());
    expect((await readDocumentBytes(bytes, reader)).facts?.pages).toHaveLength(1);
    expect(bytes.byteLength).toBe(0);
  });

  it('without changing other data in that memory', async () => {
    const plain = await pdfs.plainPdf();
    const larger = new Uint8Array(plain.length + 20).fill(7);
    larger.set(plain, 10);
    const pooled = Buffer.from('not a PDF, but small enough for the pool: %PDF-1.7 %%EOF');
    const beside = Buffer.from('beside it');
    const [inside, small] = await Promise.all([
      readDocumentBytes(larger.subarray(10, 10 + plain.length), reader),
      readDocumentBytes(pooled, reader),
    ]);
    expect([inside.problem, small.problem?.code]).toEqual([null, 'pdf-damaged']);
    expect([larger[0], larger.at(-1), beside.toString()]).toEqual([7, 7, 'beside it']);
  });

  it('for more files together than there are threads', async () => {
    const counts = [1, 2, 3, 4, 5, 6];
    const all = await Promise.all(counts.map(async (count) => readDocumentBytes(await pdfs.plainPdf(count), reader)));
    expect(all.map(({ facts }) => facts?.pages.length)).toEqual(counts);
  });
});

it('a reader that closes at any moment of a read leaves no ended worker to the next reader', async () => {
  const plain = await pdfs.plainPdf();
  const next = closing(createPdfReader());
  const read = (by: PdfReader) => by.read({ bytes: new Uint8Array(plain) }, plain.length);
  for (let turns = 0; turns < sized(15, 300); turns += 1) {
    const first = createPdfReader();
    const reading = read(first);
    // Turns of the event loop, each a little later than the last.
    for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
    await first.close();
    await reading;
    expect((await read(next)).problem, `closed after ${turns} turns`).toBeNull();
  }
});

it('a document that was read while the machine slept had time enough', async () => {
  const plain = await pdfs.plainPdf();
  const short = closing(createPdfReader({ time: 2_000, memory: 256 * 1024 * 1024 }));
  const read = (by: PdfReader) => by.read({ bytes: new Uint8Array(plain) }, plain.length);
  // So that a worker is there.
  await read(reader);
  const reading = read(short);
  await new Promise(setImmediate);
  blockThread(2_500);
  expect((await reading).problem).toBeNull();
});
