/** The index of the ledger in the database: one row for each document of each call, and the checkpoint, its last entry. */
import { z } from 'zod';
import type { Database } from '../../../platform/storage/database.ts';
import { openJsonRows } from '../../../platform/storage/json-rows.ts';
import { type CallEntry, type Head, type Outcome, outcomes } from './rules/entries.ts';

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);
export const headSchema = z.object({ count: z.number().int().nonnegative(), hash: hashSchema });
const checkpointSchema = headSchema.extend({
  /** Id of the data folder, as in the ledger's header. */
  folder: z.string(),
  /** Position at which the entry begins. */
  start: z.number().int(),
});
export type Checkpoint = z.infer<typeof checkpointSchema>;

const detailsSchema = z.object({ signedPath: z.string().nullable(), providerDocumentId: z.string().nullable() });
const rowSchema = z.object({
  number: z.number().int(),
  call_id: z.string(),
  document_id: z.string(),
  batch_id: z.string(),
  at: z.string(),
  outcome: z.enum(outcomes).nullable(),
  details: z.string().nullable(),
});

/** A document in one call. `order`: a call has a larger number than the calls before it. */
export type SentRow = {
  order: number;
  documentId: string;
  batchId: string;
  at: string;
  outcome: Outcome | null;
  signedPath: string | null;
  providerDocumentId: string | null;
};

/** The details of a document that leaves the queue. */
export type LeavingDocument = { id: string; visit: string | null; signedPath: string | null; providerDocumentId: string | null };

export type SentIndex = ReturnType<typeof openSentIndex>;

/** Opens the index. Each function that writes is part of the transaction under way. */
export function openSentIndex(database: Database) {
  const { sql } = database;
  const selectCheckpoint = sql.prepare('SELECT ledger FROM last_commit');
  // SQLite does not write a page whose bytes stay the same: the number changes it each time.
  const updateCheckpoint = sql.prepare('UPDATE last_commit SET number = number + 1, ledger = ?');
  const keychainHeads = openJsonRows(database, 'sent-ledger-keychain', headSchema);
  const insert = sql.prepare(
    'INSERT INTO sent_document (call_id, document_id, batch_id, key, visit_id, at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const selectCall = sql.prepare('SELECT 1 FROM sent_document WHERE call_id = ? LIMIT 1');
  const selectKey = sql.prepare(
    'SELECT rowid AS number, call_id, document_id, batch_id, at, outcome, details FROM sent_document WHERE key = ? ORDER BY rowid',
  );
  const selectFirst = sql.prepare('SELECT rowid AS number FROM sent_document WHERE at BETWEEN ? AND ? ORDER BY rowid LIMIT 1');
  const updateOutcome = sql.prepare('UPDATE sent_document SET outcome = ? WHERE call_id = ? AND document_id = ?');
  const updateLeaving = sql.prepare('UPDATE sent_document SET details = ?, visit_id = coalesce(visit_id, ?) WHERE document_id = ?');
  const markDocument = sql.prepare(
    "UPDATE sent_document SET details = NULL, content = 'marked' WHERE document_id = ? AND content = 'stored'",
  );
  const markVisit = sql.prepare("UPDATE sent_document SET details = NULL, content = 'marked' WHERE visit_id = ? AND content = 'stored'");
  const selectBefore = sql.prepare("SELECT DISTINCT document_id FROM sent_document WHERE at < ? AND content = 'stored'");
  const selectMarked = sql.prepare("SELECT DISTINCT document_id FROM sent_document WHERE content = 'marked'");
  const updateErased = sql.prepare("UPDATE sent_document SET content = 'erased' WHERE document_id = ? AND content = 'marked'");
  const ids = (rows: unknown[]) => rows.map((row) => z.object({ document_id: z.string() }).parse(row).document_id);

  const read = (row: unknown): SentRow => {
    const { number: order, document_id: documentId, batch_id: batchId, at, outcome, details } = rowSchema.parse(row);
    return { order, documentId, batchId, at, outcome, ...parsed(details) };
  };

  /** Parses details; nulls when they do not parse: they say where a file is, not whether it was sent. */
  function parsed(details: string | null): z.infer<typeof detailsSchema> {
    try {
      return detailsSchema.parse(JSON.parse(details ?? ''));
    } catch {
      return { signedPath: null, providerDocumentId: null };
    }
  }

  return {
    checkpoint(): Checkpoint | null {
      const stored = selectCheckpoint.get()?.ledger ?? null;
      return stored === null ? null : checkpointSchema.parse(JSON.parse(String(stored)));
    },
    setCheckpoint: (checkpoint: Checkpoint) => void updateCheckpoint.run(JSON.stringify(checkpoint)),
    /** The head that was last written into the keychain. */
    keychainHead: (): Head | null => keychainHeads.get('head'),
    setKeychainHead: (head: Head) => keychainHeads.put('head', head),

    addCall({ call, at, documents }: CallEntry, visitOf: (id: string) => string | null): void {
      for (const { id, batchId, key } of documents) insert.run(call, id, batchId, key, visitOf(id), at);
    },
    hasCall: (call: string): boolean => selectCall.get(call) !== undefined,
    setOutcomes(call: string, results: readonly { id: string; outcome: Outcome }[]): void {
      for (const { id, outcome } of results) updateOutcome.run(outcome, call, id);
    },
    /** The rows of a recognition key, oldest first. */
    find: (key: string): SentRow[] => selectKey.all(key).map(read),
    /** See `SentLedger`. Reads all rows before the one that it finds. */
    firstBetween(from: Date, to: Date): number {
      return Number(selectFirst.get(from.toISOString(), to.toISOString())?.number ?? Number.POSITIVE_INFINITY);
    },
    leave({ id, visit, signedPath, providerDocumentId }: LeavingDocument): void {
      updateLeaving.run(JSON.stringify({ signedPath, providerDocumentId }), visit, id);
    },

    /** Marks contents to be erased from the ledger later. */
    markDocuments(documents: readonly string[]): void {
      for (const id of documents) markDocument.run(id);
    },
    markVisit: (visit: string): void => void markVisit.run(visit),
    /** Returns the documents of earlier calls that still have their contents. */
    storedBefore: (time: Date): string[] => ids(selectBefore.all(time.toISOString())),
    marked: (): string[] => ids(selectMarked.all()),
    setErased(documents: readonly string[]): void {
      for (const id of documents) updateErased.run(id);
    },
  };
}
