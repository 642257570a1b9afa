/** Exit codes of the command line (design, section 6). */
import type { DocumentStatus } from '../../../shared/domain/signing/signing.ts';

export const exitCodes = { allDone: 0, fault: 1, wrongUse: 2, someFailed: 3, noneSucceeded: 4, queued: 5 } as const;

/** `sentBefore`: not sent in this run, because it was sent before. `waits`: queued only because of the connection, the provider or `--offline`. `inPlace`: its signed file is in a folder. */
export type Outcome = { status: DocumentStatus; sentBefore?: boolean; waits: boolean; inPlace: boolean };

/** The exit code of a run that should sign these documents. */
export function exitCodeOf(outcomes: readonly Outcome[]): number {
  if (outcomes.some(({ waits }) => waits)) return exitCodes.queued;
  // Waiting for another reason, or sent before: not done, and not failed either.
  if (outcomes.some(({ status, sentBefore }) => status === 'queued' || sentBefore)) return exitCodes.someFailed;
  const signed = outcomes.filter(({ status }) => status === 'signed');
  const allInPlace = signed.every(({ inPlace }) => inPlace);
  return exitCodeOfCount(signed.length, outcomes.length, allInPlace);
}

/** `complete`: false when a document that succeeded still has to be delivered. */
export function exitCodeOfCount(succeeded: number, total: number, complete = true): number {
  if (succeeded === 0) return exitCodes.noneSucceeded;
  return succeeded === total && complete ? exitCodes.allDone : exitCodes.someFailed;
}
