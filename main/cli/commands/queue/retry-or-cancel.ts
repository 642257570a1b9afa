/** `queue retry` and `queue cancel`: a person's decision on documents of the queue. Neither sends anything. */
import type { DocumentStatus, SigningJob } from '../../../../shared/domain/signing/signing.ts';
import { problem } from '../../../../shared/errors.ts';
import { queueOfStation } from '../../../app/stored-queue.ts';
import { type Move, moves, type SigningService } from '../../../features/signing/signing.ts';
import type { CommonValues } from '../../support/command.ts';
import { queueOutput, type Result, resultOf } from '../../support/document-results.ts';
import { exitCodeOfCount, exitCodes } from '../../support/exit-codes.ts';
import { type CommandIo, print } from '../../support/io.ts';
import { withStoredData } from '../../support/open-station.ts';
import { WrongUse } from '../../support/wrong-use.ts';

type Decision = 'retry' | 'cancel';

/** `retry` queues unfinished documents again, and those in doubt or unverified. */
const movesOf: Record<Decision, readonly Move[]> = { retry: ['send', 'resend'], cancel: ['cancel'] };

/** @param again also queues what was sent before under another ID */
export const retryDocuments = (ids: readonly string[], again: boolean, values: CommonValues, io: CommandIo) =>
  decide({ decision: 'retry', again }, ids, values, io);
export const cancelDocuments = (ids: readonly string[], values: CommonValues, io: CommandIo) =>
  decide({ decision: 'cancel', again: false }, ids, values, io);

const decide = (
  { decision, again }: { decision: Decision; again: boolean },
  ids: readonly string[],
  values: CommonValues,
  io: CommandIo,
): Promise<number> =>
  withStoredData({ dataDir: values['data-dir'], noKey: null }, io, async ({ station }) => {
    const jobs = jobsOf(ids, station.signing);
    const possible = jobs.filter(({ status }) => isAllowed(decision, status)).map(({ documentId }) => documentId);
    const done = new Set(
      decision === 'cancel' ? station.signing.cancel(possible) : await station.queue.retry(possible, { resend: true, again }),
    );
    // Documents that `retry` leaves out were sent before, or wait as another one of these.
    const leftOut = decision === 'retry' ? possible.filter((id) => !done.has(id)) : [];
    const before = new Map(station.queue.sentBefore(leftOut, true).map(({ documentId, problem: why }) => [documentId, why]));
    const results = jobsOf(ids, station.signing).map((job): Result => {
      const result = resultOf(job, queueOfStation(station));
      const sent = before.get(result.id);
      if (done.has(result.id)) return result;
      if (sent) return { ...result, problem: sent, reason: `${io.words.problem(sent)} ${io.words.say('sent-before.not-queued')}` };
      return { ...result, problem: problem('state-changed'), reason: io.words.say(`${decision}-not-possible`) };
    });
    await print(queueOutput(results, io.words), values.json, io);
    if (before.size > 0) await io.err(`${io.words.say('sent-before.not-queued-count', { count: before.size })}\n`);
    const impossible = ids.length - done.size - before.size;
    if (impossible > 0)
      await io.err(`${io.words.say('not-possible', { count: impossible })} ${io.words.say(`${decision}-not-possible`)}\n`);
    if (done.size > 0) await io.err(`${io.words.say(`${decision}-done`, { count: done.size })}\n`);
    return before.size > 0 ? exitCodes.someFailed : exitCodeOfCount(done.size, ids.length);
  });

const isAllowed = (decision: Decision, status: DocumentStatus): boolean =>
  movesOf[decision].some((move) => (moves[move].from as readonly DocumentStatus[]).includes(status));

/** In the order of the arguments. An unknown ID is wrong use, before anything is done with the others. @throws WrongUse */
export function jobsOf(ids: readonly string[], signing: Pick<SigningService, 'job'>): SigningJob[] {
  return ids.map((id, index) => {
    const job = signing.job(id);
    if (!job) throw new WrongUse('document-unknown', { position: index + 1 });
    return job;
  });
}
