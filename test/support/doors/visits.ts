export { createPartNames, pdfName } from '../../../main/features/visits/evidence/part-names.ts';
export { writeEvidence } from '../../../main/features/visits/evidence/write-evidence.ts';
export type { EvidenceFacts, EvidenceRecord, EvidenceSource } from '../../../main/features/visits/evidence-facts.ts';
export { isStop, type JudgedFacts, judge, type Override } from '../../../main/features/visits/judge.ts';
export { dueOf, lookOnce, warning } from '../../../main/features/visits/retention.ts';
export { openVisitRepository } from '../../../main/features/visits/visit-repository.ts';
export type { VisitFacts, VisitRow } from '../../../main/features/visits/visit-row.ts';
