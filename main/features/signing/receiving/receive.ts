/**
 * Turns an answer that is kept on disk into the result of each document of the call: reads, checks, judges, and moves the
 * jobs together with the encrypted files that came for them. Delivery comes after. It can be done again from the kept
 * answer when the station ended half-way.
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
  /** Writes to the outbox; a full disk is waited for, since what came must not be lost. */
  written: <T>(write: () => T | Promise<T>) => Promise<T>;
  /** Ids of encrypted files whose delivery is written down as begun, together with the result, and that no one has tried to deliver yet. */
  untried: Set<string>;
};

/** One document of an answer, with what was read of its entries; `notice`: what another entry of the answer means for it. */
type ReadDocument = { document: OutboxJob; read: ReadEntry[] | { thrown: unknown }; notice: Notice };
/** `missing`: why a document without an entry is in doubt. */
type ReadAnswer = { documents: ReadDocument[]; missing: Problem };

/** Files that are read and checked at once, of one answer. */
const readAtOnce = 2;

/**
 * Reads and checks the entries of an answer. Documents that have their result are passed over.
 * @throws StationError `cancelled` when the station ends during a check: the next start does it again
 */
async function readAnswer(sent: readonly OutboxJob[], answer: SavedAnswer, parts: ReceiveDeps): Promise<ReadAnswer> {
  const { entries, others } = matchAnswer(
    sent.map(({ reference }) => reference),
    answer.items,
  );
  const entriesOf = ({ reference }: OutboxJob) => entries.get(plainReference(reference)) ?? [];
  const stranger = others.length === 0 ? null : problem('answer-other-document', { count: others.length });
  // The first document without an entry is the likeliest to be meant by an entry that names no other.
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

/** An error is that of one document: it does not keep the others from their result. */
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

/** What changes of documents, and the encrypted files that are not needed after it. */
type Results = { updates: JobUpdate[]; unneeded: EncryptedFile[] };

/** Nothing is awaited, so that the same file is never taken for two documents whose answers come at once. */
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
      // One commit fewer than writing down later that its delivery begins.
      received: [{ ...receivedFile('signed', entry.file), begun: why === null }, ...aside],
    });
    results.unneeded.push(...same);
  }
  return results;
}

/** A document of this answer is withheld by its own update. */
function withholding(updates: readonly JobUpdate[], outbox: Outbox, id: string, otherName: string): JobUpdate[] {
  return updates.some((one) => one.id === id) || outbox.status(id) === 'sending' ? [] : withheldOther(outbox, id, otherName);
}

/** Another document that this very file came back for, in this answer or an earlier one. */
function otherWithSame(sha256: string, { id }: OutboxJob, all: readonly ReadDocument[], outbox: Outbox): OutboxJob | null {
  const inAnswer = all.find(
    ({ document, read }) =>
      document.id !== id && !('thrown' in read) && read.some((entry) => entry.kind === 'pdf' && entry.sha256 === sha256),
  );
  return inAnswer?.document ?? jobWithSame(outbox, sha256, id);
}

/**
 * Makes results of a kept answer and ends its attempt, all in one commit; what was received and is not kept aside goes. What the station
 * itself cannot finish leaves a document in doubt, with everything received still there.
 * @throws StationError `cancelled` when the station ends during a check
 */
export async function finishAnswer(attempt: string, answer: SavedAnswer, sent: readonly OutboxJob[], parts: ReceiveDeps): Promise<void> {
  const { outbox, files, written } = parts;
  const read = await readAnswer(sent, answer, parts);
  await written(async () => {
    const { updates, unneeded } = resultsOf(read, outbox);
    const { forget, finish } = files.removal([...unneeded, ...memoryOnly(answer, sent, updates, outbox)]);
    outbox.end(attempt, 'answered', answer.defect, { updates, also: forget });
    for (const { received = [] } of updates.map(({ change }) => change))
      for (const { begun, encrypted } of received) if (begun && encrypted !== null) parts.untried.add(encrypted.id);
    await finish().catch(() => undefined);
  });
}

/** Of a document in doubt, what came stays: it may be the result (see `doubt/`). */
function memoryOnly(answer: SavedAnswer, sent: readonly OutboxJob[], updates: readonly JobUpdate[], outbox: Outbox): EncryptedFile[] {
  const changed = new Map(updates.map((update) => [update.id, update]));
  const isInDoubt = ({ id }: OutboxJob) => changed.get(id)?.move === 'doubt' || (!changed.has(id) && outbox.status(id) === 'in-doubt');
  if (sent.some(isInDoubt)) return [];
  const receivedOf = ({ id }: OutboxJob) => changed.get(id)?.change.received ?? outbox.job(id)?.received ?? [];
  const kept = new Set(sent.flatMap((document) => receivedOf(document).flatMap(({ encrypted }) => encrypted?.id ?? [])));
  return filesOf(answer).filter(({ id }) => !kept.has(id));
}

type Notice = { warning: Problem | null; aside: ReceivedFile[] };
const noNotice: Notice = { warning: null, aside: [] };

/** Kept aside of an earlier answer, and not in a folder yet when the document was queued again: received is received. */
const earlier = ({ id }: OutboxJob, outbox: Outbox): ReceivedFile[] => outbox.job(id)?.received ?? [];

/** What is to be delivered of an encrypted file. */
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
    // What cannot be decoded now is kept as it came.
    const isText = received.kind === 'received' && status !== 'FAIL';
    kept.push(receivedFile('aside', isText ? await decode(received, nearest.id, files).catch(() => received) : received));
  }
  return kept;
}

/** A copy that cannot be removed is found at the next start. */
export const removeQuietly = (file: EncryptedFile, files: EncryptedFiles): Promise<void> => files.remove(file).catch(() => undefined);
