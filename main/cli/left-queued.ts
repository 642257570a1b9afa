/** Reports on stderr what a command left in the queue, and why. */

import { problem } from '../../shared/errors.ts';
import type { Station } from '../app/station.ts';
import { isUnsettled } from '../features/signing/signing.ts';
import type { Words } from '../platform/i18n/words.ts';
import type { Outcome } from './exit-codes.ts';
import type { CommandIo } from './io.ts';
import { isBlockedByRule, type Result } from './report.ts';

/** By number and reason, without what the reason says of single documents. `outcomes` are those of the results, in their order. */
export async function tellLeftQueued(results: readonly Result[], outcomes: readonly Outcome[], io: CommandIo, words: Words): Promise<void> {
  const count = outcomes.filter(({ waits }) => waits).length;
  if (count > 0) await io.err(`${words.say('queued-line-down', { count })}\n`);
  const others = results.filter(({ status, sentBefore }, index) => status === 'queued' && !sentBefore && !outcomes[index]?.waits);
  for (const alike of Map.groupBy(others, (result) => result.problem?.code).values()) {
    const [{ problem: why = null } = {}] = alike;
    const gaps = { count: alike.length };
    // What a rule says is of the branch's settings, never of a document.
    if (why && isBlockedByRule({ problem: why })) await io.err(`${words.say('held-by-rule', gaps)} ${words.problem(why)}\n`);
    else await io.err(`${words.say('still-queued', gaps)}${why ? ` ${words.problem(problem(why.code))}` : ''}\n`);
  }
}

/** How many documents of the queue came back and wait for a person's word on their file. */
export async function tellUnverified({ signing }: Pick<Station, 'signing'>, io: CommandIo, words: Words): Promise<void> {
  const count = signing.openJobs().filter((job) => job.status === 'unverified' && isUnsettled(job)).length;
  if (count > 0) await io.err(`${words.say('unverified', { count })}\n`);
}
