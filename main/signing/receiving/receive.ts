/**
 * Turns an answer that is kept on disk into the result of each document of the call: reads, judges, checks, and moves the
 * job together with the encrypted files that came for it. Delivery comes after. It can be done again from the kept
 * answer when the station ended half-way.
 */
import { type Problem, problem, problemOf } from '../../../shared/errors.ts';
import type { EncryptedFile, EncryptedFiles } from '../../store/encrypted-files.ts';
import { filesOf, type Outbox, type OutboxJob, type ReceivedFile, type SavedAnswer } from '../outbox/outbox.ts';
import type { CheckReceived } from './check-received.ts';
import { type Checkable, judgeEntries, type ReadEntry, type Uncheckable } from './judge-entries.ts';
import { matchAnswer, plainReference } from './match-answer.ts';
import { type ReadParts, readEntry } from './read-entry.ts';
import { jobWithSame, withholdOther } from './same-answer.ts';

export type ReceiveParts = ReadParts & {
  outbox: Outbox;
  check: Pick<CheckReceived, 'check'>;
  /** Writes to the outbox; a full disk is waited for, since what came must not be lost. */
  written: <T>(write: () => T | Promise<T>) => Promise<T>;
};

/**
 * One document's trouble never keeps the others from their result; what the station itself cannot finish leaves
 * the document in doubt, with everything received still there. Documents that have their result are passed over.
 * @throws StationError `cancelled` when the station ends during a check: the next start does it again
 */
async function receiveAnswer(sent: readonly OutboxJob[], answer: SavedAnswer, parts: ReceiveParts): Promise<void> {
  const { entries, others } = matchAnswer(
    sent.map(({ reference }) => reference),
    answer.items,
  );
  const entriesOf = ({ reference }: OutboxJob) => entries.get(plainReference(reference)) ?? [];
  const stranger = others.length === 0 ? null : problem('answer-other-document', { count: others.length });
  // The first document without an entry is the likeliest to be meant by an entry that names no other.
  const nearest = sent.find((document) => entriesOf(document).length === 0) ?? sent[0];
  const missing = answer.defect ?? stranger ?? problem('answer-misses-document');

  // All are read before one is judged: the same file may have come for two of them.
  const all: { document: OutboxJob; read: ReadEntry[] | { thrown: unknown } }[] = [];
  for (const document of sent) all.push({ document, read: await readAll(entriesOf(document), document, parts) });
  for (const { document, read } of all) {
    if (parts.outbox.status(document.id) !== 'sending') continue;
    const notice = document === nearest && stranger ? { warning: stranger, aside: await keepStrangers(others, document, parts) } : noNotice;
    try {
      if ('thrown' in read) throw read.thrown;
      const verdict = judgeEntries(read, missing);
      if (verdict.move !== 'check') await settle(document, verdict, notice, parts);
      else await settleChecked(document, verdict, notice, otherWithSame(verdict.entry.sha256, document, all, parts.outbox), answer, parts);
    } catch (thrown) {
      if (problemOf(thrown).code === 'cancelled') throw thrown;
      const change = { problem: problemOf(thrown), received: [...notice.aside, ...earlier(document, parts.outbox)] };
      await parts.written(() => parts.outbox.move('doubt', [document.id], change));
    }
  }
}

/** A document that has its result already is not read again, but for what other documents are compared with. */
async function readAll(items: SavedAnswer['items'], document: OutboxJob, parts: ReceiveParts): Promise<ReadEntry[] | { thrown: unknown }> {
  if (parts.outbox.status(document.id) !== 'sending') return [];
  try {
    const read: ReadEntry[] = [];
    for (const item of items) read.push(await parts.written(() => readEntry(item, document.id, parts)));
    return read;
  } catch (thrown) {
    return { thrown };
  }
}

/** Another document that this very file came back for, in this answer or an earlier one. */
function otherWithSame(
  sha256: string,
  { id }: OutboxJob,
  all: readonly { document: OutboxJob; read: ReadEntry[] | { thrown: unknown } }[],
  outbox: Outbox,
): OutboxJob | null {
  const inAnswer = all.find(
    ({ document, read }) =>
      document.id !== id && !('thrown' in read) && read.some((entry) => entry.kind === 'pdf' && entry.sha256 === sha256),
  );
  return inAnswer?.document ?? jobWithSame(outbox, sha256, id);
}

/** Makes results of a kept answer and ends its attempt; what was received and is not kept aside goes. */
export async function finishAnswer(attempt: string, answer: SavedAnswer, sent: readonly OutboxJob[], parts: ReceiveParts): Promise<void> {
  await receiveAnswer(sent, answer, parts);
  await parts.written(() => parts.outbox.end(attempt, 'answered', answer.defect));
  const kept = new Set(sent.flatMap(({ id }) => parts.outbox.job(id)?.received.flatMap(({ encrypted }) => encrypted?.id ?? []) ?? []));
  // Of a document in doubt, what came stays: it may be the result (see `doubt/`).
  if (sent.some(({ id }) => parts.outbox.status(id) === 'in-doubt')) return;
  for (const file of filesOf(answer)) if (!kept.has(file.id)) await removeQuietly(file, parts.files);
}

type Notice = { warning: Problem | null; aside: ReceivedFile[] };
const noNotice: Notice = { warning: null, aside: [] };

async function settle(document: OutboxJob, verdict: Uncheckable, notice: Notice, { outbox, written }: ReceiveParts): Promise<void> {
  const received = [...notice.aside, ...verdict.aside.flatMap((entry) => asideOf(entry)), ...earlier(document, outbox)];
  const providerDocumentId = verdict.aside.find((entry) => entry.providerDocumentId !== null)?.providerDocumentId ?? null;
  await written(() => outbox.move(verdict.move, [document.id], { problem: verdict.problem, received, providerDocumentId }));
}

/** Signed when the check agrees, else unverified. With it goes another document that the same file came back for before. */
async function settleChecked(
  document: OutboxJob,
  { entry, warning, aside, same }: Checkable,
  notice: Notice,
  other: OutboxJob | null,
  { verification: settings }: SavedAnswer,
  parts: ReceiveParts,
): Promise<void> {
  const { outbox, files, written } = parts;
  const { verification, problem: why } = await parts.check.check(entry.file, document, settings, other?.name ?? null);
  if (other !== null) await written(() => withholdOther(outbox, other.id, document.name));
  await written(() =>
    outbox.move(why === null ? 'sign' : 'withhold', [document.id], {
      problem: why,
      warning: warning ?? notice.warning,
      providerDocumentId: entry.providerDocumentId,
      signedSha256: entry.sha256,
      verification,
      received: [
        receivedFile('signed', entry.file),
        ...notice.aside,
        ...aside.flatMap((one) => asideOf(one)),
        ...earlier(document, outbox),
      ],
    }),
  );
  for (const copy of same) await removeQuietly(copy, files);
}

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

async function keepStrangers(items: SavedAnswer['items'], nearest: OutboxJob, parts: ReceiveParts): Promise<ReceivedFile[]> {
  const kept: ReceivedFile[] = [];
  for (const item of items) {
    // What cannot be decoded now is kept as it came.
    const read = await readEntry({ ...item, status: item.status ?? 'SUCCESS' }, nearest.id, parts).then(asideOf, () => null);
    kept.push(...(read ?? (item.received === null ? [] : [receivedFile('aside', item.received)])));
  }
  return kept;
}

/** A copy that cannot be removed is found at the next start. */
export const removeQuietly = (file: EncryptedFile, files: EncryptedFiles): Promise<void> => files.remove(file).catch(() => undefined);
