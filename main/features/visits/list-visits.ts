/** Lists visits: a page of all, and those related to a person or transaction. */

import type { VisitDetails, VisitFilter, VisitPage, VisitSummary } from '../../../shared/domain/visit.ts';
import type { Problem } from '../../../shared/errors.ts';
import { evaluateVisits } from './change-visit.ts';
import { listSource, toVisitSummary } from './evaluate-visit.ts';
import { relatedVisits } from './rules/match-visit.ts';
import { retentionTime, type VisitContext } from './visit-context.ts';

/** The most recently changed first. */
export function listVisits(context: VisitContext, filter: VisitFilter, offset: number, limit: number): VisitPage {
  const { total, rows } = context.visits.page(filter, retentionTime(context), offset, limit);
  evaluateVisits(context, () => rows.flatMap((one) => (one.ok ? [] : [one.id])));
  const source = listSource(context);
  return {
    total,
    items: rows.map((one) => (one.ok ? toVisitSummary(context, one.value, source) : unreadableSummary(one.id, one.problem))),
  };
}

/** The maximum number of related visits that are suggested during typing. */
const maxRelated = 20;

export const listRelated = (context: VisitContext, details: Pick<VisitDetails, 'transaction' | 'identification'>): VisitSummary[] =>
  relatedVisits(details, context.visits.index)
    .slice(0, maxRelated)
    .map((visit) => toVisitSummary(context, visit));

const unreadableSummary = (id: string, problem: Problem): VisitSummary => ({
  ...{ id, name: '', identification: '', transaction: '', openedAt: '', changedAt: '', openedBy: '' },
  ...{ records: 0, screenings: 0, documents: 0, face: null, outcome: null, personBlocked: false, blocking: 0, waiting: 0, removal: null },
  problem,
});
