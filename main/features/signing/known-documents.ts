/** Gathers the facts that the batch check needs about each document, with a quick check of its file. */

import { stat } from 'node:fs/promises';
import type { BatchRequest, DocumentStatus } from '../../../shared/domain/signing.ts';
import { type Problem, problem, StationError } from '../../../shared/errors.ts';
import { systemCode } from '../../platform/files/disk-problem.ts';
import type { DocumentList, OpenDocument } from '../documents/documents.ts';
import type { KnownDocument } from './check-batch.ts';

type FindSentBefore = (opened: OpenDocument, clientInfo: string) => ReturnType<KnownDocument['sentBefore']>;

/**
 * Checks the files, and returns a function that describes the documents at the time of its call: a state may change
 * while the files are checked.
 */
export async function knownDocuments(
  request: BatchRequest,
  documents: DocumentList,
  states: { status(documentId: string): DocumentStatus; sentBefore(): FindSentBefore },
): Promise<() => Map<string, KnownDocument>> {
  const ids = [...new Set(request.documents.map(({ documentId }) => documentId))];
  const problems = new Map<string, Problem | null>();
  for (const id of ids) {
    const opened = openDocument(documents, id);
    if (opened) problems.set(id, await fileProblem(opened));
  }
  return () => {
    const find = states.sentBefore();
    const known = new Map<string, KnownDocument>();
    for (const id of ids) {
      const opened = openDocument(documents, id);
      if (!opened) continue;
      const { document } = opened;
      const sentBefore: KnownDocument['sentBefore'] = (clientInfo) => find(opened, clientInfo);
      known.set(id, { document, status: states.status(id), fileProblem: problems.get(id) ?? null, sentBefore });
    }
    return known;
  };
}

function openDocument(documents: DocumentList, id: string): OpenDocument | null {
  try {
    return documents.get(id);
  } catch (thrown) {
    if (thrown instanceof StationError && thrown.problem.code === 'document-unknown') return null;
    throw thrown;
  }
}

/** Checks existence and size only; the bytes are compared when they are sent. */
async function fileProblem({ document, path }: OpenDocument): Promise<Problem | null> {
  if (document.problem) return null;
  try {
    const found = await stat(path);
    return found.size === document.size ? null : problem('file-changed', { name: document.name });
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR') return problem('file-missing', { name: document.name });
    return problem('file-unreadable', { name: document.name, cause: code ?? 'unknown' });
  }
}
