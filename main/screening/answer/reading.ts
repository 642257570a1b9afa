/** What a search answer says (interface description, endpoint F and Resources). */
import type { Match, Outcome, SourceResult } from '../../../shared/domain/screening.ts';
import type { Problem } from '../../../shared/errors.ts';

export type AnswerReading = {
  outcome: Outcome;
  /** False only for an answer that can be trusted as a whole. */
  block: boolean | null;
  /** `id_bitacora`, its digits as they came. */
  logNumber: string | null;
  /** `datetime` as written. */
  providerTime: string | null;
  /** `elapsed_time`, seconds. */
  elapsed: number | null;
  /** All five, in the order of `sourceNames`; with a `problem` none is `clear`. */
  sources: SourceResult[];
  matches: Match[];
  defects: string[];
  other: Record<string, unknown> | null;
  /** Why the answer makes no outcome (`search-answer-unreadable`, `search-answer-not-as-described`, `answer-other-person`); null otherwise. */
  problem: Problem | null;
};
