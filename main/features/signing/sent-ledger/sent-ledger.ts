/**
 * The sent ledger (design, section 2.10): the memory of all calls. One entry for each call, written before its first byte leaves,
 * and one for each result, in an encrypted, hash-chained file next to the database, which has an index of it.
 */
import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { StationError } from '../../../../shared/errors.ts';
import type { DataKeys } from '../../../platform/keychain/data-keys.ts';
import type { Keychain } from '../../../platform/keychain/vault.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { type QueuedDocument, queuedDocumentSchema } from '../outbox/job.ts';
import { createKeychainHead, readKeychainHead, writeIntervalMs } from './keychain-head.ts';
import { createCopier, frameOf, newCipher, piecesOf } from './ledger-state.ts';
import { type LedgerNews, openInMemory, openStored } from './open-ledger.ts';
import {
  type CallEntry,
  type ChainedEntry,
  chained,
  contentHash,
  type Entry,
  type Head,
  type NewEntry,
  noHead,
  type ResultEntry,
  recognitionKey,
  withoutContents,
} from './rules/entries.ts';
import { headerSize, maxFrameBytes, readPieces } from './rules/frames.ts';
import { readLedger } from './rules/read-ledger.ts';
import { type LeavingDocument, openSentIndex, type SentRow } from './sent-index.ts';

/** A document in the ledger: without its encrypted file. */
export const ledgerDocumentSchema = queuedDocumentSchema.omit({ original: true });

export type AuditHead = { number: number; hash: string };

/**
 * An entry that is on the disk. `store` writes it into the index, in the transaction that follows; `undo` removes the entry when
 * that transaction failed and nothing has left.
 */
export type Noted = { store(): void; undo(): void };

export type SentLedger = {
  /** Notes new documents of the queue, after their commit. If the write fails, only a lost database would need the entry. */
  noteQueued(at: string, ids: readonly string[]): void;
  /** Notes a call that is about to begin. @throws StationError `disk-full`, `data-folder-unusable`; then nothing may be sent */
  noteCall(call: { id: string; at: string; documents: readonly QueuedDocument[] }): Noted;
  /** Notes the outcomes of documents in a call. @throws StationError `disk-full`, `data-folder-unusable` */
  noteResults(call: string, at: string, results: ResultEntry['outcomes']): Noted;
  /** Returns the calls with these bytes, for this client info, through this account; oldest first. */
  find(document: { account: string; sha256: string; clientInfo: string }): SentRow[];
  /** Stores the details of documents that leave the queue, or with `erased` marks their contents to be erased. */
  leave(documents: readonly LeavingDocument[], options: { erased: boolean }): void;
  /** Marks the contents of a removed visit to be erased; part of the transaction under way. */
  markVisit(visitId: string): void;
  /** Marks the contents of earlier calls to be erased, except those of documents that are queued still. */
  markBefore(time: Date, isQueued: (id: string) => boolean): void;
  /** Writes the ledger without the marked contents; hashes and recognition keys stay. If the write fails, the next call erases them. */
  eraseMarked(): Promise<void>;
  /** Writes the ledger under the current key. @throws StationError `disk-full` */
  renewKey(): Promise<void>;
  /** Returns the head of the audit log at each call. */
  auditHeads(): AuditHead[];
  /**
   * Returns the entries after the last one that the database knows; `hasCall` says whether the index has a call all the same. `store`
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
  now(): Date;
  /** Time between two writes of the head into the keychain. */
  keychainIntervalMs?: number;
};

/** Entries that are copied before other work gets its turn. */
const atOnce = 200;

/** @throws StationError `disk-full`, `data-folder-unusable` */
export async function openSentLedger(deps: SentLedgerDeps): Promise<SentLedger> {
  const { database, keys, now } = deps;
  const index = openSentIndex(database);
  const { state, news, isStored } = keys.memoryOnly === null ? await openStored(openDeps()) : openInMemory(keys);
  const { file } = state;
  const keychain = isStored ? deps.keychain : null;
  const inKeychain =
    keychain &&
    createKeychainHead({
      keychain,
      folder: state.cipher.header.folder,
      head: () => state.head,
      written: index.setKeychainHead,
      intervalMs: deps.keychainIntervalMs ?? writeIntervalMs,
    });
  if (state.head.count > 0 && state.head.count !== index.keychainHead()?.count) inKeychain?.changed();
  // The checkpoint is part of each commit, so that the database knows an entry and its subject from the same moment on.
  database.beforeCommit(setCheckpoint);
  /** The rewriting under way: only one at a time. */
  let rewriting: Promise<void> = Promise.resolve();
  let closing: Promise<void> | null = null;

  function openDeps() {
    const { dataDir, wasUsed } = deps;
    const keychainHead = async (folder: string) => deps.keychain && readKeychainHead(deps.keychain, folder);
    return { dataDir, keys, checkpoint: index.checkpoint(), keychainHead, writtenHead: index.keychainHead(), wasUsed, now };
  }

  /** Only a stored ledger has a checkpoint: one in memory ends with the process. */
  function setCheckpoint(): void {
    if (!isStored) return;
    const { head, start, cipher } = state;
    index.setCheckpoint({ ...head, start, folder: cipher.header.folder });
  }

  function append(entry: NewEntry): { entry: ChainedEntry; undo(): void } {
    const before = { head: state.head, start: state.start };
    const added = chained(entry, state.head);
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
          file.cut(start);
          Object.assign(state, before);
        } catch {
          // The entry stays: if the database is lost, its documents are in doubt.
        }
      },
    };
  }

  /** Copies all entries into a new file, with those that are appended during the copying. */
  async function rewrite(next: typeof state.cipher, change: (entry: Entry) => Entry, stored: () => void): Promise<void> {
    const replacement = file.replacement();
    try {
      const copier = createCopier(replacement, next, now().toISOString(), null);
      let from = { head: noHead, start: headerSize, end: headerSize };
      for (let at = headerSize; at < file.size; ) {
        await setImmediate();
        // Up to the current end. There is no `await` between the last check of the end and the replacement of the file.
        const { bytes, key } = state.cipher;
        const pieces = readPieces({ size: file.size, read: file.read }, bytes, key, at);
        const some = taken(pieces, atOnce);
        from = copier.copy(some, from, change);
        at = some.at(-1)?.end ?? file.size;
      }
      replacement.finish();
      Object.assign(state, { cipher: next, start: state.head.count === 0 ? headerSize : copier.start() });
    } catch (thrown) {
      replacement.discard();
      throw thrown;
    }
    database.transaction(() => {
      setCheckpoint();
      stored();
    });
  }

  /** Runs `work` after the rewriting under way has ended, also when that failed. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    rewriting = rewriting.catch(() => undefined).then(work);
    return rewriting;
  }

  return {
    noteQueued(at, ids) {
      try {
        append({ kind: 'queued', at, ids: [...ids] });
      } catch (thrown) {
        if (!(thrown instanceof StationError)) throw thrown;
      }
    },
    noteCall({ id, at, documents }) {
      const { entry, undo } = append({ kind: 'call', at, call: id, audit: deps.auditHead(), documents: documents.map(ledgerDocument) });
      const visits = new Map(documents.map((document) => [document.id, document.visitId]));
      return {
        undo,
        store() {
          if (entry.kind === 'call') index.addCall(entry, (document) => visits.get(document) ?? null);
        },
      };
    },
    noteResults(call, at, results) {
      const { undo } = append({ kind: 'result', at, call, outcomes: results });
      return {
        undo,
        store: () => index.setOutcomes(call, results),
      };
    },
    find: (document) => index.find(recognitionKey(document)),
    leave: (documents, { erased }) =>
      database.transaction(() => {
        for (const document of documents) index.leave(document);
        if (erased) index.markDocuments(documents.map(({ id }) => id));
      }),
    markVisit: index.markVisit,
    markBefore: (time, isQueued) => database.transaction(() => index.markDocuments(index.storedBefore(time).filter((id) => !isQueued(id)))),
    eraseMarked: () =>
      inTurn(async () => {
        const marked = index.marked();
        if (marked.length === 0) return;
        const erased = new Set(marked);
        await rewrite(
          newCipherLike(state.cipher.header.folder),
          (entry) => withoutContents(entry, erased),
          () => index.setErased(marked),
        );
      }).catch((thrown: unknown) => {
        if (!(thrown instanceof StationError)) throw thrown;
      }),
    renewKey: () =>
      inTurn(async () => {
        if (state.cipher.header.key === keys.current().id) return;
        await rewrite(
          newCipherLike(state.cipher.header.folder),
          (entry) => entry,
          () => undefined,
        );
      }),
    auditHeads() {
      const heads = new Map<string, AuditHead>();
      readLedger(piecesOf(file, state.cipher, headerSize), { head: noHead, start: headerSize, end: headerSize }, ({ entry }) => {
        if (entry.kind === 'call' && entry.audit.number > 0) heads.set(entry.audit.hash, entry.audit);
      });
      return [...heads.values()];
    },
    news: () => ({
      ...news,
      hasCall: index.hasCall,
      store() {
        for (const call of news.calls) index.addCall(call, (id) => visitIn(call, id));
        for (const { call, outcomes } of news.results) index.setOutcomes(call, outcomes);
        setCheckpoint();
      },
    }),
    close() {
      closing ??= end();
      return closing;
    },
  };

  function newCipherLike(folder: string) {
    return newCipher(keys.current(), folder);
  }

  async function end(): Promise<void> {
    await rewriting.catch(() => undefined);
    await inKeychain?.close();
    file.close();
  }
}

function taken<T>(all: Iterable<T>, count: number): T[] {
  const some: T[] = [];
  for (const one of all) if (some.push(one) === count) break;
  return some;
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
