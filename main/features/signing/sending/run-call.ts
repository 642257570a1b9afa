/** Sends one call and sees every document of it to a result, or back into the queue when certainly nothing was done with it. */
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

/** Documents of one placement and client info; what else they need is in the outbox. `verification`: by which their files are checked. */
export type Call = { ids: readonly string[]; wire: WirePlacement; verification: VerificationSettings };
type RunningCall = Call & { onAnswered: () => void };

/**
 * What a call says of the line: `passed` that it is up, `failed` that it is not or that the provider has trouble, `none`
 * nothing. `held`: the station itself cannot send now (no room on its disk).
 */
export type CallResult = { kind: 'passed' | 'none' } | { kind: 'failed' | 'held'; problem: Problem };

export type RunDeps = ReceiveDeps & {
  /** Null when an answer to so many bytes has room on the disk; else why not. */
  room: (bytes: number) => Promise<Problem | null>;
  /** Why a document must not be sent now; null when it may. */
  held: (job: OutboxJob) => Problem | null;
  /** Documents have their result: what came for them can be delivered. */
  settled: (ids: readonly string[]) => void;
};

export type CallRunner = {
  /** Resolves when no document of the call is being sent; those that are to be tried again are queued. Never rejects. */
  /** `onAnswered`: the answer is complete and stored, and the provider free for another call; it is called once at most. */
  run(call: Call, provider: Provider, onAnswered?: () => void): Promise<CallResult>;
  /** Cancels those that are queued; a call that has not sent its first byte goes on without them. */
  cancel(ids: readonly string[]): string[];
  /** Begins nothing more: what a call under way has left over, and what has not sent its first byte, stays queued. */
  halt(): void;
  /** Breaks off what is being sent, which will be in doubt. */
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
    // From here to the preparation of the call nothing is awaited, so that no cancellation and no halt comes between.
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
        // Its halves go one after the other, as one call.
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
    // Fails only the document whose encrypted copy cannot be read. The copy is removed only when it is damaged for good.
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

  /** One after the other; what fails keeps the rest in the queue. */
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

  /** The rules are asked once more, at the last moment; what they stop stays queued and says so. */
  function mayGo(job: OutboxJob): boolean {
    const why = parts.held(job);
    if (why && job.problem?.code !== why.code) tell(job.id, why);
    return why === null;
  }

  function hold(jobs: readonly OutboxJob[], why: Problem): CallResult {
    for (const { id, problem: before } of jobs) if (before?.code !== why.code) tell(id, why);
    return { kind: 'held', problem: why };
  }

  /** What keeps a document waiting is worth telling, but no reason to stop when it cannot be written. */
  function tell(id: string, why: Problem): void {
    try {
      outbox.change(id, { problem: why });
    } catch {
      // The disk is full; the line's state says why it waits.
    }
  }

  /** Certainly not processed: queued as before, with what keeps it waiting. */
  async function putBack(jobs: readonly OutboxJob[], why: Problem | null): Promise<void> {
    const ids = jobs.map(({ id }) => id);
    await written(() => outbox.move('putBack', inState(ids, 'sending'), { problem: why }));
    if (why) for (const { id, problem: before } of queuedOf(ids)) if (before?.code !== why.code) tell(id, why);
  }

  /** Those that are not finished yet. */
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
        // A fault of the station: what was being sent may have been signed. What cannot even be written now is in doubt at the next start.
        const why = problemOf(thrown);
        // The station ends before the check of a complete answer did: the next start makes it, and nothing is in doubt.
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

/** Documents whose answer is complete on the disk. */
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
