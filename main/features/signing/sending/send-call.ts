/** Puts one call on the line: writes down that it begins when its first byte is about to leave, and can be stopped before that. */
import type { WirePlacement } from '../../../../shared/domain/placement.ts';
import { type Problem, problem, problemOf, StationError } from '../../../../shared/errors.ts';
import { systemCode } from '../../../platform/files/disk-problem.ts';
import { DamagedFile } from '../../../platform/keychain/damaged-file.ts';
import type { CallOutcome, IncomingStore, Provider } from '../../../platform/provider/provider.ts';
import { type EncryptedFiles, isLost } from '../../../platform/storage/encrypted-files.ts';
import type { Outbox, OutboxJob } from '../outbox/outbox.ts';
import { plainReference } from '../receiving/match-answer.ts';

/** Documents of one placement and client info, at least one; the attempt's id; where the text of the answer goes. */
export type PreparedCall = { attempt: string; jobs: readonly OutboxJob[]; wire: WirePlacement; incoming: IncomingStore };

export type SendCall = {
  /** `begun`: the attempt is in the book. No outcome: the call was stopped before that. Never rejects. */
  send(call: PreparedCall, provider: Provider): Promise<{ begun: boolean; outcome: CallOutcome | null }>;
  /** Stops the calls with these documents, or all, of which no byte has left. */
  stop(ids?: readonly string[]): void;
  /** Breaks off all, whatever has left. */
  breakOff(): void;
};

export function createSendCall(outbox: Outbox, files: EncryptedFiles, held: (job: OutboxJob) => Problem | null): SendCall {
  /** By document: what stops the call that is being prepared. Gone once its first byte leaves. */
  const preparing = new Map<string, AbortController>();
  const underWay = new Set<AbortController>();

  const send: SendCall['send'] = async ({ attempt, jobs, wire, incoming }, provider) => {
    const ids = jobs.map(({ id }) => id);
    const stop = new AbortController();
    for (const id of ids) preparing.set(id, stop);
    underWay.add(stop);
    let begun = false;
    const onSending = () => {
      stop.signal.throwIfAborted();
      if (begun) return; // once more with a new token
      // Getting a token takes a while, in which a push or a search may have come.
      if (jobs.some((job) => held(job) !== null)) stop.abort();
      stop.signal.throwIfAborted();
      outbox.begin({ id: attempt, documents: jobs.map(({ id, reference, sha256 }) => ({ id, reference, sha256 })) });
      begun = true;
      for (const id of ids) preparing.delete(id);
    };
    const request = {
      clientInfo: jobs[0]?.clientInfo ?? '',
      placement: wire,
      documents: jobs.map((job) => ({
        reference: plainReference(job.reference),
        fileName: job.name,
        content: { size: job.size, read: () => original(job) },
      })),
    };
    try {
      const outcome = await provider.signDocuments(request, incoming, { onSending, signal: stop.signal });
      return { begun, outcome: stop.signal.aborted && !begun ? null : outcome };
    } catch (thrown) {
      if (stop.signal.aborted && !begun) return { begun, outcome: null };
      const why = problemOf(thrown);
      return {
        begun,
        outcome: begun ? ({ kind: 'unknown', problem: why } as const) : ({ kind: 'refused', problem: why, again: false } as const),
      };
    } finally {
      for (const id of ids) preparing.delete(id);
      underWay.delete(stop);
    }
  };

  async function* original(job: OutboxJob): AsyncGenerator<Uint8Array> {
    try {
      if (job.original === null) throw new DamagedFile();
      yield* files.read(job.original);
    } catch (thrown) {
      const { code, detail } = whyUnread(thrown);
      throw new StationError(code, { ...detail, kind: 'original', count: 1, reference: plainReference(job.reference) }, { cause: thrown });
    }
  }

  return {
    send,
    stop(ids) {
      for (const [id, call] of preparing) if (ids === undefined || ids.includes(id)) call.abort();
    },
    breakOff() {
      for (const call of underWay) call.abort();
    },
  };
}

/** Returns `record-damaged` for a copy that can never be read; any other code may pass, so its copy is not removed. */
function whyUnread(thrown: unknown): Problem {
  if (isLost(thrown)) return problem('record-damaged');
  return thrown instanceof StationError ? thrown.problem : problem('copy-unreadable', { cause: systemCode(thrown) ?? 'unknown' });
}
