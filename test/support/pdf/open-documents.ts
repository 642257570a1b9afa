/** A document list and, for each test, a folder of its own; the list is emptied in between. */
import { afterAll, afterEach, beforeEach } from 'vitest';
import { createDocumentList, type DocumentList } from '../doors/documents.ts';
import type { StationDocument } from '../doors/domain.ts';
import { temporaryFolder } from './pdfs.ts';

export type OpenDocuments = {
  documents: DocumentList;
  /** Of the running test. */
  folder(): string;
  /** The only listed document. */
  only(): StationDocument;
};

/** To be called at the top of a test file: it registers the hooks before and after each test. */
export function openDocuments(): OpenDocuments {
  const documents = createDocumentList();
  let folder = '';
  let remove = async (): Promise<void> => {};
  beforeEach(async () => {
    ({ folder, remove } = await temporaryFolder());
  });
  afterEach(async () => {
    documents.remove(documents.list().map(({ id }) => id));
    await remove();
  });
  afterAll(() => documents.close());
  return {
    documents,
    folder: () => folder,
    only() {
      const [document, ...more] = documents.list();
      if (document === undefined || more.length > 0) throw new Error('not exactly one document');
      return document;
    },
  };
}

/** Reads all bytes of a stream. */
export async function collect(reading: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of reading) pieces.push(piece);
  return Buffer.concat(pieces);
}
