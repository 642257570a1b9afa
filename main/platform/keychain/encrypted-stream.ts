/**
 * Encrypted content of any length, in pieces. A header (magic and version), then chunks of 64 KiB, each AES-256-GCM under a
 * random key that encrypts this one stream; the nonce is the chunk's number and whether it is the last: the STREAM construction
 * (Hoang, Reyhanitabar, Rogaway, Vizár, 2015). A stream with a part cut off, moved, added, repeated or taken from another stream
 * does not open.
 */
import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';
import { DamagedFile } from './damaged-file.ts';

const magic = Buffer.from('StSealed\u0002', 'latin1');
export const headerSize = magic.length;
export const chunkSize = 64 * 1024;
export const tagSize = 16;
export const encryptedChunkSize = chunkSize + tagSize;

export type EncryptingStream = {
  header: Buffer;
  /** What can be encrypted by now, in parts; the rest is held back until it is known not to be the last chunk. */
  push(content: Uint8Array): Generator<Buffer>;
  /** The last chunk. Nothing may be pushed after it. */
  end(): Buffer;
};

/** @param key 32 bytes, for this stream alone. `boundTo`: the content opens for the same text only. */
export function createEncryptingStream(key: Buffer, boundTo: string): EncryptingStream {
  const associated = associatedData(boundTo);
  const secret = createSecretKey(key);
  const cutter = createCutter(chunkSize);
  let count = 0;
  const encrypt = (content: Uint8Array, last: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', secret, nonce(count++, last)).setAAD(associated);
    const encrypted = cipher.update(content);
    // In this mode it returns nothing.
    cipher.final();
    return [encrypted, cipher.getAuthTag()];
  };
  return {
    header: magic,
    *push(content) {
      for (const chunk of cutter.push(content)) yield* encrypt(chunk, false);
    },
    end: () => Buffer.concat(encrypt(cutter.rest(), true)),
  };
}

/**
 * The content, in pieces that were each authenticated before they are handed out; after the last one the end
 * is known to be the end. @throws DamagedFile, and what `source` throws
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

/** The content of chunk `number`, counted from 0. @throws DamagedFile */
export type ChunkOpener = (encrypted: Uint8Array, number: number, last: boolean) => Buffer;

/** @throws DamagedFile for another header */
export function chunkOpener(header: Uint8Array, key: Buffer, boundTo: string): ChunkOpener {
  if (!magic.equals(header)) throw new DamagedFile();
  const associated = associatedData(boundTo);
  // Node takes as long for a key in a buffer as for the content of a chunk.
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

/** Never the same twice under one key: the key is this stream's own. Past 2^32 chunks (256 TiB) it throws. */
function nonce(count: number, last: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(count, 7);
  bytes[11] = last ? 1 : 0;
  return bytes;
}

const associatedData = (boundTo: string): Buffer => Buffer.concat([magic, Buffer.from(boundTo)]);

/**
 * Cuts what comes into chunks of `size`, holding back the last one, full or not, until more comes. A chunk
 * is good until the next one is asked for: they share their memory, or that of what came.
 */
function createCutter(size: number) {
  const held = Buffer.alloc(size);
  let filled = 0;
  return {
    *push(bytes: Uint8Array): Generator<Buffer> {
      for (let at = 0; at < bytes.length; ) {
        if (filled === size) {
          yield held;
          filled = 0;
        }
        if (filled === 0 && bytes.length - at > size) {
          yield Buffer.from(bytes.buffer, bytes.byteOffset + at, size);
          at += size;
          continue;
        }
        const piece = bytes.subarray(at, at + size - filled);
        held.set(piece, filled);
        filled += piece.length;
        at += piece.length;
      }
    },
    rest: () => held.subarray(0, filled),
  };
}
