/**
 * Finds the signed file of a document that this station, as far as it knows, has not signed. Another station with the same folder signed it,
 * or this one before the whole machine was set back to an earlier time: database, ledger and keychain then agree that it was never sent.
 */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { localMoment } from '../../../../shared/domain/local-format.ts';
import { type Problem, problem } from '../../../../shared/errors.ts';
import { candidateName } from '../../../platform/files/file-name.ts';
import { readPieces } from '../../../platform/files/read-pieces.ts';
import type { OutboxJob } from '../outbox/job.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { type OutputSettings, placesFor, signedName } from './deliver.ts';

export type FindDelivered = (
  document: Pick<OutboxJob, 'name' | 'path' | 'size' | 'sha256' | 'outputFolder'>,
  since: number,
) => Promise<Problem | null>;

/** Milliseconds for which a document waits for the folders of its signed file: a share may hang. */
export const maxLookMs = 5_000;

/**
 * Looks in the folders that the signed file of a document would go to, and next to the document, for one that begins with it, as a signed
 * one does, and is younger than `since` (milliseconds since 1970). Reads only files of that name. Never rejects.
 * @returns the problem of a document that was signed before; null without such a file, or when no folder can be read
 */
export const createFindDelivered =
  ({ outbox, settings }: { outbox: Pick<Outbox, 'withSignedSha256'>; settings: () => OutputSettings }): FindDelivered =>
  async (document, since) => {
    const { name, path, size, sha256 } = document;
    const folders = new Set([...placesFor(document, undefined, settings()).map(({ folder }) => folder), dirname(path)]);
    for (const folder of folders) {
      for (let n = 1; ; n += 1) {
        const signed = candidateName(signedName(name), n);
        const found = await stat(join(folder, signed)).catch(() => null);
        if (found === null) break;
        if (!found.isFile() || found.size <= size || found.mtimeMs <= since) continue;
        const digests = await digestsOf(join(folder, signed), size).catch(() => null);
        if (digests?.beginning !== sha256 || outbox.withSignedSha256(digests.whole).length > 0) continue;
        return problem('signed-file-found', { name, signed, folder: basename(folder), at: localMoment(found.mtime.toISOString()) });
      }
    }
    return null;
  };

/** Returns the SHA-256 of the first bytes of a file, and of all. */
async function digestsOf(path: string, bytes: number): Promise<{ beginning: string; whole: string }> {
  const [beginning, whole] = [createHash('sha256'), createHash('sha256')];
  let left = bytes;
  for await (const piece of readPieces(path)) {
    beginning.update(piece.subarray(0, left));
    whole.update(piece);
    left -= Math.min(left, piece.length);
  }
  return { beginning: beginning.digest('hex'), whole: whole.digest('hex') };
}
