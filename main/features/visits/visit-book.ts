/** Derives facts, findings and summaries of visits, and makes every change of a visit. */

import { createHash } from 'node:crypto';
import { isOfAnotherVisit, relatedVisits, rememberedIndex, type VisitIndex } from '../../../shared/domain/match-visit.ts';
import type { Finding, Policy } from '../../../shared/domain/policy.ts';
import type { VisitEventKind, VisitFilter, VisitPage, VisitSummary } from '../../../shared/domain/visit.ts';
import { type Problem, problem } from '../../../shared/errors.ts';
import type { Database } from '../../platform/storage/database.ts';
import { UnreadableRow } from '../../platform/storage/rows.ts';
import type { Audit, AuditContent } from '../audit/audit.ts';
import { type RecordRepository, readingOf } from '../records/records.ts';
import type { ScreeningRepository } from '../screening/screening.ts';
import { blockedIn, isStop, judge, judgedUntil } from './judge.ts';
import { dueOf, type RetentionTime } from './retention.ts';
import { factsOf } from './visit-facts.ts';
import type { Judgement, VisitRepository } from './visit-repository.ts';
import type { VisitFacts, VisitRow } from './visit-row.ts';
import { summaryOf, unopenedSummary, type VisitCounts } from './visit-views.ts';

export type NewVisitEvent = Partial<AuditContent> & { kind: VisitEventKind };

export type BookDeps = {
  /** Where visits and the log are. */
  database: Database;
  store: VisitRepository;
  records: RecordRepository;
  screenings: ScreeningRepository;
  audit: Audit;
  /** Whether there are visits on the disk that this run does not see. */
  visitsHidden: boolean;
  /** The rules may change with the version. */
  stationVersion: string;
  policy(): Policy;
  retentionDays(): number;
  now(): Date;
  /** Called when visits have changed; `summaries` builds their list views. */
  changed(summaries: () => VisitSummary[]): void;
};

export type VisitBook = {
  facts(visit: VisitRow): VisitFacts;
  /** Null for documents without a visit. */
  findings(visit: VisitRow | null, clientInfo?: string): Finding[];
  /** Every rule that stops documents for this client that belong to the visit of that id (null: to none). */
  stops(visitId: string | null, clientInfo: string): Problem[];
  summary(visit: VisitRow): VisitSummary;
  /** The most recently changed first. */
  page(filter: VisitFilter, offset: number, limit: number): VisitPage;
  counts(): VisitCounts;
  /** Evaluates a batch of visits with an outdated evaluation. False when none is left, or the disk is full or damaged. Never throws. */
  judgeSome(): boolean;
  /** Writes an event and the change it made, both or neither. @throws StationError `visit-unknown`, `disk-full`, UnreadableRow */
  change(id: string, change: (visit: VisitRow) => Partial<VisitRow>, ...events: NewVisitEvent[]): VisitRow;
  /** Stores a new visit, as `change` does. `firstFacts`: of the data it already has; `index`: the current index of the visits. */
  begin(visit: Omit<VisitRow, 'facts'>, firstFacts: VisitFacts, index: VisitIndex<VisitRow>, ...events: NewVisitEvent[]): VisitRow;
  /** Marks the facts of a visit as outdated; writes nothing. */
  forget(id: string): void;
  /** Reads the rules and retention times again. */
  settingsChanged(): void;
};

/** Which visit's rules count is not a rule that somebody could set or override. */
const otherVisit: Finding = {
  rule: 'sameIdentification',
  level: 'stop',
  overridable: false,
  key: 'otherVisit',
  problem: problem('policy-other-visit'),
  overridden: null,
};

/** Reads the facts of a visit, and the visits of a person. */
type Source = { facts(visit: VisitRow): VisitFacts; index: VisitIndex<VisitRow> };

/** The number of visits that are evaluated in one transaction. */
const batchSize = 100;
/** The number of visits with cached facts. */
const maxFresh = 1_000;

export function createVisitBook(parts: BookDeps): VisitBook {
  const { database, store, records, screenings, audit, now } = parts;
  /** Facts derived in this run. Those stored with the visit may lack what was written just before a kill. */
  const fresh = new Map<string, VisitFacts>();

  let settings: { rules: Policy; days: number; key: string } | null = null;
  // Cached until they change, because every evaluation uses them.
  const current = () => {
    if (settings === null) {
      const rules = parts.policy();
      const key = createHash('sha256')
        .update(JSON.stringify([parts.stationVersion, rules]))
        .digest('hex');
      settings = { rules, days: parts.retentionDays(), key };
    }
    return settings;
  };

  const facts = (visit: VisitRow): VisitFacts => {
    const known = fresh.get(visit.id);
    if (known) return known;
    const found = factsOf(records.ofVisit(visit.id), screenings.ofVisit(visit.id), (record) => readingOf(record, visit.identification));
    remember(visit.id, found);
    return found;
  };
  function remember(id: string, found: VisitFacts): void {
    fresh.set(id, found);
    const [oldest] = fresh.keys();
    if (fresh.size > maxFresh && oldest !== undefined) fresh.delete(oldest);
  }

  const exact: Source = { facts, index: store.index };
  /** For many visits in one moment. Lists take the stored facts: to open all records for them would take long. */
  const listed = (index = rememberedIndex(store.index)): Source => ({ facts: (visit) => fresh.get(visit.id) ?? visit.facts, index });

  /** Returns all visits of the same transaction or person, `visit` itself as passed: facts about the person count for all of them. */
  const relatedTo = (visit: VisitRow, clientInfo: string, { index }: Source): VisitRow[] => {
    const others = relatedVisits(visit, index, clientInfo).filter(({ id }) => id !== visit.id);
    return [visit, ...others];
  };

  /** Collects the person's facts from all visits: screenings in the order of their answers, and overrides. */
  const ofPerson = (visit: VisitRow, clientInfo: string, source: Source) => {
    const visits = relatedTo(visit, clientInfo, source);
    const asked = visits
      .flatMap((one) => source.facts(one).asked)
      .toSorted((a, b) => (a.answeredAt < b.answeredAt ? -1 : a.answeredAt > b.answeredAt ? 1 : 0));
    return { asked, overrides: visits.flatMap(({ overrides }) => overrides) };
  };

  function findings(visit: VisitRow | null, clientInfo = '', source = exact): Finding[] {
    const { rules } = current();
    if (!visit) return judge(rules, null, [], now());
    const person = ofPerson(visit, clientInfo, source);
    const found = judge(rules, { ...source.facts(visit), ofPerson: person.asked }, person.overrides, now());
    return isOfAnotherVisit(visit, clientInfo, source.index) ? [otherVisit, ...found] : found;
  }

  const retentionTime = (): RetentionTime => ({ days: current().days, now: now().getTime() });

  const summary = (visit: VisitRow, source = listed()): VisitSummary =>
    summaryOf(visit, {
      facts: source.facts(visit),
      findings: findings(visit, '', source),
      blocked: blockedIn(ofPerson(visit, '', source).asked).length > 0,
      removal: dueOf(visit, retentionTime()).removal,
    });

  const judgementOf = (visit: VisitRow, source: Source): Judgement => ({
    stops: findings(visit, '', source).filter(isStop).length,
    policy: current().key,
    until: judgedUntil(current().rules, source.facts(visit), now()),
  });

  function judgeAnew(id: string, source: Source): void {
    const visit = store.find(id);
    if (visit || store.has(id))
      store.setJudgement(id, visit ? judgementOf(visit, source) : { stops: null, policy: current().key, until: null });
  }

  const append = (visitId: string, events: readonly NewVisitEvent[]): void => {
    for (const { by = '', about = null, detail = {}, kind } of events) audit.append({ kind, visitId, by, about, detail });
  };
  /** `ids`: all visits that may look different. */
  function changedAfterwards(id: string, ids: readonly string[]): void {
    database.afterwards((isCommitted) => {
      if (isCommitted) parts.changed(() => summariesOf(ids));
      else fresh.delete(id);
    });
  }

  /**
   * False when there are none, or when the disk is full or damaged: what the list shows of each visit is right all the same, only its
   * filters lag behind. It never throws, as it also runs when no one has asked for anything.
   */
  function judgeAll(find: () => readonly string[]): boolean {
    try {
      const ids = find();
      if (ids.length === 0) return false;
      const source = listed();
      database.transaction(() => {
        for (const id of ids) judgeAnew(id, source);
      });
      return true;
    } catch {
      return false;
    }
  }

  return {
    facts,
    findings: (visit, clientInfo) => findings(visit, clientInfo),
    stops(visitId, clientInfo) {
      const visit = visitId === null ? null : store.find(visitId);
      const anyStops = Object.values(current().rules).some(({ level }) => level === 'stop');
      // The findings of a visit that cannot be opened are unknown, so a rule that stops has to stop.
      const isLocked = visitId !== null && visit === null && store.has(visitId);
      if (anyStops && isLocked) return [new UnreadableRow('visit').problem];
      if (anyStops && parts.visitsHidden) return [problem('policy-visits-hidden')];
      return findings(visit, clientInfo)
        .filter(isStop)
        .map(({ problem }) => problem);
    },
    summary: (visit) => summary(visit),
    page(filter, offset, limit) {
      const { total, rows } = store.page(filter, retentionTime(), offset, limit);
      judgeAll(() => rows.flatMap((one) => (one.ok ? [] : [one.id])));
      const source = listed();
      return { total, items: rows.map((one) => (one.ok ? summary(one.value, source) : unopenedSummary(one.id, one.problem))) };
    },
    counts: () => store.counts(retentionTime()),
    judgeSome() {
      return judgeAll(() => store.outdated(current().key, now().getTime(), batchSize));
    },
    change: (id, change, ...events) =>
      database.transaction(() => {
        const visit = store.get(id);
        append(id, events);
        const changed: VisitRow = { ...visit, ...change(visit), changedAt: now().toISOString(), warnedAt: null };
        const before = relatedTo(visit, '', exact);
        fresh.delete(id);
        const next = { ...changed, facts: facts(changed) };
        store.putJudged(next, judgementOf(next, listed()));
        const source = listed();
        // A finding about a person counts in all of that person's visits.
        const affected = new Set([...relatedTo(next, '', source), ...before].map((one) => one.id));
        for (const one of affected) if (one !== id) judgeAnew(one, source);
        changedAfterwards(id, [...affected]);
        return next;
      }),
    begin: (visit, firstFacts, index, ...events) =>
      database.transaction(() => {
        const { id } = visit;
        append(id, events);
        const next = { ...visit, facts: firstFacts };
        remember(id, firstFacts);
        // Without a screening of its own it changes nothing for other visits of the person.
        store.putJudged(next, judgementOf(next, listed(index)));
        changedAfterwards(id, [id]);
        return next;
      }),
    forget: (id) => void fresh.delete(id),
    settingsChanged() {
      settings = null;
    },
  };

  function summariesOf(ids: readonly string[]): VisitSummary[] {
    const source = listed();
    return ids.flatMap((id) => store.find(id) ?? []).map((visit) => summary(visit, source));
  }
}
