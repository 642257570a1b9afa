/** Sends a batch and waits for its end, telling progress; Ctrl+C cancels what was not sent yet. */
import type { BatchDocument } from '../../shared/domain/signing.ts';
import { type Problem, StationError } from '../../shared/errors.ts';
import { isUnderWay } from '../signing/states.ts';
import type { Station } from '../station.ts';
import type { Words } from '../words.ts';
import { listenForInterruption } from './interruption.ts';
import type { CommandIo } from './io.ts';

/** Sends what has no problem and waits for its end. A file may change between the check and here: then it joins those with a problem. */
export async function sendRest(
  station: Station,
  entries: readonly BatchDocument[],
  problems: Map<string, Problem>,
  quiet: boolean,
  io: CommandIo,
  words: Words,
): Promise<string | null> {
  for (;;) {
    const documents = entries.filter(({ documentId }) => !problems.has(documentId));
    if (documents.length === 0) return null;
    const stopTelling = quiet ? () => {} : tellProgress(station, documents.length, io, words);
    const interruption = listenForInterruption();
    let interrupted = false;
    const cancel = () => station.signing.cancel(documents.map(({ documentId }) => documentId));
    void interruption.requested.then(() => {
      interrupted = true;
      void io.err(`${words.say('stopping')}\n`);
      cancel();
    });
    try {
      const { batchId, faults } = await station.signing.send({ documents });
      if (batchId !== null) {
        // Heard while the batch was still being checked: then nothing was queued that could be cancelled.
        if (interrupted) cancel();
        await station.signing.settled(batchId);
        return batchId;
      }
      for (const { documentId, problem } of faults) {
        if (documentId === null) throw new StationError(problem.code, problem.detail);
        problems.set(documentId, problem);
      }
    } finally {
      interruption.release();
      stopTelling();
    }
  }
}

/** By number and state only: what is on the screen of a scheduler's log stays there. */
function tellProgress({ signing }: Station, total: number, io: CommandIo, words: Words): () => void {
  let done = 0;
  const tell = (jobs: ReturnType<typeof signing.jobs>) => {
    for (const { status } of jobs.filter((job) => !isUnderWay(job.status))) {
      done += 1;
      void io.err(`${words.say('progress', { done, total, status: words.status(status) })}\n`);
    }
  };
  signing.events.on('changed', tell);
  return () => void signing.events.off('changed', tell);
}
