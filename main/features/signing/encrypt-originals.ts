/** Encrypts copies of the documents of a batch, so that their jobs no longer depend on the source folder. */

import pLimit from 'p-limit';
import type { BatchDocument, BatchFault } from '../../../shared/domain/signing.ts';
import { problemOf, StationError } from '../../../shared/errors.ts';
import type { EncryptedFile, EncryptedFiles, EncryptedWriter } from '../../platform/storage/encrypted-files.ts';
import type { DocumentList } from '../documents/documents.ts';
import type { QueuedDocument } from './outbox/job.ts';
import { plainReference } from './rules/match-answer.ts';
import { placeRule } from './rules/wire-placement.ts';

type EncryptDeps = {
  documents: DocumentList;
  files: EncryptedFiles;
  batchId: string;
  account: string;
  outputFolder: string | null;
  /** The visit that a document for this client belongs to. */
  visitOf(clientInfo: string): string | null;
};

/** Number of documents that are encrypted at the same time. */
const maxEncryptions = 4;

/** `store` writes the rows of the copies in the current transaction. `discard` removes the copies; call one of the two. */
type Encrypted = {
  documents: (QueuedDocument & { original: EncryptedFile })[];
  faults: BatchFault[];
  store(): void;
  discard(): Promise<void>;
};

/** Encrypts the documents and returns them in order. Never rejects: the result has the faults of those that could not be copied. */
export async function encryptOriginals(entries: readonly BatchDocument[], deps: EncryptDeps): Promise<Encrypted> {
  const limit = pLimit(maxEncryptions);
  const writers: EncryptedWriter[] = [];
  const discard = async () => {
    for (const writer of writers) await writer.discard().catch(() => undefined);
  };
  const faults: BatchFault[] = [];
  const copied = await Promise.all(
    entries.map((entry) =>
      limit(() => encryptOne(entry, deps, writers)).catch((thrown: unknown) => {
        faults.push({ documentId: entry.documentId, problem: problemOf(thrown) });
        return [];
      }),
    ),
  );
  const documents = copied.flat();
  try {
    const { store } = await deps.files.prepare(documents.map(({ original }) => original));
    return { documents, faults, store, discard };
  } catch (thrown) {
    await discard();
    const all = entries.map(({ documentId }) => ({ documentId, problem: problemOf(thrown) }));
    return { documents: [], faults: all, store: () => {}, discard: async () => {} };
  }
}

async function encryptOne(
  entry: BatchDocument,
  { documents, files, batchId, account, outputFolder, visitOf }: EncryptDeps,
  writers: EncryptedWriter[],
): Promise<Encrypted['documents'][number]> {
  const { document, path } = documents.get(entry.documentId);
  const placed = placeRule(entry.placement, document.facts?.pages ?? []);
  if (!placed.ok) throw new StationError(placed.problem.code, placed.problem.detail);
  const writer = await files.create('original', document.id, document.sha256);
  writers.push(writer);
  try {
    for await (const bytes of documents.read(document.id)) await writer.write(bytes);
    const original = await writer.end();
    return {
      id: document.id,
      batchId,
      account,
      name: document.name,
      path,
      size: original.size,
      sha256: original.sha256,
      signatures: document.facts?.signatures.length ?? 0,
      reference: plainReference(entry.reference),
      clientInfo: entry.clientInfo.trim(),
      visitId: visitOf(entry.clientInfo.trim()),
      placement: placed.placement,
      page: placed.page,
      outputFolder,
      original,
    };
  } catch (thrown) {
    await writer.discard();
    throw thrown;
  }
}
