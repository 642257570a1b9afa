/** Exit codes of the command line (design, section 6). */
import type { DocumentStatus } from '../../../shared/domain/signing.ts';

export const exitCodes = { allDone: 0, fault: 1, wrongUse: 2, someFailed: 3, noneSucceeded: 4, queued: 5 } as const;

/** `sentBefore`: not sent in this run, as the same was sent before. `waits`: queued, and nothing but the line, the provider or `--offline` keeps it there. `inPlace`: its signed file is in a folder. */
export type Outcome = { status: DocumentStatus; sentBefore?: boolean; waits: boolean; inPlace: boolean };

/** Of a run that was to have these documents signed. */
export function exitCodeOf(outcomes: readonly Outcome[]): number {
  if (outcomes.some(({ waits }) => waits)) return exitCodes.queued;
  // Waiting for another reason, or sent before: not done, and not failed either.
  if (outcomes.some(({ status, sentBefore }) => status === 'queued' || sentBefore)) return exitCodes.someFailed;
  const signed = outcomes.filter(({ status }) => status === 'signed');
  const allInPlace = signed.every(({ inPlace }) => inPlace);
  return exitCodeOfCount(signed.length, outcomes.length, allInPlace);
}

/** `complete`: nothing is left to be done with those that succeeded. */
export function exitCodeOfCount(succeeded: number, total: number, complete = true): number {
  if (succeeded === 0) return exitCodes.noneSucceeded;
  return succeeded === total && complete ? exitCodes.allDone : exitCodes.someFailed;
}
