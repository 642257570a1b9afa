/** Updates the queue by the ledger, before anything is sent. */

import { localMoment } from '../../../../shared/domain/local-format.ts';
import { type Problem, problem } from '../../../../shared/errors.ts';
import { isRepeated, sentBeforeProblem } from '../duplicates.ts';
import type { OutboxJob, RecalledDocument } from '../outbox/job.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { resolveUnknownCall } from '../rules/resolve-outcome.ts';
import { maxListedMs } from '../rules/states.ts';
import type { LedgerNews } from './open-ledger.ts';
import { type CallEntry, type Outcome, recognitionKey } from './rules/entries.ts';
import { ledgerDocumentSchema, type SentLedger } from './sent-ledger.ts';

type ReconcileDeps = {
  ledger: Pick<SentLedger, 'news'>;
  outbox: Outbox;
  hasVisit(id: string): boolean;
  /** The database was restored from a backup. */
  isRestored: boolean;
  /** The data folder is a copy: documents of its queue may have been sent from the original since. */
  isCopy: boolean;
  /** Adds a notice that is shown at every start until a person has read it. */
  report(notice: Problem): void;
  /** By which entries are older than 30 days; see `trusted-clock.ts`. */
  now: Date;
};

/**
 * Puts documents of calls that the database does not know in doubt. Fails queued documents until a person sends them again: those
 * that are the same as one of these under another id, those that the provider refused in a call that the database does not know,
 * and all of them when entries of the ledger are missing, a backup was restored, or the data folder is a copy. Returns the notices of this
 * start; reports missing entries, and how many queued documents are lost. @throws StationError `disk-full`
 */
export function reconcile(deps: ReconcileDeps): Problem[] {
  const { ledger, outbox, isRestored, isCopy, report } = deps;
  const news = ledger.news();
  const { calls, results, incomplete } = news;
  const count = countLost(news, deps);
  const store = (failed: number): void => {
    news.store();
    if (count > 0) report(problem('queue-incomplete', { count }));
    if (incomplete) report(incompleteNotice(incomplete.count, failed));
  };
  if (calls.length === 0 && results.length === 0 && incomplete === null && !isRestored && !isCopy) {
    outbox.recall([], { mustResend: () => null, store });
    return [];
  }
  const cutOff = !isRestored && isCutOff(news, outbox);
  const unknown = unknownCalls(news, cutOff, deps);
  const mustResend = (job: OutboxJob) => whyMustResend(job, unknown, { isRestored, isCopy, isIncomplete: incomplete !== null, cutOff });
  const counts = outbox.recall([...unknown.recalled.values()], { mustResend, store });
  return counts.recalled > 0 && !cutOff ? [problem('ledger-ahead', { count: counts.recalled })] : [];
}

type News = ReturnType<SentLedger['news']>;

/** The documents of calls that the database does not know. */
type UnknownCalls = {
  /** By document id: those that are in doubt now. */
  recalled: Map<string, RecalledDocument>;
  /** By recognition key: those that may have been signed. */
  sent: Map<string, { documentId: string; batchId: string; at: string }>;
  /** By document id: time at which the provider refused it. */
  notSigned: Map<string, string>;
};

function unknownCalls(news: News, cutOff: boolean, deps: ReconcileDeps): UnknownCalls {
  const outcomes = new Map<string, Outcome>();
  for (const { call, outcomes: of } of news.results) for (const { id, outcome } of of) outcomes.set(`${call} ${id}`, outcome);
  const unknown: UnknownCalls = { recalled: new Map(), sent: new Map(), notSigned: new Map() };
  const timeOf = latestTimes(news);
  for (const call of news.calls) {
    for (const document of call.documents) {
      const outcome = outcomes.get(`${call.call} ${document.id}`) ?? null;
      if (isKnown(call, document.id, news, deps.outbox)) continue;
      const isStored = deps.outbox.job(document.id) !== null;
      const resolution = resolveUnknownCall(outcome, { at: timeOf(call), now: deps.now, isStored });
      if (resolution === 'not-processed') continue;
      if (resolution === 'not-signed') {
        unknown.notSigned.set(document.id, call.at);
        continue;
      }
      unknown.sent.set(document.key, { documentId: document.id, batchId: document.batchId, at: call.at });
      const recalled = resolution === 'doubt' ? recalledDocument(call, document, outcome, cutOff, deps) : null;
      if (recalled) unknown.recalled.set(document.id, recalled);
    }
  }
  return unknown;
}

/**
 * Whether the database knows that a document was in a call. The row of the document decides where there is one: a log of the database
 * that was put back makes some tables older than others, and after a salvage some rows are missing.
 */
function isKnown(entry: CallEntry, id: string, news: News, outbox: Outbox): boolean {
  const job = outbox.job(id);
  if (job === null) return news.hasCall(entry.call);
  const last = job.lastAttempt;
  if (last === null || last.id === entry.call) return last !== null;
  // The ledger has the order of the calls: the clock may have been set back between two. Only entries that are missing have just times.
  const number = news.calls.find(({ call }) => call === last.id)?.number;
  if (number === undefined) return news.incomplete !== null && last.at >= entry.at;
  return number > entry.number;
}

/** Returns null for a document whose content was erased. */
function recalledDocument(
  { call, at }: CallEntry,
  { id, content }: CallEntry['documents'][number],
  outcome: Outcome | null,
  cutOff: boolean,
  { outbox, hasVisit }: ReconcileDeps,
): RecalledDocument | null {
  const unrecorded = problem('sent-unrecorded', { at: localMoment(at), ...(outcome === 'signed' && { context: 'signed' }) });
  const why = cutOff ? problem('interrupted') : unrecorded;
  const job = outbox.job(id);
  if (job !== null) return { document: job, call, at, problem: why };
  const known = ledgerDocumentSchema.safeParse(content?.document);
  if (!known.success) return null;
  const visitId = known.data.visitId !== null && hasVisit(known.data.visitId) ? known.data.visitId : null;
  return { document: { ...known.data, visitId, original: null }, call, at, problem: why };
}

/** Returns why a queued document fails until a person sends it again; null when it stays queued. */
function whyMustResend(
  job: OutboxJob,
  { sent, notSigned }: UnknownCalls,
  { isRestored, isCopy, isIncomplete, cutOff }: { isRestored: boolean; isCopy: boolean; isIncomplete: boolean; cutOff: boolean },
): Problem | null {
  if (isRestored) return problem('resend-needed', { context: 'restored' });
  if (isCopy) return problem('resend-needed', { context: 'copied' });
  if (isIncomplete) return problem('resend-needed');
  const notSignedAt = notSigned.get(job.id);
  if (notSignedAt !== undefined) return problem('resend-needed', { context: 'refused', at: localMoment(notSignedAt) });
  const same = cutOff ? undefined : sent.get(recognitionKey(job));
  if (same === undefined || !isRepeated(job, same)) return null;
  return sentBeforeProblem({ ...same, status: 'in-doubt', closed: false, signedPath: null }, job.name);
}

/**
 * Returns a function for the latest time of an entry and of those before it: a clock that was behind makes no entry older than the ones
 * before it.
 */
function latestTimes({ queued, calls, results }: LedgerNews): (entry: { number: number }) => string {
  let latest = '';
  const times = new Map<number, string>();
  for (const { number, at } of [...queued, ...calls, ...results].toSorted((one, other) => one.number - other.number)) {
    if (at > latest) latest = at;
    times.set(number, latest);
  }
  return ({ number }) => times.get(number) ?? latest;
}

/** Counts the queued documents of the last 30 days that the database lacks, without those of a call. */
function countLost(news: News, { outbox, now }: ReconcileDeps): number {
  const { queued, calls } = news;
  const timeOf = latestTimes(news);
  const recent = queued.filter((entry) => Date.parse(timeOf(entry)) >= now.getTime() - maxListedMs);
  const called = new Set(calls.flatMap(({ documents }) => documents.map(({ id }) => id)));
  return recent.flatMap(({ ids }) => ids).filter((id) => !called.has(id) && outbox.job(id) === null).length;
}

/** Whether the process ended between ledger and database, which leaves one call of queued documents: both are whole. */
const isCutOff = ({ calls: [call, ...more], results, incomplete }: LedgerNews, outbox: Outbox): boolean =>
  incomplete === null &&
  results.length === 0 &&
  more.length === 0 &&
  call?.documents.every(({ id }) => outbox.job(id)?.status === 'queued') === true;

const incompleteNotice = (count: number | null, waiting: number): Problem =>
  problem('ledger-incomplete', count === null ? { waiting, context: 'uncounted' } : { waiting, count });
