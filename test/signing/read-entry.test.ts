/** What one entry of an answer comes to: its encrypted text decoded and opened as a PDF, on real files. */
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { createPdfReader } from '../support/doors/documents.ts';
import { verificationSettingsSchema } from '../support/doors/domain.ts';
import { createCheckReceived, type OutboxJob, readSignedEntry } from '../support/doors/signing.ts';
import { namesIn } from '../support/names-in.ts';
import { pagelessPdf, protectedPdf, signedPdf, truncatedPdf, withoutEndMark } from '../support/pdf/pdfs.ts';
import { sha256 } from '../support/sha256.ts';
import { onDisk, place, put, refusal } from '../support/storage/encrypted-place.ts';

const reader = createPdfReader();
afterAll(() => reader.close());
const documentId = randomUUID();
/** Its original is lost, so that its files are opened and nothing is compared. */
const job = {
  id: documentId,
  original: null,
  sha256: '',
  placement: { page: 1, rect: { left: 0, bottom: 0, right: 1, top: 1 } },
} as OutboxJob;
const settings = verificationSettingsSchema.parse({});

/** An entry with this text, encrypted as it came; null for none. */
async function entry(text: string | null, change: { status?: 'SUCCESS' | 'FAIL'; errorReason?: string | null } = {}) {
  const { files, folder, dataDir } = await place();
  const received = text === null ? null : await put(files, text, 'received');
  const check = createCheckReceived({
    files,
    reader,
    machineRoots: () => [],
    now: () => new Date(),
    changed: () => {},
    ending: new AbortController().signal,
  });
  const inspect = vi.fn(check.inspect);
  const item = { referenceNumber: 'ref', providerDocumentId: 'p-1', status: 'SUCCESS', errorReason: null, ...change, received } as const;
  const read = () => readSignedEntry(item, job, settings, { files, check: { inspect } });
  /** Of all that is in the folder, complete or not. */
  const kinds = async () =>
    (await namesIn(folder)).map((name) => `${name.split('.')[0]}${name.endsWith('.encrypted') ? '' : ' unfinished'}`);
  return { files, folder, dataDir, received, read, inspect, kinds };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const providerDocumentId = 'p-1';

describe('SUCCESS', () => {
  test.each([0, 1, 2])('with a PDF of %i signatures: its bytes and hash, in a file of the document', async (count) => {
    const shapes = Array.from({ length: count }, (_, n) => ({
      field: `S${n}`,
      rect: { left: 40, bottom: 40 + n * 60, right: 200, top: 90 + n * 60 },
    }));
    const bytes = await signedPdf(shapes);
    const { files, read, received, kinds } = await entry(base64(bytes));
    const found = await read();
    expect(found).toMatchObject({ kind: 'pdf', providerDocumentId, sha256: sha256(bytes) });
    expect(found).toMatchObject({ checked: { verification: null, problem: { code: 'result-not-checked' } } });
    if (found.kind !== 'pdf') throw new Error('a PDF');
    expect(found.file).toEqual({ kind: 'decoded', owner: documentId, id: found.file.id, size: bytes.length, sha256: sha256(bytes) });
    expect((await files.bytes(found.file)).equals(bytes)).toBe(true);
    // The text stays until what it stood for is written down.
    expect(received && (await files.bytes(received)).toString()).toBe(base64(bytes));
    expect(await kinds()).toEqual(['decoded', 'received']);
  });

  test('with nothing: empty, with the provider’s reason', async () => {
    const { read, kinds } = await entry(null, { errorReason: 'Not ready' });
    expect(await read()).toEqual({ kind: 'empty', providerDocumentId, errorReason: 'Not ready' });
    expect(await kinds()).toEqual([]);
  });

  test('with an empty text: unusable, as it is no PDF', async () => {
    const { read } = await entry('');
    expect(await read()).toMatchObject({ kind: 'unusable', problem: { code: 'signed-not-pdf' }, file: { kind: 'decoded', size: 0 } });
  });

  test('with a text that is not base64 at its end: the received text, and no decoded file', async () => {
    const { read, received, kinds, inspect } = await entry(`${base64(Buffer.alloc(300_000, 7))}*`);
    expect(await read()).toEqual({
      kind: 'unusable',
      providerDocumentId,
      problem: { code: 'signed-not-base64', message: 'signed-not-base64' },
      file: received,
    });
    expect(await kinds()).toEqual(['received']);
    expect(inspect).not.toHaveBeenCalled();
  });

  test.each<[string, () => Promise<Uint8Array>]>([
    ['is no PDF', async () => Buffer.from('Not a document')],
    ['is a PDF that is cut off', truncatedPdf],
    // Its pages can all be read.
    ['is a PDF without its end mark', withoutEndMark],
    ['is a PDF without a page', pagelessPdf],
    ['is a PDF that opens with a password only', () => protectedPdf()],
  ])('with a content that %s: the decoded bytes, as unusable', async (_, make) => {
    const bytes = await make();
    const { read, files } = await entry(base64(bytes));
    const found = await read();
    expect(found).toMatchObject({
      kind: 'unusable',
      providerDocumentId,
      problem: { code: 'signed-not-pdf' },
      file: { kind: 'decoded', owner: documentId },
    });
    if (found.kind !== 'unusable' || found.file === null) throw new Error('no file');
    expect((await files.bytes(found.file)).equals(bytes)).toBe(true);
  });
});

describe('FAIL', () => {
  test.each<[string, string | null]>([
    ['with nothing', null],
    ['with a content', 'JVBERi0='],
  ])('%s: the provider’s reason, and the received content alone', async (_, text) => {
    const { read, received, kinds } = await entry(text, { status: 'FAIL', errorReason: 'No coincide' });
    expect(await read()).toEqual({ kind: 'fail', providerDocumentId, errorReason: 'No coincide', file: received });
    expect(await kinds()).toEqual(text === null ? [] : ['received']);
  });
});

describe('a text on disk', () => {
  test('that is damaged after its first chunk is quarantined and reported, and no decoded part is left', async () => {
    const { read, received, folder, dataDir, kinds } = await entry(base64(Buffer.alloc(200_000, 7)));
    if (!received) throw new Error('a text');
    const path = join(folder, onDisk(received));
    const bytes = await readFile(path);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    await writeFile(path, bytes);
    expect(await refusal(read())).toMatchObject({ problem: { code: 'stored-data-damaged', detail: { kind: 'received', count: 1 } } });
    expect(await kinds()).toEqual([]);
    expect(await namesIn(join(dataDir, 'quarantine'))).toEqual([onDisk(received)]);
    expect(await readFile(join(dataDir, 'quarantine', onDisk(received)))).toEqual(bytes);
  });
});
