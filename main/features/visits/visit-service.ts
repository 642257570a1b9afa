/** The visits of the station: one customer's records, screenings and documents, the policy, and retention. */

import type { EventEmitter } from 'node:events';
import type { RecordSummary } from '../../../shared/domain/records/record.ts';
import type { DocumentVerification } from '../../../shared/domain/signing/signing.ts';
import type { Finding } from '../../../shared/domain/visits/policy.ts';
import type {
  EvidenceResult,
  VisitDetails,
  VisitFilter,
  VisitPage,
  VisitSummary,
  VisitsState,
  VisitView,
} from '../../../shared/domain/visits/visit.ts';
import { type Problem, StationError } from '../../../shared/errors.ts';
import type { ScreeningEvent } from '../screening/screening.ts';
import type { SigningRules } from '../signing/signing.ts';

import { startRetention } from './apply-retention.ts';
import {
  type AddPushedRecord,
  addEvents,
  addPushedRecord,
  adoptDocuments,
  changeDetails,
  changeVisit,
  createVisit,
  emitFindingsAfterwards,
  evaluateOutdated,
  evaluateVisits,
  type NoteRepeat,
  noteRepeat,
  visitIdFor,
} from './change-visit.ts';
import { copiesDone } from './copy-documents.ts';
import { blockingProblems, findingsOf, listSource, needsReason, toVisitSummary } from './evaluate-visit.ts';
import { type FetchOptions, type FetchRequest, fetchRecord } from './fetch-record.ts';
import { followJobs, followMissedJobs } from './follow-queue.ts';
import { createVisitLog, logScreening, type VisitLog } from './log-event.ts';
import { type EvidenceOptions, makeEvidence } from './make-evidence.ts';
import { openRecord, openRecordFile, openVisit } from './open-visit.ts';
import { type RemovalDeps, removeVisit, sweepFiles } from './remove-visit.ts';
import { relatedVisits } from './rules/match-visit.ts';
import { retentionTime, type VisitContext, type VisitEvents, visitsState } from './visit-context.ts';

/** The operations that pages and other features use. */
export type VisitService = {
  readonly events: EventEmitter<VisitEvents>;
  state(): VisitsState;
  page(filter: VisitFilter, offset: number, limit: number): VisitPage;
  /** The latest visits of the same transaction number or identification, at most `maxRelated`. */
  related(details: Pick<VisitDetails, 'transaction' | 'identification'>): VisitSummary[];
  /** @throws StationError `visit-unknown`, `stored-data-damaged` */
  open(id: string): VisitView;
  /** The latest check of the signed file of a document; null without one. @throws those of `open` */
  verification(id: string, documentId: string): DocumentVerification | null;
  /** @throws StationError `visit-empty`, `disk-full` */
  create(details: VisitDetails): VisitSummary;
  /** @throws StationError `visit-empty`, and those of `open` */
  change(id: string, details: VisitDetails): VisitView;
  note(id: string, text: string): VisitView;
  /** With all of its encrypted data. @throws StationError `visit-unknown`, `visit-busy`, `state-changed` */
  remove(id: string): Promise<void>;

  /** Fetches a record from the provider and stores it. @throws StationError those of `ValidationConnection.fetch` and of `open` */
  fetch(id: string, request: FetchRequest, options?: FetchOptions): Promise<RecordSummary>;
  record: (id: string) => ReturnType<typeof openRecord>;
  recordFile: (recordId: string, fileId: string) => ReturnType<typeof openRecordFile>;

  /** Evaluates the policy now for what would be signed, and returns the visit that it would belong to. */
  findings(visitId: string | null, clientInfo: string): { visit: VisitSummary | null; findings: Finding[] };
  /** @throws StationError `policy-not-overridable`, `reason-missing`, `state-changed`, and those of `open` */
  override(id: string, keys: readonly string[], reason: string): VisitView;

  /** @throws StationError those of `open` and of writing a file; `cancelled` */
  evidence(id: string, path: string, options: EvidenceOptions): Promise<EvidenceResult>;
};

export type Visits = VisitService & {
  /** Called when the settings have changed. */
  refresh(): void;
  /** Resumes work that the last shutdown interrupted, before anything else runs. */
  recover(): Promise<void>;
  /** Removes encrypted files of records and visits that do not exist any more. */
  sweep(): Promise<void>;
  /** Starts removing visits whose retention period is over. */
  start(): void;
  close(): Promise<void>;
};

/** What signing, screening and the web service call of visits while they work. It needs none of them, so it is made first. */
export type VisitHooks = VisitLog & {
  rules: SigningRules;
  addPushedRecord: AddPushedRecord;
  noteRepeat: NoteRepeat;
  /** Logs a screening event within the current transaction. @throws StationError `visit-unknown` */
  logScreening(event: ScreeningEvent): void;
};

/** Follows the queue from now on. */
export function createVisitHooks(context: VisitContext): VisitHooks {
  context.outbox.onChange((jobs) => followJobs(context, jobs));
  return {
    ...createVisitLog(context),
    rules: {
      visitOf: (visitId, clientInfo) => visitIdFor(context, visitId, clientInfo),
      blockingProblems: (visitId, clientInfo) => blockingProblems(context, visitId, clientInfo),
      needsReason: (visitId, clientInfo) => needsReason(context, visitId, clientInfo),
    },
    addPushedRecord: (...pushed) => addPushedRecord(context, ...pushed),
    noteRepeat: (...repeat) => noteRepeat(context, ...repeat),
    logScreening: (event) => logScreening(context, event),
  };
}

/** @param removal the queue and the web service, which have data of a visit that is removed */
export const createVisits = (context: VisitContext, removal: RemovalDeps): Visits => ({
  ...createVisitService(context, removal),
  ...createLifecycle(context, removal),
});

function createVisitService(context: VisitContext, removal: RemovalDeps): VisitService {
  const { events, visits } = context;
  const tracked = <T>(work: Promise<T>): Promise<T> => {
    context.inProgress.add(work);
    return work.finally(() => context.inProgress.delete(work));
  };
  return {
    events,
    state() {
      evaluateOutdated(context);
      return visitsState(context);
    },
    page(filter, offset, limit) {
      evaluateOutdated(context);
      return listVisits(context, filter, offset, limit);
    },
    related: (details) => listRelated(context, details),
    open: (id) => openVisit(context, id),
    verification: (id, documentId) => visits.get(id).documents.find((one) => one.documentId === documentId)?.verification ?? null,
    create: (details) => toVisitSummary(context, createVisit(context, details)),
    change(id, details) {
      changeDetails(context, id, details);
      return openVisit(context, id);
    },
    note(id, text) {
      addEvents(context, id, { kind: 'note', by: context.clerk(), detail: { text } });
      return openVisit(context, id);
    },
    remove: (id) => tracked(removeVisit(context, removal, id, { by: context.clerk(), why: 'person' })),
    fetch: (id, request, options = {}) => tracked(fetchRecord(context, id, request, options)),
    record: (id) => openRecord(context, id),
    recordFile: (recordId, fileId) => openRecordFile(context, recordId, fileId),
    findings(visitId, clientInfo) {
      const id = visitIdFor(context, visitId, clientInfo.trim());
      const visit = id === null ? null : visits.get(id);
      return { visit: visit && toVisitSummary(context, visit), findings: findingsOf(context, visit, clientInfo.trim()) };
    },
    override(id, keys, reason) {
      overrideFindings(context, id, keys, reason);
      return openVisit(context, id);
    },
    evidence: (id, path, options) => tracked(makeEvidence(context, id, path, options)),
  };
}

function createLifecycle(context: VisitContext, removal: RemovalDeps): Pick<Visits, 'refresh' | 'recover' | 'sweep' | 'start' | 'close'> {
  let stopRetention = async (): Promise<void> => undefined;
  return {
    refresh() {
      context.settings = null;
      evaluateOutdated(context);
      context.notify();
      context.events.emit('findings');
    },
    async recover() {
      // A crash may have left removed visits in the ledger and in unused parts of the database.
      await context.ledger.eraseMarked();
      context.database.scrub();
      adoptDocuments(context);
      followMissedJobs(context);
    },
    sweep: () => sweepFiles(context),
    start() {
      stopRetention = startRetention(context, removal);
    },
    async close() {
      context.ending.abort();
      await Promise.allSettled([stopRetention(), ...context.inProgress, copiesDone(context)]);
      context.endPublishing();
    },
  };
}

/** The most recently changed first. */
function listVisits(context: VisitContext, filter: VisitFilter, offset: number, limit: number): VisitPage {
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

const listRelated = (context: VisitContext, details: Pick<VisitDetails, 'transaction' | 'identification'>): VisitSummary[] =>
  relatedVisits(details, context.visits.index)
    .slice(0, maxRelated)
    .map((visit) => toVisitSummary(context, visit));

const unreadableSummary = (id: string, problem: Problem): VisitSummary => ({
  id,
  name: '',
  identification: '',
  transaction: '',
  openedAt: '',
  changedAt: '',
  openedBy: '',
  records: 0,
  screenings: 0,
  documents: 0,
  face: null,
  outcome: null,
  personBlocked: false,
  blocking: 0,
  waiting: 0,
  removal: null,
  problem,
});

/**
 * Overrides policy findings of a visit on behalf of a person, with a reason.
 * @param keys of findings that the person saw
 * @throws StationError `reason-missing`, `state-changed`, `policy-not-overridable`, and those of `changeVisit`
 */
function overrideFindings(context: VisitContext, id: string, keys: readonly string[], reason: string): void {
  const text = reason.trim();
  if (text === '') throw new StationError('reason-missing');
  const chosen = findingsOf(context, context.visits.get(id)).filter(({ key }) => keys.includes(key));
  if (chosen.length < new Set(keys).size) throw new StationError('state-changed');
  if (chosen.some(({ overridable }) => !overridable)) throw new StationError('policy-not-overridable');
  const by = context.clerk();
  const at = context.now().toISOString();
  const added = chosen.map(({ key }) => ({ key, by, at, reason: text }));
  const rules = chosen.map(({ rule }) => rule).join(', ');
  changeVisit(context, id, ({ overrides }) => ({ overrides: [...overrides, ...added] }), {
    kind: 'overridden',
    by,
    detail: { rules, text },
  });
  emitFindingsAfterwards(context);
}
