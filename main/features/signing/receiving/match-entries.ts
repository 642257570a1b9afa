/**
 * Finds the document of each entry of an answer: by its reference, else by its file. Signing appends to a PDF, so a signed file says itself
 * which document it is (docs/decisions/0048-a-signed-file-names-its-document.md).
 */
import { createHash } from 'node:crypto';
import { decodeBase64, textOf } from '../../../platform/json/base64-stream.ts';
import type { EncryptedFile, EncryptedFiles } from '../../../platform/storage/encrypted-files.ts';
import { filesOf, type OutboxJob, type SavedAnswer } from '../outbox/job.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { plainReference } from '../rules/group-calls.ts';
import { matchAnswer } from '../rules/match-answer.ts';

type Item = SavedAnswer['items'][number];

/**
 * Returns the entries of each document, in the order of the answer, and the `others`, which are of none. An entry with SUCCESS that names no
 * sent document is that of the document without a file with which its file begins, when the file begins with no other document of the call,
 * no other file of the answer begins with this one, and the document was sent for no other client info: then only the reference could tell
 * its files apart.
 */
export async function matchEntries(
  answer: SavedAnswer,
  sent: readonly OutboxJob[],
  { files, outbox }: { files: EncryptedFiles; outbox: Outbox },
): Promise<{ entriesOf(job: OutboxJob): Item[]; others: Item[] }> {
  const references = sent.map(({ reference }) => reference);
  const { entries, others } = matchAnswer(references, answer.items);
  const entriesOf = ({ reference }: OutboxJob) => entries.get(plainReference(reference)) ?? [];
  const isSentForOther = ({ sha256, clientInfo }: OutboxJob) =>
    outbox.withSha256(sha256).some((job) => job.clientInfo !== clientInfo && job.attempts > 0);
  const without = sent.filter((job) => entriesOf(job).every(({ received }) => received === null) && !isSentForOther(job));
  const offered = others.filter(({ status, received }) => status === 'SUCCESS' && received !== null);
  const begun = new Map<EncryptedFile, OutboxJob[]>();
  if (without.length > 0 && offered.length > 0) for (const file of filesOf(answer)) begun.set(file, await originalsIn(file, sent, files));
  const assigned = new Set<Item>();
  for (const job of without) {
    const [file, ...more] = [...begun.keys()].filter((one) => begun.get(one)?.includes(job));
    const item = offered.find(({ received }) => received === file);
    if (file === undefined || item === undefined || more.length > 0 || begun.get(file)?.length !== 1) continue;
    entriesOf(job).push(item);
    assigned.add(item);
  }
  return { entriesOf, others: others.filter((item) => !assigned.has(item)) };
}

/** Returns the documents that a received file begins with; none for one that cannot be read. */
async function originalsIn(file: EncryptedFile, jobs: readonly OutboxJob[], files: EncryptedFiles): Promise<OutboxJob[]> {
  const content = files.read(file);
  return documentsBegunBy(file.kind === 'decoded' ? content : decodeBase64(textOf(content)), jobs).catch(() => []);
}

/** Returns those of the documents whose bytes a file begins with, and has more than. */
export async function documentsBegunBy<T extends { size: number; sha256: string }>(
  content: AsyncIterable<Uint8Array>,
  documents: readonly T[],
): Promise<T[]> {
  const rest = documents.toSorted((one, other) => one.size - other.size);
  const found: T[] = [];
  const hash = createHash('sha256');
  let start = 0;
  for await (const bytes of content) {
    let hashed = 0;
    for (let [next] = rest; next && next.size < start + bytes.length; [next] = rest) {
      hash.update(bytes.subarray(hashed, next.size - start));
      hashed = next.size - start;
      if (hash.copy().digest('hex') === next.sha256) found.push(next);
      rest.shift();
    }
    if (rest.length === 0) break;
    hash.update(bytes.subarray(hashed));
    start += bytes.length;
  }
  return found;
}
