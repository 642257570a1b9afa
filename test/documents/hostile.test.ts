/** Files made to stop or sink whoever reads them: each is refused, and the next one is read as if nothing had been. */
import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDocumentList, createPdfReader, maxPages, type ReadingLimits } from '../support/doors/documents.ts';
import * as pdfs from '../support/pdf/pdfs.ts';
import { sized } from '../support/runner/soak.ts';
import { sharedTempDir } from '../support/temp-dir.ts';

const folder = sharedTempDir();
let plain: string;
beforeAll(async () => {
  plain = await pdfs.writeFile(folder, 'plain.pdf', await pdfs.plainPdf());
});

const pdf = (objects: string) => `%PDF-1.7\n${objects}\ntrailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`;

/** One good page, and an object stream that is this large once unpacked. */
function unpackingTo(size: number): Buffer {
  const packed = Buffer.from(deflateSync(Buffer.alloc(size)));
  const [before = '', after = ''] = pdf(
    `1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Count 1 /Kids [3 0 R] >> endobj
3 0 obj << /Type /Page /MediaBox [0 0 9 9] >> endobj
4 0 obj << /Type /ObjStm /N 1 /First 5 /Filter /FlateDecode /Length ${packed.length} >> stream
HERE
endstream endobj`,
  ).split('HERE');
  return Buffer.concat([Buffer.from(before), packed, Buffer.from(after)]);
}

async function open(limits: ReadingLimits, bytes: Uint8Array | string) {
  const documents = createDocumentList(createPdfReader(limits));
  try {
    const path = await pdfs.writeFile(folder, 'hostile.pdf', bytes);
    await documents.open([path, plain]);
    return documents.list().map(({ problem }) => problem?.code ?? null);
  } finally {
    await documents.close();
  }
}

/** Generous for the good file on a busy machine, and a fraction of what the bad one would take. */
const limits = { time: 20_000, memory: 256 * 1024 * 1024 };

describe('hostile files', () => {
  it('arrays nested without end', async () => {
    expect(await open(limits, pdf(`1 0 obj ${'['.repeat(sized(300_000, 3_000_000))} endobj`))).toEqual(['pdf-damaged', null]);
  });

  it('a page tree with a cycle', async () => {
    const objects = '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Type /Pages /Count 9 /Kids [2 0 R] >> endobj';
    expect(await open(limits, pdf(objects))).toEqual(['pdf-damaged', null]);
  });

  it('a page tree that doubles at each of 60 levels', async () => {
    const levels = Array.from({ length: 60 }, (_, n) => `${n + 2} 0 obj << /Type /Pages /Kids [${n + 3} 0 R ${n + 3} 0 R] >> endobj`);
    const objects = ['1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj', ...levels, '62 0 obj << /Type /Page >> endobj'];
    expect(await open(limits, pdf(objects.join('\n')))).toEqual(['pdf-damaged', null]);
  });

  it('more pages than a document may have, in as many bytes as they take', async () => {
    expect(await open(limits, pdfs.manyPagesPdf(sized(300_000, 3_000_000)))).toEqual(['pdf-too-many-pages', null]);
  });

  it('the most pages that a document may have, and one more', async () => {
    expect(await open(limits, pdfs.manyPagesPdf(maxPages))).toEqual([null, null]);
    expect(await open(limits, pdfs.manyPagesPdf(maxPages + 1))).toEqual(['pdf-too-many-pages', null]);
  });

  it('a form field that is its own child', async () => {
    const objects = [
      '1 0 obj << /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >> endobj',
      '2 0 obj << /Type /Pages /Count 1 /Kids [3 0 R] >> endobj',
      '3 0 obj << /Type /Page /MediaBox [0 0 100 100] >> endobj',
      '4 0 obj << /T (a) /FT /Tx /Kids [4 0 R] >> endobj',
    ];
    expect(await open(limits, pdf(objects.join('\n')))).toEqual([null, null]);
  });

  it('a compressed stream that expands to more memory than allowed', async () => {
    // The memory is looked at ten times a second: less would be unpacked before the first look on a fast machine.
    const bytes = unpackingTo(sized(150_000_000, 200_000_000));
    expect(await open({ ...limits, memory: sized(40, 128) * 1024 * 1024 }, bytes)).toEqual(['pdf-too-complex', null]);
    // It is the memory that was refused, nothing else about the file.
    expect(await open({ ...limits, memory: 1024 * 1024 * 1024 }, bytes)).toEqual([null, null]);
  });

  it('more objects than the memory limit allows', async () => {
    const objects = '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Type /Pages /Count 1 /Kids [3 0 R] >> endobj';
    const page = '3 0 obj << /Type /Page /MediaBox [0 0 9 9] >> endobj';
    const many = pdf(`${objects}\n${page}\n4 0 obj [${'[ ] '.repeat(sized(600_000, 5_000_000))}] endobj`);
    expect(await open({ ...limits, memory: sized(40, 128) * 1024 * 1024 }, many)).toEqual(['pdf-too-complex', null]);
    expect(await open({ ...limits, memory: 1024 * 1024 * 1024 }, many)).toEqual([null, null]);
  });

  it('work that exceeds the time limit', async () => {
    // Reading 50 MB takes far more than a millisecond, in a worker that rests too.
    const [code] = await open({ time: 1, memory: 1024 * 1024 * 1024 }, unpackingTo(50_000_000));
    expect(code).toBe('pdf-too-complex');
  });

  it('a check of signatures has the same limits', async () => {
    const path = await pdfs.writeFile(folder, 'hostile.pdf', pdfs.manyPagesPdf(3_000_000));
    const check = async (one: string, limit: ReadingLimits) => {
      const reader = createPdfReader(limit);
      const { report, problem } = await reader.verify({ file: { path: one }, original: null, roots: [] }, 0);
      await reader.close();
      return report?.findings ?? problem?.code;
    };
    expect(await check(path, { ...limits, memory: 32 * 1024 * 1024 })).toBe('pdf-too-complex');
    expect(await check(path, { ...limits, time: 1 })).toBe('pdf-too-complex');
    expect(await check(plain, limits)).toEqual(['no-signature']);
  });
});
