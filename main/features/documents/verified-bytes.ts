/** Reads the bytes of a document from its file and verifies them. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { StationError } from '../../../shared/errors.ts';
import { fileProblem } from '../../platform/files/file-problem.ts';
import { assertReadableFile } from '../../platform/files/hash-file.ts';
import { readPieces } from '../../platform/files/read-pieces.ts';

/**
 * Yields the bytes of the file in order; a piece is valid until the next one is requested. Only at their end is it known whether they are those that the clerk saw: if it
 * throws, the caller must discard everything made from them.
 * @throws StationError `file-missing`, `file-unreadable`, `path-too-long`, `file-changed`
 */
export async function* verifiedBytes(path: string, expected: { size: number; sha256: string | null }): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let size = 0;
  try {
    await assertReadableFile(path);
    for await (const chunk of readPieces(path)) {
      size += chunk.length;
      if (size > expected.size) break;
      hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    const { code, detail } = fileProblem(path, error);
    throw new StationError(code, detail, { cause: error });
  }
  if (size !== expected.size || hash.digest('hex') !== expected.sha256) throw new StationError('file-changed', { name: basename(path) });
}
