/**
 * Turns a stored answer into the outcome of each document of the call: reads its entries, decodes and checks their files, and moves the jobs
 * together with their received encrypted files. Delivery follows. If the station ends in between, it can be repeated from the stored answer.
 */

import pLimit from 'p-limit';
import type { PdfFacts } from '../../../../shared/domain/documents/document.ts';
import type { VerificationSettings } from '../../../../shared/domain/verification/verification-settings.ts';
import { type Problem, problem, problemOf, StationError } from '../../../../shared/errors.ts';
import { decodeBase64, textOf } from '../../../platform/json/base64-stream.ts';
import { DamagedFile } from '../../../platform/keychain/encrypted-stream.ts';
import { type EncryptedFile, type EncryptedFiles, type EncryptedName, isLost } from '../../../platform/storage/encrypted-files.ts';
import { filesOf, type JobUpdate, type OutboxJob, type ReceivedFile, receivedFile, type SavedAnswer } from '../outbox/job.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { type Checked, type EntriesResolution, type ReadEntry, resolveCheck, resolveEntries } from '../rules/resolve-outcome.ts';
import { stateAfter } from '../rules/states.ts';
import type { CheckReceived } from './check-received.ts';
import { matchEntries } from './match-entries.ts';
import { asRepeated, jobsWithSame, mustDiffer, withheldOthers } from './same-file.ts';

export type ReceiveDeps = ReadDeps & {
  outbox: Outbox;
  /** Writes to the outbox; waits while the disk is full, since received files must not be lost. */
  written: <T>(write: () => T | Promise<T>) => Promise<T>;
  /** Ids of encrypted files with a delivery that is recorded as begun, together with the outcome, but was not tried yet. */
  untried: Set<string>;
};

/**
 * Stores the outcomes by a stored answer and ends its attempt, all in one commit; removes the received files that are no longer needed.
 * A document that the station itself cannot finish is in doubt, and its received files stay. The answer does not decide about a document
 * that has left this call, since it could not be applied then: its files are delivered as received, or are candidates while it is in doubt.
 * @throws StationError `cancelled` when the station ends during a check
 */
export async function finishAnswer(attempt: string, answer: SavedAnswer, sent: readonly OutboxJob[], deps: ReceiveDeps): Promise<void> {
  const { outbox, files, written } = deps;
  const read = await readEntries(attempt, sent, answer, deps);
  await written(async () => {
    const { updates, unneeded } = updatesOf(attempt, read, outbox);
    const { forget, finish } = files.removal([...unneeded, ...filesToRemove(answer, sent, updates, outbox)]);
    outbox.end(attempt, 'answered', answer.defect, { updates, also: forget });
    for (const { received = [] } of updates.map(({ change }) => change))
      for (const { begun, encrypted } of received) if (begun && encrypted !== null) deps.untried.add(encrypted.id);
    await finish().catch(() => undefined);
  });
}

/** Whether a document is being sent in this call. After a failed evaluation a person may have sent it again in a newer one. */
function isInCall(attempt: string, id: string, outbox: Outbox): boolean {
  const job = outbox.job(id);
  return job?.status === 'sending' && job.lastAttempt?.id === attempt;
}

/** The read entries of one document, and the consequence of entries that name no sent document. */
type Read = { job: OutboxJob; entries: ReadEntry[] | Problem; warning: Problem | null; others: ReceivedFile[] };
/** `missing`: why a document without an entry is in doubt. */
type ReadAnswer = { documents: Read[]; missing: Problem };

/** Number of documents of one answer that are read and checked at the same time. */
const maxReads = 2;

/**
 * Reads and checks the entries of an answer; of documents that have left its call, only the files.
 * @throws StationError `cancelled` when the station ends during a check: the next start repeats it
 */
async function readEntries(attempt: string, sent: readonly OutboxJob[], answer: SavedAnswer, deps: ReceiveDeps): Promise<ReadAnswer> {
  const { entriesOf, others } = await matchEntries(answer, sent, deps);
  const count = others.filter(({ referenceNumber }) => referenceNumber !== null).length;
  const named = count === 0 ? null : problem('answer-other-document', { count });
  const unmatched = named ?? (others.length === 0 ? null : problem('answer-other-document', { context: 'unnamed' }));
  // An entry that names no sent document most likely belongs to the first document without an entry.
  const nearest = sent.find((job) => entriesOf(job).length === 0) ?? sent[0];
  const limit = pLimit(maxReads);
  const readOne = async (job: OutboxJob): Promise<Read> => {
    const unnamed = job === nearest ? others : [];
    if (!isInCall(attempt, job.id, deps.outbox)) {
      const files = deps.outbox.status(job.id) === 'in-doubt' ? [] : await filesAsReceived([...entriesOf(job), ...unnamed], job, deps);
      // A person may have accepted one of them.
      return { job, entries: [], warning: null, others: files.filter(({ encrypted }) => encrypted?.sha256 !== job.signedSha256) };
    }
    const entries = await readAll(entriesOf(job), job, answer, deps);
    return { job, entries, warning: job === nearest ? unmatched : null, others: await filesAsReceived(unnamed, job, deps) };
  };
  const documents = await Promise.all(sent.map((job) => limit(() => readOne(job))));
  const missing = named ? problem(named.code, { count, context: 'missing' }) : problem('answer-misses-document');
  return { documents, missing: answer.defect ?? missing };
}

/** Reads the entries of one document. An error, which it returns, affects this document only: the others get their outcomes. */
async function readAll(
  items: SavedAnswer['items'],
  job: OutboxJob,
  { verification }: SavedAnswer,
  deps: ReceiveDeps,
): Promise<ReadEntry[] | Problem> {
  try {
    const read: ReadEntry[] = [];
    for (const item of items) read.push(await deps.written(() => readSignedEntry(item, job, verification, deps)));
    return read;
  } catch (thrown) {
    const why = problemOf(thrown);
    if (why.code === 'cancelled') throw thrown;
    return why;
  }
}

/** Returns the files of entries that are not the result of a document, to be delivered with it as they were received. */
async function filesAsReceived(items: SavedAnswer['items'], job: OutboxJob, { files }: ReceiveDeps): Promise<ReceivedFile[]> {
  const found: ReceivedFile[] = [];
  for (const { received, status } of items) {
    if (received === null) continue;
    // A text that cannot be decoded now is stored as received.
    const isText = received.kind === 'received' && status !== 'FAIL';
    found.push(receivedFile('quarantined', isText ? await decode(received, job.id, files).catch(() => received) : received));
  }
  return found;
}

/** The changes of documents, and the encrypted files that are not needed after them. */
type Updates = { updates: JobUpdate[]; unneeded: EncryptedFile[] };

/** Computes the outcomes. It is synchronous, so that the same file is never accepted for two documents with simultaneous answers. */
function updatesOf(attempt: string, { documents, missing }: ReadAnswer, outbox: Outbox): Updates {
  const all: Updates = { updates: [], unneeded: [] };
  for (const read of documents) {
    const { id } = read.job;
    // Files of earlier answers that were not delivered when the document was queued again: a received file is never lost.
    const earlier = outbox.job(id)?.received ?? [];
    if (!isInCall(attempt, id, outbox)) {
      if (read.others.length > 0) all.updates.push({ id, move: null, change: { received: [...earlier, ...read.others] } });
      continue;
    }
    const resolution = resolveEntries(read.entries, missing);
    const received = [...read.others, ...resolution.others.flatMap(receivedOf), ...earlier];
    if (resolution.move === 'check') {
      all.updates.push(...updatesByCheck(resolution, read, received, all.updates, documents, outbox));
      all.unneeded.push(...resolution.copies);
    } else {
      const providerDocumentId = resolution.others.find((entry) => entry.providerDocumentId !== null)?.providerDocumentId ?? null;
      all.updates.push({ id, move: resolution.move, change: { problem: resolution.problem, received, providerDocumentId } });
    }
  }
  return all;
}

/** Returns the update of a document by the check of its file, after those of earlier documents with the same file. */
function updatesByCheck(
  { entry, warning }: Extract<EntriesResolution, { move: 'check' }>,
  { job, warning: notice }: Read,
  received: readonly ReceivedFile[],
  before: readonly JobUpdate[],
  all: readonly Read[],
  outbox: Outbox,
): JobUpdate[] {
  const earlier = jobsWithSame(outbox, job, entry.sha256);
  const { verification, problem: why } = asRepeated(entry.checked, [...jobsInAnswerWithSame(all, job, entry.sha256), ...earlier]);
  const change = {
    problem: why,
    warning: warning ?? notice,
    providerDocumentId: entry.providerDocumentId,
    signedSha256: entry.sha256,
    verification,
    // Saves the commit that would record the begin of its delivery later.
    received: [{ ...receivedFile('signed', entry.file), begun: why === null }, ...received],
  };
  // Another document of this answer may have withheld them already.
  const notWithheld = earlier.filter((other) => before.every(({ id }) => id !== other.id));
  return [...withheldOthers(notWithheld, job), { id: job.id, move: resolveCheck('sending', why), change }];
}

/** Like `jobsWithSame`, for the documents of this answer. */
function jobsInAnswerWithSame(all: readonly Read[], job: OutboxJob, sha256: string): OutboxJob[] {
  const hasSame = ({ entries }: Read) => !('code' in entries) && entries.some((entry) => entry.kind === 'pdf' && entry.sha256 === sha256);
  return all.filter((read) => mustDiffer(read.job, job) && hasSame(read)).map((read) => read.job);
}

/**
 * Returns the files of the answer to remove. With a document in doubt all files stay: one may be its result (see `find-candidates.ts`). One
 * that a newer call is still sending is in doubt soon.
 */
function filesToRemove(answer: SavedAnswer, sent: readonly OutboxJob[], updates: readonly JobUpdate[], outbox: Outbox): EncryptedFile[] {
  const changed = new Map(updates.map((update) => [update.id, update]));
  const isInDoubt = ({ id }: OutboxJob) => {
    const { status = 'draft', resentInDoubt } = outbox.job(id) ?? {};
    const move = changed.get(id)?.move ?? null;
    return move === null ? ['in-doubt', 'sending'].includes(status) : stateAfter(status, move, resentInDoubt) === 'in-doubt';
  };
  if (sent.some(isInDoubt)) return [];
  const receivedAfter = ({ id }: OutboxJob) => changed.get(id)?.change.received ?? outbox.job(id)?.received ?? [];
  const used = new Set(sent.flatMap((job) => receivedAfter(job).flatMap(({ encrypted }) => encrypted?.id ?? [])));
  return filesOf(answer).filter(({ id }) => !used.has(id));
}

const receivedOf = (entry: ReadEntry): ReceivedFile[] =>
  'file' in entry && entry.file !== null ? [receivedFile('quarantined', entry.file)] : [];

/** Reads the facts of a PDF in memory; null when it does not open or is not whole: parsers accept a missing end. */
export type ReadFacts = (bytes: Uint8Array) => Promise<PdfFacts | null>;
type ReadDeps = { files: EncryptedFiles; check: Pick<CheckReceived, 'inspect'> };

/**
 * Reads and checks an entry. Files in the result are encrypted: decoded bytes, or the received text if it did not decode.
 * @throws StationError `disk-full`, `data-folder-unusable` when the station's own disk fails (the text stays stored); `cancelled` when
 * the station ends; `stored-data-damaged`
 */
export async function readSignedEntry(
  item: SavedAnswer['items'][number],
  job: OutboxJob,
  settings: VerificationSettings,
  { files, check }: ReadDeps,
): Promise<ReadEntry> {
  const { providerDocumentId, errorReason, received } = item;
  if (item.status === null) return { kind: 'unclear', providerDocumentId, errorReason };
  const failed: ReadEntry = { kind: 'fail', providerDocumentId, errorReason, file: received };
  if (received === null) return item.status === 'FAIL' ? failed : { kind: 'empty', providerDocumentId, errorReason };
  const unusable = (why: Problem, file: EncryptedFile): ReadEntry => ({ kind: 'unusable', providerDocumentId, problem: why, file });

  let file: EncryptedFile;
  try {
    file = received.kind === 'decoded' ? received : await decode(received, job.id, files);
  } catch (thrown) {
    if (!(thrown instanceof StationError && thrown.problem.code === 'signed-not-base64')) throw thrown;
    return item.status === 'FAIL' ? failed : unusable(thrown.problem, received);
  }
  const { opens, checked } = await check.inspect(file, job, settings).catch(async (thrown: unknown) => {
    if (isLost(thrown)) await files.quarantine(file);
    throw thrown;
  });
  if (item.status === 'FAIL') {
    if (file !== received) await files.remove(file).catch(() => undefined);
    // A file with a new signature contradicts it: sent again, the document could be signed twice.
    return isNewlySigned(checked)
      ? { kind: 'unclear', providerDocumentId, errorReason: ['FAIL', errorReason ?? []].flat().join('; ') }
      : failed;
  }
  if (!opens) return unusable(problem('signed-not-pdf'), file);
  return { kind: 'pdf', providerDocumentId, file, sha256: file.sha256, checked };
}

const isNewlySigned = ({ verification }: Checked): boolean =>
  verification?.report.signatures.some(({ kind, integrity, isEarlier }) => kind === 'signature' && integrity === 'valid' && !isEarlier) ??
  false;

/**
 * Decodes an encrypted text into an encrypted file of the document; copies it if it is decoded already. A damaged text is
 * quarantined.
 * @throws StationError `signed-not-base64`, `stored-data-damaged`
 */
export async function decode(text: EncryptedName, documentId: string, files: EncryptedFiles): Promise<EncryptedFile> {
  const content = files.read(text);
  try {
    return await files.encrypt('decoded', documentId, text.kind === 'decoded' ? content : decodeBase64(textOf(content)));
  } catch (thrown) {
    if (!(thrown instanceof DamagedFile)) throw thrown;
    await files.quarantine(text);
    throw new StationError('stored-data-damaged', { kind: text.kind, count: 1 }, { cause: thrown });
  }
}
