/** The public interface of visits: the only file that other areas import. */

export type { ServiceItems } from './visit-context.ts';
export { openVisitRepository, type VisitRepository } from './visit-repository.ts';
export { createVisits, type VisitService, type Visits } from './visit-service.ts';
