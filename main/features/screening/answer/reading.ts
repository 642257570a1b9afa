/** What a search answer says (interface description, endpoint F and Resources). */
import type { AnswerDifference, Match, OtherData, Outcome, SourceResult } from '../../../../shared/domain/screening.ts';
import type { TextRule } from '../../../../shared/domain/text-rules.ts';
import type { Problem } from '../../../../shared/errors.ts';
import type { UnreadPart } from './read-value.ts';

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
  /** Data under members that the description does not list. */
  others: OtherData[];
  matches: Match[];
  defects: string[];
  /** Name and number where they are written in another way than they were asked. */
  differences: AnswerDifference[];
  other: Record<string, unknown> | null;
  /** Why the answer makes no outcome; null otherwise. */
  problem: Problem | null;
  /** Rules of the profile that read something. */
  used: TextRule[];
  /** What no rule read, by source or JSON path. */
  unread: ReadonlyMap<string, UnreadPart[]>;
};
