/** Visits with what is worked out from them: facts, findings, summaries. Every change of one goes through here. */
import type { CaseEventKind, CaseSummary } from '../../shared/domain/case.ts';
import type { Finding, Policy } from '../../shared/domain/policy.ts';
import type { Problem } from '../../shared/errors.ts';
import type { Audit, AuditContent } from '../audit/audit.ts';
import type { RecordStore } from '../identity/record-store.ts';
import { readingOf } from '../identity/record-view.ts';
import type { ScreeningStore } from '../screening/store/screening-store.ts';
import type { Database } from '../store/database.ts';
import { factsOf } from './case-facts.ts';
import type { CaseStore } from './case-store.ts';
import { summaryOf, unopenedSummary } from './case-views.ts';
import { isStop, judge } from './judge.ts';
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
  policy(): Policy;
  retentionDays(): number;
  now(): Date;
  changed(summary: CaseSummary): void;
};

export type CaseBook = {
  facts(visit: KeptCase): CaseFacts;
  /** Null: of documents that belong to no visit. */
  findings(visit: KeptCase | null): Finding[];
  /** Every rule that stops signing for the visit of that id (null: none). */
  stops(caseId: string | null): Problem[];
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

  const findings = (visit: KeptCase | null, of = visit && facts(visit)): Finding[] => judge(rules(), of, visit?.overrides ?? [], now());

  const removal = (visit: KeptCase) => dueOf(visit, retentionDays(), now().getTime()).removal;

  /** Lists take the facts that are kept: to open all records for them would take long. */
  const summary = (visit: KeptCase): CaseSummary => {
    const of = fresh.get(visit.id) ?? visit.facts;
    return summaryOf(visit, { facts: of, findings: findings(visit, of), removal: removal(visit) });
  };

  return {
    facts,
    findings: (visit) => findings(visit),
    stops(caseId) {
      const visit = caseId === null ? null : store.find(caseId);
      // A visit that cannot be opened: nobody can tell what was found, so that a rule that stops has to.
      const locked = caseId !== null && visit === null && store.all().find((one) => !one.ok && one.id === caseId);
      if (locked && !locked.ok && Object.values(rules()).some(({ level }) => level === 'stop')) return [locked.problem];
      return findings(visit)
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
          if (kept) parts.changed(summary(next));
          else fresh.delete(id);
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
