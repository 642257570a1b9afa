/** Finds every fault that prevents sending a batch, for all documents at once (design, section 5). */

import { stat } from 'node:fs/promises';
import type { StationDocument } from '../../../shared/domain/documents/document.ts';
import { documentRemarks } from '../../../shared/domain/documents/document-remarks.ts';
import type { SigningProfile } from '../../../shared/domain/settings/profile.ts';
import { isUnderWay, mayBeSigned } from '../../../shared/domain/signing/job-status.ts';
import type { BatchDocument, BatchFault, BatchRequest, DocumentStatus } from '../../../shared/domain/signing/signing.ts';
import { isAcceptable, type Problem, problem, StationError } from '../../../shared/errors.ts';
import { systemCode } from '../../platform/files/disk-problem.ts';
import { within } from '../../platform/runtime/within.ts';
import type { DocumentList, OpenDocument } from '../documents/documents.ts';
import { type SentBefore, sentBeforeProblem } from './duplicates.ts';
import { maxLookMs } from './receiving/find-delivered.ts';
import { placementFault, plainReference } from './rules/group-calls.ts';

/**
 * The state of a document of the batch. `fileProblem`: the result of a new check of its file. `delivered`: see `find-delivered.ts`;
 * `sentBefore`: see `duplicates.ts`.
 */
export type KnownDocument = {
  document: StationDocument;
  status: DocumentStatus;
  fileProblem: Problem | null;
  delivered: Problem | null;
  sentBefore(clientInfo: string): SentBefore | null;
};

/**
 * @param known by document id; a document that is not open is missing here
 * @param signing null when the active profile has no signing section
 */
export function checkBatch(request: BatchRequest, known: ReadonlyMap<string, KnownDocument>, signing: SigningProfile | null): BatchFault[] {
  const faults: BatchFault[] = [];
  if (signing === null) faults.push({ documentId: null, problem: problem('signing-not-set-up') });
  if (request.documents.length === 0) faults.push({ documentId: null, problem: problem('batch-empty') });
  const timesUsed = counted(request.documents.map(({ reference }) => plainReference(reference)));
  const timesListed = counted(request.documents.map(({ documentId }) => documentId));
  for (const entry of request.documents) {
    const problems = [
      ...textFaults(entry, timesUsed),
      ...documentFaults(entry, known.get(entry.documentId), timesListed.get(entry.documentId) ?? 0, signing),
    ];
    faults.push(...problems.map((found) => ({ documentId: entry.documentId, problem: found })));
  }
  return faults;
}

function textFaults({ reference, clientInfo }: BatchDocument, timesUsed: ReadonlyMap<string, number>): Problem[] {
  const faults: Problem[] = [];
  if (clientInfo.trim() === '') faults.push(problem('client-info-missing'));
  const plain = plainReference(reference);
  if (plain === '') faults.push(problem('reference-missing'));
  else if ((timesUsed.get(plain) ?? 0) > 1) faults.push(problem('reference-repeated', { reference: plain }));
  return faults;
}

function documentFaults(
  entry: BatchDocument,
  known: KnownDocument | undefined,
  timesListed: number,
  signing: SigningProfile | null,
): Problem[] {
  if (!known) return [problem('document-unknown')];
  const { document, status, fileProblem } = known;
  const faults: Problem[] = [];
  const resent = mayBeSigned(status) && entry.again === true;
  const sent = status === 'signed' || mayBeSigned(status) || isUnderWay(status);
  if ((sent && !resent) || timesListed > 1) faults.push(problem('document-sent'));
  const before = entry.again === true ? null : known.sentBefore(entry.clientInfo.trim());
  if (before !== null) faults.push(sentBeforeProblem(before, document.name));
  else if (known.delivered !== null) faults.push(known.delivered);
  // The present state of the file says more than its state when it was opened.
  const unusable = fileProblem ?? document.problem;
  if (unusable) faults.push(unusable);
  else
    faults.push(
      ...documentRemarks(document.facts).filter(({ code }) => isAcceptable(code) && !entry.accepted?.some((accepted) => accepted === code)),
    );
  if (signing && document.size > signing.maxBytesPerCall) {
    faults.push(problem('document-too-large', { size: document.size, limit: signing.maxBytesPerCall }));
  }
  if (entry.placement === null) faults.push(problem('placement-missing'));
  else if (signing && document.facts) {
    const misplaced = placementFault(entry.placement, document.facts.pages, signing.placement);
    if (misplaced) faults.push(misplaced);
  }
  return faults;
}

function counted(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/**
 * Gathers the facts that the check needs, with a quick check of each file. Returns a function that describes the documents at the time of
 * its call: a state may change while the files are checked.
 */
export async function knownDocuments(
  request: BatchRequest,
  documents: DocumentList,
  states: {
    status(documentId: string): DocumentStatus;
    sentBefore(): (opened: OpenDocument, clientInfo: string) => SentBefore | null;
    delivered(opened: OpenDocument): Promise<Problem | null>;
  },
): Promise<() => Map<string, KnownDocument>> {
  const ids = [...new Set(request.documents.map(({ documentId }) => documentId))];
  const problems = new Map<string, Problem | null>();
  const delivered = new Map<string, Problem>();
  const look = lookWithin(states.delivered);
  const agreed = new Set(request.documents.flatMap(({ documentId, again }) => (again === true ? documentId : [])));
  for (const id of ids) {
    const opened = openDocument(documents, id);
    if (!opened) continue;
    problems.set(id, await fileProblem(opened));
    const found = agreed.has(id) ? null : await look(opened);
    if (found) delivered.set(id, found);
  }
  return () => {
    const find = states.sentBefore();
    const known = new Map<string, KnownDocument>();
    for (const id of ids) {
      const opened = openDocument(documents, id);
      if (!opened) continue;
      const { document } = opened;
      const sentBefore: KnownDocument['sentBefore'] = (clientInfo) => find(opened, clientInfo);
      const found = { fileProblem: problems.get(id) ?? null, delivered: delivered.get(id) ?? null };
      known.set(id, { document, status: states.status(id), ...found, sentBefore });
    }
    return known;
  };
}

/** Looks for no further files once a folder took too long to answer. */
function lookWithin(delivered: (opened: OpenDocument) => Promise<Problem | null>): typeof delivered {
  let isLate = false;
  return async (opened) => {
    const found = isLate ? null : await within(delivered(opened), maxLookMs, 'late' as const);
    if (found !== 'late') return found;
    isLate = true;
    return null;
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
