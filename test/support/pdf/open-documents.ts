/** A document list and, for each test, a folder of its own; the list is emptied in between. */
import { afterAll, afterEach, beforeEach } from 'vitest';
import { createDocumentList, type DocumentList } from '../doors/documents.ts';
import type { StationDocument } from '../doors/domain.ts';
import { tempDir } from '../temp-dir.ts';

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
  beforeEach(async () => {
    folder = await tempDir();
  });
  afterEach(() => documents.remove(documents.list().map(({ id }) => id)));
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
