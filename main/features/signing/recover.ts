/** Repairs at the start, before anything is sent, the state that an abrupt end of the station left. */
import { isUnderWay } from '../../../shared/domain/signing/job-status.ts';
import { problem } from '../../../shared/errors.ts';
import type { EncryptedFiles } from '../../platform/storage/encrypted-files.ts';
import type { OutboxJob } from './outbox/job.ts';
import type { Outbox } from './outbox/outbox.ts';
import { isInPlace } from './receiving/deliver.ts';
import { finishAnswer, type ReceiveDeps } from './receiving/receive-answer.ts';
import { resolveFault } from './rules/resolve-outcome.ts';

/**
 * Finishes the calls that were under way from their stored answers. Documents without a stored answer are in doubt, since bytes
 * may have left. Then removes the encrypted files without a row, including the originals of delivered documents.
 */
export async function recover(deps: ReceiveDeps): Promise<void> {
  const { outbox, files, written } = deps;
  for (const { id, documents, answer } of outbox.openAttempts()) {
    const sent = documents.flatMap((document) => outbox.job(document.id) ?? []);
    if (answer) await finishAnswer(id, answer, sent, deps);
    else await written(() => outbox.end(id, 'interrupted', null));
  }
  const cutOff = problem('interrupted');
  const left = outbox.openJobs().filter(({ status }) => status === 'sending');
  const updates = left.map(({ id }) => ({ id, move: resolveFault(false, cutOff), change: { problem: cutOff } }));
  await written(() => outbox.update(updates));
  releaseOriginals(outbox);
  await sweep(outbox, files);
}

/** Releases the originals of delivered documents. The desktop also does so with its next delivery; a command delivers only new files. */
function releaseOriginals(outbox: Outbox): void {
  try {
    for (const { id, original } of outbox.openJobs().filter(isInPlace)) if (original) outbox.change(id, { original: null });
  } catch {
    // A full disk does not prevent the start: the next start tries again.
  }
}

async function sweep(outbox: Outbox, files: EncryptedFiles): Promise<void> {
  const used = new Set(
    outbox.openJobs().flatMap((job) => [job.original, ...job.received.map(({ encrypted }) => encrypted)].flatMap((file) => file?.id ?? [])),
  );
  // A file received in a call with a document that is in doubt or unreadable may be the result of that document, also while it is sent again.
  const mayLackResult = ({ status, resentInDoubt }: OutboxJob) => status === 'in-doubt' || (resentInDoubt && isUnderWay(status));
  const needsNoCandidate = (job: OutboxJob | null) => job !== null && (!mayLackResult(job) || job.closed !== null);
  const isOver = (attempt: string) => outbox.attempt(attempt)?.documents.every(({ id }) => needsNoCandidate(outbox.job(id))) === true;
  for (const file of files.list(['original', 'received', 'decoded'])) {
    const { id, owner } = file;
    const over = outbox.job(owner) !== null || isOver(owner) || outbox.isOrphan(owner);
    if (over && !used.has(id)) await files.remove(file).catch(() => undefined); // there is always another start
  }
}
