/** Derives facts, policy findings and the list view of visits from their stored data. Writes nothing. */

import { compareTexts } from '../../../shared/domain/compare-texts.ts';
import { isOfOtherName } from '../../../shared/domain/names.ts';
import type { RecordReading } from '../../../shared/domain/records/record.ts';
import type { Finding } from '../../../shared/domain/visits/policy.ts';
import type { VisitSummary } from '../../../shared/domain/visits/visit.ts';
import { type Problem, problem } from '../../../shared/errors.ts';
import { type Opened, UnreadableRow } from '../../platform/storage/rows.ts';
import { type RecordRow, readingOf } from '../records/records.ts';
import { type DamagedScreening, type ScreeningRow, verdictOf } from '../screening/screening.ts';
import { evaluatePolicy, isBlocking, screeningsOfBlocked, unchangedUntil } from './rules/evaluate-policy.ts';
import { isOfAnotherVisit, memoizedIndex, relatedVisits, type VisitIndex } from './rules/match-visit.ts';
import { removalOf } from './rules/retention-period.ts';
import { cacheFacts, currentSettings, retentionTime, type VisitContext } from './visit-context.ts';
import { pendingIn, type VisitEvaluation, type VisitFacts, type VisitRow } from './visit-repository.ts';

/** Where the facts of a visit, and the visits of a person, are read. */
export type VisitSource = { facts(visit: VisitRow): VisitFacts; index: VisitIndex<VisitRow> };

/** Reads records and screenings, for one visit. */
export const exactSource = (context: VisitContext): VisitSource => ({
  facts: (visit) => currentFacts(context, visit),
  index: context.visits.index,
});

/** Reads the facts stored with the visits, for many visits at one moment: opening all their records would take long. */
export const listSource = (context: VisitContext, index = memoizedIndex(context.visits.index)): VisitSource => ({
  facts: (visit) => context.cachedFacts.get(visit.id) ?? visit.facts,
  index,
});

export function currentFacts(context: VisitContext, visit: VisitRow): VisitFacts {
  const { records, screenings, cachedFacts } = context;
  const cached = cachedFacts.get(visit.id);
  if (cached) return cached;
  const facts = factsOf(records.ofVisit(visit.id), screenings.ofVisit(visit.id), (record) =>
    recordWarnings(readingOf(record, visit.identification), visit),
  );
  cacheFacts(context, visit.id, facts);
  return facts;
}

/** Returns all visits of the same transaction or person, first `visit` itself as passed: facts about the person count for all of them. */
export function visitsOfPerson(visit: VisitRow, clientInfo: string, { index }: VisitSource): VisitRow[] {
  const others = relatedVisits(visit, index, clientInfo).filter(({ id }) => id !== visit.id);
  return [visit, ...others];
}

/** Collects the person's facts from all visits: screenings in the order of their answers, and overrides. */
function personFacts(visit: VisitRow, clientInfo: string, source: VisitSource): Pick<VisitFacts, 'asked'> & Pick<VisitRow, 'overrides'> {
  const visits = visitsOfPerson(visit, clientInfo, source);
  const asked = visits.flatMap((one) => source.facts(one).asked).toSorted((a, b) => compareTexts(a.answeredAt, b.answeredAt));
  return { asked, overrides: visits.flatMap(({ overrides }) => overrides) };
}

/** The finding for documents that belong to a different visit. No setting changes it, and no person can override it. */
const otherVisit: Finding = {
  rule: 'sameIdentification',
  level: 'stop',
  overridable: false,
  needsReason: false,
  key: 'otherVisit',
  problem: problem('policy-other-visit'),
  overridden: null,
};

/** @param visit null for documents without a visit */
export function findingsOf(context: VisitContext, visit: VisitRow | null, clientInfo = '', source = exactSource(context)): Finding[] {
  const { policy } = currentSettings(context);
  if (!visit) return evaluatePolicy(policy, null, [], context.now());
  const person = personFacts(visit, clientInfo, source);
  const found = evaluatePolicy(policy, { ...source.facts(visit), ofPerson: person.asked }, person.overrides, context.now());
  return isOfAnotherVisit(visit, clientInfo, source.index) ? [otherVisit, ...found] : found;
}

/** Returns the problem of each rule that blocks documents for this client in the visit of that id (null: in none). */
export function blockingProblems(context: VisitContext, visitId: string | null, clientInfo: string): Problem[] {
  const { visits, visitsHidden } = context;
  const visit = visitId === null ? null : visits.find(visitId);
  const mayBlock = Object.values(currentSettings(context).policy).some(({ level }) => level === 'stop');
  // The findings of a visit that cannot be opened are unknown, so a rule that can block has to.
  const isUnreadable = visitId !== null && visit === null && visits.has(visitId);
  if (mayBlock && isUnreadable) return [new UnreadableRow('visit').problem];
  if (mayBlock && visitsHidden) return [problem('policy-visits-hidden')];
  return findingsOf(context, visit, clientInfo)
    .filter(isBlocking)
    .map(({ problem }) => problem);
}

/** Whether signing for this client in the visit of that id (null: in none) starts only after a person gave a reason. */
export function needsReason(context: VisitContext, visitId: string | null, clientInfo: string): boolean {
  const visit = visitId === null ? null : context.visits.find(visitId);
  return visit !== null && findingsOf(context, visit, clientInfo).some((finding) => finding.needsReason);
}

/** Returns the stored part of the findings, by which the list filters and counts. */
export const evaluationOf = (context: VisitContext, visit: VisitRow, source: VisitSource): VisitEvaluation => ({
  blocking: findingsOf(context, visit, '', source).filter(isBlocking).length,
  policy: currentSettings(context).key,
  until: unchangedUntil(currentSettings(context).policy, source.facts(visit), context.now()),
});

export function toVisitSummary(context: VisitContext, visit: VisitRow, source = listSource(context)): VisitSummary {
  const { id, name, identification, transaction, openedAt, changedAt, openedBy, documents } = visit;
  const facts = source.facts(visit);
  const { removal } = removalOf(visit, retentionTime(context));
  return {
    id,
    name,
    identification,
    transaction,
    openedAt,
    changedAt,
    openedBy,
    records: facts.records,
    screenings: facts.screenings,
    documents: documents.length,
    face: facts.record?.face ?? null,
    outcome: facts.asked.at(-1)?.outcome ?? null,
    personBlocked: screeningsOfBlocked(personFacts(visit, '', source).asked).length > 0,
    blocking: findingsOf(context, visit, '', source).filter(isBlocking).length,
    waiting: pendingIn({ documents, facts }),
    removal: removal === null ? null : new Date(removal).toISOString(),
    problem: null,
  };
}

export const noFacts: VisitFacts = { records: 0, screenings: 0, waitingSearches: 0, record: null, asked: [] };

type RecordWarnings = Omit<NonNullable<VisitFacts['record']>, 'id'>;
type ReadRecord = (record: RecordRow) => RecordWarnings;

/**
 * @param records in the order of their arrival
 * @param screenings in the order of their requests
 */
function factsOf(
  records: readonly Opened<RecordRow>[],
  screenings: readonly (ScreeningRow | DamagedScreening)[],
  read: ReadRecord,
): VisitFacts {
  const opened = screenings.flatMap((screening) => ('damaged' in screening ? [] : [screening]));
  // A later record that cannot be opened does not make an earlier one count again.
  const latest = records.at(-1);
  return {
    records: records.length,
    screenings: screenings.length,
    waitingSearches: opened.filter(({ state }) => state === 'waiting').length,
    record: latest?.ok ? recordFacts(latest.value, records, read) : null,
    asked: [
      ...opened.flatMap(asked).toSorted((a, b) => compareTexts(a.answeredAt, b.answeredAt)),
      // Its content is unknown, so it does not count as clear.
      ...screenings.flatMap((screening) => ('damaged' in screening ? [unreadable(screening)] : [])),
    ],
  };
}

/** Of two versions in dispute the less favourable facts count; null when the other one cannot be opened. */
function recordFacts(record: RecordRow, records: readonly Opened<RecordRow>[], read: ReadRecord): VisitFacts['record'] {
  const own = { id: record.id, ...read(record) };
  const by = record.disputedBy ?? null;
  if (by === null) return own;
  const other = records.find((one) => one.ok && one.value.id === by);
  if (!other?.ok) return null;
  const { face, alerts, otherName } = read(other.value);
  return {
    ...own,
    face: face === 'approved' ? own.face : face,
    alerts: Math.max(own.alerts, alerts),
    otherName: own.otherName || otherName,
  };
}

const recordWarnings = (reading: RecordReading, visit: Pick<VisitRow, 'name'>): RecordWarnings => ({
  identification: reading.identification,
  face: reading.face,
  // A face that is not approved is a fact of its own; one in another form, or within an envelope, is an alert.
  alerts: reading.mismatches.filter(({ kind }) => kind !== 'face-not-approved' || reading.face !== 'not-approved').length,
  otherName: isOfOtherName(reading, visit),
});

function asked(screening: ScreeningRow): VisitFacts['asked'] {
  const { id, outcome, answeredAt, block, query } = screening;
  if (outcome === null || answeredAt === null || screening.state === 'waiting') return [];
  return [{ id, name: query.name, identification: query.identification, answeredAt, outcome, block, verdict: verdictOf(screening) }];
}

const unreadable = ({ id }: DamagedScreening): VisitFacts['asked'][number] => ({
  id,
  name: '',
  identification: '',
  answeredAt: '',
  outcome: 'unavailable',
  block: null,
  verdict: null,
});
