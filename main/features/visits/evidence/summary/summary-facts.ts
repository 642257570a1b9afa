/** The data of the summary. */

import type { LeftOut, Missing, Part } from '../check-part.ts';
import type { EvidenceFacts, EvidenceRecord } from '../evidence-facts.ts';

export type SummaryFacts = {
  facts: EvidenceFacts;
  /** In the order of their numbers in the ZIP. */
  records: EvidenceRecord[];
  screenings: EvidenceFacts['screenings'];
  parts: readonly Part[];
  missing: readonly Missing[];
  leftOut: readonly LeftOut[];
  practice: boolean;
};
