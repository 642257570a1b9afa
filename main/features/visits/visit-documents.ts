/**
 * Follows the queue: what became of each document of a visit, and encrypted copies of the originals and of what came back,
 * so that evidence can be made when the folders have changed and the queue has forgotten them.
 */

import { createReadStream } from 'node:fs';
import pLimit from 'p-limit';
import type { EncryptedFile, EncryptedFiles } from '../../platform/storage/encrypted-files.ts';
import type { OutboxJob } from '../signing/signing.ts';
import type { VisitDocumentRow } from './visit-row.ts';

export type CopiedFile = NonNullable<VisitDocumentRow['originalCopy']>;

/** The document as the visit knows it from now on. Copies are kept of the same bytes only. */
export function followed(job: OutboxJob, before: VisitDocumentRow | undefined): VisitDocumentRow {
  const {
    id,
    name,
    reference,
    status,
    problem,
    warning,
    deliveryProblem,
    queuedAt,
    changedAt,
    sha256,
    signedSha256,
    received,
    fileRelease,
    verification,
  } = job;
  const same = (copy: CopiedFile | null | undefined, wanted: string | null) => (copy?.sha256 === wanted ? (copy ?? null) : null);
  return {
    documentId: id,
    name,
    reference,
    status,
    problem,
    warning: deliveryProblem ?? warning,
    queuedAt,
    changedAt,
    sha256,
    signedSha256,
    signedName: received.find(({ role, path }) => role === 'signed' && path !== null)?.name ?? null,
    fileRelease,
    verification,
    originalCopy: same(before?.originalCopy, sha256),
    signedCopy: same(before?.signedCopy, signedSha256),
  };
}

type Source = { encrypted: EncryptedFile | null; path: string | null; sha256: string };
type CopyDeps = {
  files: EncryptedFiles;
  job(id: string): OutboxJob | null;
  /** Returns the current document of the visit; null once it is removed. */
  document(visitId: string, id: string): VisitDocumentRow | null;
  /** Writes the copies into the visit. False when there is no such document any more. */
  save(visitId: string, id: string, copies: Partial<Pick<VisitDocumentRow, 'originalCopy' | 'signedCopy'>>): boolean;
};

export type Copies = {
  /** Makes the missing copies of a document. Never rejects: a failed copy is tried again at the next start and before evidence. */
  make(visitId: string, documentId: string): Promise<void>;
  /** Resolves when no copy is in progress. */
  settled(): Promise<void>;
};

export function createCopies({ files, job, document, save }: CopyDeps): Copies {
  // One at a time: the disk is the clerk's too.
  const limit = pLimit(1);
  const underWay = new Set<Promise<void>>();

  async function copy(visitId: string, source: Source): Promise<CopiedFile | null> {
    for (const content of contentsOf(source, files)) {
      const writer = await files.create('visit', visitId);
      try {
        for await (const bytes of content()) await writer.write(bytes);
        const { id, size, sha256 } = await writer.finish();
        if (sha256 === source.sha256) return { id, size, sha256 };
      } catch {
        // Delivered and gone meanwhile, moved, or changed: the next source may have it.
      }
      await writer.discard().catch(() => undefined);
    }
    return null;
  }

  async function makeOne(visitId: string, id: string, which: 'originalCopy' | 'signedCopy'): Promise<void> {
    const [kept, found] = [document(visitId, id), job(id)];
    const source = found && (which === 'originalCopy' ? originalOf(found) : signedOf(found));
    if (!kept || !source || kept[which] !== null) return;
    const made = await copy(visitId, source);
    if (!made) return;
    if (!save(visitId, id, { [which]: made })) await files.remove({ kind: 'visit', owner: visitId, id: made.id });
  }

  return {
    make(visitId, id) {
      const made = limit(async () => {
        await makeOne(visitId, id, 'originalCopy');
        await makeOne(visitId, id, 'signedCopy');
      })
        .catch(() => undefined)
        .finally(() => underWay.delete(made));
      underWay.add(made);
      return made;
    },
    settled: async () => void (await Promise.all(underWay)),
  };
}

const originalOf = ({ original, path, sha256 }: OutboxJob): Source => ({ encrypted: original, path, sha256 });

function signedOf({ received, signedSha256 }: OutboxJob): Source | null {
  const file = received.find(({ role, encrypted }) => role === 'signed' || (role === 'unverified' && encrypted?.sha256 === signedSha256));
  return file && signedSha256 !== null ? { encrypted: file.encrypted, path: file.path, sha256: signedSha256 } : null;
}

function contentsOf({ encrypted, path }: Source, files: EncryptedFiles): (() => AsyncIterable<Uint8Array>)[] {
  return [...(encrypted ? [() => files.read(encrypted)] : []), ...(path === null ? [] : [() => createReadStream(path)])];
}
