/** Sends one call and gives each of its documents a result, or queues it again when it was certainly not processed. */
import { randomUUID } from 'node:crypto';
import type { WirePlacement } from '../../../../shared/domain/placement.ts';
import type { VerificationSettings } from '../../../../shared/domain/verification-settings.ts';
import { type Problem, problem, problemOf } from '../../../../shared/errors.ts';
import type { CallOutcome, Provider, SignAnswer, SignedItem } from '../../../platform/provider/provider.ts';
import { cleanText } from '../../../platform/provider/provider-text.ts';
import { type Incoming, openIncoming } from '../../../platform/storage/incoming.ts';
import { type AttemptOutcome, filesOf, type Outbox, type OutboxJob, type SavedAnswer } from '../outbox/outbox.ts';
import { plainReference } from '../receiving/match-answer.ts';
import { finishAnswer, type ReceiveDeps } from '../receiving/receive.ts';
import { halves } from './group-calls.ts';
import { createSendCall } from './send-call.ts';

/** Documents of one placement and client info; the outbox has their other data. `verification`: settings for the check of their files. */
export type Call = { ids: readonly string[]; wire: WirePlacement; verification: VerificationSettings };
type RunningCall = Call & { onAnswered: () => void };

/**
 * The result of a call, as to the connection: `passed`: online; `failed`: offline, or the provider has trouble; `none`: nothing.
 * `held`: the station itself cannot send now (no room on its disk).
 */
export type CallResult = { kind: 'passed' | 'none' } | { kind: 'failed' | 'held'; problem: Problem };

export type RunDeps = ReceiveDeps & {
  /** Returns null when the disk has room for the answer to `bytes` bytes; else why not. */
  room: (bytes: number) => Promise<Problem | null>;
  /** Returns why a document must not be sent now; null when it may. */
  held: (job: OutboxJob) => Problem | null;
  /** Called when documents have their results, so that their files can be delivered. */
  settled: (ids: readonly string[]) => void;
};

export type CallRunner = {
  /** Runs a call. Resolves when none of its documents is being sent; those to be tried again are queued. Never rejects. */
  /** `onAnswered`: called at most once, when the answer is complete and stored and the provider is free for another call. */
  run(call: Call, provider: Provider, onAnswered?: () => void): Promise<CallResult>;
  /** Cancels the queued ones; a call that has not sent its first byte continues without them. Returns the ids cancelled. */
  cancel(ids: readonly string[]): string[];
  /** Begins no further calls: the remaining documents of a call under way, and calls that have not sent their first byte, stay queued. */
  halt(): void;
  /** Aborts the calls under way: their documents will be in doubt. */
  abort(): void;
};

const passed: CallResult = { kind: 'passed' };

export function createCallRunner(parts: RunDeps): CallRunner {
  const { outbox, files, written } = parts;
  const inState = (ids: readonly string[], status: OutboxJob['status']) => ids.filter((id) => outbox.status(id) === status);
  const queuedOf = (ids: readonly string[]) => inState(ids, 'queued').flatMap((id) => outbox.job(id) ?? []);
  const calls = createSendCall(outbox, files, parts.held);
  let halted = false;

  async function runOnce(call: RunningCall, provider: Provider): Promise<CallResult> {
    const { ids, wire } = call;
    const noRoom = await parts.room(queuedOf(ids).reduce((sum, { size }) => sum + size, 0));
    // There is no `await` from here to the preparation of the call, so that no cancellation or halt intervenes.
    const queued = queuedOf(ids);
    if (halted) return { kind: 'none' };
    const jobs = queued.filter((job) => mayGo(job));
    if (jobs.length === 0) return queued.length === 0 ? passed : { kind: 'none' };
    if (noRoom !== null) return hold(jobs, noRoom);
    const attempt = randomUUID();
    const incoming = openIncoming(files, attempt);
    const { begun, outcome } = await calls.send({ attempt, jobs, wire, incoming }, provider);
    const end = async (came: AttemptOutcome, why: Problem | null = null) => {
      if (begun) await written(() => outbox.end(attempt, came, why));
    };
    switch (outcome?.kind) {
      case undefined:
        return runOnce(call, provider);
      case 'answered':
        await keepAndReceive(attempt, outcome, jobs, incoming, call);
        return passed;
      case 'unknown':
        await finish('doubt', jobs, outcome.problem);
        await end('unknown', outcome.problem);
        return { kind: 'failed', problem: outcome.problem };
      case 'too-large': {
        if (jobs.length === 1) {
          await finish('fail', jobs, problem('call-too-large'));
          await end('too-large');
          return passed;
        }
        await putBack(jobs, null);
        await end('too-large');
        // Sends its halves one after the other, as one call.
        return inTurn(halves(jobs.map(({ id }) => id)), { ...call, onAnswered: () => {} }, provider);
      }
      case 'refused':
        return refused(outcome, begun, jobs, call, provider, end);
    }
  }

  async function refused(
    { problem: why, again }: Extract<CallOutcome, { kind: 'refused' }>,
    begun: boolean,
    jobs: readonly OutboxJob[],
    call: RunningCall,
    provider: Provider,
    end: (came: AttemptOutcome, why: Problem) => Promise<void>,
  ): Promise<CallResult> {
    if (again) {
      await putBack(jobs, why);
      await end('refused', why);
      return { kind: 'failed', problem: why };
    }
    if (why.code === 'disk-full') {
      await putBack(jobs, why);
      await end('refused', why);
      return { kind: 'held', problem: why };
    }
    const broken = jobs.find(({ reference }) => why.detail?.kind === 'original' && why.detail.reference === plainReference(reference));
    if (!broken) {
      await finish('fail', jobs, why);
      await end('refused', why);
      return { kind: begun ? 'passed' : 'none' };
    }
    // Fails only the document with the unreadable encrypted copy. The copy is removed only when it is damaged for good.
    const { reference: _, ...detail } = why.detail ?? {};
    await finish('fail', [broken], problem(why.code, detail));
    if (broken.original && why.code === 'record-damaged') {
      await files.quarantine(broken.original).catch(() => undefined);
      await written(() => outbox.change(broken.id, { original: null }));
    }
    const others = jobs.filter((job) => job !== broken);
    await putBack(others, null);
    await end('refused', why);
    return runOnce({ ...call, ids: others.map(({ id }) => id) }, provider);
  }

  /** Runs the halves one after the other; after a failure the rest stays queued. */
  async function inTurn(halves: readonly string[][], call: RunningCall, provider: Provider): Promise<CallResult> {
    for (const ids of halves) {
      const result = await runOnce({ ...call, ids }, provider);
      if (result.kind !== 'passed') return result;
    }
    return passed;
  }

  async function keepAndReceive(
    attempt: string,
    { items, otherTexts, defect }: SignAnswer,
    jobs: readonly OutboxJob[],
    incoming: Incoming,
    { verification, onAnswered }: RunningCall,
  ): Promise<void> {
    const answer: SavedAnswer = {
      items: items.map((item) => saved(item, incoming)),
      otherTexts: otherTexts.flatMap((text) => incoming.encrypted(text) ?? []),
      verification,
      defect,
    };
    const { store } = await written(() => incoming.prepare(filesOf(answer)));
    await written(() => outbox.keepAnswer(attempt, answer, store));
    onAnswered();
    await finishAnswer(attempt, answer, jobs, parts);
    parts.settled(jobs.map(({ id }) => id));
  }

  /** Evaluates the rules again at the last moment; a blocked document stays queued with the reason. */
  function mayGo(job: OutboxJob): boolean {
    const why = parts.held(job);
    if (why && job.problem?.code !== why.code) tell(job.id, why);
    return why === null;
  }

  function hold(jobs: readonly OutboxJob[], why: Problem): CallResult {
    for (const { id, problem: before } of jobs) if (before?.code !== why.code) tell(id, why);
    return { kind: 'held', problem: why };
  }

  /** Stores why a document waits; a failed write is ignored. */
  function tell(id: string, why: Problem): void {
    try {
      outbox.change(id, { problem: why });
    } catch {
      // The disk is full; the connection state says why it waits.
    }
  }

  /** Queues documents again that were certainly not processed, with the reason why they wait. */
  async function putBack(jobs: readonly OutboxJob[], why: Problem | null): Promise<void> {
    const ids = jobs.map(({ id }) => id);
    await written(() => outbox.move('putBack', inState(ids, 'sending'), { problem: why }));
    if (why) for (const { id, problem: before } of queuedOf(ids)) if (before?.code !== why.code) tell(id, why);
  }

  /** Moves the documents that are not finished yet. */
  async function finish(move: 'fail' | 'doubt', jobs: readonly OutboxJob[], why: Problem): Promise<void> {
    const ids = jobs.map(({ id }) => id);
    await written(() => outbox.move(move, inState(ids, 'sending'), { problem: why }));
    await written(() => outbox.move('fail', inState(ids, 'queued'), { problem: why }));
    parts.settled(ids);
  }

  return {
    async run(call, provider, onAnswered = () => {}) {
      try {
        return await runOnce({ ...call, onAnswered }, provider);
      } catch (thrown) {
        // A fault of the station: the documents being sent may be signed. If this write fails too, they are in doubt at the next start.
        const why = problemOf(thrown);
        // The station ends before the check of a complete answer has ended: the next start repeats it, and nothing is in doubt.
        const answered = why.code === 'cancelled' ? answeredIn(outbox) : new Set<string>();
        const ids = call.ids.filter((id) => !answered.has(id));
        await written(() => outbox.move('doubt', inState(ids, 'sending'), { problem: why })).catch(() => undefined);
        return { kind: 'held', problem: why };
      }
    },
    cancel(ids) {
      const cancelled = [...new Set(ids)].filter((id) => outbox.status(id) === 'queued');
      if (cancelled.length > 0) outbox.move('cancel', cancelled, { problem: problem('cancelled') });
      calls.stop(cancelled);
      return cancelled;
    },
    halt() {
      halted = true;
      calls.stop();
    },
    abort() {
      calls.breakOff();
    },
  };
}

/** Returns the ids of documents with a complete answer on the disk. */
const answeredIn = (outbox: Outbox): Set<string> =>
  new Set(outbox.openAttempts().flatMap(({ answer, documents }) => (answer === null ? [] : documents.map(({ id }) => id))));

function saved({ referenceNumber, documentId, status, errorReason, content }: SignedItem, incoming: Incoming) {
  const [id, reason] = [documentId, errorReason].map((said) => (said === null ? null : cleanText(said)));
  return {
    referenceNumber,
    documentId: id ?? null,
    status,
    errorReason: reason ?? null,
    received: content === null ? null : incoming.encrypted(content),
  };
}
