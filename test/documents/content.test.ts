/** A document's bytes on their way out: those of its opening, or refused. */
import { appendFile, mkdir, rename, rm, utimes } from 'node:fs/promises';
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

describe('content in memory', () => {
  const opened = async (bytes: Uint8Array) => {
    const path = await writeFile(folder(), 'a.pdf', bytes);
    const time = new Date('2026-01-02T03:04:05Z');
    await utimes(path, time, time);
    const { ids } = await documents.open([path]);
    return { path, time, id: ids[0] ?? '' };
  };
  const taken = (id: string) => {
    const found = documents.takeContent(id);
    const content = found && Buffer.from(found.content);
    found?.release();
    return content;
  };

  it('is that of the opening, once, even when the file has other bytes, and the size and time of before', async () => {
    const bytes = await plainPdf();
    const { path, time, id } = await opened(bytes);
    await writeFile(folder(), 'a.pdf', Buffer.alloc(bytes.length, 'x'));
    await utimes(path, time, time);
    expect(taken(id)).toEqual(Buffer.from(bytes));
    expect(taken(id)).toBeNull();
  });

  it('is none of a file that has changed or is gone, and the new one after the file was read again', async () => {
    const [first, second] = [await plainPdf(), await plainPdf(2)];
    const { path, id } = await opened(first);
    await writeFile(folder(), 'a.pdf', second);
    expect(taken(id)).toBeNull();
    await documents.recheck([id]);
    expect(taken(id)).toEqual(Buffer.from(second));
    await documents.recheck([id]);
    await rm(path);
    expect(taken(id)).toBeNull();
  });

  it('is none of a large file, one that is no longer listed, and one that is unknown', async () => {
    const large = await opened(Buffer.concat([Buffer.alloc(8 * 1024 * 1024, '%PDF-1.7 '), Buffer.from('%%EOF')]));
    expect(taken(large.id)).toBeNull();
    const { id } = await opened(await plainPdf());
    documents.remove([id]);
    expect(taken(id)).toBeNull();
    documents.restore([id]);
    expect(taken(id)).toBeNull();
    expect(taken('unknown')).toBeNull();
  });
});
