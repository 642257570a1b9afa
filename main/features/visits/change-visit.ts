/** Writes visits: a change and its events in one transaction, with the policy evaluation of every visit that it affects. */

import type { VisitEventKind, VisitSummary } from '../../../shared/domain/visit.ts';
import type { AuditContent } from '../audit/audit.ts';
import { currentFacts, evaluationOf, exactSource, listSource, toVisitSummary, type VisitSource, visitsOfPerson } from './evaluate-visit.ts';
import type { VisitIndex } from './rules/match-visit.ts';
import { cacheFacts, currentSettings, type VisitContext } from './visit-context.ts';
import type { VisitFacts, VisitRow } from './visit-row.ts';

export type NewVisitEvent = Partial<AuditContent> & { kind: VisitEventKind };

/** Appends the events and applies the change, both or neither. @throws StationError `visit-unknown`, `disk-full`, UnreadableRow */
export function changeVisit(
  context: VisitContext,
  id: string,
  change: (visit: VisitRow) => Partial<VisitRow>,
  ...events: NewVisitEvent[]
): VisitRow {
  const { database, visits, cachedFacts, now } = context;
  return database.transaction(() => {
    const visit = visits.get(id);
    appendEvents(context, id, events);
    const changed: VisitRow = { ...visit, ...change(visit), changedAt: now().toISOString(), warnedAt: null };
    const before = visitsOfPerson(visit, '', exactSource(context));
    cachedFacts.delete(id);
    const next = { ...changed, facts: currentFacts(context, changed) };
    visits.putEvaluated(next, evaluationOf(context, next, listSource(context)));
    const source = listSource(context);
    // A finding about a person counts in all of that person's visits.
    const affected = new Set([...visitsOfPerson(next, '', source), ...before].map((one) => one.id));
    for (const one of affected) if (one !== id) evaluateAgain(context, one, source);
    emitChangedAfterwards(context, id, [...affected]);
    return next;
  });
}

/** Appends events without another change of the visit. @throws those of `changeVisit` */
export const addEvents = (context: VisitContext, id: string, ...events: NewVisitEvent[]): VisitRow =>
  changeVisit(context, id, () => ({}), ...events);

/**
 * Stores a new visit with its events.
 * @param facts of the data that it already has
 * @param index of the visits as they are
 */
export function insertVisit(
  context: VisitContext,
  visit: Omit<VisitRow, 'facts'>,
  facts: VisitFacts,
  index: VisitIndex<VisitRow>,
  ...events: NewVisitEvent[]
): VisitRow {
  const { database, visits } = context;
  return database.transaction(() => {
    const { id } = visit;
    appendEvents(context, id, events);
    const next = { ...visit, facts };
    cacheFacts(context, id, facts);
    // Without a screening of its own it changes nothing for other visits of the person.
    visits.putEvaluated(next, evaluationOf(context, next, listSource(context, index)));
    emitChangedAfterwards(context, id, [id]);
    return next;
  });
}

function appendEvents({ audit }: VisitContext, visitId: string, events: readonly NewVisitEvent[]): void {
  for (const { by = '', about = null, detail = {}, kind } of events) audit.append({ kind, visitId, by, about, detail });
}

/** @param ids of all visits whose list view may be different */
function emitChangedAfterwards(context: VisitContext, id: string, ids: readonly string[]): void {
  const { database, events, cachedFacts, notify } = context;
  database.afterwards((isCommitted) => {
    if (!isCommitted) {
      cachedFacts.delete(id);
      return;
    }
    if (events.listenerCount('changed') > 0) for (const summary of summariesOf(context, ids)) events.emit('changed', summary);
    notify();
  });
}

function summariesOf(context: VisitContext, ids: readonly string[]): VisitSummary[] {
  const source = listSource(context);
  return ids.flatMap((id) => context.visits.find(id) ?? []).map((visit) => toVisitSummary(context, visit, source));
}

function evaluateAgain(context: VisitContext, id: string, source: VisitSource): void {
  const { visits } = context;
  const visit = visits.find(id);
  const unknown = { blocking: null, policy: currentSettings(context).key, until: null };
  if (visit || visits.has(id)) visits.setEvaluation(id, visit ? evaluationOf(context, visit, source) : unknown);
}

/**
 * Evaluates visits again, in one transaction. Returns false when there are none, or when the disk is full or damaged: the list then
 * shows each visit correctly, and only its filters are outdated. Never throws, as it also runs without a request.
 */
export function evaluateVisits(context: VisitContext, find: () => readonly string[]): boolean {
  try {
    const ids = find();
    if (ids.length === 0) return false;
    const source = listSource(context);
    context.database.transaction(() => {
      for (const id of ids) evaluateAgain(context, id, source);
    });
    return true;
  } catch {
    return false;
  }
}

/** The number of visits that are evaluated in one transaction. */
const batchSize = 100;

/** Evaluates the visits with an outdated stored evaluation, in batches; the first one now. */
export function evaluateOutdated(context: VisitContext): void {
  const { visits, ending, now, notify } = context;
  const outdated = () => visits.outdated(currentSettings(context).key, now().getTime(), batchSize);
  if (ending.signal.aborted || !evaluateVisits(context, outdated)) return;
  notify();
  setImmediate(evaluateOutdated, context);
}
