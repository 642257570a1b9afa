/**
 * The ledger file, to the byte. A header of 73 bytes: magic and version (9), id of the data key (16), id of the folder (16), salt
 * (32). Then frames: the number of bytes that follow (4, big-endian), nonce (12), AES-256-GCM of the JSON of one entry, tag (16).
 * Header and length are authenticated with each frame. Pure.
 */
import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import { type Entry, entrySchema } from './entries.ts';

const magic = Buffer.from('StLedger\u0001', 'latin1');
const [keyAt, folderAt, saltAt] = [magic.length, magic.length + 16, magic.length + 32];
export const headerSize = saltAt + 32;
const lengthSize = 4;
const nonceSize = 12;
const tagSize = 16;
const leastFrame = nonceSize + tagSize;
/** Maximum length; a longer frame is damage. One document takes about 2 KiB. */
export const maxFrameBytes = 4 * 1024 * 1024;
/** Bytes after damage in which the next entry is searched for. */
const maxSearchBytes = 4 * 1024 * 1024;

/** `key` and `folder`: 32 lower-case hex digits each. */
export type Header = { key: string; folder: string; salt: Buffer };

export function headerBytes({ key, folder, salt }: Header): Buffer {
  return Buffer.concat([magic, Buffer.from(key, 'hex'), Buffer.from(folder, 'hex'), salt]);
}

/** Parses a header; null for bytes that are no header of this version. */
export function readHeader(bytes: Buffer): Header | null {
  if (bytes.length < headerSize || !magic.equals(bytes.subarray(0, keyAt))) return null;
  const hex = (from: number, to: number) => bytes.subarray(from, to).toString('hex');
  return { key: hex(keyAt, folderAt), folder: hex(folderAt, saltAt), salt: Buffer.from(bytes.subarray(saltAt, headerSize)) };
}

/** `nonce`: 12 random bytes, never the same twice under one key. */
export function encryptFrame(entry: Entry, header: Buffer, key: KeyObject, nonce: Buffer): Buffer {
  const text = Buffer.from(JSON.stringify(entry));
  const length = Buffer.alloc(lengthSize);
  length.writeUInt32BE(nonceSize + text.length + tagSize);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.concat([header, length]));
  return Buffer.concat([length, nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

/** Bytes to read: `size` of them. `read` returns less than `length` only at the end. */
export type Source = { size: number; read(at: number, length: number): Buffer };

/** A piece of the file: one entry, or damaged bytes up to the next entry or the end. `torn`: they may be one cut-off append. */
export type Piece = { start: number; end: number; entry: Entry } | { start: number; end: number; entry: null; torn: boolean };

/** Reads the pieces of the file; `from` is the beginning of a frame. */
export function* readPieces(source: Source, header: Buffer, key: KeyObject, from: number): Generator<Piece> {
  const read = inWindows(source);
  /** Returns the end of a frame by its length; null for an impossible length. */
  const endOf = (start: number): number | null => {
    const bytes = read(start, lengthSize);
    const length = bytes.length < lengthSize ? 0 : bytes.readUInt32BE();
    return length < leastFrame || length > maxFrameBytes ? null : start + lengthSize + length;
  };
  const frameAt = (start: number): Piece | null => {
    const end = endOf(start);
    if (end === null || end > source.size) return null;
    const lengthBytes = read(start, lengthSize);
    const entry = openFrame(read(start + lengthSize, end - start - lengthSize), Buffer.concat([header, lengthBytes]), key);
    return entry && { start, end, entry };
  };
  for (let start = from; start < source.size; ) {
    const piece = frameAt(start) ?? damagedAt(start);
    yield piece;
    start = piece.end;
  }

  /** Returns the damaged piece. A cut-off append leaves one frame at the end: if another follows, by its length, the file is damaged. */
  function damagedAt(start: number): Piece {
    const end = nextFrame(start + 1, source.size, (at) => frameAt(at) !== null);
    const torn = end === source.size && end - start <= lengthSize + maxFrameBytes && (endOf(start) ?? end) >= end;
    return { start, end, entry: null, torn };
  }
}

/** Returns the position of the next entry; the end of the file when there is none. */
function nextFrame(from: number, size: number, isFrame: (start: number) => boolean): number {
  const until = Math.min(size, from + maxSearchBytes);
  for (let at = from; at < until; at += 1) if (isFrame(at)) return at;
  return size;
}

function openFrame(frame: Buffer, associated: Buffer, key: KeyObject): Entry | null {
  const [nonce, tag] = [frame.subarray(0, nonceSize), frame.subarray(frame.length - tagSize)];
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagSize }).setAAD(associated).setAuthTag(tag);
  try {
    const text = Buffer.concat([decipher.update(frame.subarray(nonceSize, -tagSize)), decipher.final()]);
    return entrySchema.safeParse(JSON.parse(text.toString())).data ?? null;
  } catch {
    return null;
  }
}

const windowSize = 256 * 1024;

/** Reads from a window over the source, since frames are small and disk access is slow. */
function inWindows({ size, read }: Source): Source['read'] {
  let window: Buffer = Buffer.alloc(0);
  let windowAt = 0;
  return (at, length) => {
    const end = Math.min(size, at + length);
    if (at < windowAt || end > windowAt + window.length) {
      window = read(at, Math.min(size - at, Math.max(length, windowSize)));
      windowAt = at;
    }
    return window.subarray(at - windowAt, end - windowAt);
  };
}
