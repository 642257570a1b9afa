/** The entries of the sent ledger and the hash chain that they form. Pure. */
import { hash } from 'node:crypto';
import { z } from 'zod';

/**
 * The outcome of a document in a call. `settled`: a person settled a document that was in doubt or unverified.
 * `not-processed`: the provider certainly did nothing with it.
 */
export const outcomes = ['signed', 'unverified', 'in-doubt', 'settled', 'rejected', 'failed', 'not-processed'] as const;
export type Outcome = (typeof outcomes)[number];

const documentSchema = z.object({
  id: z.string(),
  batchId: z.string(),
  /** See `recognitionKey`. */
  key: z.string(),
  contentHash: z.string(),
  /** Null after its erasure; the other members stay. `salt`: random, so that no one can guess the content from its hash. */
  content: z.object({ salt: z.string(), document: z.unknown() }).nullable(),
});

/** `previous`: the hash of the entry before. */
const placed = { number: z.number().int().positive(), at: z.string(), previous: z.string(), hash: z.string() };

const callSchema = z.object({
  ...placed,
  kind: z.literal('call'),
  call: z.string(),
  /** The last entry of the audit log at that moment; number 0 for an empty log. */
  audit: z.object({ number: z.number().int(), hash: z.string() }),
  documents: z.array(documentSchema),
});

const resultSchema = z.object({
  ...placed,
  kind: z.literal('result'),
  call: z.string(),
  outcomes: z.array(z.object({ id: z.string(), outcome: z.enum(outcomes) })),
});

/** New documents of the queue, by their ids. */
const queuedSchema = z.object({ ...placed, kind: z.literal('queued'), ids: z.array(z.string()) });

/**
 * Replaces the missing entries `from` … `number`, and has the hash of the last of them, so that the next entry fits.
 * `quarantined`: name of the quarantined file, null for none.
 */
const gapSchema = z.object({ ...placed, kind: z.literal('gap'), from: z.number().int().positive(), quarantined: z.string().nullable() });

export const entrySchema = z.discriminatedUnion('kind', [queuedSchema, callSchema, resultSchema, gapSchema]);
export type Entry = z.infer<typeof entrySchema>;
export type QueuedEntry = z.infer<typeof queuedSchema>;
export type CallEntry = z.infer<typeof callSchema>;
export type ResultEntry = z.infer<typeof resultSchema>;

/** The last entry: its number, which is also how many there are, and its hash. */
export type Head = { count: number; hash: string };

/** The head of an empty ledger. */
export const noHead: Head = { count: 0, hash: '0'.repeat(64) };

/** An entry without the members that the chain adds. */
export type NewEntry =
  | Pick<QueuedEntry, 'kind' | 'at' | 'ids'>
  | Pick<CallEntry, 'kind' | 'at' | 'call' | 'audit' | 'documents'>
  | Pick<ResultEntry, 'kind' | 'at' | 'call' | 'outcomes'>;

export type ChainedEntry = Exclude<Entry, { kind: 'gap' }>;

/** Returns the entry after `head`, with its number and hashes. */
export function chained(entry: NewEntry, { count, hash }: Head): ChainedEntry {
  const next = { ...entry, number: count + 1, previous: hash };
  return { ...next, hash: hashOf(next) };
}

/** Returns the hash of an entry. It covers the hashes of contents, not the contents: they can be erased, and the chain still fits. */
function hashOf(entry: NewEntry & { number: number; previous: string }): string {
  const { previous, number, at, kind } = entry;
  if (kind === 'queued') return sha256([previous, number, at, kind, entry.ids]);
  const values =
    kind === 'call'
      ? [entry.audit.number, entry.audit.hash, entry.documents.map(({ id, batchId, key, contentHash: of }) => [id, batchId, key, of])]
      : entry.outcomes.map(({ id, outcome }) => [id, outcome]);
  return sha256([previous, number, at, kind, entry.call, values]);
}

export const contentHash = (salt: string, document: unknown): string => sha256([salt, document]);

/** Returns a hash that recognises the same bytes for the same client info and account; none of the three can be read from it. */
export const recognitionKey = ({ account, sha256: bytes, clientInfo }: { account: string; sha256: string; clientInfo: string }): string =>
  sha256([account, bytes, clientInfo]);

/** Whether an entry follows `head` and agrees with its own hashes. A gap fits after the entry before its first one. */
export function fits(entry: Entry, { count, hash }: Head): boolean {
  if (entry.kind === 'gap') return entry.from === count + 1 && entry.number >= entry.from;
  return entry.number === count + 1 && entry.previous === hash && isItself(entry);
}

/** Whether an entry and each of its contents that is not erased agree with their hashes. */
export function isItself(entry: ChainedEntry): boolean {
  if (entry.hash !== hashOf(entry)) return false;
  if (entry.kind !== 'call') return true;
  return entry.documents.every(({ content, contentHash: of }) => content === null || of === contentHash(content.salt, content.document));
}

/** Returns the entry without the contents of these documents. */
export function withoutContents(entry: Entry, erased: ReadonlySet<string>): Entry {
  if (entry.kind !== 'call') return entry;
  return { ...entry, documents: entry.documents.map((document) => (erased.has(document.id) ? { ...document, content: null } : document)) };
}

const sha256 = (value: unknown): string => hash('sha256', JSON.stringify(value));
