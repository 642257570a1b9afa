/** Opens the bytes of a PDF for the worker: in memory when they are few, else in ranges. Runs in the worker only. */
import { createHash, hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type Problem, problem, StationError } from '../../../shared/errors.ts';
import { type ByteSource, type Chunks, chunkedSource, sourceOf } from '../../platform/files/byte-source.ts';
import { systemCode } from '../../platform/files/disk-problem.ts';
import { fileProblem } from '../../platform/files/file-problem.ts';
import { freeMemory } from '../../platform/files/free-memory.ts';
import { encryptedChunks } from '../../platform/keychain/encrypted-stream.ts';
import type { EncryptedSource } from '../../platform/storage/read-encrypted-file.ts';

/** A file, which must still have the SHA-256 when it is read, bytes, or an encrypted file. */
export type PdfSource = { path: string; sha256?: string } | { bytes: Uint8Array } | { encrypted: EncryptedSource };

export type OpenPdfSource = {
  bytes: ByteSource;
  /** Why a range could not be read; null for none. A parser takes that for a fault of the PDF, so its result is worth nothing then. */
  failure(): Problem | null;
  /** The bytes are worth nothing after it. */
  close(): void;
};

/** Larger files are read in ranges. */
const maxInMemory = 8 * 1024 * 1024;
/** Bytes of a plain file that are read together. */
const plainChunk = 256 * 1024;

/** Opens a source. Returns the problem when it cannot be read. @param inMemory files of up to this size are read at once */
export function openPdfSource(source: PdfSource, inMemory = maxInMemory): OpenPdfSource | Problem {
  if ('bytes' in source) return { bytes: sourceOf(source.bytes), failure: () => null, close: () => {} };
  if ('encrypted' in source && source.encrypted.content !== null)
    return { bytes: sourceOf(source.encrypted.content), failure: () => null, close: () => {} };
  const path = 'encrypted' in source ? source.encrypted.path : source.path;
  const toProblem = 'encrypted' in source ? encryptedProblem : (thrown: unknown) => plainProblem(path, thrown);
  let file: number | null = null;
  try {
    file = openSync(path, 'r');
    const chunks = 'encrypted' in source ? encryptedChunks(file, source.encrypted) : plainChunks(file, source.sha256, inMemory);
    const opened = file;
    if (chunks.length > inMemory) return inRanges(chunks, toProblem, () => closeSync(opened));
    const bytes = allOf(chunks);
    closeSync(file);
    return { bytes: sourceOf(bytes), failure: () => null, close: () => freeMemory(bytes) };
  } catch (thrown) {
    if (file !== null) closeSync(file);
    return toProblem(thrown);
  }
}

function inRanges(chunks: Chunks, toProblem: (thrown: unknown) => Problem, close: () => void): OpenPdfSource {
  let failed: Problem | null = null;
  const read = (number: number): Buffer => {
    try {
      return chunks.read(number);
    } catch (thrown) {
      failed ??= toProblem(thrown);
      throw thrown;
    }
  };
  return { bytes: chunkedSource({ ...chunks, read }), failure: () => failed, close };
}

function allOf({ length, chunkSize, read }: Chunks): Buffer {
  const first = read(0);
  if (length <= chunkSize) return first;
  const all = Buffer.allocUnsafeSlow(length);
  all.set(first);
  freeMemory(first);
  for (let number = 1; number * chunkSize < length; number += 1) {
    const chunk = read(number);
    all.set(chunk, number * chunkSize);
    freeMemory(chunk);
  }
  return all;
}

/**
 * Returns the chunks of a file that must have the SHA-256, if one is expected. A large file is hashed before, in order, with the hash of
 * each chunk, so that every later read returns the same bytes: the facts of other bytes would belong to another document.
 * @throws StationError `file-changed`; the system's error
 */
function plainChunks(file: number, sha256: string | undefined, inMemory: number): Chunks {
  const { size } = fstatSync(file);
  if (size <= inMemory) {
    const all = readAt(file, 0, size);
    if (sha256 !== undefined && hash('sha256', all) !== sha256) throw new StationError('file-changed');
    return { length: size, chunkSize: Math.max(1, size), read: () => all };
  }
  const whole = createHash('sha256');
  const hashes: string[] = [];
  const buffer = Buffer.allocUnsafeSlow(plainChunk);
  for (let at = 0; at < size; at += plainChunk) {
    const chunk = filled(file, buffer.subarray(0, size - at), at);
    whole.update(chunk);
    hashes.push(hash('sha256', chunk, 'base64'));
  }
  if (fstatSync(file).size !== size || (sha256 !== undefined && whole.digest('hex') !== sha256)) throw new StationError('file-changed');
  return {
    length: size,
    chunkSize: plainChunk,
    read(number) {
      const chunk = readAt(file, number * plainChunk, Math.min(plainChunk, size - number * plainChunk));
      if (hash('sha256', chunk, 'base64') !== hashes[number]) throw new StationError('file-changed');
      return chunk;
    },
  };
}

/** Fills bytes from a position of the file. @throws StationError `file-changed` when the file ends before */
function filled(file: number, bytes: Buffer, at: number): Buffer {
  let length = 0;
  for (let count = 1; length < bytes.length && count > 0; length += count)
    count = readSync(file, bytes, length, bytes.length - length, at + length);
  if (length < bytes.length) throw new StationError('file-changed');
  return bytes;
}

const readAt = (file: number, at: number, length: number): Buffer => filled(file, Buffer.allocUnsafeSlow(length), at);

const plainProblem = (path: string, thrown: unknown): Problem =>
  thrown instanceof StationError ? thrown.problem : fileProblem(path, thrown);

function encryptedProblem(thrown: unknown): Problem {
  if (thrown instanceof StationError) return thrown.problem;
  return systemCode(thrown) === 'ENOENT'
    ? problem('stored-data-damaged')
    : problem('copy-unreadable', { cause: systemCode(thrown) ?? 'unknown' });
}
