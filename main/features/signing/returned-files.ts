/** Reads returned files for the viewer, which requests one file in many ranges: the last file stays in memory. */
import type { PdfFacts } from '../../../shared/domain/documents/document.ts';
import type { ReturnedFile } from '../../../shared/domain/verification/verification.ts';
import type { SigningService } from './signing-service.ts';

export type ReturnedFiles = {
  /** @throws StationError `document-unknown`, `file-missing`, `file-changed` */
  bytes(documentId: string): Promise<Uint8Array>;
  /** @throws like `bytes` */
  describe(documentId: string): Promise<ReturnedFile>;
};

type Deps = {
  signing: Pick<SigningService, 'returned' | 'job'>;
  /** Takes ownership of the bytes; null when they are no readable PDF. */
  readFacts(bytes: Uint8Array): Promise<PdfFacts | null>;
};

export function createReturnedFiles({ signing, readFacts }: Deps): ReturnedFiles {
  let last: { documentId: string; sha256: string; file: Promise<{ name: string; bytes: Uint8Array }> } | null = null;

  const shaOf = (documentId: string) => signing.job(documentId)?.signedSha256 ?? '';

  function open(documentId: string) {
    const sha256 = shaOf(documentId);
    if (last?.documentId === documentId && last.sha256 === sha256) return last.file;
    const file = signing.returned(documentId);
    const opened = { documentId, sha256, file };
    last = opened;
    file.catch(() => {
      if (last === opened) last = null;
    });
    return file;
  }

  return {
    bytes: async (documentId) => (await open(documentId)).bytes,
    async describe(documentId) {
      // The file may have been moved or changed since it was read.
      last = null;
      const { name, bytes } = await open(documentId);
      const facts = await readFacts(new Uint8Array(bytes));
      return { name, sha256: shaOf(documentId), pages: facts?.pages ?? [], signatures: facts?.signatures ?? [] };
    },
  };
}
