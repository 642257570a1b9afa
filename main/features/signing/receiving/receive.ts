/**
 * Turns a stored answer into the result of each document of the call: reads, checks and evaluates its entries, and moves the
 * jobs together with their received encrypted files. Delivery follows. If the station ends in between, it can be repeated from
 * the stored answer.
 */
import pLimit from 'p-limit';
import { type Problem, problem, problemOf } from '../../../../shared/errors.ts';
import type { EncryptedFile, EncryptedFiles } from '../../../platform/storage/encrypted-files.ts';
import {
  filesOf,
  type JobChange,
  type JobUpdate,
  type Outbox,
  type OutboxJob,
  type ReceivedFile,
  type SavedAnswer,
} from '../outbox/outbox.ts';
import type { Move } from '../states.ts';
import { asRepeated } from './check-received.ts';
import { judgeEntries, type ReadEntry } from './judge-entries.ts';
import { matchAnswer, plainReference } from './match-answer.ts';
import { decode, type ReadDeps, readEntry } from './read-entry.ts';
import { jobWithSame, withheldOther } from './same-answer.ts';

export type ReceiveDeps = ReadDeps & {
  outbox: Outbox;
  /** Writes to the outbox; waits while the disk is full, since received files must not be lost. */
  written: <T>(write: () => T | Promise<T>) => Promise<T>;
  /** Ids of encrypted files with a delivery that is recorded as begun, together with the result, but was not tried yet. */
  untried: Set<string>;
};

/** One document of an answer, with its entries; `notice`: the consequence of an entry that names no sent document. */
type ReadDocument = { document: OutboxJob; read: ReadEntry[] | { thrown: unknown }; notice: Notice };
/** `missing`: why a document without an entry is in doubt. */
type ReadAnswer = { documents: ReadDocument[]; missing: Problem };

/** Number of documents of one answer that are read and checked at the same time. */
const readAtOnce = 2;

/**
 * Reads and checks the entries of an answer. Skips documents that have their result.
 * @throws StationError `cancelled` when the station ends during a check: the next start repeats it
 */
async function readAnswer(sent: readonly OutboxJob[], answer: SavedAnswer, parts: ReceiveDeps): Promise<ReadAnswer> {
  const { entries, others } = matchAnswer(
    sent.map(({ reference }) => reference),
    answer.items,
  );
  const entriesOf = ({ reference }: OutboxJob) => entries.get(plainReference(reference)) ?? [];
  const stranger = others.length === 0 ? null : problem('answer-other-document', { count: others.length });
  // An entry that names no sent document most likely belongs to the first document without an entry.
  const nearest = sent.find((document) => entriesOf(document).length === 0) ?? sent[0];
  const limit = pLimit(readAtOnce);
  const documents = await Promise.all(
    sent.map((document) =>
      limit(async () => {
        const isOpen = parts.outbox.status(document.id) === 'sending';
        const read = isOpen ? await readAll(entriesOf(document), document, answer, parts) : [];
        const notice =
          document === nearest && stranger && isOpen
            ? { warning: stranger, aside: await keepStrangers(others, document, parts) }
            : noNotice;
        return { document, read, notice };
      }),
    ),
  );
  return { documents, missing: answer.defect ?? stranger ?? problem('answer-misses-document') };
}

/** Reads the entries of one document. An error affects this document only: the others get their results. */
async function readAll(
  items: SavedAnswer['items'],
  document: OutboxJob,
  { verification }: SavedAnswer,
  parts: ReceiveDeps,
): Promise<ReadEntry[] | { thrown: unknown }> {
  try {
    const read: ReadEntry[] = [];
    for (const item of items) read.push(await parts.written(() => readEntry(item, document, verification, parts)));
    return read;
  } catch (thrown) {
    if (problemOf(thrown).code === 'cancelled') throw thrown;
    return { thrown };
  }
}

/** The changes of documents, and the encrypted files that are not needed after them. */
type Results = { updates: JobUpdate[]; unneeded: EncryptedFile[] };

/** Computes the results. It is synchronous, so that the same file is never accepted for two documents with simultaneous answers. */
function resultsOf({ documents, missing }: ReadAnswer, outbox: Outbox): Results {
  const results: Results = { updates: [], unneeded: [] };
  for (const { document, notice, read } of documents) {
    if (outbox.status(document.id) !== 'sending') continue;
    const add = (move: Move, change: JobChange) => results.updates.push({ id: document.id, move, change });
    if ('thrown' in read) {
      add('doubt', { problem: problemOf(read.thrown), received: [...notice.aside, ...earlier(document, outbox)] });
      continue;
    }
    const verdict = judgeEntries(read, missing);
    const aside = [...notice.aside, ...verdict.aside.flatMap(asideOf), ...earlier(document, outbox)];
    if (verdict.move !== 'check') {
      const providerDocumentId = verdict.aside.find((entry) => entry.providerDocumentId !== null)?.providerDocumentId ?? null;
      add(verdict.move, { problem: verdict.problem, received: aside, providerDocumentId });
      continue;
    }
    const { entry, warning, same } = verdict;
    const other = otherWithSame(entry.sha256, document, documents, outbox);
    const { verification, problem: why } = other === null ? entry.checked : asRepeated(entry.checked, other.name);
    if (other !== null) results.updates.push(...withholding(results.updates, outbox, other.id, document.name));
    add(why === null ? 'sign' : 'withhold', {
      problem: why,
      warning: warning ?? notice.warning,
      providerDocumentId: entry.providerDocumentId,
      signedSha256: entry.sha256,
      verification,
      // Saves the commit that would record the begin of its delivery later.
      received: [{ ...receivedFile('signed', entry.file), begun: why === null }, ...aside],
    });
    results.unneeded.push(...same);
  }
  return results;
}

/** Withholds the other document, unless it is in this answer: then its own update does so. */
function withholding(updates: readonly JobUpdate[], outbox: Outbox, id: string, otherName: string): JobUpdate[] {
  return updates.some((one) => one.id === id) || outbox.status(id) === 'sending' ? [] : withheldOther(outbox, id, otherName);
}

/** Returns another document for which the same file was returned, in this answer or an earlier one. */
function otherWithSame(sha256: string, { id }: OutboxJob, all: readonly ReadDocument[], outbox: Outbox): OutboxJob | null {
  const inAnswer = all.find(
    ({ document, read }) =>
      document.id !== id && !('thrown' in read) && read.some((entry) => entry.kind === 'pdf' && entry.sha256 === sha256),
  );
  return inAnswer?.document ?? jobWithSame(outbox, sha256, id);
}

/**
 * Stores the results of a stored answer and ends its attempt, all in one commit; removes the received files that are no longer needed.
 * A document that the station itself cannot finish is in doubt, and its received files stay.
 * @throws StationError `cancelled` when the station ends during a check
 */
export async function finishAnswer(attempt: string, answer: SavedAnswer, sent: readonly OutboxJob[], parts: ReceiveDeps): Promise<void> {
  const { outbox, files, written } = parts;
  const read = await readAnswer(sent, answer, parts);
  await written(async () => {
    const { updates, unneeded } = resultsOf(read, outbox);
    const { forget, finish } = files.removal([...unneeded, ...filesToRemove(answer, sent, updates, outbox)]);
    outbox.end(attempt, 'answered', answer.defect, { updates, also: forget });
    for (const { received = [] } of updates.map(({ change }) => change))
      for (const { begun, encrypted } of received) if (begun && encrypted !== null) parts.untried.add(encrypted.id);
    await finish().catch(() => undefined);
  });
}

/** Returns the files of the answer to remove. With a document in doubt all files stay: one may be its result (see `doubt/`). */
function filesToRemove(answer: SavedAnswer, sent: readonly OutboxJob[], updates: readonly JobUpdate[], outbox: Outbox): EncryptedFile[] {
  const changed = new Map(updates.map((update) => [update.id, update]));
  const isInDoubt = ({ id }: OutboxJob) => changed.get(id)?.move === 'doubt' || (!changed.has(id) && outbox.status(id) === 'in-doubt');
  if (sent.some(isInDoubt)) return [];
  const receivedOf = ({ id }: OutboxJob) => changed.get(id)?.change.received ?? outbox.job(id)?.received ?? [];
  const kept = new Set(sent.flatMap((document) => receivedOf(document).flatMap(({ encrypted }) => encrypted?.id ?? [])));
  return filesOf(answer).filter(({ id }) => !kept.has(id));
}

type Notice = { warning: Problem | null; aside: ReceivedFile[] };
const noNotice: Notice = { warning: null, aside: [] };

/** Returns the files of earlier answers that were not delivered when the document was queued again: a received file is never lost. */
const earlier = ({ id }: OutboxJob, outbox: Outbox): ReceivedFile[] => outbox.job(id)?.received ?? [];

/** Makes the entry of an encrypted file that is to be delivered. */
export const receivedFile = (role: ReceivedFile['role'], encrypted: EncryptedFile): ReceivedFile => ({
  role,
  encrypted,
  extension: role !== 'aside' ? '.pdf' : encrypted.kind === 'decoded' ? '.bin' : '.txt',
  begun: false,
  name: null,
  path: null,
});

const asideOf = (entry: ReadEntry): ReceivedFile[] => ('file' in entry && entry.file !== null ? [receivedFile('aside', entry.file)] : []);

async function keepStrangers(items: SavedAnswer['items'], nearest: OutboxJob, { files }: ReceiveDeps): Promise<ReceivedFile[]> {
  const kept: ReceivedFile[] = [];
  for (const { received, status } of items) {
    if (received === null) continue;
    // A text that cannot be decoded now is stored as received.
    const isText = received.kind === 'received' && status !== 'FAIL';
    kept.push(receivedFile('aside', isText ? await decode(received, nearest.id, files).catch(() => received) : received));
  }
  return kept;
}

/** A copy that cannot be removed is found at the next start. */
export const removeQuietly = (file: EncryptedFile, files: EncryptedFiles): Promise<void> => files.remove(file).catch(() => undefined);
