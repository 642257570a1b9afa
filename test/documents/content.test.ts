/** A document's bytes on their way out: those of its opening, or refused. */
import { appendFile, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { StationError } from '../support/doors/errors.ts';
import { openDocuments } from '../support/pdf/open-documents.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';

const { documents, folder, only } = openDocuments();
const bytesOf = async (id: string) => buffer(documents.read(id));
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'none',
    (error: unknown) => (error instanceof StationError ? error.problem.code : error),
  );

describe('content', () => {
  const openOne = async () => {
    const bytes = await plainPdf();
    const path = await writeFile(folder(), 'a.pdf', bytes);
    await documents.open([path]);
    return { bytes, path, id: only().id };
  };

  it('is what was opened, whenever it is read', async () => {
    const { bytes, id } = await openOne();
    const reading = documents.read(id);
    documents.remove([id]);
    expect((await buffer(reading)).equals(Buffer.from(bytes))).toBe(true);
  });

  it('is refused when the file changed, at the same length, longer or shorter, and never returns more than was opened', async () => {
    const { bytes, id } = await openOne();
    const other = Buffer.from(bytes);
    other[other.length - 20] = 0x21;
    for (const now of [other, Buffer.concat([other, other]), Buffer.concat([Buffer.from(bytes), other]), other.subarray(1), '']) {
      await writeFile(folder(), 'a.pdf', now);
      let passed = 0;
      const reading = async () => {
        for await (const chunk of documents.read(id)) passed += chunk.length;
      };
      expect(await codeOf(reading())).toBe('file-changed');
      expect(passed).toBeLessThanOrEqual(bytes.length);
    }
  });

  it('is refused when the file changes while it is read', async () => {
    const bytes = Buffer.concat([Buffer.alloc(3_000_000, '%PDF-1.7 '), Buffer.from('%%EOF')]);
    const path = await writeFile(folder(), 'long.pdf', bytes);
    await documents.open([path]);
    const pieces: Uint8Array[] = [];
    const reading = async () => {
      for await (const chunk of documents.read(only().id)) {
        if (pieces.push(chunk) === 1) await appendFile(path, 'more');
      }
    };
    expect(await codeOf(reading())).toBe('file-changed');
    expect(pieces.length).toBeGreaterThan(1);
    expect(Buffer.concat(pieces).length).toBeLessThanOrEqual(bytes.length);
  });

  it('is refused when the file is gone, unreadable or unknown', async () => {
    const { path, id } = await openOne();
    await rename(path, `${path}.away`);
    expect(await codeOf(bytesOf(id))).toBe('file-missing');
    await mkdir(path);
    expect(await codeOf(bytesOf(id))).toBe('file-unreadable');
    documents.remove([id]);
    expect(await codeOf(bytesOf(id))).toBe('document-unknown');
  });

  it('of a file that could not be read when it was opened is refused as changed', async () => {
    const path = join(folder(), 'late.pdf');
    await documents.open([path]);
    await writeFile(folder(), 'late.pdf', await plainPdf());
    expect(await codeOf(bytesOf(only().id))).toBe('file-changed');
  });
});
