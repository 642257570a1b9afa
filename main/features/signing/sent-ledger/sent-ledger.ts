/**
 * The sent ledger (design, section 2.10): the memory of all calls. One entry for each call, written before its first byte leaves,
 * and one for each result, in an encrypted, hash-chained file next to the database, which has an index of it.
 */
import { randomBytes } from 'node:crypto';
import { StationError } from '../../../../shared/errors.ts';
import type { DataKeys } from '../../../platform/keychain/data-keys.ts';
import type { Keychain } from '../../../platform/keychain/keychain.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { type QueuedDocument, queuedDocumentSchema } from '../outbox/job.ts';
import { createKeychainHead, type KeychainHead, readKeychainHead, writeIntervalMs } from './keychain-head.ts';
import { frameOf, type LedgerState, piecesOf } from './ledger-state.ts';
import { type LedgerNews, openInMemory, openStored } from './open-ledger.ts';
import { createRewriter } from './rewrite-ledger.ts';
import {
  type CallEntry,
  type ChainedEntry,
  chained,
  contentHash,
  type Head,
  type NewEntry,
  noHead,
  type ResultEntry,
  recognitionKey,
} from './rules/entries.ts';
import { headerSize, maxFrameBytes } from './rules/frames.ts';
import { readLedger } from './rules/read-ledger.ts';
import { type LeavingDocument, openSentIndex, type SentIndex, type SentRow } from './sent-index.ts';

/** A document in the ledger: without its encrypted file. */
export const ledgerDocumentSchema = queuedDocumentSchema.omit({ original: true });

type AuditHead = { number: number; hash: string };

/**
 * An entry that is on the disk. `store` writes it into the index, in the transaction that follows; `undo` removes the entry when
 * that transaction failed and nothing has left.
 */
export type Appended = { store(): void; undo(): void };

export type SentLedger = {
  /** Appends new documents of the queue, after their commit. If the write fails, only a lost database would need the entry. */
  appendQueued(at: string, ids: readonly string[]): void;
  /** Appends a call that is about to begin. @throws StationError `disk-full`, `data-folder-unusable`; then nothing may be sent */
  appendCall(call: { id: string; at: string; documents: readonly QueuedDocument[] }): Appended;
  /** Appends the outcomes of documents in a call. @throws StationError `disk-full`, `data-folder-unusable` */
  appendResults(call: string, at: string, results: ResultEntry['outcomes']): Appended;
  /** Returns the calls with these bytes, for this client info, through this account; oldest first. */
  find(document: { account: string; sha256: string; clientInfo: string }): SentRow[];
  /** Returns the `order` of the first call between two times; infinity without one. */
  firstBetween(from: Date, to: Date): number;
  /** Stores the details of documents that leave the queue, or with `erased` marks their contents to be erased. */
  leave(documents: readonly LeavingDocument[], options: { erased: boolean }): void;
  /** Marks the contents of a removed visit to be erased; part of the transaction under way. */
  markVisit(visitId: string): void;
  /** Marks the contents of earlier calls to be erased, except those of documents that are queued still. */
  markBefore(time: Date, isQueued: (id: string) => boolean): void;
  /** Writes the ledger without the marked contents; hashes and recognition keys stay. If the write fails, the next call erases them. */
  eraseMarked(): Promise<void>;
  /** Writes the ledger under the current data key. @throws StationError `disk-full` */
  rotateKey(): Promise<void>;
  /** Returns the head of the audit log at each call. */
  auditHeads(): AuditHead[];
  /** Returns the time of the last entry; null without one, or when it is missing. */
  lastTime(): Date | null;
  /**
   * Returns the entries after the last one that the database knows; `hasCall` says whether the index has a call nevertheless. `store`
   * writes them into the index, in the transaction under way.
   */
  news(): LedgerNews & { hasCall(call: string): boolean; store(): void };
  /** Writes the head into the keychain. Harmless when repeated. */
  close(): Promise<void>;
};

export type SentLedgerDeps = {
  database: Database;
  keys: DataKeys;
  dataDir: string;
  /** Null when no keychain is used: then an older copy of the whole folder is not noticed. */
  keychain: Keychain | null;
  auditHead(): AuditHead;
  /** An earlier run has written data in the data folder. */
  wasUsed: boolean;
  /** See `DataFolderLock`: the place of the next entry is another one when another station has the file, too. */
  assertLocked(): void;
  now(): Date;
  /** Time between two writes of the head into the keychain. */
  keychainIntervalMs?: number;
};

/** @throws StationError `disk-full`, `data-folder-unusable` */
export async function openSentLedger(deps: SentLedgerDeps): Promise<SentLedger> {
  const { database, keys } = deps;
  const index = openSentIndex(database);
  const { state, news, isStored } = keys.memoryOnly === null ? await openStored(openDeps(deps, index)) : openInMemory(keys);
  const ledger: Ledger = { ...deps, index, state, isStored, inKeychain: isStored ? headInKeychain(deps, index, state) : null };
  if (state.head.count > 0 && state.head.count !== index.keychainHead()?.count) ledger.inKeychain?.changed();
  const setCheckpoint = () => checkpoint(ledger);
  // The checkpoint is part of each commit, so that the database knows an entry and its subject from the same moment on.
  database.beforeCommit(setCheckpoint);
  const rewriter = createRewriter({ database, keys, now: deps.now, index, state, setCheckpoint });
  let closing: Promise<void> | null = null;
  return {
    appendQueued: (at, ids) => appendQueued(at, ids, ledger),
    appendCall: (call) => appendCall(call, ledger),
    appendResults: (call, at, results) => appendResults(call, at, results, ledger),
    find: (document) => index.find(recognitionKey(document)),
    firstBetween: index.firstBetween,
    leave: (documents, { erased }) =>
      database.transaction(() => {
        for (const document of documents) index.leave(document);
        if (erased) index.markDocuments(documents.map(({ id }) => id));
      }),
    markVisit: index.markVisit,
    markBefore: (time, isQueued) => database.transaction(() => index.markDocuments(index.storedBefore(time).filter((id) => !isQueued(id)))),
    eraseMarked: rewriter.eraseMarked,
    rotateKey: rewriter.rotateKey,
    auditHeads: () => auditHeads(state),
    lastTime: () => lastTime(state),
    news: () => ({ ...news, hasCall: index.hasCall, store: () => storeNews(news, ledger) }),
    close() {
      closing ??= close(ledger, rewriter.finished());
      return closing;
    },
  };
}

type Ledger = SentLedgerDeps & {
  index: SentIndex;
  state: LedgerState;
  /** False in memory-only mode. */
  isStored: boolean;
  inKeychain: KeychainHead | null;
};

function openDeps({ dataDir, keys, keychain, wasUsed, now }: SentLedgerDeps, index: SentIndex) {
  const keychainHead = async (folder: string) => keychain && readKeychainHead(keychain, folder);
  return { dataDir, keys, checkpoint: index.checkpoint(), keychainHead, writtenHead: index.keychainHead(), wasUsed, now };
}

function headInKeychain({ keychain, keychainIntervalMs }: SentLedgerDeps, index: SentIndex, state: LedgerState): KeychainHead | null {
  if (keychain === null) return null;
  const intervalMs = keychainIntervalMs ?? writeIntervalMs;
  const { folder } = state.cipher.header;
  return createKeychainHead({ keychain, folder, head: () => state.head, written: index.setKeychainHead, intervalMs });
}

/** Writes the checkpoint. Only a stored ledger has one: one in memory ends with the process. */
function checkpoint({ index, state: { head, start, cipher }, isStored }: Ledger): void {
  if (isStored) index.setCheckpoint({ ...head, start, folder: cipher.header.folder });
}

function append(entry: NewEntry, { state, inKeychain, isStored, assertLocked }: Ledger): { entry: ChainedEntry; undo(): void } {
  if (isStored) assertLocked();
  const { file, head, start: startBefore } = state;
  const added = chained(entry, head);
  const frame = frameOf(added, state.cipher);
  if (frame.length > maxFrameBytes) throw new StationError('internal', undefined, { message: 'a call is too long for the ledger' });
  const start = file.size;
  file.append(frame);
  Object.assign(state, { head: headOf(added), start });
  inKeychain?.changed();
  return {
    entry: added,
    undo() {
      if (state.head.count !== added.number) return;
      try {
        if (isStored) assertLocked();
        file.cut(start);
        Object.assign(state, { head, start: startBefore });
      } catch {
        // The entry stays: if the database is lost, its documents are in doubt.
      }
    },
  };
}

function appendQueued(at: string, ids: readonly string[], ledger: Ledger): void {
  try {
    append({ kind: 'queued', at, ids: [...ids] }, ledger);
  } catch (thrown) {
    if (!(thrown instanceof StationError)) throw thrown;
  }
}

function appendCall({ id, at, documents }: Parameters<SentLedger['appendCall']>[0], ledger: Ledger): Appended {
  const call = { kind: 'call', at, call: id, audit: ledger.auditHead(), documents: documents.map(ledgerDocument) } as const;
  const { entry, undo } = append(call, ledger);
  const visits = new Map(documents.map((document) => [document.id, document.visitId]));
  return {
    undo,
    store() {
      if (entry.kind === 'call') ledger.index.addCall(entry, (document) => visits.get(document) ?? null);
    },
  };
}

function appendResults(call: string, at: string, results: ResultEntry['outcomes'], ledger: Ledger): Appended {
  const { undo } = append({ kind: 'result', at, call, outcomes: results }, ledger);
  return { undo, store: () => ledger.index.setOutcomes(call, results) };
}

function auditHeads({ file, cipher }: LedgerState): AuditHead[] {
  const heads = new Map<string, AuditHead>();
  readLedger(piecesOf(file, cipher, headerSize), { head: noHead, start: headerSize, end: headerSize }, ({ entry }) => {
    if (entry.kind === 'call' && entry.audit.number > 0) heads.set(entry.audit.hash, entry.audit);
  });
  return [...heads.values()];
}

function lastTime({ file, cipher, start }: LedgerState): Date | null {
  const [piece] = piecesOf(file, cipher, start);
  // The time of a gap is that of its repair.
  return !piece?.entry || piece.entry.kind === 'gap' ? null : new Date(piece.entry.at);
}

function storeNews({ calls, results }: LedgerNews, ledger: Ledger): void {
  for (const call of calls) ledger.index.addCall(call, (id) => visitIn(call, id));
  for (const { call, outcomes } of results) ledger.index.setOutcomes(call, outcomes);
  checkpoint(ledger);
}

async function close({ state, inKeychain }: Ledger, rewritten: Promise<void>): Promise<void> {
  await rewritten;
  await inKeychain?.close();
  state.file.close();
}

const headOf = ({ number, hash }: { number: number; hash: string }): Head => ({ count: number, hash });

function ledgerDocument(queued: QueuedDocument) {
  const document = ledgerDocumentSchema.parse(queued);
  const salt = randomBytes(16).toString('hex');
  const { id, batchId } = document;
  return { id, batchId, key: recognitionKey(document), contentHash: contentHash(salt, document), content: { salt, document } };
}

function visitIn({ documents }: CallEntry, id: string): string | null {
  const content = documents.find((document) => document.id === id)?.content;
  return ledgerDocumentSchema.safeParse(content?.document).data?.visitId ?? null;
}
