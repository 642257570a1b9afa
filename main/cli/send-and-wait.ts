/** Sends a batch and waits for its end, telling progress; Ctrl+C cancels what was not sent yet. */
import type { BatchDocument } from '../../shared/domain/signing.ts';
import { type Problem, problem } from '../../shared/errors.ts';
import type { Station } from '../app/station.ts';
import type { Words } from '../platform/i18n/words.ts';
import { noteFaults } from './batch-faults.ts';
import { listenForInterruption } from './interruption.ts';
import type { CommandIo } from './io.ts';
import { tellProgress } from './progress.ts';

/** How long a run waits for a line that is down or busy, in milliseconds; what waits longer is left queued. */
export const patience = 30_000;

export type Sent = {
  batchId: string | null;
  /** What the line kept from being sent where the queue is not kept: cancelled, with what the line met. */
  givenUp: ReadonlyMap<string, Problem>;
};

/**
 * Queues what has no problem and, unless `offline`, waits for its end or the line's. A file may change between the
 * check and here: then it joins those with a problem.
 */
export async function sendRest(
  station: Station,
  entries: readonly BatchDocument[],
  problems: Map<string, Problem>,
  { offline, quiet }: { offline: boolean; quiet: boolean },
  io: CommandIo,
  words: Words,
): Promise<Sent> {
  for (;;) {
    const documents = entries.filter(({ documentId }) => !problems.has(documentId));
    if (documents.length === 0) return { batchId: null, givenUp: new Map() };
    const ids = documents.map(({ documentId }) => documentId);
    const interruption = listenForInterruption();
    const stop = new AbortController();
    const cancelWaiting = () => {
      try {
        station.signing.cancel(ids);
      } catch {
        // A disk that is full: it stays queued, and nothing more of it is sent in this run.
      }
    };
    void interruption.requested.then(() => {
      void io.err(`${words.say('stopping')}\n`);
      stop.abort();
      cancelWaiting();
    });
    const wanted = new Set(ids);
    const stopTelling = quiet ? () => {} : tellProgress(station, () => wanted, io, words);
    try {
      const { batchId, faults } = await station.signing.send({ documents });
      if (batchId !== null) {
        // Documents that could not be encrypted after the first call was queued.
        const leftOut = ids.filter((id) => station.signing.job(id)?.batchId !== batchId);
        if (faults.length > 0) noteFaults(faults, leftOut, problems);
        // Heard while the batch was still being checked: then nothing was queued that could be cancelled.
        if (stop.signal.aborted) cancelWaiting();
        if (offline) return { batchId, givenUp: new Map() };
        await station.queue.run({ batchId, patience, signal: stop.signal });
        // What was in flight may have been sent back to the queue by its answer.
        if (stop.signal.aborted) cancelWaiting();
        stopTelling();
        return { batchId, givenUp: station.queue.state().memoryOnly ? giveUp(station, ids) : new Map() };
      }
      noteFaults(faults, ids, problems);
    } finally {
      interruption.release();
      stopTelling();
    }
  }
}

/** What still waits would be gone with the process; it must not be told as queued. */
function giveUp({ signing, queue }: Station, ids: readonly string[]): Map<string, Problem> {
  const wanted = new Set(ids);
  const waiting = signing.openJobs().filter(({ documentId, status }) => wanted.has(documentId) && status === 'queued');
  const line = queue.state().connection.problem ?? problem('line-down');
  signing.cancel(waiting.map(({ documentId }) => documentId));
  return new Map(waiting.map(({ documentId, problem: why }) => [documentId, why ?? line]));
}
