/** Reports on stderr, by number and state and without names, how sending proceeds and what stays in the queue afterwards. */
import { isUnderWay, jobStatus } from '../../../shared/domain/signing/job-status.ts';
import { hasTrait, problem } from '../../../shared/errors.ts';
import type { Station } from '../../app/station.ts';
import { isUnsettled } from '../../features/signing/signing.ts';
import { isBlockedByRule, type Result } from './document-results.ts';
import type { Outcome } from './exit-codes.ts';
import type { CommandIo } from './io.ts';

/** A document counts once, however often it changes. @returns a function that ends the reports */
export function reportProgress({ signing }: Station, ids: ReadonlySet<string>, io: CommandIo): () => void {
  const done = new Set<string>();
  const onChanged = (jobs: ReturnType<typeof signing.jobs>) => {
    for (const job of jobs) {
      const { documentId } = job;
      if (isUnderWay(job.status) || done.has(documentId) || !ids.has(documentId)) continue;
      done.add(documentId);
      // The folder of its file does not matter yet: at the end the result says whether the file is there.
      const status = io.words.status(jobStatus({ ...job, delivery: 'none' }));
      void io.err(`${io.words.say('progress', { done: done.size, total: ids.size, status })}\n`);
    }
  };
  signing.events.on('changed', onChanged);
  return () => void signing.events.off('changed', onChanged);
}

/** Reports what stays in the queue by number and reason, without the details of single documents. `outcomes`: of the results, in their order. */
export async function reportLeftQueued(results: readonly Result[], outcomes: readonly Outcome[], io: CommandIo): Promise<void> {
  const waiting = results.filter((_, index) => outcomes[index]?.waits);
  const isOffline = ({ problem: why }: Result) => why !== null && hasTrait(why, 'retryable') && !hasTrait(why, 'provider');
  const offline = waiting.filter(isOffline).length;
  const others = waiting.length - offline;
  if (offline > 0) await io.err(`${io.words.say('queued-offline', { count: offline })}\n`);
  if (others > 0) await io.err(`${io.words.say('queued-not-sent', { count: others })}\n`);
  const stopped = results.filter(({ status, sentBefore }, index) => status === 'queued' && !sentBefore && !outcomes[index]?.waits);
  for (const alike of Map.groupBy(stopped, (result) => result.problem?.code).values()) {
    const [{ problem: why = null } = {}] = alike;
    const gaps = { count: alike.length };
    // The detail of a rule comes from the branch's settings, never from a document.
    if (why && isBlockedByRule({ problem: why })) await io.err(`${io.words.say('blocked-by-rule', gaps)} ${io.words.problem(why)}\n`);
    else await io.err(`${io.words.say('still-queued', gaps)}${why ? ` ${io.words.problem(problem(why.code))}` : ''}\n`);
  }
}

/** The number of returned documents that wait for a person's decision on their file. */
export async function reportUnverified({ signing }: Pick<Station, 'signing'>, io: CommandIo): Promise<void> {
  const count = signing.openJobs().filter((job) => job.status === 'unverified' && isUnsettled(job)).length;
  if (count > 0) await io.err(`${io.words.say('unverified', { count })}\n`);
}
