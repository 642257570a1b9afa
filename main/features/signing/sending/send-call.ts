/** Sends prepared calls: records the attempt when the first byte is about to leave, and stops those that have not come so far. */

import type { WirePlacement } from '../../../../shared/domain/placement/placement.ts';
import { type Problem, problem, problemOf, StationError } from '../../../../shared/errors.ts';
import { systemCode } from '../../../platform/files/disk-problem.ts';
import { DamagedFile } from '../../../platform/keychain/encrypted-stream.ts';
import type { CallOutcome } from '../../../platform/provider/classify-failure.ts';
import type { SigningCall, SigningConnection } from '../../../platform/provider/sign-documents.ts';
import type { EncryptedFiles } from '../../../platform/storage/encrypted-files.ts';
import type { IncomingStore } from '../../../platform/storage/incoming.ts';
import type { OutboxJob } from '../outbox/job.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { plainReference } from '../rules/group-calls.ts';
import { failedCall } from '../rules/resolve-outcome.ts';

/** At least one document of one placement and client info; the attempt's id; the store for the text of the answer. */
type PreparedCall = { attempt: string; jobs: readonly OutboxJob[]; wire: WirePlacement; incoming: IncomingStore };

export type SendCall = {
  /** Sends a call. `begun`: the attempt is recorded. `outcome` null: the call was stopped before that. Never rejects. */
  send(call: PreparedCall, provider: SigningConnection): Promise<{ begun: boolean; outcome: CallOutcome | null }>;
  /** Stops the calls with these documents, or all calls, if no byte has left. */
  stop(ids?: readonly string[]): void;
  /** Aborts all calls, even when bytes have left. */
  abort(): void;
};

/** @param blocked returns why a document may not be sent now; null when it may. Called before the first byte leaves */
export function createSendCall(outbox: Outbox, files: EncryptedFiles, blocked: (job: OutboxJob) => Problem | null): SendCall {
  /** By document id: stops the call in preparation. Removed when its first byte leaves. */
  const preparing = new Map<string, AbortController>();
  const underWay = new Set<AbortController>();
  return {
    async send({ attempt, jobs, wire, incoming }, provider) {
      const ids = jobs.map(({ id }) => id);
      const stop = new AbortController();
      for (const id of ids) preparing.set(id, stop);
      underWay.add(stop);
      let begun = false;
      const onSending = () => {
        stop.signal.throwIfAborted();
        if (begun) return; // again with a new token
        // A push or a screening may have arrived while the token was fetched.
        if (jobs.some((job) => blocked(job) !== null)) stop.abort();
        stop.signal.throwIfAborted();
        outbox.begin({ id: attempt, documents: jobs.map(({ id, reference, sha256 }) => ({ id, reference, sha256 })) });
        begun = true;
        for (const id of ids) preparing.delete(id);
      };
      const isStopped = () => stop.signal.aborted && !begun;
      try {
        const outcome = await provider.signDocuments(requestOf(jobs, wire, files), incoming, { onSending, signal: stop.signal });
        return { begun, outcome: isStopped() ? null : outcome };
      } catch (thrown) {
        return { begun, outcome: isStopped() ? null : failedCall(begun, problemOf(thrown)) };
      } finally {
        for (const id of ids) preparing.delete(id);
        underWay.delete(stop);
      }
    },
    stop(ids) {
      for (const [id, call] of preparing) if (ids === undefined || ids.includes(id)) call.abort();
    },
    abort() {
      for (const call of underWay) call.abort();
    },
  };
}

const requestOf = (jobs: readonly OutboxJob[], wire: WirePlacement, files: EncryptedFiles): SigningCall => ({
  clientInfo: jobs[0]?.clientInfo ?? '',
  placement: wire,
  documents: jobs.map((job) => ({
    reference: plainReference(job.reference),
    fileName: job.name,
    content: { size: job.size, read: () => original(job, files) },
  })),
});

async function* original(job: OutboxJob, files: EncryptedFiles): AsyncGenerator<Uint8Array> {
  try {
    if (job.original === null) throw new DamagedFile();
    yield* files.read(job.original);
  } catch (thrown) {
    const { code, detail } = whyUnread(thrown);
    throw new StationError(code, { ...detail, kind: 'original', count: 1, reference: plainReference(job.reference) }, { cause: thrown });
  }
}

/** Why a copy cannot be read. One that is not damaged may be readable later, also one that is gone: its folder may come back. */
function whyUnread(thrown: unknown): Problem {
  return thrown instanceof StationError ? thrown.problem : problem('copy-unreadable', { cause: systemCode(thrown) ?? 'unknown' });
}
