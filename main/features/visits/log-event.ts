/** Logs events of documents, screenings and publications: in the timeline of their visit, or without a visit. */

import type { FileRelease } from '../../../shared/domain/signing/signing.ts';
import type { ProviderRule } from '../../../shared/domain/verification/provider-rule.ts';
import type { Publication } from '../../../shared/domain/web-service/web-service.ts';
import { StationError } from '../../../shared/errors.ts';
import type { ScreeningEvent } from '../screening/screening.ts';
import type { OutboxJob } from '../signing/signing.ts';
import { addEvents, emitFindingsAfterwards, type NewVisitEvent } from './change-visit.ts';
import type { VisitContext } from './visit-context.ts';

/**
 * `by`: the person who did it here, empty for the station itself. `user`: the user of the web service who fetched the document; null
 * for a change that was made here.
 */
export type PublicationEvent = {
  kind: 'published' | 'withdrawn' | 'document-fetched';
  publication: Publication;
  by: string;
  user: string | null;
};

/** Each is part of the current transaction. @throws StationError `disk-full` */
export type VisitLog = {
  /** Called before the file of an unverified document is released. */
  noteRelease(job: OutboxJob, release: FileRelease): void;
  /** Called before rules of the provider are made from an unverified document. */
  noteRules(job: OutboxJob, rules: readonly ProviderRule[]): void;
  /** Called when a document is published, withdrawn or fetched. */
  notePublication(event: PublicationEvent): void;
};

export const createVisitLog = (context: VisitContext): VisitLog => ({
  noteRelease: ({ id, name, visitId }, { by, reason }) =>
    log(context, visitId, { kind: 'file-released', by, about: id, detail: { name, text: reason } }),
  noteRules: ({ id, name, visitId }, rules) =>
    log(context, visitId, { kind: 'rule-made', by: context.clerk(), about: id, detail: { name, providerRules: JSON.stringify(rules) } }),
  notePublication: ({ kind, publication: { id, name, visitId }, by, user }) =>
    log(context, visitId, { kind, by, about: id, detail: { name, ...(user !== null && { user }) } }),
});

function log(context: VisitContext, visitId: string | null, event: NewVisitEvent): void {
  if (visitId !== null && context.visits.find(visitId)) addEvents(context, visitId, event);
  else context.audit.append({ by: '', about: null, detail: {}, ...event, visitId: null });
}

/** Part of the current transaction. @throws StationError `visit-unknown` */
export function logScreening(context: VisitContext, event: ScreeningEvent): void {
  const { visitId } = event.screening;
  if (visitId === null) return;
  // The visit was removed before the answer arrived, so the screening is not stored either.
  if (!context.visits.has(visitId)) throw new StationError('visit-unknown');
  if (!context.visits.find(visitId)) return;
  addEvents(context, visitId, ...toVisitEvents(event));
  emitFindingsAfterwards(context);
}

/** Returns no event for a screening that was taken back: it was never sent, and its visit has it no longer. */
function toVisitEvents({ what, screening: { id, outcome, by }, decision, reading }: ScreeningEvent): NewVisitEvent[] {
  switch (what) {
    case 'screened':
      return [{ kind: 'screened', by, about: id, detail: { outcome: outcome ?? '' } }];
    case 'queued':
      return [{ kind: 'screening-queued', by, about: id }];
    case 'decided':
      return decision
        ? [{ kind: 'decided', by: decision.by, about: id, detail: { verdict: decision.verdict, text: decision.reason } }]
        : [];
    case 'read':
      return reading
        ? [{ kind: 'screening-read', by: reading.by, about: id, detail: { outcome: outcome ?? '', text: reading.reason } }]
        : [];
    case 'dropped':
      return [];
  }
}
