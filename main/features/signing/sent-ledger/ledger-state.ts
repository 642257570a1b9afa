/** The state of an open ledger: its file and its last entry; reading and copying its entries. */
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { DataKey } from '../../../platform/keychain/data-keys.ts';
import { ledgerKey } from '../../../platform/keychain/keys.ts';
import type { LedgerFile, Replacement } from './ledger-file.ts';
import type { Entry, Head } from './rules/entries.ts';
import { encryptFrame, type Header, headerBytes, type Piece, readPieces } from './rules/frames.ts';
import { type ReadFrom, readLedger } from './rules/read-ledger.ts';

/** A header, its bytes, and the key of the frames after it. */
export type Cipher = { header: Header; bytes: Buffer; key: KeyObject };

export type LedgerState = {
  file: LedgerFile;
  cipher: Cipher;
  head: Head;
  /** Position at which the last entry begins. */
  start: number;
};

export function cipherOf(header: Header, key: Buffer): Cipher {
  return { header, bytes: headerBytes(header), key: createSecretKey(ledgerKey(key, header.salt)) };
}

/** Makes a new header for each file that is written. */
export const newCipher = ({ id, key }: DataKey, folder: string): Cipher => cipherOf({ key: id, folder, salt: randomBytes(32) }, key);

export const frameOf = (entry: Entry, { bytes, key }: Cipher): Buffer => encryptFrame(entry, bytes, key, randomBytes(12));

export const piecesOf = (file: LedgerFile, { bytes, key }: Cipher, from: number): Generator<Piece> => readPieces(file, bytes, key, from);

/** Makes an entry that replaces missing ones; `hash`: the hash of the last of them. */
export function gapEntry(
  missing: { from: number; to: number },
  previous: string,
  hash: string,
  at: string,
  quarantined: string | null,
): Entry {
  return { kind: 'gap', number: missing.to, from: missing.from, at, previous, hash, quarantined };
}

/** Copies entries into a new file; a gap replaces the entries that are missing between two. */
export function createCopier(next: Replacement, cipher: Cipher, at: string, quarantined: string | null) {
  next.write(cipher.bytes);
  let start = next.size;
  const write = (entry: Entry) => {
    start = next.size;
    next.write(frameOf(entry, cipher));
  };
  return {
    write,
    /** Returns the position after the last copied entry, in the old file. */
    copy: (pieces: Iterable<Piece>, from: ReadFrom, change: (entry: Entry) => Entry): ReadFrom => {
      let before = from.head.hash;
      const { last, lastStart, end } = readLedger(pieces, from, ({ entry, missing }) => {
        if (missing) write(gapEntry(missing, before, entry.previous, at, quarantined));
        write(change(entry));
        before = entry.hash;
      });
      return { head: last, start: lastStart, end };
    },
    /** Returns the position at which the last entry begins in the new file. */
    start: () => start,
  };
}
