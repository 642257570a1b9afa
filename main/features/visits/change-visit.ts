/**
 * Writes visits: creates one, changes it with its events in one transaction and the evaluation of every visit that it affects, adds a
 * pushed record, and reports changed findings.
 */

import { isNewVersion } from '../../../shared/domain/records/record-version.ts';
import { isUnderWay } from '../../../shared/domain/signing/job-status.ts';
import {
  maxVisitLengths,
  type VisitDetails,
  type VisitEventKind,
  type VisitSummary,
  visitDetailsSchema,
} from '../../../shared/domain/visits/visit.ts';
import { StationError } from '../../../shared/errors.ts';
import { newRowId } from '../../platform/storage/row-id.ts';
import { openedOrNot } from '../../platform/storage/rows.ts';
import type { AuditContent } from '../audit/audit.ts';
import type { RecordFacts, RecordRow } from '../records/records.ts';
import { hasUndelivered, isUnsettled, type OutboxJob } from '../signing/signing.ts';
import {
  currentFacts,
  evaluationOf,
  exactSource,
  listSource,
  noFacts,
  toVisitSummary,
  type VisitSource,
  visitsOfPerson,
} from './evaluate-visit.ts';
import { memoizedIndex, type VisitIndex, visitForDocument, visitForRecord } from './rules/match-visit.ts';
import { cacheFacts, currentSettings, type VisitContext } from './visit-context.ts';
import type { VisitFacts, VisitRow } from './visit-repository.ts';

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
export function addEvents(context: VisitContext, id: string, ...events: NewVisitEvent[]): void {
  changeVisit(context, id, () => ({}), ...events);
}

/** @throws StationError `visit-empty`, `disk-full` */
export const createVisit = (context: VisitContext, details: VisitDetails): VisitRow =>
  insertNewVisit(context, { id: newRowId(), details: checkedDetails(details), by: context.clerk() });

/** `by`: empty for the station itself. `first`: a record that the visit already has; `index`: of the visits as they are. */
type NewVisit = {
  id: string;
  details: VisitDetails;
  by: string;
  first?: { facts: VisitFacts; event: NewVisitEvent; index: VisitIndex<VisitRow> };
};

/** @throws StationError `disk-full` */
function insertNewVisit(context: VisitContext, { id, details, by, first }: NewVisit): VisitRow {
  const { database, visits, now } = context;
  const at = now().toISOString();
  const visit = { ...details, id, openedAt: at, changedAt: at, openedBy: by, documents: [], overrides: [], warnedAt: null };
  const events: NewVisitEvent[] = [{ kind: 'opened', by }, ...(first ? [first.event] : [])];
  return database.transaction(() => {
    appendEvents(context, id, events);
    const next = { ...visit, facts: first?.facts ?? noFacts };
    cacheFacts(context, id, next.facts);
    // Without a screening of its own it changes nothing for other visits of the person.
    visits.putEvaluated(next, evaluationOf(context, next, listSource(context, first?.index ?? visits.index)));
    emitChangedAfterwards(context, id, [id]);
    emitFindingsAfterwards(context);
    return next;
  });
}

const noDetails: VisitDetails = { name: '', identification: '', transaction: '' };

/**
 * Stores a pushed record with the visit that it belongs to, or opens a visit for it. Part of the current transaction. `earlierVisitId`: the
 * visit of earlier versions of the record; null without one.
 * @throws StationError `disk-full`
 */
export type AddPushedRecord = (pushed: Omit<RecordRow, 'visitId'>, facts: RecordFacts, earlierVisitId: string | null) => RecordRow;

export function addPushedRecord(context: VisitContext, ...[pushed, facts, earlierVisitId]: Parameters<AddPushedRecord>): RecordRow {
  const { visits, records, now } = context;
  const index = memoizedIndex(visits.index);
  const earlier = earlierVisitId === null ? null : visits.find(earlierVisitId);
  const visit = visitForRecord(facts, index, now(), earlier);
  const record: RecordRow = { ...pushed, visitId: visit?.id ?? newRowId() };
  records.add(record);
  if (visit) {
    addRecordEvent(context, 'record-pushed', '', record, facts);
  } else {
    const { identification, face } = facts;
    insertNewVisit(context, {
      id: record.visitId,
      details: completeDetails(noDetails, { ...facts, transaction: facts.transaction ?? facts.uid }),
      by: '',
      first: {
        facts: { ...noFacts, records: 1, record: { id: record.id, identification, face, alerts: 0, otherName: false } },
        event: recordEvent('record-pushed', '', record),
        index,
      },
    });
  }
  return record;
}

/**
 * Notes which version of a record arrived last. When that is an earlier one (`repeated`), it is the provider's last word or a retry that is
 * late, which looks the same: until the latest one arrives again, both count, the less favourable first (see `recordFacts`).
 * Part of the current transaction. @param latest id of the latest version at that time @throws StationError `disk-full`
 */
export type NoteRepeat = (latest: string, repeated: RepeatedVersion | null) => void;

/** `receivedAt`: time of its arrival at the hub, ISO 8601 in UTC; null for one that arrived here. `isLogged`: the timeline has it already. */
type RepeatedVersion = { id: string; version: number; receivedAt: string | null; isLogged: boolean };

export function noteRepeat(context: VisitContext, ...[latest, repeated]: Parameters<NoteRepeat>): void {
  const { records, visits } = context;
  if (!records.has(latest)) return;
  const record = openedOrNot(latest, () => records.get(latest));
  // The facts of a damaged record or visit are unknown, which is less favourable than any other.
  if (!record.ok || visits.find(record.value.visitId) === null) return;
  const disputedBy = repeated?.id ?? null;
  if ((record.value.disputedBy ?? null) === disputedBy) return;
  records.dispute(latest, disputedBy);
  changeVisit(context, record.value.visitId, () => ({}), ...(repeated && !repeated.isLogged ? [repeatEvent(repeated)] : []));
  emitFindingsAfterwards(context);
}

const repeatEvent = ({ id, version, receivedAt }: RepeatedVersion): NewVisitEvent => ({
  kind: 'record-pushed',
  by: '',
  about: id,
  detail: { version, ...(receivedAt !== null && { receivedAt }) },
});

const recordEvent = (kind: 'record-fetched' | 'record-pushed', by: string, record: RecordRow): NewVisitEvent => ({
  kind,
  by,
  about: record.id,
  detail: isNewVersion(record) ? { version: record.version } : {},
});

/** Logs a record that was just stored, and completes the details of its visit from its facts. */
export function addRecordEvent(
  context: VisitContext,
  kind: 'record-fetched' | 'record-pushed',
  by: string,
  record: RecordRow,
  facts: RecordFacts,
): void {
  changeVisit(context, record.visitId, (visit) => completeDetails(visit, facts), recordEvent(kind, by, record));
  emitFindingsAfterwards(context);
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
    events.emit('stored');
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
function completeDetails(
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

/** Returns the visit of a document: the named one, else the one with the client info as transaction number or identification. */
export function visitIdFor({ visits }: VisitContext, visitId: string | null, clientInfo: string): string | null {
  if (visitId !== null && visits.has(visitId)) return visitId;
  return visitForDocument(clientInfo, visits.index)?.id ?? null;
}

/** Adds pending documents without a visit to a visit that matches now. There they are visible and prevent its removal. */
export function adoptDocuments(context: VisitContext): void {
  const { outbox } = context;
  for (const job of outbox.openJobs()) {
    const visitId = job.visitId === null && isPending(job) ? visitIdFor(context, null, job.clientInfo) : null;
    if (visitId === null) continue;
    try {
      outbox.change(job.id, { visitId });
    } catch {
      // The disk is full: the rules find the visit all the same, and the next change of a visit adopts it.
    }
  }
}

/** Emits `findings` once the current transaction is committed. */
export function emitFindingsAfterwards(context: VisitContext): void {
  if (context.isEventDue) return;
  context.isEventDue = true;
  context.database.afterwards((isCommitted) => {
    context.isEventDue = false;
    if (!isCommitted) return;
    adoptDocuments(context);
    context.events.emit('findings');
  });
}

/** Whether a queued document waits for the connection or for a person. */
export const isPending = (job: OutboxJob): boolean => isUnderWay(job.status) || isUnsettled(job) || hasUndelivered(job);
