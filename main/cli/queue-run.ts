/** `queue run`: sends what waits, delivers what came back and is in no folder yet, and ends. */
import { queueOfStation } from '../app/stored-queue.ts';
import type { Words } from '../platform/i18n/words.ts';
import { exitCodeOf, exitCodes, type Outcome } from './exit-codes.ts';
import { listenForInterruption } from './interruption.ts';
import type { CommandIo } from './io.ts';
import { tellLeftQueued, tellUnverified } from './left-queued.ts';
import { openStation } from './open-station.ts';
import { tellProgress } from './progress.ts';
import { chooseProvider, demandStoredProfile } from './provider-choice.ts';
import type { QueueOptions } from './queue-options.ts';
import { outcomeOf, queueOutput, resultOf } from './report.ts';
import { patience } from './send-and-wait.ts';

export async function runQueue(options: QueueOptions, io: CommandIo, words: Words): Promise<number> {
  const { json, dataDir, practice, profileFile } = options;
  const provider = await chooseProvider({ practice, profileFile }, io);
  const { station, listCode } = await openStation({ dataDir, provider }, io, words);
  const interruption = listenForInterruption();
  try {
    await demandStoredProfile(station, provider);
    const { signing, queue } = station;
    const undelivered = signing.openJobs().filter(({ delivery }) => delivery === 'waiting');
    const waiting = signing.openJobs().filter(({ status }) => status === 'queued');
    const sent = new Set(waiting.map(({ documentId }) => documentId));
    const ids = new Set([...undelivered, ...waiting].map(({ documentId }) => documentId));
    const stopTelling = json ? () => {} : tellProgress(station, () => ids, io, words);
    const stop = new AbortController();
    void interruption.requested.then(() => {
      stop.abort();
      void io.err(`${words.say('stopping-queue')}\n`);
    });
    // First, as it needs no line.
    if (undelivered.length > 0) await queue.deliver(undelivered.map(({ documentId }) => documentId));
    if (waiting.length > 0 && !stop.signal.aborted) await queue.run({ patience, signal: stop.signal });
    stopTelling();
    const results = [...ids].flatMap((id) => signing.job(id) ?? []).map((job) => resultOf(job, queueOfStation(station)));
    await io.out(queueOutput(results, json, words));
    const outcomes = results.map((result): Outcome => {
      const outcome = outcomeOf(result);
      // What a person's stop left in the queue does not wait for the line.
      if (sent.has(result.id)) return { ...outcome, waits: outcome.waits && !stop.signal.aborted };
      return { status: 'signed', waits: false, inPlace: result.job?.delivery !== 'waiting' }; // was to be delivered, whatever it is
    });
    if (results.length === 0 && listCode === exitCodes.allDone) await io.err(`${words.say('queue-empty')}\n`);
    await tellLeftQueued(results, outcomes, io, words);
    const doubtful = signing.openJobs().filter(({ status, closed }) => status === 'in-doubt' && closed === null).length;
    if (doubtful > 0) await io.err(`${words.say('in-doubt', { count: doubtful })}\n`);
    await tellUnverified(station, io, words);
    if (results.length > 0) return exitCodeOf(outcomes);
    return listCode;
  } finally {
    interruption.release();
    await station.close();
  }
}
