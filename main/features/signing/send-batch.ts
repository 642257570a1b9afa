/** Checks a batch, encrypts its documents and queues them, call by call. */

import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import type { SigningProfile } from '../../../shared/domain/settings/profile.ts';
import type { BatchDocument, BatchFault, BatchRequest } from '../../../shared/domain/signing/signing.ts';
import { type Problem, problem, problemOf, StationError } from '../../../shared/errors.ts';
import type { EncryptedFile, EncryptedFiles, EncryptedWriter } from '../../platform/storage/encrypted-files.ts';
import type { DocumentList, OpenDocument } from '../documents/documents.ts';
import { checkBatch, knownDocuments } from './check-batch.ts';
import { type Encrypting, type FindSentBefore, findSentBefore, queuedDuringEncryption } from './duplicates.ts';
import type { QueuedDocument } from './outbox/job.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { FindDelivered } from './receiving/find-delivered.ts';
import { groupCalls, placeRule, plainReference, wireOf } from './rules/group-calls.ts';

/** The active provider when a batch is queued; null when signing is not set up. */
type ActiveSigning = { account: string; signing: SigningProfile };

/** The branch's rules about a document before it is sent; `main/features/visits` evaluates them. */
export type SigningRules = {
  /** Returns the visit of a document: the named one, else the one with the client info as transaction number or identification. */
  visitOf(visitId: string | null, clientInfo: string): string | null;
  /** Returns all rules that block documents for this client in that visit (null: in none) at this moment. */
  blockingProblems(visitId: string | null, clientInfo: string): Problem[];
  /** Whether a person has to give a reason before documents for this client in that visit (null: in none) are sent. */
  needsReason(visitId: string | null, clientInfo: string): boolean;
};

export type BatchDeps = {
  documents: DocumentList;
  active(): Promise<ActiveSigning | null>;
  /** The active account, without starting anything. */
  activeAccount(): string | null;
  outbox: Outbox;
  files: EncryptedFiles;
  rules: SigningRules;
  duplicates(): FindSentBefore;
  /** Finds a signed file within the profile's window. */
  delivered(document: Parameters<FindDelivered>[0]): ReturnType<FindDelivered>;
  /** Output folder until the station ends; replaces the one in the settings. */
  outputFolder: string | null;
  /** Called after documents were queued or cancelled. */
  onQueueChanged(): void;
};

/** `encrypting`: documents that are being encrypted, by id. */
export type BatchState = BatchDeps & { encrypting: Map<string, Encrypting> };

/** Returns the problem that blocks a document now; null when it may be sent. Evaluated again before every sending. */
export const blockedBy =
  (rules: SigningRules) =>
  ({ visitId, clientInfo }: { visitId: string | null; clientInfo: string }): Problem | null =>
    rules.blockingProblems(rules.visitOf(visitId, clientInfo), clientInfo)[0] ?? null;

/** Returns a function that finds the duplicate of an open document in the current queue and the sent ledger. */
export function sentBeforeNow(state: BatchState) {
  const find = state.duplicates();
  const account = state.activeAccount();
  return ({ document }: OpenDocument, clientInfo: string) => findSentBefore(document, clientInfo, { ...state, account, find });
}

/** Returns the faults of all documents, and the active provider against which they were checked. */
export async function checkRequest(request: BatchRequest, state: BatchState) {
  const { documents, encrypting, outbox, outputFolder } = state;
  const active = await state.active();
  const known = await knownDocuments(request, documents, {
    status: (id) => (encrypting.has(id) ? 'queued' : outbox.status(id)),
    sentBefore: () => sentBeforeNow(state),
    delivered: ({ document: { name, size, sha256 }, path }) =>
      sha256 === null ? Promise.resolve(null) : state.delivered({ name, path, size, sha256, outputFolder }),
  });
  const faults = [...checkBatch(request, known(), active?.signing ?? null), ...ruleFaults(request, state)];
  return { active, faults };
}

/** See `SigningService.send`. */
export async function sendBatch(
  request: BatchRequest,
  state: BatchState,
  attended: boolean,
): Promise<{ batchId: string | null; faults: BatchFault[] }> {
  const { documents, encrypting } = state;
  const { active, faults } = await checkRequest(request, state);
  if (faults.length > 0 || active === null) return { batchId: null, faults };
  // Checked last, so that a person is asked for a reason only when the documents can be sent.
  if (attended && isReasonNeeded(request, state))
    return { batchId: null, faults: [{ documentId: null, problem: problem('reason-needed') }] };
  // There is no `await` between the check and this point, so that no second click intervenes.
  for (const entry of request.documents) encrypting.set(entry.documentId, beingEncrypted(entry, documents));
  try {
    return await queueBatch(request, active, state);
  } finally {
    for (const { documentId } of request.documents) encrypting.delete(documentId);
  }
}

const isReasonNeeded = ({ documents, visitId = null }: BatchRequest, { rules }: BatchDeps): boolean =>
  documents.some(({ clientInfo }) => rules.needsReason(rules.visitOf(visitId, clientInfo.trim()), clientInfo.trim()));

/** Returns the blocking rules of the batch, each once. */
function ruleFaults({ documents: entries, visitId = null }: BatchRequest, { rules }: BatchDeps): BatchFault[] {
  // Otherwise a removed visit, and its rules, would be ignored silently.
  if (visitId !== null && rules.visitOf(visitId, '') === null) return [{ documentId: null, problem: problem('visit-unknown') }];
  const clients = new Set(entries.map(({ clientInfo }) => clientInfo.trim()));
  const found = [...clients].flatMap((client) => rules.blockingProblems(rules.visitOf(visitId, client), client));
  return [...new Map(found.map((one) => [one.code, one])).values()].map((one) => ({ documentId: null, problem: one }));
}

/**
 * Encrypts and queues call by call, so that the first call is sent while the others are encrypted. A fault in the first call
 * queues nothing; a later document with a fault is left out.
 */
async function queueBatch(request: BatchRequest, { account, signing }: ActiveSigning, state: BatchState) {
  const batchId = randomUUID();
  const faults: BatchFault[] = [];
  let isBegun = false;
  for (const entries of batchSlices(request.documents, signing, state.documents)) {
    const found = await queueSlice({ ...request, documents: entries }, { batchId, account, isBegun }, state).catch(
      (thrown: unknown): BatchFault[] => {
        // Documents of earlier slices are queued: the caller needs their batch id and the fault of the rest.
        if (!isBegun || !(thrown instanceof StationError)) throw thrown;
        return [{ documentId: null, problem: thrown.problem }];
      },
    );
    faults.push(...found);
    // A rule that blocks the visit blocks the remaining slices.
    if (found.length > 0 && (!isBegun || found.some(({ documentId }) => documentId === null))) break;
    isBegun = true;
    for (const { documentId } of entries) state.encrypting.delete(documentId);
    state.onQueueChanged();
  }
  return { batchId: isBegun ? batchId : null, faults };
}

/**
 * Splits a batch into slices, each of which is encrypted and queued together. A slice has whole calls, so that no call is sent in parts:
 * one call at first, so that it is sent at once, then more, up to `concurrency` calls. When a document has no valid placement, returns
 * one slice with all documents.
 */
function batchSlices(
  entries: readonly BatchDocument[],
  signing: Pick<SigningProfile, 'placement' | 'concurrency' | 'maxDocumentsPerCall' | 'maxBytesPerCall'>,
  documents: Pick<DocumentList, 'get'>,
): BatchDocument[][] {
  const placed = entries.flatMap((entry) => {
    const { document } = documents.get(entry.documentId);
    const rule = placeRule(entry.placement, document.facts?.pages ?? []);
    const result = rule.ok ? wireOf(rule.placement, rule.page, signing.placement) : rule;
    return result.ok ? [{ entry, wire: result.wire, clientInfo: entry.clientInfo.trim(), size: document.size }] : [];
  });
  if (placed.length < entries.length) return [[...entries]];
  const calls = [...groupCalls(placed, signing)].map((call) => call.map(({ entry }) => entry));
  const slices: BatchDocument[][] = [];
  for (let at = 0, count = 1; at < calls.length; at += count) {
    // Twice as many as before, so that a call begins as soon as the one before is sent: 1, 1, 2, 4.
    if (at > count) count = Math.min(2 * count, signing.concurrency);
    slices.push(calls.slice(at, at + count).flat());
  }
  return slices;
}

async function queueSlice(
  request: BatchRequest,
  { batchId, account, isBegun }: { batchId: string; account: string; isBegun: boolean },
  state: BatchState,
): Promise<BatchFault[]> {
  const { files, outbox, rules } = state;
  const { documents: entries, visitId = null } = request;
  const visitOf = (clientInfo: string) => rules.visitOf(visitId, clientInfo);
  const encrypted = await encryptOriginals(entries, { ...state, batchId, account, visitOf });
  // A push or a screening may have arrived, or the visit may have been removed, during the encryption.
  const blocking = ruleFaults(request, state);
  if (blocking.length > 0) {
    await encrypted.discard();
    return blocking;
  }
  const agreed = new Set(entries.filter(({ again }) => again === true).map(({ documentId }) => documentId));
  const faults = [...encrypted.faults, ...queuedDuringEncryption(encrypted.documents, agreed, outbox, state.duplicates())];
  const isLeftOut = new Set(faults.map(({ documentId }) => documentId));
  const queued = encrypted.documents.filter(({ id }) => !isLeftOut.has(id));
  if (queued.length === 0 || (faults.length > 0 && !isBegun)) {
    await encrypted.discard();
    return faults;
  }
  const unneeded = encrypted.documents.flatMap(({ id, original }) => (isLeftOut.has(id) ? original : (outbox.job(id)?.original ?? [])));
  const { forget, finish } = files.removal(unneeded);
  try {
    outbox.enqueue(queued, () => {
      encrypted.store();
      forget();
    });
  } catch (thrown) {
    await encrypted.discard();
    throw thrown;
  }
  await finish().catch(() => undefined);
  return faults;
}

function beingEncrypted({ documentId, clientInfo }: BatchDocument, documents: DocumentList): Encrypting {
  const queued = { status: 'queued', at: new Date().toISOString(), closed: false, signedPath: null, providerDocumentId: null } as const;
  const sha256 = documents.get(documentId).document.sha256 ?? '';
  return { ...queued, documentId, batchId: '', sha256, clientInfo: clientInfo.trim() };
}

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
async function encryptOriginals(entries: readonly BatchDocument[], deps: EncryptDeps): Promise<Encrypted> {
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
  const content = documents.takeContent(document.id);
  const options = { sha256: document.sha256, readSoon: document.size, content };
  const writer = await files.create('original', document.id, options).finally(() => content?.release());
  writers.push(writer);
  try {
    await writer.copy({ path, size: document.size, read: () => documents.read(document.id) });
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
