/** Writes the ledger again: without erased contents, or under another key. */
import { setImmediate } from 'node:timers/promises';
import { StationError } from '../../../../shared/errors.ts';
import type { DataKeys } from '../../../platform/keychain/data-keys.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { type Cipher, createCopier, type LedgerState, newCipher } from './ledger-state.ts';
import { type Entry, noHead, withoutContents } from './rules/entries.ts';
import { headerSize, readPieces } from './rules/frames.ts';
import type { SentIndex } from './sent-index.ts';

type RewriteDeps = {
  database: Database;
  keys: DataKeys;
  now(): Date;
  index: SentIndex;
  state: LedgerState;
  /** Writes the checkpoint; part of the transaction under way. */
  setCheckpoint(): void;
};

/** One rewriting at a time. See `SentLedger` for its methods. */
type Rewriter = {
  eraseMarked(): Promise<void>;
  rotateKey(): Promise<void>;
  /** Resolves when no rewriting is under way, also after a failed one. */
  finished(): Promise<void>;
};

export function createRewriter(deps: RewriteDeps): Rewriter {
  let rewriting: Promise<void> = Promise.resolve();
  /** Runs `work` after the rewriting under way has ended, also when that failed. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    rewriting = rewriting.catch(() => undefined).then(work);
    return rewriting;
  };
  return {
    eraseMarked: () =>
      inTurn(() => eraseMarked(deps)).catch((thrown: unknown) => {
        if (!(thrown instanceof StationError)) throw thrown;
      }),
    rotateKey: () => inTurn(() => rotateKey(deps)),
    finished: () => rewriting.catch(() => undefined),
  };
}

async function eraseMarked(deps: RewriteDeps): Promise<void> {
  const { index } = deps;
  const marked = index.marked();
  if (marked.length === 0) return;
  const erased = new Set(marked);
  await rewrite(
    (entry) => withoutContents(entry, erased),
    () => index.setErased(marked),
    deps,
  );
}

async function rotateKey(deps: RewriteDeps): Promise<void> {
  if (deps.state.cipher.header.key === deps.keys.current().id) return;
  await rewrite(
    (entry) => entry,
    () => undefined,
    deps,
  );
}

/** Entries that are copied before other work gets its turn. */
const batchSize = 200;

/**
 * Copies all entries into a new file, with those that are appended during the copying.
 * @param stored part of the transaction that knows the new file
 */
async function rewrite(change: (entry: Entry) => Entry, stored: () => void, deps: RewriteDeps): Promise<void> {
  const { database, keys, state } = deps;
  const { file } = state;
  const next: Cipher = newCipher(keys.current(), state.cipher.header.folder);
  const replacement = file.replacement();
  try {
    const copier = createCopier(replacement, next, deps.now().toISOString(), null);
    let from = { head: noHead, start: headerSize, end: headerSize };
    for (let at = headerSize; at < file.size; ) {
      await setImmediate();
      // Up to the current end. There is no `await` between the last check of the end and the replacement of the file.
      const { bytes, key } = state.cipher;
      const pieces = readPieces({ size: file.size, read: file.read }, bytes, key, at);
      const some = taken(pieces, batchSize);
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
    deps.setCheckpoint();
    stored();
  });
}

function taken<T>(all: Iterable<T>, count: number): T[] {
  const some: T[] = [];
  for (const one of all) if (some.push(one) === count) break;
  return some;
}
