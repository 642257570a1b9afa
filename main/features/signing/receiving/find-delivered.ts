/**
 * Finds the signed file of a document that waits in the queue as if it had never been sent. Database, ledger and keychain agree on that
 * when the whole machine was set back to an earlier time; only a folder elsewhere, such as a share, has what was delivered since then.
 */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../../../shared/errors.ts';
import { candidateName } from '../../../platform/files/file-name.ts';
import { readPieces } from '../../../platform/files/read-pieces.ts';
import { sentBeforeProblem } from '../duplicates.ts';
import type { OutboxJob } from '../outbox/job.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { placesFor, signedName } from './deliver.ts';

/**
 * Looks in the folders that the signed file of a document would go to for one that begins with the document, as a signed one does, and is
 * younger than its place in the queue: when a person sends it again nevertheless, an earlier file does not count. Where the queue has the
 * same content twice, the file may be the other's.
 * @returns the problem of a document that was sent before; null without such a file, or when no folder can be read
 */
export async function findDelivered(
  job: OutboxJob,
  { outbox, outputFolder }: { outbox: Pick<Outbox, 'withSha256'>; outputFolder: string | null },
): Promise<Problem | null> {
  if (outbox.withSha256(job.sha256).some(({ id }) => id !== job.id)) return null;
  for (const { folder } of placesFor(job, undefined, outputFolder)) {
    for (let n = 1; ; n += 1) {
      const path = join(folder, candidateName(signedName(job.name), n));
      const found = await stat(path).catch(() => null);
      if (found === null) break;
      if (!found.isFile() || found.size <= job.size || found.mtimeMs <= Date.parse(job.queuedAt)) continue;
      if ((await beginningOf(path, job.size).catch(() => null)) !== job.sha256) continue;
      return sentBeforeProblem({ status: 'signed', closed: false, at: found.mtime.toISOString(), signedPath: path }, job.name);
    }
  }
  return null;
}

/** Returns the SHA-256 of the first bytes of a file. */
async function beginningOf(path: string, bytes: number): Promise<string> {
  const hash = createHash('sha256');
  let left = bytes;
  for await (const piece of readPieces(path)) {
    hash.update(piece.subarray(0, left));
    left -= Math.min(left, piece.length);
    if (left === 0) break;
  }
  return hash.digest('hex');
}
