/** Puts in order at the start what the end of the station cut off, before anything is sent. */
import { problem } from '../../shared/errors.ts';
import type { SealedFiles } from '../store/sealed-files.ts';
import type { Outbox, OutboxJob } from './outbox/outbox.ts';
import type { ReceiveParts } from './receiving/receive.ts';
import { finishAnswer } from './sending/run-call.ts';

/**
 * What was being sent has the result that its kept answer says; without one it is in doubt: bytes may have gone
 * out. Then removes the sealed files that belong to nothing any more.
 */
export async function recover(parts: ReceiveParts): Promise<void> {
  const { outbox, files, written } = parts;
  for (const { id, documents, answer } of outbox.openAttempts()) {
    const sent = documents.flatMap((document) => outbox.job(document.id) ?? []);
    if (answer) await finishAnswer(id, answer, sent, parts);
    else await written(() => outbox.end(id, 'interrupted', null));
  }
  const left = outbox.jobs().filter(({ status }) => status === 'sending');
  const ids = left.map(({ id }) => id);
  await written(() => outbox.move('doubt', ids, { problem: problem('interrupted') }));
  await sweep(outbox, files);
}

async function sweep(outbox: Outbox, files: SealedFiles): Promise<void> {
  const jobs = outbox.jobs();
  const used = new Set(
    jobs.flatMap((job) => [job.original, ...job.received.map(({ sealed }) => sealed)].flatMap((file) => file?.id ?? [])),
  );
  const attempts = new Set(jobs.filter(isOpenQuestion).flatMap(({ id }) => outbox.attempts(id).map((attempt) => attempt.id)));
  for (const file of await files.list()) {
    const known = outbox.job(file.owner) !== null;
    // What came of a call whose documents are in doubt may be their result.
    const needed = used.has(file.id) || attempts.has(file.owner);
    if (!needed && (known || outbox.isOrphan(file.owner) || isSettledAttempt(outbox, jobs, file.owner))) {
      await files.remove(file).catch(() => undefined); // there is always another start
    }
  }
}

const isOpenQuestion = ({ status, closed }: OutboxJob): boolean => status === 'in-doubt' && closed === null;

const isSettledAttempt = (outbox: Outbox, jobs: readonly OutboxJob[], owner: string): boolean =>
  jobs.some(({ id }) => outbox.attempts(id).some((attempt) => attempt.id === owner));
