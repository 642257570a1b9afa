/** The door of visits: all that other areas import. */
export type { CaseService, PushBook } from './case-service.ts';
export { type Cases, createCases } from './create-cases.ts';
export type { ServiceItems } from './removal.ts';
export { openVisitRepository, type VisitRepository } from './visit-repository.ts';
