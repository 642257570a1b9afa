export { openCaseStore } from '../../../main/cases/case-store.ts';
export { createPartNames, pdfName } from '../../../main/cases/evidence/part-names.ts';
export { writeEvidence } from '../../../main/cases/evidence/write-evidence.ts';
export type { EvidenceFacts, EvidenceRecord, EvidenceSource } from '../../../main/cases/evidence-facts.ts';
export { isStop, type JudgedFacts, judge, type Override } from '../../../main/cases/judge.ts';
export type { CaseFacts, KeptCase } from '../../../main/cases/kept-case.ts';
export { dueOf, lookOnce, warning } from '../../../main/cases/retention.ts';
