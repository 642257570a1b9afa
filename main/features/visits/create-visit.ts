/** Creates a visit, and changes its details. */

import { maxVisitLengths, type VisitDetails, visitDetailsSchema } from '../../../shared/domain/visit.ts';
import { StationError } from '../../../shared/errors.ts';
import { newRowId } from '../../platform/storage/row-id.ts';
import type { RecordFacts } from '../records/records.ts';
import { changeVisit, insertVisit, type NewVisitEvent } from './change-visit.ts';
import { emitFindingsAfterwards } from './follow-queue.ts';
import type { VisitIndex } from './rules/match-visit.ts';
import type { VisitContext } from './visit-context.ts';
import { noFacts } from './visit-facts.ts';
import type { VisitFacts, VisitRow } from './visit-row.ts';

/** @throws StationError `visit-empty`, `disk-full` */
export const createVisit = (context: VisitContext, details: VisitDetails): VisitRow =>
  insertNewVisit(context, { id: newRowId(), details: checkedDetails(details), by: context.clerk() });

/** `by`: empty for the station itself. `first`: a record that the visit already has. */
type NewVisit = {
  id: string;
  details: VisitDetails;
  by: string;
  first?: { facts: VisitFacts; event: NewVisitEvent; index: VisitIndex<VisitRow> };
};

/** @throws StationError `disk-full` */
export function insertNewVisit(context: VisitContext, { id, details, by, first }: NewVisit): VisitRow {
  const { database, visits, now } = context;
  const at = now().toISOString();
  const visit = { ...details, id, openedAt: at, changedAt: at, openedBy: by, documents: [], overrides: [], warnedAt: null };
  const events: NewVisitEvent[] = [{ kind: 'opened', by }, ...(first ? [first.event] : [])];
  return database.transaction(() => {
    const inserted = insertVisit(context, visit, first?.facts ?? noFacts, first?.index ?? visits.index, ...events);
    emitFindingsAfterwards(context);
    return inserted;
  });
}

/** @throws StationError `visit-empty`, and those of `changeVisit` */
export function changeDetails(context: VisitContext, id: string, details: VisitDetails): void {
  const next = checkedDetails(details);
  const before = context.visits.get(id);
  const text = `${inOneLine(before)} → ${inOneLine(next)}`;
  changeVisit(context, id, () => next, { kind: 'details-changed', by: context.clerk(), detail: { text } });
  emitFindingsAfterwards(context);
}

/** @throws StationError `visit-empty` when nothing identifies the customer */
function checkedDetails(details: VisitDetails): VisitDetails {
  const { name, identification, transaction } = visitDetailsSchema.parse(details);
  if (name === '' && identification === '' && transaction === '') throw new StationError('visit-empty');
  return { name, identification, transaction };
}

/** Fills the visit's empty details from a record. */
export function completeDetails(
  visit: VisitDetails,
  { name, identification, transaction }: Pick<RecordFacts, 'name' | 'identification' | 'transaction'>,
): VisitDetails {
  return {
    name: visit.name || name.slice(0, maxVisitLengths.name),
    identification: visit.identification || identification.slice(0, maxVisitLengths.identification),
    transaction: visit.transaction || (transaction ?? '').slice(0, maxVisitLengths.transaction),
  };
}

const inOneLine = ({ name, identification, transaction }: VisitDetails): string =>
  [name, identification, transaction].map((part) => part || '–').join(' · ');
