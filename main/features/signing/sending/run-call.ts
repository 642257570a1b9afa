/** Sends one call and gives each of its documents an outcome, or queues it again when it was certainly not processed. */

import { randomUUID } from 'node:crypto';
import os from 'node:os';
import type { WirePlacement } from '../../../../shared/domain/placement/placement.ts';
import type { VerificationSettings } from '../../../../shared/domain/verification/verification-settings.ts';
import { type Problem, problem, problemOf } from '../../../../shared/errors.ts';
import { cleanText } from '../../../platform/provider/provider-text.ts';
import type { SigningConnection } from '../../../platform/provider/sign-documents.ts';
import type { SignAnswer, SignedItem } from '../../../platform/provider/signed-entry.ts';
import { within } from '../../../platform/runtime/within.ts';
import { type Incoming, openIncoming } from '../../../platform/storage/incoming.ts';
import { filesOf, type JobUpdate, type OutboxJob, type SavedAnswer } from '../outbox/job.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { type FindDelivered, maxLookMs } from '../receiving/find-delivered.ts';
import { finishAnswer, type ReceiveDeps } from '../receiving/receive-answer.ts';
import { halves, plainReference } from '../rules/group-calls.ts';
import { type FailedCall, type FailedResolution, resolveFailedCall, resolveFault } from '../rules/resolve-outcome.ts';
import { createSendCall, type SendCall } from './send-call.ts';

/** Documents of one placement and client info; the outbox has their other data. `verification`: settings for the check of their files. */
export type Call = { ids: readonly string[]; wire: WirePlacement; verification: VerificationSettings };

/**
 * What a call says about the connection. `passed`: online; `failed`: offline, or the provider has trouble; `none`: nothing.
 * `suspended`: the station itself cannot send now (no room on its disk).
 */
type CallResult = { kind: 'passed' | 'none' } | { kind: 'failed' | 'suspended'; problem: Problem };

type RunDeps = ReceiveDeps & {
  /** Returns null when the copies are there and the answer to `bytes` bytes can be stored: the disk has room; else why not. */
  room: (bytes: number) => Promise<Problem | null>;
  /** Returns why a document must not be sent now; null when it may. */
  blocked: (job: OutboxJob) => Problem | null;
  /** Returns why a document was sent already, though the station does not know that; null otherwise. */
  delivered: FindDelivered;
  /** Called when documents have their outcomes: delivers their files in the background. */
  startDelivery: (ids: readonly string[]) => void;
};

export type CallRunner = {
  /**
   * Runs a call. Resolves when none of its documents is being sent; those to be tried again are queued. Never rejects.
   * `onAnswered`: called at most once, when the answer is complete and stored and the provider is free for another call.
   */
  run(call: Call, provider: SigningConnection, onAnswered?: () => void): Promise<CallResult>;
  /** Cancels the queued ones; a call that has not sent its first byte continues without them. Returns the ids cancelled. */
  cancel(ids: readonly string[]): string[];
  /** Begins no further calls: the remaining documents of a call under way, and calls that have not sent their first byte, stay queued. */
  halt(): void;
  /** Aborts the calls under way: their documents will be in doubt. */
  abort(): void;
};

export function createCallRunner(deps: RunDeps): CallRunner {
  const { outbox } = deps;
  const calls = createSendCall(outbox, deps.files, deps.blocked);
  const running: Running = {
    ...deps,
    calls,
    earlier: new Set(queuedIds(outbox)),
    setBack: new Set(),
    isLate: false,
    startedAt: startedAt(),
    isHalted: false,
  };
  return {
    async run(call, provider, onAnswered = () => {}) {
      try {
        return await runOnce({ ...call, provider, onAnswered }, running);
      } catch (thrown) {
        return endByFault(call.ids, problemOf(thrown), running);
      }
    },
    cancel(ids) {
      const cancelled = inState([...new Set(ids)], 'queued', outbox);
      if (cancelled.length > 0) outbox.move('cancel', cancelled, { problem: problem('cancelled') });
      calls.stop(cancelled);
      return cancelled;
    },
    halt() {
      running.isHalted = true;
      calls.stop();
    },
    abort: () => calls.abort(),
  };
}

/**
 * Ids of documents that were queued in an earlier run (`earlier`) and before the clock jumped ahead (`setBack`), until it was looked whether
 * they were sent. `isLate`: a folder took too long to answer. `startedAt`: of the machine.
 */
type Running = RunDeps & {
  calls: SendCall;
  earlier: Set<string>;
  setBack: Set<string>;
  isLate: boolean;
  startedAt: number;
  isHalted: boolean;
};
type RunningCall = Call & { provider: SigningConnection; onAnswered: () => void };

/** Bytes that a signature usually adds to a document, at most. */
const addedBytes = 128 * 1024;

/** Milliseconds in which no other station signs the same document: what is sent at once needs no look. */
const minWaitMs = 60_000;

const passed: CallResult = { kind: 'passed' };

async function runOnce(call: RunningCall, running: Running): Promise<CallResult> {
  const { outbox, files, calls } = running;
  noticeJump(running);
  for (const job of queuedOf(call.ids, outbox)) await failDelivered(job, running);
  const noRoom = await running.room(queuedOf(call.ids, outbox).reduce((sum, { size }) => sum + size, 0));
  // There is no `await` from here to the preparation of the call, so that no cancellation or halt intervenes.
  const queued = queuedOf(call.ids, outbox);
  if (running.isHalted) return { kind: 'none' };
  const jobs = queued.filter((job) => mayGo(job, running));
  if (jobs.length === 0) return queued.length === 0 ? passed : { kind: 'none' };
  if (noRoom !== null) return pauseFor(noRoom, jobs, outbox);
  const attempt = randomUUID();
  const incoming = openIncoming(files, attempt, Math.max(...jobs.map(({ size }) => size)) + addedBytes);
  const { begun, outcome } = await calls.send({ attempt, jobs, wire: call.wire, incoming }, call.provider);
  if (outcome === null) return runOnce(call, running);
  if (outcome.kind !== 'answered') return resolveFailed({ attempt, begun, outcome, jobs }, call, running);
  await receive(attempt, outcome, jobs, incoming, call, running);
  return passed;
}

type Failed = { attempt: string; begun: boolean; outcome: FailedCall; jobs: readonly OutboxJob[] };

/** Gives the documents of a failed call their outcomes, or queues or sends them again. */
async function resolveFailed({ attempt, begun, outcome, jobs }: Failed, call: RunningCall, running: Running): Promise<CallResult> {
  const why = 'problem' in outcome ? outcome.problem : null;
  const unreadable = jobs.find(({ reference }) => why?.detail?.kind === 'original' && why.detail.reference === plainReference(reference));
  const resolution = resolveFailedCall(outcome, { count: jobs.length, hasUnreadable: unreadable !== undefined });
  const isLeftOut = (job: OutboxJob) => resolution.next === 'leave-out' && job === unreadable;
  if (why !== null && unreadable && isLeftOut(unreadable)) await failUnreadable(unreadable, why, running);
  const others = jobs.filter((job) => !isLeftOut(job));
  await apply(resolution, others, running);
  if (begun) await running.written(() => running.outbox.end(attempt, outcome.kind, why));
  const ids = others.map(({ id }) => id);
  switch (resolution.next) {
    case 'back-off':
      return { kind: 'failed', problem: resolution.problem };
    case 'pause':
      return { kind: 'suspended', problem: resolution.problem };
    case 'halve':
      return runInTurn(halves(ids), { ...call, onAnswered: () => {} }, running);
    case 'leave-out':
      return runOnce({ ...call, ids }, running);
    case 'continue':
      return { kind: begun ? 'passed' : 'none' };
  }
}

async function apply({ move, problem: why }: FailedResolution, jobs: readonly OutboxJob[], running: Running): Promise<void> {
  if (move === 'putBack') await putBack(jobs, why, running);
  else await finish(move, jobs, why, running);
}

/** Runs the halves of a call one after the other, as one call; after a failure the rest stays queued. */
async function runInTurn(halves: readonly string[][], call: RunningCall, running: Running): Promise<CallResult> {
  for (const ids of halves) {
    const result = await runOnce({ ...call, ids }, running);
    if (result.kind !== 'passed') return result;
  }
  return passed;
}

/** Fails only the document with the unreadable encrypted copy. The copy is removed only when it is damaged for good. */
async function failUnreadable(job: OutboxJob, why: Problem, running: Running): Promise<void> {
  const { reference: _, ...detail } = why.detail ?? {};
  await finish('fail', [job], problem(why.code, detail), running);
  if (job.original === null || why.code !== 'stored-data-damaged') return;
  await running.files.quarantine(job.original).catch(() => undefined);
  await running.written(() => running.outbox.change(job.id, { original: null }));
}

/** Stores the answer of a call, then evaluates it. */
async function receive(
  attempt: string,
  { items, otherTexts, defect, unread }: SignAnswer,
  jobs: readonly OutboxJob[],
  incoming: Incoming,
  { verification, onAnswered }: RunningCall,
  running: Running,
): Promise<void> {
  const { outbox, written } = running;
  const answer: SavedAnswer = {
    items: [...items, ...asEntry(unread)].map((item) => saved(item, incoming)),
    otherTexts: otherTexts.flatMap((text) => incoming.encrypted(text) ?? []),
    verification,
    defect,
  };
  const { store } = await written(() => incoming.prepare(filesOf(answer)));
  await written(() => outbox.storeAnswer(attempt, answer, store));
  onAnswered();
  // As they are since their call began.
  const sent = jobs.map((job) => outbox.job(job.id) ?? job);
  await finishAnswer(attempt, answer, sent, running);
  running.startDelivery(jobs.map(({ id }) => id));
}

/** Ends a call after a fault of the station: documents that were being sent may be signed. If this write fails too, the next start resolves them. */
async function endByFault(all: readonly string[], why: Problem, { outbox, written }: Running): Promise<CallResult> {
  const answered = answeredIn(outbox);
  const updates = inState(all, 'sending', outbox).flatMap((id): JobUpdate[] => {
    const move = resolveFault(answered.has(id), why);
    return move === null ? [] : [{ id, move, change: { problem: why } }];
  });
  await written(() => outbox.update(updates)).catch(() => undefined);
  return { kind: 'suspended', problem: why };
}

/** Returns the ids of documents with a complete answer on the disk. */
const answeredIn = (outbox: Outbox): Set<string> =>
  new Set(outbox.openAttempts().flatMap(({ answer, documents }) => (answer === null ? [] : documents.map(({ id }) => id))));

/**
 * Looks for the signed files of documents that waited: the machine may have been set back, or another station may have sent them since. A
 * share that hangs holds up one document, and no others are looked for there.
 */
async function failDelivered(job: OutboxJob, running: Running): Promise<void> {
  const { outbox, earlier, setBack, delivered, written } = running;
  const isSetBack = setBack.has(job.id);
  const hasWaited = !running.isLate && (earlier.has(job.id) || Date.now() - Date.parse(job.queuedAt) > minWaitMs);
  if (!isSetBack && !hasWaited) return;
  const found = await within(delivered(job, Date.parse(job.queuedAt)), maxLookMs, 'late' as const);
  if (found === 'late') running.isLate = true;
  const why = found === null || found === 'late' ? (isSetBack ? problem('resend-needed', { context: 'setBack' }) : null) : found;
  if (why !== null) await written(() => outbox.move('fail', inState([job.id], 'queued', outbox), { problem: why }));
  earlier.delete(job.id);
  setBack.delete(job.id);
}

const queuedIds = (outbox: Outbox): string[] => outbox.openJobs().flatMap(({ id, status }) => (status === 'queued' ? id : []));

/** When the machine started, by its present time: its sleep counts as running. */
const startedAt = (): number => Date.now() - os.uptime() * 1000;

/** More than a correction of the clock. */
const minJumpMs = 60_000;

/**
 * A machine that is put back with its memory has the queue of an earlier time, and then gets the present time. Queued documents may have
 * been sent between the two, so a person decides. Sleep counts as time since the start, so that a machine that slept does not ask. One whose
 * clock was behind asks once.
 */
function noticeJump(running: Running): void {
  const started = startedAt();
  const jumpMs = started - running.startedAt;
  running.startedAt = started;
  if (jumpMs <= minJumpMs) return;
  // By the clock before the jump. What is queued since then has a later time.
  const before = new Date(Date.now() - jumpMs).toISOString();
  for (const { id, status, queuedAt } of running.outbox.openJobs()) if (status === 'queued' && queuedAt <= before) running.setBack.add(id);
}

/** Evaluates the rules of the visit again at the last moment; a blocked document stays queued with the reason. */
function mayGo(job: OutboxJob, { outbox, blocked }: Running): boolean {
  const why = blocked(job);
  if (why && job.problem?.code !== why.code) storeReason(job.id, why, outbox);
  return why === null;
}

function pauseFor(why: Problem, jobs: readonly OutboxJob[], outbox: Outbox): CallResult {
  for (const { id, problem: before } of jobs) if (before?.code !== why.code) storeReason(id, why, outbox);
  return { kind: 'suspended', problem: why };
}

/** Stores why a document waits; a failed write is ignored. */
function storeReason(id: string, why: Problem, outbox: Outbox): void {
  try {
    outbox.change(id, { problem: why });
  } catch {
    // The disk is full; the connection state says why it waits.
  }
}

/** Queues documents again that were certainly not processed, with the reason why they wait. */
async function putBack(jobs: readonly OutboxJob[], why: Problem | null, { outbox, written }: Running): Promise<void> {
  const ids = jobs.map(({ id }) => id);
  await written(() => outbox.move('putBack', inState(ids, 'sending', outbox), { problem: why }));
  if (why) for (const { id, problem: before } of queuedOf(ids, outbox)) if (before?.code !== why.code) storeReason(id, why, outbox);
}

/** Moves the documents that have no outcome yet. */
async function finish(move: 'fail' | 'doubt', jobs: readonly OutboxJob[], why: Problem, running: Running): Promise<void> {
  const { outbox, written } = running;
  const ids = jobs.map(({ id }) => id);
  await written(() => outbox.move(move, inState(ids, 'sending', outbox), { problem: why }));
  await written(() => outbox.move('fail', inState(ids, 'queued', outbox), { problem: why }));
  running.startDelivery(ids);
}

const inState = (ids: readonly string[], status: OutboxJob['status'], outbox: Outbox) => ids.filter((id) => outbox.status(id) === status);
const queuedOf = (ids: readonly string[], outbox: Outbox) => inState(ids, 'queued', outbox).flatMap((id) => outbox.job(id) ?? []);

/** The body of an answer that is not JSON is an entry of no document, whose file a person gets. */
const asEntry = (content: SignAnswer['unread']): SignedItem[] =>
  content === null ? [] : [{ referenceNumber: null, providerDocumentId: null, status: null, errorReason: null, content }];

function saved({ referenceNumber, providerDocumentId, status, errorReason, content }: SignedItem, incoming: Incoming) {
  const [id, reason] = [providerDocumentId, errorReason].map((text) => (text && cleanText(text)) || null);
  return {
    referenceNumber,
    providerDocumentId: id ?? null,
    status,
    errorReason: reason ?? null,
    received: content === null ? null : incoming.encrypted(content),
  };
}
