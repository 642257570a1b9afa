/** The door of visits: all that other areas import of it. */
export type { AddPushedRecord, NoteRepeat } from './change-visit.ts';
export { hasVisit } from './has-visit.ts';
export type { PublicationEvent } from './log-event.ts';
export type { ServiceItems } from './remove-visit.ts';
export { createVisitContext } from './visit-context.ts';
export { openVisitRepository, type VisitRepository } from './visit-repository.ts';
export { createVisitHooks, createVisits, type VisitHooks, type VisitService } from './visit-service.ts';
