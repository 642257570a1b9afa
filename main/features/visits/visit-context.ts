/** What the operations on visits share: the parts of the station that they use, and values derived from stored data in this run. */

import { hash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Policy } from '../../../shared/domain/visits/policy.ts';
import type { VisitSummary, VisitsState } from '../../../shared/domain/visits/visit.ts';
import type { Problem } from '../../../shared/errors.ts';
import type { ValidationLease } from '../../platform/provider/validation-query.ts';
import { createThrottledPublisher } from '../../platform/runtime/throttled-publisher.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { EncryptedFiles } from '../../platform/storage/encrypted-files.ts';
import type { Audit } from '../audit/audit.ts';
import type { RecordRepository } from '../records/records.ts';
import type { ScreeningRepository } from '../screening/screening.ts';
import type { Outbox, SentLedger } from '../signing/signing.ts';
import type { RetentionTime } from './rules/retention-period.ts';
import type { VisitFacts, VisitRepository } from './visit-repository.ts';

/**
 * `stored`: a visit was added or changed; `changed`: the same, for each visit whose summary may be different, which takes time to make.
 * `findings`: findings may have changed, and with them which documents are blocked.
 */
export type VisitEvents = { stored: []; changed: [VisitSummary]; removed: [string]; state: [VisitsState]; findings: [] };

export type VisitsDeps = {
  /** The database of visits, records and the log: the station's, or the one in memory. */
  database: Database;
  visits: VisitRepository;
  records: RecordRepository;
  screenings: ScreeningRepository;
  outbox: Outbox;
  files: EncryptedFiles;
  audit: Audit;
  ledger: Pick<SentLedger, 'markVisit' | 'markBefore' | 'eraseMarked'>;
  memoryOnly: Problem | null;
  /** Whether the disk has visits that this run does not see. */
  visitsHidden: boolean;
  /** The rules may change with the version. */
  stationVersion: string;
  policy(): Policy;
  retentionDays(): number;
  /** Leases the validation query of the connection in use. @throws StationError `validation-not-set-up` */
  acquireValidation(): Promise<ValidationLease>;
  clerk(): string;
  now(): Date;
  /** The clock that retention uses; see `trusted-clock.ts`. */
  trustedNow(): Date;
};

export type VisitContext = VisitsDeps & {
  readonly events: EventEmitter<VisitEvents>;
  /** Facts derived in this run, of the latest `maxCachedFacts` visits. Those stored with a visit may lack what was written just before a kill. */
  readonly cachedFacts: Map<string, VisitFacts>;
  /** The settings that every evaluation uses; null: read them again. `key` identifies the rules and the version that evaluates them. */
  settings: { policy: Policy; days: number; key: string } | null;
  /** Reports that the totals over all visits may have changed. */
  notify(): void;
  endPublishing(): void;
  /** Copies of documents are made one at a time: the clerk uses the disk too. */
  readonly copyLimit: LimitFunction;
  readonly copying: Set<Promise<void>>;
  /** Operations that `close` awaits. */
  readonly inProgress: Set<Promise<unknown>>;
  /** Aborted when the station ends. */
  readonly ending: AbortController;
  /** Whether `findings` is emitted after the current transaction; once, however many visits it changes. */
  isEventDue: boolean;
};

export function createVisitContext(deps: VisitsDeps): VisitContext {
  const events: VisitContext['events'] = new EventEmitter();
  const publisher = createThrottledPublisher(events, () => visitsState(context));
  const context: VisitContext = {
    ...deps,
    events,
    cachedFacts: new Map(),
    settings: null,
    notify: publisher.notify,
    endPublishing: publisher.end,
    copyLimit: pLimit(1),
    copying: new Set(),
    inProgress: new Set(),
    ending: new AbortController(),
    isEventDue: false,
  };
  return context;
}

/** The number of visits with cached facts. */
const maxCachedFacts = 1_000;

export function cacheFacts({ cachedFacts }: VisitContext, id: string, facts: VisitFacts): void {
  cachedFacts.set(id, facts);
  const [oldest] = cachedFacts.keys();
  if (cachedFacts.size > maxCachedFacts && oldest !== undefined) cachedFacts.delete(oldest);
}

export function currentSettings(context: VisitContext): NonNullable<VisitContext['settings']> {
  if (context.settings === null) {
    const policy = context.policy();
    const key = hash('sha256', JSON.stringify([context.stationVersion, policy]));
    context.settings = { policy, days: context.retentionDays(), key };
  }
  return context.settings;
}

/** By the clock that removes them, so that no screen announces what a clock that jumped would remove. */
export const retentionTime = (context: VisitContext): RetentionTime => ({
  days: currentSettings(context).days,
  now: context.trustedNow().getTime(),
});

/** The totals over all visits. */
export function visitsState(context: VisitContext): VisitsState {
  const { firstRemoval, ...counts } = context.visits.counts(retentionTime(context));
  return {
    ...counts,
    firstRemoval: firstRemoval === null ? null : new Date(firstRemoval).toISOString(),
    memoryOnly: context.memoryOnly,
  };
}
