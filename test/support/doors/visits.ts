export { createPartNames, pdfName } from '../../../main/cases/evidence/part-names.ts';
export { writeEvidence } from '../../../main/cases/evidence/write-evidence.ts';
export type { EvidenceFacts, EvidenceRecord, EvidenceSource } from '../../../main/cases/evidence-facts.ts';
export { isStop, type JudgedFacts, judge, type Override } from '../../../main/cases/judge.ts';
export { dueOf, lookOnce, warning } from '../../../main/cases/retention.ts';
export { openVisitRepository } from '../../../main/cases/visit-repository.ts';
export type { CaseFacts, VisitRow } from '../../../main/cases/visit-row.ts';
