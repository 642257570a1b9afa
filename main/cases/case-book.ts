/** Visits with what is worked out from them: facts, findings, summaries. Every change of one goes through here. */
import type { CaseEventKind, CaseSummary } from '../../shared/domain/case.ts';
import { isOfAnotherVisit, relatedVisits } from '../../shared/domain/match-visit.ts';
import type { Finding, Policy } from '../../shared/domain/policy.ts';
import { type Problem, problem } from '../../shared/errors.ts';
import type { Audit, AuditContent } from '../audit/audit.ts';
import type { RecordStore } from '../identity/record-store.ts';
import { readingOf } from '../identity/record-view.ts';
import type { ScreeningStore } from '../screening/store/screening-store.ts';
import type { Database } from '../store/database.ts';
import { factsOf } from './case-facts.ts';
import type { CaseStore } from './case-store.ts';
import { summaryOf, unopenedSummary } from './case-views.ts';
import { blockedIn, isStop, judge } from './judge.ts';
import type { CaseFacts, KeptCase } from './kept-case.ts';
import { dueOf } from './retention.ts';

export type Deed = Partial<AuditContent> & { kind: CaseEventKind };

export type BookParts = {
  /** Where visits and the log are. */
  database: Database;
  store: CaseStore;
  records: RecordStore;
  screenings: ScreeningStore;
  audit: Audit;
  /** Visits lie on the disk that this run does not see. */
  visitsHidden: boolean;
  policy(): Policy;
  retentionDays(): number;
  now(): Date;
  changed(summary: CaseSummary): void;
};

export type CaseBook = {
  facts(visit: KeptCase): CaseFacts;
  /** Null: of documents that belong to no visit. */
  findings(visit: KeptCase | null, clientInfo?: string): Finding[];
  /** Every rule that stops documents for this client that belong to the visit of that id (null: to none). */
  stops(caseId: string | null, clientInfo: string): Problem[];
  summary(visit: KeptCase): CaseSummary;
  /** Those that changed last come first. */
  summaries(): CaseSummary[];
  /** Writes down what was done, and what is different since: both or neither. @throws StationError `case-unknown`, `disk-full`, Unsealable */
  change(id: string, change: (visit: KeptCase) => Partial<KeptCase>, ...deeds: Deed[]): KeptCase;
  /** What belongs to it is not what it was; nothing is written yet. */
  forget(id: string): void;
  /** Rules and times are read anew. */
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

export function createCaseBook(parts: BookParts): CaseBook {
  const { database, store, records, screenings, audit, now } = parts;
  /** Worked out in this run. What is kept with the visit may lack what came just before the station was killed. */
  const fresh = new Map<string, CaseFacts>();

  // The settings lie in the database, and all visits are judged by them with every change of one.
  let policy: Policy | null = null;
  let days: number | null = null;
  const rules = (): Policy => {
    policy ??= parts.policy();
    return policy;
  };
  const retentionDays = (): number => {
    days ??= parts.retentionDays();
    return days;
  };

  const facts = (visit: KeptCase): CaseFacts => {
    const known = fresh.get(visit.id);
    if (known) return known;
    const found = factsOf(records.ofCase(visit.id), screenings.ofCase(visit.id), (record) => readingOf(record, visit.identification));
    fresh.set(visit.id, found);
    return found;
  };

  /** All visits of the same transaction or person, with `visit` itself as it is given: what is known of the person counts for all. */
  const relatedTo = (visit: KeptCase, clientInfo = ''): KeptCase[] => {
    const others = relatedVisits(visit, store.index(), clientInfo).filter(({ id }) => id !== visit.id);
    return [visit, ...others];
  };

  /** What is known of the person from all visits: searches in the order of their answers, and what was overridden. */
  const ofPerson = (visit: KeptCase, clientInfo: string, of: (one: KeptCase) => CaseFacts) => {
    const visits = relatedTo(visit, clientInfo);
    const asked = visits
      .flatMap((one) => of(one).asked)
      .toSorted((a, b) => (a.answeredAt < b.answeredAt ? -1 : a.answeredAt > b.answeredAt ? 1 : 0));
    return { asked, overrides: visits.flatMap(({ overrides }) => overrides) };
  };

  function findings(visit: KeptCase | null, clientInfo = '', of: (one: KeptCase) => CaseFacts = facts): Finding[] {
    if (!visit) return judge(rules(), null, [], now());
    const person = ofPerson(visit, clientInfo, of);
    const found = judge(rules(), { ...of(visit), ofPerson: person.asked }, person.overrides, now());
    return isOfAnotherVisit(visit, clientInfo, store.index()) ? [otherVisit, ...found] : found;
  }

  const removal = (visit: KeptCase) => dueOf(visit, retentionDays(), now().getTime()).removal;

  /** Lists take the facts that are kept: to open all records for them would take long. */
  const summary = (visit: KeptCase): CaseSummary => {
    const of = (one: KeptCase) => fresh.get(one.id) ?? one.facts;
    const blocked = blockedIn(ofPerson(visit, '', of).asked).length > 0;
    return summaryOf(visit, { facts: of(visit), findings: findings(visit, '', of), blocked, removal: removal(visit) });
  };

  return {
    facts,
    findings: (visit, clientInfo) => findings(visit, clientInfo),
    stops(caseId, clientInfo) {
      const visit = caseId === null ? null : store.find(caseId);
      // A visit that cannot be opened: nobody can tell what was found, so that a rule that stops has to.
      const locked = caseId !== null && visit === null && store.all().find((one) => !one.ok && one.id === caseId);
      const anyStops = Object.values(rules()).some(({ level }) => level === 'stop');
      if (anyStops && locked && !locked.ok) return [locked.problem];
      if (anyStops && parts.visitsHidden) return [problem('policy-visits-hidden')];
      return findings(visit, clientInfo)
        .filter(isStop)
        .map(({ problem }) => problem);
    },
    summary,
    summaries: () => store.all().map((one) => (one.ok ? summary(one.value) : unopenedSummary(one.id, one.problem))),
    change: (id, change, ...deeds) =>
      database.transaction(() => {
        const visit = store.get(id);
        for (const { by = '', about = null, detail = {}, kind } of deeds) audit.append({ kind, caseId: id, by, about, detail });
        const changed: KeptCase = { ...visit, ...change(visit), changedAt: now().toISOString(), warnedAt: null };
        fresh.delete(id);
        const next = { ...changed, facts: facts(changed) };
        store.put(next);
        database.afterwards((kept) => {
          if (!kept) fresh.delete(id);
          // What is found of a person is found in all visits of theirs.
          else for (const one of relatedTo(next)) parts.changed(summary(one));
        });
        return next;
      }),
    forget: (id) => void fresh.delete(id),
    settingsChanged() {
      policy = null;
      days = null;
    },
  };
}
