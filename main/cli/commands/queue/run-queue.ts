/** `queue run`: sends the waiting documents, delivers returned documents that are in no folder yet, and ends. */
import { queueOfStation } from '../../../app/stored-queue.ts';
import type { CommonValues } from '../../support/command.ts';
import { outcomeOf, queueOutput, type Result, resultOf } from '../../support/document-results.ts';
import { exitCodeOf, exitCodes, type Outcome } from '../../support/exit-codes.ts';
import { untilInterrupted } from '../../support/interruption.ts';
import { type CommandIo, print } from '../../support/io.ts';
import { maxOfflineMs, withStation } from '../../support/open-station.ts';
import { chooseProvider, demandStoredProfile } from '../../support/provider-choice.ts';
import { reportLeftQueued, reportProgress, reportUnverified } from '../../support/report-progress.ts';

export async function runQueue(values: CommonValues, io: CommandIo): Promise<number> {
  const { json = false, practice, 'profile-file': profileFile, 'data-dir': dataDir } = values;
  const provider = await chooseProvider({ practice, profileFile }, io);
  return withStation({ dataDir, provider }, io, ({ station, listCode }) =>
    untilInterrupted(async (signal) => {
      await demandStoredProfile(station, provider);
      const { signing, queue } = station;
      const undelivered = signing.openJobs().filter(({ delivery }) => delivery === 'waiting');
      const waiting = signing.openJobs().filter(({ status }) => status === 'queued');
      const ids = new Set([...undelivered, ...waiting].map(({ documentId }) => documentId));
      const endReports = json ? () => {} : reportProgress(station, ids, io);
      signal.addEventListener('abort', () => void io.err(`${io.words.say('stopping-queue')}\n`));
      // First, because it needs no connection.
      if (undelivered.length > 0) await queue.deliver(undelivered.map(({ documentId }) => documentId));
      if (waiting.length > 0 && !signal.aborted) await queue.run({ maxWaitMs: maxOfflineMs, signal });
      endReports();
      const results = [...ids].flatMap((id) => signing.job(id) ?? []).map((job) => resultOf(job, queueOfStation(station)));
      await print(queueOutput(results, io.words), json, io);
      const sent = new Set(waiting.map(({ documentId }) => documentId));
      const outcomes = results.map((result) => outcomeOfRun(result, sent, signal.aborted));
      if (results.length === 0 && listCode === exitCodes.allDone) await io.err(`${io.words.say('queue-empty')}\n`);
      await reportLeftQueued(results, outcomes, io);
      const doubtful = signing.openJobs().filter(({ status, closed }) => status === 'in-doubt' && closed === null).length;
      if (doubtful > 0) await io.err(`${io.words.say('in-doubt', { count: doubtful })}\n`);
      await reportUnverified(station, io);
      return results.length > 0 ? exitCodeOf(outcomes) : listCode;
    }),
  );
}

/** A document that a person's interruption left in the queue does not wait for the connection. One that was only delivered counts as signed. */
function outcomeOfRun(result: Result, sent: ReadonlySet<string>, interrupted: boolean): Outcome {
  const outcome = outcomeOf(result);
  if (sent.has(result.id)) return { ...outcome, waits: outcome.waits && !interrupted };
  return { status: 'signed', waits: false, inPlace: result.job?.delivery !== 'waiting' };
}
