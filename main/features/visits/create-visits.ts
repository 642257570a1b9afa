/** Creates the visit service: opens, changes, evaluates and removes visits, and links records, screenings and documents to them. */

import { EventEmitter } from 'node:events';
import { relatedVisits, type VisitIndex, visitForDocument } from '../../../shared/domain/match-visit.ts';
import type { Policy } from '../../../shared/domain/policy.ts';
import type { RecordSummary } from '../../../shared/domain/record.ts';
import type { VisitDetails } from '../../../shared/domain/visit.ts';
import { type Problem, problemOf, StationError } from '../../../shared/errors.ts';
import { tellWhenChanged } from '../../platform/runtime/tell-when-changed.ts';
import { newRowId } from '../../platform/storage/row-id.ts';
import type { Audit } from '../audit/audit.ts';
import { type PushedRecord, type RecordRow, readingOf, summaryOf as recordSummary, viewOf as recordView } from '../records/records.ts';
import type { ScreeningEvent } from '../screening/screening.ts';
import type { SigningRules } from '../signing/signing.ts';
import { checkedDetails, filledBy, inOneLine } from './details.ts';
import { writeEvidence } from './evidence/write-evidence.ts';
import { followMissed } from './follow-missed.ts';
import { adoptDocuments, followQueue } from './follow-queue.ts';
import { gatherEvidence } from './gather-evidence.ts';
import { overrideFindings } from './override-findings.ts';
import { placePush } from './place-push.ts';
import { createRemoval, lastChange, type RemovalDeps, sweepFiles } from './removal.ts';
import { startRetention } from './retention.ts';
import { eventsOf } from './screening-events.ts';
import { recordFiles } from './stored-file.ts';
import { createVisitBook, type NewVisitEvent } from './visit-book.ts';
import { createCopies } from './visit-documents.ts';
import { noFacts } from './visit-facts.ts';
import { createVisitLog, type VisitLog } from './visit-log.ts';
import { createVisitRecords, type RecordDeps } from './visit-records.ts';
import type { VisitFacts, VisitRow } from './visit-row.ts';
import type { FetchOptions, FetchRequest, PushBook, VisitEvents, VisitService } from './visit-service.ts';
import { createVisitView } from './visit-view.ts';
import { stateOf } from './visit-views.ts';

export type VisitsDeps = RemovalDeps &
  RecordDeps & {
    memoryOnly: Problem | null;
    visitsHidden: boolean;
    audit: Audit;
    policy(): Policy;
    retentionDays(): number;
    /** The clock that retention uses; see `trusted-clock.ts`. */
    plausibleNow(): Date;
    stationVersion: string;
    /** Called when findings may have changed: blocked documents are checked again. */
    look(): void;
  };

export type Visits = VisitService &
  VisitLog & {
    rules: SigningRules;
    /** Writes a screening event within the current transaction. @throws StationError `visit-unknown` */
    noted(event: ScreeningEvent): void;
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

/** The maximum number of related visits that are suggested during typing. */
const maxRelated = 20;

export function createVisits(parts: VisitsDeps): Visits {
  const { database, store, records, screenings, outbox, files, audit, clerk, now } = parts;
  const events = new EventEmitter<VisitEvents>();
  let stopRetention: () => Promise<void> = async () => undefined;
  const underWay = new Set<Promise<unknown>>();

  const book = createVisitBook({
    ...parts,
    changed(summaries) {
      if (events.listenerCount('changed') > 0) for (const summary of summaries()) events.emit('changed', summary);
      tell();
    },
  });
  const removal = createRemoval(parts);
  const intake = createVisitRecords(parts);

  const copies = createCopies({
    files,
    job: (id) => outbox.job(id),
    document: (visitId, id) => store.find(visitId)?.documents.find(({ documentId }) => documentId === id) ?? null,
    save(visitId, id, copied) {
      const visit = store.find(visitId);
      if (!visit?.documents.some(({ documentId }) => documentId === id)) return false;
      // Nothing was done that the log should tell of, and the visit's time does not begin anew.
      store.put({ ...visit, documents: visit.documents.map((one) => (one.documentId === id ? { ...one, ...copied } : one)) });
      return true;
    },
  });
  const follow = followQueue({ book, store, copies, clerk });
  outbox.onChange(follow);

  const state = () => stateOf(book.counts(), parts.memoryOnly);

  // A batch changes its visit with every document.
  const telling = tellWhenChanged(events, state);
  const tell = telling.look;

  let ended = false;
  /** Re-evaluates the visits with an outdated stored evaluation, in batches. */
  function judgeOutdated(): void {
    if (ended || !book.judgeSome()) return;
    tell();
    setImmediate(judgeOutdated);
  }

  const open = createVisitView({ store, book, records, screenings, audit });

  let isLookDue = false;
  /** Rules may say something else after the transaction under way: looks once, however many visits it changes. */
  function lookAfterwards(): void {
    if (isLookDue) return;
    isLookDue = true;
    database.afterwards((isCommitted) => {
      isLookDue = false;
      if (!isCommitted) return;
      adoptDocuments(outbox, rules);
      parts.look();
    });
  }

  const change: typeof book.change = (id, ...what) => {
    const changed = book.change(id, ...what);
    lookAfterwards();
    return changed;
  };

  type FirstRecord = { facts: VisitFacts; events: NewVisitEvent[]; index: VisitIndex<VisitRow> };
  function begin(id: string, details: VisitDetails, by: string, first?: FirstRecord): VisitRow {
    const { facts = noFacts, events = [], index = store.index } = first ?? {};
    const at = now().toISOString();
    const visit = { ...details, id, openedAt: at, changedAt: at, openedBy: by, documents: [], overrides: [], warnedAt: null };
    return database.transaction(() => {
      const begun = book.begin(visit, facts, index, { kind: 'opened', by }, ...events);
      lookAfterwards();
      return begun;
    });
  }

  const recordEvent = (kind: 'record-fetched' | 'record-pushed', by: string, { id, version }: RecordRow): NewVisitEvent => ({
    ...{ kind, by, about: id },
    detail: version > 1 ? { version } : {},
  });
  const noteRecord = (kind: 'record-fetched' | 'record-pushed', by: string) => (record: RecordRow) => {
    change(record.visitId, (visit) => filledBy(visit, readingOf(record, '')), recordEvent(kind, by, record));
  };

  async function receive(pushed: PushedRecord, from: string, pushes: PushBook): Promise<void> {
    const { uid, identification, face } = pushed.facts;
    const place = () =>
      placePush(pushed, from, pushes, {
        store,
        now,
        add: noteRecord('record-pushed', ''),
        begin(id, details, record, index) {
          const facts = { ...noFacts, records: 1, record: { id: record.id, identification, face } };
          begin(id, details, '', { facts, index, events: [recordEvent('record-pushed', '', record)] });
        },
      });
    await intake.receive(pushed, () => pushes.find(uid, pushed.digest) === null, place);
  }

  async function fetch(id: string, request: FetchRequest, options: FetchOptions): Promise<RecordSummary> {
    const by = clerk();
    store.get(id);
    try {
      const row = await intake.fetch(id, request, options, noteRecord('record-fetched', by));
      return recordSummary(row, store.get(id).identification);
    } catch (thrown) {
      const { code } = problemOf(thrown);
      if (store.has(id) && code !== 'cancelled') change(id, () => ({}), { kind: 'record-failed', by, detail: { code } });
      throw thrown;
    }
  }

  const rules: SigningRules = {
    visitOf(visitId, clientInfo) {
      if (visitId !== null && store.has(visitId)) return visitId;
      return visitForDocument(clientInfo, store.index)?.id ?? null;
    },
    stops: book.stops,
  };

  async function remove(id: string, by: string, why: 'person' | 'retention'): Promise<void> {
    const seen = lastChange(store, id);
    await copies.settled();
    await removal.remove(id, seen, by, why);
    book.forget(id);
    events.emit('removed', id);
    judgeOutdated();
    tell();
    parts.look();
  }

  const evidence: VisitService['evidence'] = async (id, path, { wish, language, signal }) => {
    for (const { documentId } of store.get(id).documents) await copies.make(id, documentId);
    const [by, visit] = [clerk(), store.get(id)];
    const made = { madeAt: now(), madeBy: by, stationVersion: parts.stationVersion };
    const facts = gatherEvidence({ visit, view: open(id), wish, language, policy: parts.policy(), ...made }, parts);
    const written = await writeEvidence(facts, path, signal ? { signal } : {});
    book.change(id, () => ({}), { kind: 'evidence', by, detail: { parts: written.parts, sha256: written.sha256 } });
    return written;
  };

  const under = async <T>(work: Promise<T>): Promise<T> => {
    underWay.add(work);
    return work.finally(() => underWay.delete(work));
  };

  return {
    events,
    state() {
      judgeOutdated();
      return state();
    },
    open,
    page(filter, offset, limit) {
      judgeOutdated();
      return book.page(filter, offset, limit);
    },
    related: (details) => relatedVisits(details, store.index).slice(0, maxRelated).map(book.summary),
    verification: (id, documentId) => store.get(id).documents.find((one) => one.documentId === documentId)?.verification ?? null,
    create: (details) => book.summary(begin(newRowId(), checkedDetails(details), clerk())),
    change(id, details) {
      const next = checkedDetails(details);
      const before = store.get(id);
      change(id, () => next, { kind: 'details-changed', by: clerk(), detail: { text: `${inOneLine(before)} → ${inOneLine(next)}` } });
      return open(id);
    },
    note(id, text) {
      book.change(id, () => ({}), { kind: 'note', by: clerk(), detail: { text } });
      return open(id);
    },
    remove: (id) => under(remove(id, clerk(), 'person')),
    fetch: (id, request, options) => under(fetch(id, request, options ?? {})),
    receive: (...pushed) => under(receive(...pushed)),
    ...createVisitLog({ book, store, audit, clerk }),
    record(id) {
      const row = records.get(id);
      return { row, view: recordView(row, store.find(row.visitId)?.identification ?? '') };
    },
    recordFile: recordFiles(records, files),
    findings(visitId, clientInfo) {
      const id = rules.visitOf(visitId, clientInfo.trim());
      const visit = id === null ? null : store.get(id);
      return { visit: visit && book.summary(visit), findings: book.findings(visit, clientInfo.trim()) };
    },
    override(id, keys, reason) {
      const { added, event } = overrideFindings(book.findings(store.get(id)), keys, { by: clerk(), at: now().toISOString(), reason });
      change(id, ({ overrides }) => ({ overrides: [...overrides, ...added] }), event);
      return open(id);
    },
    evidence: (...asked) => under(evidence(...asked)),
    rules,
    noted(event) {
      const { visitId } = event.search;
      if (visitId === null) return;
      // The visit was removed before the answer arrived, so the screening is not stored either.
      if (!store.has(visitId)) throw new StationError('visit-unknown');
      if (store.find(visitId)) change(visitId, () => ({}), ...eventsOf(event));
    },
    refresh() {
      book.settingsChanged();
      judgeOutdated();
      tell();
      parts.look();
    },
    async recover() {
      // What a kill left of removed visits in the ledger and in unused parts of the database.
      await parts.ledger.eraseMarked();
      database.scrub();
      adoptDocuments(outbox, rules);
      followMissed({ database, outbox, store, copies, follow, now, isEnded: () => ended });
    },
    sweep: () => sweepFiles(parts),
    start() {
      stopRetention = startRetention({
        visits: store,
        days: parts.retentionDays,
        now: parts.plausibleNow,
        warn(visit) {
          store.put({ ...visit, warnedAt: now().toISOString() });
          tell();
        },
        isOpen: (id) => removal.open(id) > 0,
        remove: (id) => remove(id, '', 'retention'),
        async removeOthers(before) {
          parts.ledger.markBefore(before, (id) => outbox.job(id) !== null);
          await parts.ledger.eraseMarked();
          await parts.serviceItems.expire(before).finally(() => database.scrub());
        },
      });
    },
    async close() {
      ended = true;
      await Promise.allSettled([stopRetention(), intake.giveUp(), ...underWay, copies.settled()]);
      telling.end();
    },
  };
}
