/** A document's bytes for sending. */
import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { StationError } from '../../shared/errors.ts';
import { fileProblem } from './file-problem.ts';
import { assertReadableFile } from './hash-file.ts';

/**
 * The file as a Blob that is read from disk as it is used. Its bytes were just verified to be those that
 * the clerk saw; Node refuses to read it on once the file's time or size changes.
 * @throws StationError `file-missing`, `file-unreadable`, `file-changed`
 */
export async function verifiedContent(path: string, expected: { size: number; sha256: string | null }): Promise<Blob> {
  try {
    // `openAsBlob` itself does not say why it cannot open a file.
    await assertReadableFile(path);
  } catch (error) {
    const { code, detail } = fileProblem(path, error);
    throw new StationError(code, detail, { cause: error });
  }
  const changed = (cause?: unknown) => new StationError('file-changed', { name: basename(path) }, { cause });
  const blob = await openAsBlob(path, { type: 'application/pdf' });
  if (blob.size !== expected.size) throw changed();
  const hash = createHash('sha256');
  try {
    for await (const chunk of blob.stream()) hash.update(chunk);
  } catch (error) {
    throw changed(error);
  }
  if (hash.digest('hex') !== expected.sha256) throw changed();
  return blob;
}
