/** What the summary tells of. */

import type { LeftOut, Missing, Part } from '../check-part.ts';
import type { EvidenceFacts, EvidenceRecord } from '../evidence-facts.ts';

export type SummaryFacts = {
  facts: EvidenceFacts;
  /** As they are numbered in the ZIP. */
  records: EvidenceRecord[];
  screenings: EvidenceFacts['screenings'];
  parts: readonly Part[];
  missing: readonly Missing[];
  leftOut: readonly LeftOut[];
  practice: boolean;
};
