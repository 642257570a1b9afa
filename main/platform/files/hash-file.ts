/** Reads a file once: size, SHA-256, and the bytes at its two ends. */
import { createHash, hash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { type ByteSource, sourceOf } from './byte-source.ts';
import { readPieces } from './read-pieces.ts';

export const headLength = 1024;
/** Bytes: more than the last kilobyte, since some programs pad the end with zeros to a block of the disk. */
export const endLength = 65_536;

export type FileDigest = { size: number; sha256: string; head: Buffer; tail: Buffer };

/**
 * @param onPiece gets the bytes in order; a piece is valid until it returns
 * @throws the operating system's error, or `ENOTFILE` for pipes, devices and the like, which may never end
 */
export async function hashFile(path: string, onPiece: (piece: Buffer) => void = () => {}): Promise<FileDigest> {
  await assertReadableFile(path);
  const digest = createHash('sha256');
  let size = 0;
  let head: Buffer = Buffer.alloc(0);
  const end = Buffer.alloc(endLength);
  let ended = 0;
  for await (const chunk of readPieces(path)) {
    digest.update(chunk);
    onPiece(chunk);
    size += chunk.length;
    if (head.length < headLength) head = Buffer.concat([head, chunk.subarray(0, headLength - head.length)]);
    const last = chunk.subarray(-endLength);
    const before = Math.min(ended, endLength - last.length);
    end.copyWithin(0, ended - before, ended);
    last.copy(end, before);
    ended = before + last.length;
  }
  return { size, sha256: digest.digest('hex'), head, tail: end.subarray(0, ended) };
}

/** Returns the digest of bytes in memory; the ends are views of them. */
export const digestBytes = (bytes: Uint8Array): FileDigest => ({ ...endsOf(sourceOf(bytes)), sha256: hash('sha256', bytes) });

export const endsOf = (bytes: ByteSource): Omit<FileDigest, 'sha256'> => ({
  size: bytes.length,
  head: bytes.range(0, headLength),
  tail: bytes.range(bytes.length - endLength, bytes.length),
});

/** Opens and closes the file. @returns its size in bytes @throws the operating system's error, or `ENOTFILE` */
export async function assertReadableFile(path: string): Promise<number> {
  // Not by opening first: opening a named pipe waits for its other end.
  const found = await stat(path);
  if (!found.isFile()) throw Object.assign(new Error('not a file'), { code: 'ENOTFILE' });
  await (await open(path, 'r')).close();
  return found.size;
}
