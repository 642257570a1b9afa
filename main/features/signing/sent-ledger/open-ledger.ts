/** Opens the ledger of a data folder: reads the entries that the database does not know, and repairs the file. */
import { randomBytes } from 'node:crypto';
import type { DataKeys } from '../../../platform/keychain/data-keys.ts';
import { type LedgerFile, makeLedgerFile, memoryLedgerFile, openLedgerFile, quarantineLedgerFile } from './ledger-file.ts';
import { type Cipher, cipherOf, createCopier, frameOf, gapEntry, type LedgerState, newCipher, piecesOf } from './ledger-state.ts';
import { type CallEntry, type ChainedEntry, type Head, noHead, type QueuedEntry, type ResultEntry } from './rules/entries.ts';
import { headerSize, readHeader } from './rules/frames.ts';
import { agrees, evaluateLedger, type ReadFrom, type Reading, readLedger } from './rules/read-ledger.ts';
import type { Checkpoint } from './sent-index.ts';

/** Entries that the database does not know. */
export type LedgerNews = {
  queued: QueuedEntry[];
  calls: CallEntry[];
  results: ResultEntry[];
  /** Entries are missing; `count`: how many, null when unknown. `quarantined`: name of the quarantined file, null for none. */
  incomplete: { count: number | null; quarantined: string | null } | null;
};

type Opened = {
  state: LedgerState;
  news: LedgerNews;
  /** False in memory-only mode. */
  isStored: boolean;
};

type OpenDeps = {
  dataDir: string;
  keys: DataKeys;
  checkpoint: Checkpoint | null;
  /** Reads the head of a folder in the keychain; null for none. */
  keychainHead(folder: string): Promise<Head | null>;
  /** The head that was last written into the keychain, according to the database. */
  writtenHead: Head | null;
  /** An earlier run has written data in the data folder. */
  wasUsed: boolean;
  now(): Date;
};

const nothingNew: LedgerNews = { queued: [], calls: [], results: [], incomplete: null };
const atBeginning: ReadFrom = { head: noHead, start: headerSize, end: headerSize };

/** Returns the ids of the data key and of the folder in the header; null without a ledger, or when its header is damaged. */
export function ledgerIds(dataDir: string): { key: string; folder: string } | null {
  const file = openLedgerFile(dataDir);
  try {
    return file && readHeader(file.read(0, headerSize));
  } finally {
    file?.close();
  }
}

export const openInMemory = (keys: DataKeys): Opened => {
  const file = memoryLedgerFile();
  const cipher = newCipher(keys.current(), newFolder());
  file.append(cipher.bytes);
  return { state: { file, cipher, head: noHead, start: headerSize }, news: nothingNew, isStored: false };
};

/** @throws StationError `disk-full`, `data-folder-unusable` */
export async function openStored(deps: OpenDeps): Promise<Opened> {
  const { dataDir, keys, checkpoint } = deps;
  const file = openLedgerFile(dataDir);
  if (file === null) return checkpoint === null && !deps.wasUsed ? begun(deps) : begunAgain(deps, null);
  try {
    const header = readHeader(file.read(0, headerSize));
    // An older copy may need a key from before a rotation.
    const key = keys.all().find(({ id }) => id === header?.key);
    const isOurs = checkpoint === null || header?.folder === checkpoint.folder;
    if (header && key && isOurs) return readOn(deps, file, cipherOf(header, key.key), await deps.keychainHead(header.folder));
  } catch (thrown) {
    file.close();
    throw thrown;
  }
  file.close();
  return begunAgain(deps, quarantineLedgerFile(dataDir, deps.now()));
}

const newFolder = (): string => randomBytes(16).toString('hex');

function begun({ dataDir, keys }: OpenDeps): Opened {
  const cipher = newCipher(keys.current(), newFolder());
  const file = makeLedgerFile(dataDir, cipher.bytes);
  return { state: { file, cipher, head: noHead, start: headerSize }, news: nothingNew, isStored: true };
}

/** Replaces a missing or unreadable ledger: the new one begins with a gap for all entries that the old one is known to have had. */
async function begunAgain({ dataDir, keys, checkpoint, keychainHead, now }: OpenDeps, quarantined: string | null): Promise<Opened> {
  const folder = checkpoint?.folder ?? newFolder();
  const known = [checkpoint, await keychainHead(folder)].flatMap((head) => head ?? []);
  const last = known.toSorted((one, other) => other.count - one.count)[0];
  const head = { count: Math.max(1, last?.count ?? 1), hash: last?.hash ?? noHead.hash };
  const cipher = newCipher(keys.current(), folder);
  const gap = gapEntry({ from: 1, to: head.count }, noHead.hash, head.hash, now().toISOString(), quarantined);
  const file = makeLedgerFile(dataDir, Buffer.concat([cipher.bytes, frameOf(gap, cipher)]));
  const incomplete = { count: last?.count ?? null, quarantined };
  return { state: { file, cipher, head, start: headerSize }, news: { ...nothingNew, incomplete }, isStored: true };
}

/**
 * Reads the entries after the checkpoint; all of them when the entry of the checkpoint is not found, or when the keychain knows an entry
 * that the database does not vouch for.
 */
function readOn(deps: OpenDeps, file: LedgerFile, cipher: Cipher, keychain: Head | null): Opened {
  const { checkpoint } = deps;
  const known = [checkpoint, keychain].flatMap((head) => head ?? []);
  const vouched = keychain === null || [deps.writtenHead, checkpoint].some((head) => isSame(head, keychain));
  const found = checkpoint && checkpointIn(file, cipher, checkpoint);
  const from = found && (vouched || keychain.count > found.head.count) ? found : atBeginning;

  const entries: ChainedEntry[] = [];
  const contradicted = new Set<Head>();
  let missing = 0;
  const reading = readLedger(piecesOf(file, cipher, from.end), from, ({ entry, missing: between }) => {
    for (const head of known) if (agrees(entry, head) === false) contradicted.add(head);
    if (between) missing += between.to - between.from + 1;
    if (entry.kind !== 'gap') entries.push(entry);
  });
  const evaluation = evaluateLedger(reading, known, contradicted.size > 0);
  // The database knows the entries up to its checkpoint, unless it has read another ledger.
  const knownCount = checkpoint && !contradicted.has(checkpoint) ? checkpoint.count : 0;
  const fresh = entries.filter(({ number }) => number > knownCount);
  const news = {
    queued: fresh.filter((entry) => entry.kind === 'queued'),
    calls: fresh.filter((entry) => entry.kind === 'call'),
    results: fresh.filter((entry) => entry.kind === 'result'),
    incomplete: null,
  };
  if (evaluation.kind === 'torn') file.cut(reading.end);
  if (evaluation.kind !== 'incomplete') return { state: stateAt(file, cipher, reading), news, isStored: true };

  const { fill } = evaluation;
  const quarantined = quarantineLedgerFile(deps.dataDir, deps.now());
  const state = repaired(deps, file, cipher, fill, quarantined);
  if (fill) missing += fill.head.count - fill.from + 1;
  const count = missing === 0 || contradicted.size > 0 ? null : missing;
  return { state, news: { ...news, incomplete: { count, quarantined } }, isStored: true };
}

const isSame = (one: Head | null, other: Head): boolean => one?.count === other.count && one.hash === other.hash;

const stateAt = (file: LedgerFile, cipher: Cipher, { last, lastStart }: Reading): LedgerState => ({
  file,
  cipher,
  head: last,
  start: lastStart,
});

/** Finds the checkpoint's entry; null when another entry is at its place. */
function checkpointIn(file: LedgerFile, cipher: Cipher, { count, hash, start }: Checkpoint): ReadFrom | null {
  if (count === 0) return atBeginning;
  const [piece] = piecesOf(file, cipher, start);
  const isThere = piece?.entry?.number === count && piece.entry.hash === hash;
  return isThere ? { head: { count, hash }, start, end: piece.end } : null;
}

/** Writes the file again, with a gap wherever entries are missing. */
function repaired(
  { now }: OpenDeps,
  file: LedgerFile,
  cipher: Cipher,
  fill: { from: number; head: Head } | null,
  quarantined: string | null,
): LedgerState {
  const at = now().toISOString();
  const next = file.replacement();
  try {
    const copier = createCopier(next, cipher, at, quarantined);
    const { head } = copier.copy(piecesOf(file, cipher, headerSize), atBeginning, (entry) => entry);
    if (fill) copier.write(gapEntry({ from: fill.from, to: fill.head.count }, head.hash, fill.head.hash, at, quarantined));
    next.finish();
    return { file, cipher, head: fill?.head ?? head, start: copier.start() };
  } catch (thrown) {
    next.discard();
    throw thrown;
  }
}
