/**
 * The format of encrypted content of any length: a header (magic and version), then chunks of 64 KiB, each AES-256-GCM under a random key
 * that encrypts this one stream. The nonce is the number of the chunk and whether it is the last: the STREAM construction (Hoang,
 * Reyhanitabar, Rogaway, Vizár, 2015). A stream with a part cut off, moved, added, repeated or taken from another stream does not open.
 */
import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';
import { fstatSync, readSync } from 'node:fs';
import { StationError } from '../../../shared/errors.ts';
import type { Chunks } from '../files/byte-source.ts';

/** Thrown for content that the station did not write, or not under this name. */
export class DamagedFile extends StationError {
  constructor(kind = 'file') {
    super('stored-data-damaged', { kind, count: 1 });
    this.name = 'DamagedFile';
  }
}

const magic = Buffer.from('StSealed\u0002', 'latin1');
export const headerSize = magic.length;
const chunkSize = 64 * 1024;
const tagSize = 16;
export const encryptedChunkSize = chunkSize + tagSize;

export type EncryptingStream = {
  header: Buffer;
  /** Yields the complete chunks in parts; the last chunk stays until more content shows that it is not the last one. */
  push(content: Uint8Array): Generator<Buffer>;
  /** Returns the last chunk. Nothing may be pushed after it. */
  end(): Buffer;
};

/** @param key 32 bytes, for this stream alone. @param boundTo the content opens for the same text only */
export function createEncryptingStream(key: Buffer, boundTo: string): EncryptingStream {
  const encrypt = chunkEncrypter(key, boundTo);
  const cutter = createCutter(chunkSize);
  return {
    // A copy: the caller may free what it has written.
    header: Buffer.from(magic),
    *push(content) {
      for (const chunk of cutter.push(content)) yield* encrypt([chunk], false);
    },
    end: () => Buffer.concat(encrypt([cutter.rest()], true)),
  };
}

/**
 * Encrypts content that is in memory, as a stream of its own. @returns the stream in parts, whose memory is the caller's
 * @param key, boundTo as above
 * @param content in parts
 */
export function encryptWhole(key: Buffer, boundTo: string, content: readonly Uint8Array[]): Buffer[] {
  const encrypt = chunkEncrypter(key, boundTo);
  const chunks = cutParts(content, chunkSize);
  return [Buffer.from(magic), ...chunks.flatMap((chunk, number) => encrypt(chunk, number === chunks.length - 1))];
}

/** Cuts content that is in memory in parts into pieces of `size`, each in parts of the same memory; none becomes one empty piece. */
export function cutParts(content: readonly Uint8Array[], size: number): Uint8Array[][] {
  let piece: Uint8Array[] = [];
  const pieces = [piece];
  let room = size;
  for (const part of content) {
    for (let at = 0; at < part.length; ) {
      if (room === 0) {
        piece = [];
        pieces.push(piece);
        room = size;
      }
      const next = part.subarray(at, at + room);
      piece.push(next);
      at += next.length;
      room -= next.length;
    }
  }
  return pieces;
}

/** Encrypts the next chunk, which is in parts. @returns it in parts, and its tag */
function chunkEncrypter(key: Buffer, boundTo: string): (content: readonly Uint8Array[], last: boolean) => Buffer[] {
  const associated = associatedData(boundTo);
  const secret = createSecretKey(key);
  let count = 0;
  return (content, last) => {
    const cipher = createCipheriv('aes-256-gcm', secret, nonce(count++, last)).setAAD(associated);
    const encrypted = content.map((part) => cipher.update(part));
    // In GCM it returns nothing.
    cipher.final();
    return [...encrypted, cipher.getAuthTag()];
  };
}

/**
 * Decrypts content. Yields each piece only after authenticating it, and returns only after authenticating the end.
 * @throws DamagedFile, and the errors of `source`
 */
export async function* openEncryptedStream(source: AsyncIterable<Uint8Array>, key: Buffer, boundTo: string): AsyncGenerator<Buffer> {
  let open: ChunkOpener | null = null;
  let count = 0;
  let header = Buffer.alloc(0);
  const cutter = createCutter(encryptedChunkSize);
  for await (const piece of source) {
    let body = piece;
    if (!open) {
      const missing = headerSize - header.length;
      header = Buffer.concat([header, piece.subarray(0, missing)]);
      if (header.length < headerSize) continue;
      open = chunkOpener(header, key, boundTo);
      body = piece.subarray(missing);
    }
    for (const encrypted of cutter.push(body)) yield open(encrypted, count++, false);
  }
  if (!open) throw new DamagedFile();
  const last = open(cutter.rest(), count, true);
  if (last.length > 0) yield last;
}

/** An encrypted file, read at any position. `size` in bytes. When `read` returns less than `length`, the file is damaged. */
export type RandomAccess = { size: number; read(at: number, length: number): Promise<Buffer> };

/**
 * Decrypts the content from byte `start` to byte `end`, both included. Reads only the chunks of that range and authenticates each under
 * its number; which one is the last follows from the size, and so is authenticated too. Content that ends before `end` is damaged, since
 * the caller knows the size. A cut behind `end` at the border of a chunk shows only when the end is read.
 * @throws DamagedFile, and the errors of `read`
 */
export async function* openEncryptedRange(
  source: RandomAccess,
  key: Buffer,
  boundTo: string,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  const open = chunkOpener(await source.read(0, headerSize), key, boundTo);
  const body = source.size - headerSize;
  const lastChunk = Math.max(0, Math.ceil(body / encryptedChunkSize) - 1);
  const contentSize = body - (lastChunk + 1) * tagSize;
  if (end >= contentSize) throw new DamagedFile();
  for (let number = Math.floor(start / chunkSize); number <= Math.floor(end / chunkSize); number += 1) {
    const encrypted = await source.read(headerSize + number * encryptedChunkSize, encryptedChunkSize);
    const content = open(encrypted, number, number === lastChunk);
    const from = number * chunkSize;
    yield content.subarray(Math.max(0, start - from), Math.min(content.length, end + 1 - from));
  }
}

/**
 * Returns the chunks of a file, each decrypted and authenticated when it is read; synchronous, for worker threads. Whoever relies on the
 * end has to read it: a file that was cut has another size, or a last chunk that does not open.
 * @param file descriptor
 * @throws DamagedFile, also while reading, and for another size; the system's error
 */
export function encryptedChunks(file: number, { key, boundTo, size }: { key: Uint8Array; boundTo: string; size: number }): Chunks {
  const buffer = Buffer.allocUnsafe(encryptedChunkSize);
  const open = chunkOpener(readFully(file, buffer, headerSize, 0), Buffer.from(key), boundTo);
  const count = Math.max(1, Math.ceil(size / chunkSize));
  if (fstatSync(file).size !== headerSize + size + count * tagSize) throw new DamagedFile();
  return {
    length: size,
    chunkSize,
    read: (number) =>
      open(readFully(file, buffer, encryptedChunkSize, headerSize + number * encryptedChunkSize), number, number === count - 1),
  };
}

/** Returns less than `length` only at the end of the file. */
function readFully(file: number, buffer: Buffer, length: number, at: number): Buffer {
  let filled = 0;
  for (let count = 1; filled < length && count > 0; filled += count) count = readSync(file, buffer, filled, length - filled, at + filled);
  return buffer.subarray(0, filled);
}

/** Decrypts the chunk of a number, from 0. @throws DamagedFile */
type ChunkOpener = (encrypted: Uint8Array, number: number, last: boolean) => Buffer;

/** @throws DamagedFile for another header */
function chunkOpener(header: Uint8Array, key: Buffer, boundTo: string): ChunkOpener {
  if (!magic.equals(header)) throw new DamagedFile();
  const associated = associatedData(boundTo);
  // Node takes as long for a key in a buffer as for the content of a chunk, so the key is prepared once.
  const secret = createSecretKey(key);
  return (encrypted, number, last) => {
    const tag = encrypted.length - tagSize;
    if (tag < 0) throw new DamagedFile();
    const decipher = createDecipheriv('aes-256-gcm', secret, nonce(number, last), { authTagLength: tagSize })
      .setAAD(associated)
      .setAuthTag(encrypted.subarray(tag));
    const content = decipher.update(encrypted.subarray(0, tag));
    try {
      decipher.final();
    } catch {
      throw new DamagedFile();
    }
    return content;
  };
}

/** Returns a nonce that is unique under the key of the stream. @throws RangeError past 2^32 chunks (256 TiB) */
function nonce(count: number, last: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(count, 7);
  bytes[11] = last ? 1 : 0;
  return bytes;
}

const associatedData = (boundTo: string): Buffer => Buffer.concat([magic, Buffer.from(boundTo)]);

/**
 * Cuts bytes into chunks of `size`. The last chunk, full or not, stays until more bytes are pushed. A chunk is valid until the next one is
 * requested: chunks share their memory, or that of the pushed bytes.
 */
function createCutter(size: number) {
  const chunk = Buffer.alloc(size);
  let filled = 0;
  return {
    *push(bytes: Uint8Array): Generator<Buffer> {
      for (let at = 0; at < bytes.length; ) {
        if (filled === size) {
          yield chunk;
          filled = 0;
        }
        if (filled === 0 && bytes.length - at > size) {
          yield Buffer.from(bytes.buffer, bytes.byteOffset + at, size);
          at += size;
          continue;
        }
        const piece = bytes.subarray(at, at + size - filled);
        chunk.set(piece, filled);
        filled += piece.length;
        at += piece.length;
      }
    },
    rest: () => chunk.subarray(0, filled),
  };
}
