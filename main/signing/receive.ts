/** Turns an answer into the result of each document of the call: reads, judges, delivers, and only then moves the job. */
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Problem, problem, problemOf } from '../../shared/errors.ts';
import type { CallOutcome, SignedItem } from '../provider/provider.ts';
import type { Delivery } from './deliver.ts';
import type { Incoming } from './incoming.ts';
import type { JobBook } from './job-book.ts';
import { judgeEntries, type ReadEntry, type Verdict } from './judge-entries.ts';
import { matchAnswer, plainReference } from './match-answer.ts';
import { type ReadFacts, readEntry } from './read-entry.ts';

/** `signatures`: filled signature fields of what was sent. `path` is absolute. */
export type SentDocument = { documentId: string; reference: string; path: string; signatures: number };
export type ReceiveParts = { incoming: Incoming; delivery: Delivery; readFacts: ReadFacts; book: JobBook };

/**
 * One document's trouble never keeps the others from their result; what the station itself cannot finish
 * (its disk is full) leaves the document in doubt, with everything received still in the incoming folder.
 */
export async function receiveAnswer(
  sent: readonly SentDocument[],
  answer: Extract<CallOutcome, { kind: 'answered' }>,
  parts: ReceiveParts,
): Promise<void> {
  const { entries, others } = matchAnswer(
    sent.map(({ reference }) => reference),
    answer.items,
  );
  const entriesOf = ({ reference }: SentDocument) => entries.get(plainReference(reference)) ?? [];
  const stranger = others.length === 0 ? null : problem('answer-other-document', { count: others.length });
  // The first document without an entry is the likeliest to be meant by an entry that names no other.
  const nearest = sent.find((document) => entriesOf(document).length === 0) ?? sent[0];
  const strange = nearest === undefined ? [] : await keepStrangers(others, nearest, parts);
  const missing = answer.defect ?? stranger ?? problem('answer-misses-document');

  for (const document of sent) {
    const notice = document === nearest && stranger ? { warning: stranger, aside: strange } : noNotice;
    try {
      const read: ReadEntry[] = [];
      for (const item of entriesOf(document)) read.push(await readEntry(item, parts.incoming, parts.readFacts));
      await settle(document, judgeEntries(read, missing, document.signatures), notice, parts);
    } catch (thrown) {
      parts.book.move('doubt', [document.documentId], { problem: problemOf(thrown), asideName: named(notice.aside) });
    }
  }
}

type Notice = { warning: Problem | null; aside: string[] };
const noNotice: Notice = { warning: null, aside: [] };

async function settle(document: SentDocument, verdict: Verdict, notice: Notice, { delivery, book }: ReceiveParts): Promise<void> {
  if (verdict.move !== 'sign') {
    const aside = [...notice.aside, ...(await keepAside(verdict.aside, document.path, delivery))];
    const providerDocumentId = verdict.aside.find((entry) => entry.providerDocumentId !== null)?.providerDocumentId ?? null;
    book.move(verdict.move, [document.documentId], { problem: verdict.problem, asideName: named(aside), providerDocumentId });
    return;
  }
  // The signed document first: whatever happens to the rest, it is in place.
  const delivered = await delivery.signed(verdict.entry.file, document.path);
  for (const copy of verdict.same) await rm(copy, { force: true });
  const aside = [...notice.aside, ...(await keepAside(verdict.aside, document.path, delivery))];
  book.move('sign', [document.documentId], {
    // Not where it was asked for is what the clerk must know first: the file is to be found.
    warning: delivered.problem ?? verdict.warning ?? notice.warning,
    providerDocumentId: verdict.entry.providerDocumentId,
    signedName: delivered.name,
    signedSha256: delivered.sha256,
    signedPath: delivered.path,
    asideName: named(aside),
  });
}

/** Names of the files in which the contents were kept. What cannot be written anywhere stays in the incoming folder. */
async function keepAside(entries: readonly ReadEntry[], original: string, delivery: Delivery): Promise<string[]> {
  const names: string[] = [];
  for (const entry of entries) {
    if (!('file' in entry) || entry.file === null) continue;
    const file = entry.file;
    names.push(
      await delivery.aside(file, original).then(
        ({ name }) => name,
        () => basename(file),
      ),
    );
  }
  return names;
}

async function keepStrangers(items: readonly SignedItem[], nearest: SentDocument, parts: ReceiveParts): Promise<string[]> {
  const names: string[] = [];
  for (const item of items) {
    const text = item.content === null ? null : parts.incoming.spooled(item.content).path;
    try {
      const entry = await readEntry(item, parts.incoming, parts.readFacts);
      names.push(...(await keepAside([entry], nearest.path, parts.delivery)));
    } catch {
      // Its text stays in the incoming folder, and is named.
      if (text !== null) names.push(basename(text));
    }
  }
  return names;
}

const named = (names: readonly string[]): string | null => (names.length === 0 ? null : names.join(', '));
