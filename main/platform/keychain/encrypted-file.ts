/** An encrypted file whole in memory, read without waiting: for worker threads. */
import { readSync } from 'node:fs';
import { DamagedFile } from './damaged-file.ts';
import { chunkOpener, chunkSize, encryptedChunkSize, headerSize } from './encrypted-stream.ts';

/** @param file descriptor. @throws DamagedFile, also for another size; the system's error */
export function readEncryptedFile(file: number, { key, boundTo, size }: { key: Uint8Array; boundTo: string; size: number }): Uint8Array {
  const buffer = Buffer.allocUnsafe(encryptedChunkSize);
  const open = chunkOpener(read(file, buffer, headerSize), Buffer.from(key), boundTo);
  const content = new Uint8Array(size);
  for (let at = 0, number = 0; ; at += chunkSize, number += 1) {
    const isLast = at + chunkSize >= size;
    const chunk = open(read(file, buffer, encryptedChunkSize), number, isLast);
    if (at + chunk.length > size || (isLast && at + chunk.length !== size)) throw new DamagedFile();
    content.set(chunk, at);
    if (!isLast) continue;
    if (read(file, buffer, 1).length > 0) throw new DamagedFile();
    return content;
  }
}

/** Less than `length` only where the file ends. */
function read(file: number, buffer: Buffer, length: number): Buffer {
  let filled = 0;
  for (let count = 1; filled < length && count > 0; filled += count) count = readSync(file, buffer, filled, length - filled, null);
  return buffer.subarray(0, filled);
}
