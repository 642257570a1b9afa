/** Follows the entries of a ledger along their chain, and compares them with the heads in database and keychain. Pure. */
import { type Entry, fits, type Head, isItself } from './entries.ts';
import type { Piece } from './frames.ts';

/** `missing`: numbers of the entries that are missing between this entry and the one before. */
type Step = { start: number; end: number; entry: Entry; missing: { from: number; to: number } | null };

export type Reading = {
  /** The last entry; `lastStart` and `end`: where it begins and ends, in bytes from the beginning of the file. */
  last: Head;
  lastStart: number;
  end: number;
  /** There is damage before the last entry. */
  damaged: boolean;
  /** There are damaged bytes after the last entry. */
  tail: boolean;
};

export type ReadFrom = { head: Head; start: number; end: number };

/** Calls `visit` for each entry in order. An entry that is out of place (moved or repeated) counts as damage and is skipped. */
export function readLedger(pieces: Iterable<Piece>, { head, start, end }: ReadFrom, visit: (step: Step) => void): Reading {
  const reading: Reading = { last: head, lastStart: start, end, damaged: false, tail: false };
  for (const piece of pieces) {
    if (reading.tail) reading.damaged = true;
    reading.tail = piece.entry === null;
    if (piece.entry === null) {
      if (!piece.torn) reading.damaged = true;
      continue;
    }
    const { last } = reading;
    const { entry, ...place } = piece;
    const first = entry.kind === 'gap' ? entry.from : entry.number;
    if (first <= last.count || (entry.kind !== 'gap' && !isItself(entry))) {
      reading.damaged = true;
      continue;
    }
    const missing = first > last.count + 1 ? { from: last.count + 1, to: first - 1 } : null;
    if (missing || !fits(entry, last)) reading.damaged = true;
    visit({ ...place, entry, missing });
    reading.last = { count: entry.number, hash: entry.hash };
    reading.lastStart = place.start;
    reading.end = place.end;
  }
  return reading;
}

/**
 * Returns whether an entry has the hash of `known`; null when their numbers differ. A gap agrees with every entry that it replaces.
 */
export function agrees(entry: Entry, known: Head): boolean | null {
  if (entry.kind === 'gap') return known.count >= entry.from && known.count <= entry.number ? true : null;
  return entry.number === known.count ? entry.hash === known.hash : null;
}

/**
 * `torn`: the end of the process cut off an append, and neither database nor keychain has that entry. `incomplete`: entries are missing
 * or damaged; `fill`: the gap that replaces the missing entries at the end, null when none is missing there.
 */
type LedgerEvaluation = { kind: 'whole' | 'torn' } | { kind: 'incomplete'; fill: { from: number; head: Head } | null };

/** `known`: the heads in database and keychain. `contradicted`: the ledger has another entry with the number of one of them. */
export function evaluateLedger({ last, damaged, tail }: Reading, known: readonly Head[], contradicted: boolean): LedgerEvaluation {
  const ahead = known.filter(({ count }) => count > last.count).toSorted((one, other) => other.count - one.count)[0];
  if (ahead) return { kind: 'incomplete', fill: { from: last.count + 1, head: ahead } };
  if (contradicted) return { kind: 'incomplete', fill: { from: last.count + 1, head: { count: last.count + 1, hash: last.hash } } };
  if (damaged) return { kind: 'incomplete', fill: null };
  return { kind: tail ? 'torn' : 'whole' };
}
