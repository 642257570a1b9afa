export { applyRetention } from '../../../main/features/visits/apply-retention.ts';
export type { EvidenceFacts, EvidenceRecord, EvidenceSource } from '../../../main/features/visits/evidence/evidence-facts.ts';
export { createPartNames, pdfName } from '../../../main/features/visits/evidence/part-names.ts';
export { writeEvidence } from '../../../main/features/visits/evidence/write-evidence.ts';
export { evaluatePolicy, isBlocking, type Override, type PolicyFacts } from '../../../main/features/visits/rules/evaluate-policy.ts';
export {
  isOfAnotherVisit,
  type MatchableVisit,
  relatedVisits,
  type VisitIndex,
  visitForDocument,
  visitForRecord,
} from '../../../main/features/visits/rules/match-visit.ts';
export { removalOf, warning } from '../../../main/features/visits/rules/retention-period.ts';
export type { VisitFacts, VisitRow } from '../../../main/features/visits/visit-repository.ts';
export { openVisitRepository } from '../../../main/features/visits/visit-repository.ts';
