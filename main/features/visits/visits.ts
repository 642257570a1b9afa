/** The public interface of visits: the only file that other areas import. */

export { createVisits, type Visits } from './create-visits.ts';
export type { ServiceItems } from './removal.ts';
export { openVisitRepository, type VisitRepository } from './visit-repository.ts';
export type { PushBook, VisitService } from './visit-service.ts';
