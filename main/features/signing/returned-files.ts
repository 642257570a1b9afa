/** Files that came back, for the viewer, which asks for one of them by many ranges: the last one stays in memory. */
import type { PdfFacts } from '../../../shared/domain/document.ts';
import type { ReturnedFile } from '../../../shared/domain/verification.ts';
import type { SigningService } from './signing-service.ts';

export type ReturnedFiles = {
  /** @throws StationError `document-unknown`, `file-missing`, `file-changed` */
  bytes(documentId: string): Promise<Uint8Array>;
  /** @throws like `bytes` */
  describe(documentId: string): Promise<ReturnedFile>;
};

type Deps = {
  signing: Pick<SigningService, 'returned' | 'job'>;
  /** Takes the bytes; null for what is no readable PDF. */
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
      // It may have left its folder, or have been changed there, since it was read.
      last = null;
      const { name, bytes } = await open(documentId);
      const facts = await readFacts(new Uint8Array(bytes));
      return { name, sha256: shaOf(documentId), pages: facts?.pages ?? [], signatures: facts?.signatures ?? [] };
    },
  };
}
