/**
 * Sealed content of any length, in pieces. A header (magic, version, key id, salt), then chunks of 64 KiB,
 * each AES-256-GCM under a key of this one stream (HKDF of the data key and the salt), its nonce the chunk's
 * number and whether it is the last: the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár, 2015). What
 * is cut off, moved, added, repeated or taken from another stream does not open.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { DataKey, DataKeys } from './data-keys.ts';
import { derivedKey } from './derive-key.ts';
import { Unsealable } from './sealing.ts';

const magic = Buffer.from('StSealed\u0001', 'latin1');
const saltAt = magic.length + 16;
export const headerSize = saltAt + 32;
export const chunkSize = 64 * 1024;
export const tagSize = 16;

export type SealingStream = {
  header: Buffer;
  /** What can be sealed by now; the rest is held back until it is known not to be the last chunk. */
  push(content: Uint8Array): Generator<Buffer>;
  /** The last chunk. Nothing may be pushed after it. */
  end(): Buffer;
};

/** `boundTo`: what the content belongs to; it opens for the same text only. */
export function createSealingStream({ id, key }: DataKey, boundTo: string): SealingStream {
  const salt = randomBytes(headerSize - saltAt);
  const header = Buffer.concat([magic, Buffer.from(id, 'hex'), salt]);
  const chunkKey = derivedKey(key, 'files', salt);
  const associated = associatedData(header, boundTo);
  const cutter = createCutter(chunkSize);
  let count = 0;
  const seal = (content: Uint8Array, last: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', chunkKey, nonce(count++, last)).setAAD(associated);
    return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
  };
  return {
    header,
    *push(content) {
      for (const chunk of cutter.push(content)) yield seal(chunk, false);
    },
    end: () => seal(cutter.rest(), true),
  };
}

/**
 * The content, in pieces that were each authenticated before they are handed out; after the last one the end
 * is known to be the end. @throws Unsealable, and what `source` throws
 */
export async function* openSealedStream(source: AsyncIterable<Uint8Array>, keys: DataKeys, boundTo: string): AsyncGenerator<Buffer> {
  let open: ChunkOpener | null = null;
  let count = 0;
  let header = Buffer.alloc(0);
  const cutter = createCutter(chunkSize + tagSize);
  for await (const piece of source) {
    let body = piece;
    if (!open) {
      const missing = headerSize - header.length;
      header = Buffer.concat([header, piece.subarray(0, missing)]);
      if (header.length < headerSize) continue;
      open = chunkOpener(header, keys, boundTo);
      body = piece.subarray(missing);
    }
    for (const sealed of cutter.push(body)) yield open(sealed, count++, false);
  }
  if (!open) throw new Unsealable('damaged');
  const last = open(cutter.rest(), count, true);
  if (last.length > 0) yield last;
}

/** The id of the key, as the header says. @throws Unsealable */
export function keyOfStream(header: Uint8Array): string {
  if (header.length < headerSize || !magic.equals(header.subarray(0, magic.length))) throw new Unsealable('damaged');
  return Buffer.from(header.subarray(magic.length, saltAt)).toString('hex');
}

/** The content of chunk `number`, counted from 0. @throws Unsealable */
export type ChunkOpener = (sealed: Uint8Array, number: number, last: boolean) => Buffer;

/** @throws Unsealable when the header is none, or its key is not at hand */
export function chunkOpener(header: Buffer, keys: DataKeys, boundTo: string): ChunkOpener {
  const key = keys.find(keyOfStream(header));
  if (key === 'absent') throw new Unsealable('key-absent');
  if (key === 'unknown') throw new Unsealable('damaged');
  const chunkKey = derivedKey(key.key, 'files', header.subarray(saltAt));
  const associated = associatedData(header, boundTo);
  return (sealed, number, last) => {
    const tag = sealed.length - tagSize;
    if (tag < 0) throw new Unsealable('damaged');
    const decipher = createDecipheriv('aes-256-gcm', chunkKey, nonce(number, last), { authTagLength: tagSize })
      .setAAD(associated)
      .setAuthTag(sealed.subarray(tag));
    const content = decipher.update(sealed.subarray(0, tag));
    try {
      decipher.final();
    } catch {
      throw new Unsealable('damaged');
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

function associatedData(header: Buffer, boundTo: string): Buffer {
  return Buffer.concat([header, Buffer.from(boundTo)]);
}

/**
 * Cuts what comes into chunks of `size`, holding back the last one, full or not, until more comes. A chunk
 * is good until the next one is asked for: they share their memory.
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
        const piece = bytes.subarray(at, at + size - filled);
        held.set(piece, filled);
        filled += piece.length;
        at += piece.length;
      }
    },
    rest: () => held.subarray(0, filled),
  };
}
