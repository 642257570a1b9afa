/**
 * A part of encrypted content, from a place where any part can be read: only the chunks that the part touches, each
 * authenticated under its number. Which one is the last follows from the size, and so is authenticated as well.
 */
import { DamagedFile } from './damaged-file.ts';
import { chunkOpener, chunkSize, encryptedChunkSize, headerSize, tagSize } from './encrypted-stream.ts';

/** `size`: of all that is encrypted, in bytes. `read` may answer with less than was asked for; that is then damage. */
export type EncryptedPlace = { size: number; read(at: number, length: number): Promise<Buffer> };

/**
 * The content from byte `start` to byte `end`, both included. Content that ends before `end` is damage: the one who asks
 * knows the size. What is cut off behind `end` at the border of a chunk shows only when the end is read.
 * @throws DamagedFile, and what `read` throws
 */
export async function* openEncryptedRange(
  place: EncryptedPlace,
  key: Buffer,
  boundTo: string,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  const open = chunkOpener(await place.read(0, headerSize), key, boundTo);
  const body = place.size - headerSize;
  const lastChunk = Math.max(0, Math.ceil(body / encryptedChunkSize) - 1);
  const contentSize = body - (lastChunk + 1) * tagSize;
  if (end >= contentSize) throw new DamagedFile();
  for (let number = Math.floor(start / chunkSize); number <= Math.floor(end / chunkSize); number += 1) {
    const encrypted = await place.read(headerSize + number * encryptedChunkSize, encryptedChunkSize);
    const content = open(encrypted, number, number === lastChunk);
    const from = number * chunkSize;
    yield content.subarray(Math.max(0, start - from), Math.min(content.length, end + 1 - from));
  }
}
