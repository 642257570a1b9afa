/** Puts in order at the start what the end of the station cut off, before anything is sent. */
import { problem } from '../../../shared/errors.ts';
import type { EncryptedFiles } from '../../platform/storage/encrypted-files.ts';
import type { Outbox, OutboxJob } from './outbox/outbox.ts';
import { isInPlace } from './receiving/deliver.ts';
import { finishAnswer, type ReceiveDeps } from './receiving/receive.ts';

/**
 * What was being sent has the result that its kept answer says; without one it is in doubt: bytes may have gone
 * out. Then removes the encrypted files that belong to nothing any more, the originals of delivered documents among them.
 */
export async function recover(parts: ReceiveDeps): Promise<void> {
  const { outbox, files, written } = parts;
  for (const { id, documents, answer } of outbox.openAttempts()) {
    const sent = documents.flatMap((document) => outbox.job(document.id) ?? []);
    if (answer) await finishAnswer(id, answer, sent, parts);
    else await written(() => outbox.end(id, 'interrupted', null));
  }
  const left = outbox.openJobs().filter(({ status }) => status === 'sending');
  const ids = left.map(({ id }) => id);
  await written(() => outbox.move('doubt', ids, { problem: problem('interrupted') }));
  releaseOriginals(outbox);
  await sweep(outbox, files);
}

/** Of documents that are delivered. The desktop does this with its next delivery, too; a command delivers only what was not. */
function releaseOriginals(outbox: Outbox): void {
  try {
    for (const { id, original } of outbox.openJobs().filter(isInPlace)) if (original) outbox.change(id, { original: null });
  } catch {
    // A disk without room does not stop the start for this: the next one tries again.
  }
}

async function sweep(outbox: Outbox, files: EncryptedFiles): Promise<void> {
  const used = new Set(
    outbox.openJobs().flatMap((job) => [job.original, ...job.received.map(({ encrypted }) => encrypted)].flatMap((file) => file?.id ?? [])),
  );
  // What came of a call of which a document is in doubt, or cannot be read, may be its result.
  const isSettled = (job: OutboxJob | null) => job !== null && (job.status !== 'in-doubt' || job.closed !== null);
  const isOver = (attempt: string) => outbox.attempt(attempt)?.documents.every(({ id }) => isSettled(outbox.job(id))) === true;
  for (const file of files.list(['original', 'received', 'decoded'])) {
    const { id, owner } = file;
    const over = outbox.job(owner) !== null || isOver(owner) || outbox.isOrphan(owner);
    if (over && !used.has(id)) await files.remove(file).catch(() => undefined); // there is always another start
  }
}
