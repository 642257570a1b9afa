/** Encrypts copies of a batch's documents, so that their jobs no longer depend on the folder they came from. */
import type { BatchDocument, BatchFault } from '../../shared/domain/signing.ts';
import { problemOf, StationError } from '../../shared/errors.ts';
import type { DocumentList } from '../documents/document-list.ts';
import type { EncryptedFile, EncryptedFiles } from '../store/encrypted-files.ts';
import type { QueuedDocument } from './outbox/outbox.ts';
import { plainReference } from './receiving/match-answer.ts';
import { placeRule } from './wire-placement.ts';

export type EncryptDeps = {
  documents: DocumentList;
  files: EncryptedFiles;
  batchId: string;
  account: string;
  outputFolder: string | null;
  /** The visit that a document for this client belongs to. */
  visitOf(clientInfo: string): string | null;
};

/** All of them, or the faults of those that could not be copied; then no copy stays. */
export async function encryptOriginals(
  entries: readonly BatchDocument[],
  parts: EncryptDeps,
): Promise<{ ok: true; documents: (QueuedDocument & { original: EncryptedFile })[] } | { ok: false; faults: BatchFault[] }> {
  const queued: (QueuedDocument & { original: EncryptedFile })[] = [];
  const faults: BatchFault[] = [];
  for (const entry of entries) {
    try {
      queued.push(await encryptOne(entry, parts));
    } catch (thrown) {
      faults.push({ documentId: entry.documentId, problem: problemOf(thrown) });
    }
  }
  if (faults.length === 0) return { ok: true, documents: queued };
  for (const { original } of queued) await parts.files.remove(original).catch(() => undefined);
  return { ok: false, faults };
}

async function encryptOne(entry: BatchDocument, { documents, files, batchId, account, outputFolder, visitOf }: EncryptDeps) {
  const { document, path } = documents.get(entry.documentId);
  const placed = placeRule(entry.placement, document.facts?.pages ?? []);
  if (!placed.ok) throw new StationError(placed.problem.code, placed.problem.detail);
  const writer = await files.create('original', document.id);
  try {
    for await (const bytes of documents.read(document.id)) await writer.write(bytes);
    const original = await writer.finish();
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
      caseId: visitOf(entry.clientInfo.trim()),
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
