/** The public interface of visits: the only file that other areas import. */

export type { AddPushedRecord } from './add-pushed-record.ts';
export type { PublicationEvent } from './log-event.ts';
export type { ServiceItems } from './remove-visit.ts';
export { createVisitContext } from './visit-context.ts';
export { createVisitHooks, type VisitHooks } from './visit-hooks.ts';
export { openVisitRepository, type VisitRepository } from './visit-repository.ts';
export { createVisits, type VisitService } from './visit-service.ts';
