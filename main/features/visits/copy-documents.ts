/**
 * Copies the documents of a visit, as they were before and after signing, into encrypted files of the visit, so that evidence can be
 * made when the folders have changed and the queue has forgotten the documents.
 */

import { readPieces } from '../../platform/files/read-pieces.ts';
import type { EncryptedFile, EncryptedFiles } from '../../platform/storage/encrypted-files.ts';
import type { OutboxJob } from '../signing/signing.ts';
import type { VisitContext } from './visit-context.ts';
import type { VisitDocumentRow } from './visit-repository.ts';

export type CopiedFile = NonNullable<VisitDocumentRow['originalCopy']>;
type CopyName = 'originalCopy' | 'signedCopy';

/** Makes the missing copies of a document. Never rejects: a failed copy is tried again at the next start and before evidence. */
export function copyDocument(context: VisitContext, visitId: string, documentId: string): Promise<void> {
  const copied = context
    .copyLimit(async () => {
      await makeCopy(context, visitId, documentId, 'originalCopy');
      await makeCopy(context, visitId, documentId, 'signedCopy');
    })
    .catch(() => undefined)
    .finally(() => context.copying.delete(copied));
  context.copying.add(copied);
  return copied;
}

/** Resolves when no copy is in progress. */
export const copiesDone = async ({ copying }: VisitContext): Promise<void> => void (await Promise.all(copying));

async function makeCopy(context: VisitContext, visitId: string, documentId: string, name: CopyName): Promise<void> {
  const { visits, outbox, files } = context;
  const document = visits.find(visitId)?.documents.find((one) => one.documentId === documentId);
  const job = outbox.job(documentId);
  const source = job && (name === 'originalCopy' ? originalOf(job) : signedOf(job));
  if (!document || !source || document[name] !== null) return;
  const copied = await copy(files, visitId, source);
  if (!copied) return;
  if (!saveCopy(context, visitId, documentId, { [name]: copied })) await files.remove({ kind: 'visit', owner: visitId, id: copied.id });
}

type Source = { encrypted: EncryptedFile | null; path: string | null; sha256: string };

/** Returns null where no source has the expected bytes. */
async function copy(files: EncryptedFiles, visitId: string, source: Source): Promise<CopiedFile | null> {
  for (const content of contentsOf(source, files)) {
    // Delivered and removed, moved, or changed: the next source may have it.
    const copied = await files.encrypt('visit', visitId, content).catch(() => null);
    if (copied?.sha256 === source.sha256) return { id: copied.id, size: copied.size, sha256: copied.sha256 };
    if (copied !== null) await files.remove(copied).catch(() => undefined);
  }
  return null;
}

/** Returns false when the visit has no such document any more. */
function saveCopy({ visits }: VisitContext, visitId: string, documentId: string, copies: Partial<Record<CopyName, CopiedFile>>): boolean {
  const visit = visits.find(visitId);
  if (!visit?.documents.some((one) => one.documentId === documentId)) return false;
  // No event, and the retention period does not start again.
  visits.put({ ...visit, documents: visit.documents.map((one) => (one.documentId === documentId ? { ...one, ...copies } : one)) });
  return true;
}

const originalOf = ({ original, path, sha256 }: OutboxJob): Source => ({ encrypted: original, path, sha256 });

function signedOf({ received, signedSha256 }: OutboxJob): Source | null {
  const file = received.find(({ role, encrypted }) => role === 'signed' || (role === 'unverified' && encrypted?.sha256 === signedSha256));
  return file && signedSha256 !== null ? { encrypted: file.encrypted, path: file.path, sha256: signedSha256 } : null;
}

/** Nothing is opened before its bytes are asked for. */
const contentsOf = ({ encrypted, path }: Source, files: EncryptedFiles): AsyncIterable<Uint8Array>[] => [
  ...(encrypted ? [files.read(encrypted)] : []),
  ...(path === null ? [] : [readPieces(path)]),
];
