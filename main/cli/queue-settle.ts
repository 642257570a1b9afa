/** `queue retry` and `queue cancel`: a person's word on documents of the queue. Neither sends anything. */

import type { DocumentStatus, SigningJob } from '../../shared/domain/signing.ts';
import { problem } from '../../shared/errors.ts';
import { queueOfStation } from '../app/stored-queue.ts';
import { type Move, moves, type SigningService } from '../features/signing/signing.ts';
import type { Words } from '../platform/i18n/words.ts';
import { exitCodeOfCount, exitCodes } from './exit-codes.ts';
import type { CommandIo } from './io.ts';
import { openStation } from './open-station.ts';
import { noProvider } from './provider-choice.ts';
import type { QueueOptions } from './queue-options.ts';
import { queueOutput, type Result, resultOf } from './report.ts';
import { WrongUse } from './wrong-use.ts';

type Word = 'retry' | 'cancel';

/** `retry` queues again what did not come about, and what is in doubt or unverified. */
const allowed: Record<Word, readonly Move[]> = { retry: ['send', 'release'], cancel: ['cancel'] };

export const retryQueued = (options: QueueOptions, io: CommandIo, words: Words): Promise<number> => settle('retry', options, io, words);
export const cancelQueued = (options: QueueOptions, io: CommandIo, words: Words): Promise<number> => settle('cancel', options, io, words);

async function settle(word: Word, { json, dataDir, ids, again }: QueueOptions, io: CommandIo, words: Words): Promise<number> {
  const { station } = await openStation({ dataDir, provider: noProvider(io) }, io, words);
  try {
    const jobs = named(ids, station.signing);
    const possible = jobs.filter(({ status }) => isAllowed(word, status)).map(({ documentId }) => documentId);
    const done = new Set(word === 'cancel' ? station.signing.cancel(possible) : await station.queue.retry(possible, true, again));
    // What `retry` left out was sent before, or waits as another one of these.
    const leftOut = word === 'retry' ? possible.filter((id) => !done.has(id)) : [];
    const before = new Map(station.queue.sentBefore(leftOut, true).map(({ documentId, problem: why }) => [documentId, why]));
    const results = named(ids, station.signing).map((job): Result => {
      const result = resultOf(job, queueOfStation(station));
      const sent = before.get(result.id);
      if (done.has(result.id)) return result;
      if (sent) return { ...result, problem: sent, reason: `${words.problem(sent)} ${words.say('sent-before.not-queued')}` };
      return { ...result, problem: problem('state-changed'), reason: words.say(`${word}-not-possible`) };
    });
    await io.out(queueOutput(results, json, words));
    if (before.size > 0) await io.err(`${words.say('sent-before.not-queued-count', { count: before.size })}\n`);
    const refused = ids.length - done.size - before.size;
    if (refused > 0) await io.err(`${words.say('not-possible', { count: refused })} ${words.say(`${word}-not-possible`)}\n`);
    if (done.size > 0) await io.err(`${words.say(`${word}-done`, { count: done.size })}\n`);
    return before.size > 0 ? exitCodes.someFailed : exitCodeOfCount(done.size, ids.length);
  } finally {
    await station.close();
  }
}

const isAllowed = (word: Word, status: DocumentStatus): boolean =>
  allowed[word].some((move) => (moves[move].from as readonly DocumentStatus[]).includes(status));

/** In the order asked for. With one that is not there, nothing is done with the others. @throws WrongUse */
export function named(ids: readonly string[], signing: Pick<SigningService, 'job'>): SigningJob[] {
  return ids.map((id, index) => {
    const job = signing.job(id);
    if (!job) throw new WrongUse('document-unknown', { position: index + 1 });
    return job;
  });
}
