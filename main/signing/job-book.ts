/**
 * The latest job of each document, moved only as the table of states allows. In memory: the durable outbox
 * takes this module's place and keeps its interface.
 */

import type { DocumentStatus, SigningJob } from '../../shared/domain/signing.ts';
import { StationError } from '../../shared/errors.ts';
import { type Move, stateAfter } from './states.ts';

export type JobChange = Partial<
  Pick<SigningJob, 'problem' | 'warning' | 'providerDocumentId' | 'signedName' | 'signedSha256' | 'asideName'>
> & { signedPath?: string };

export type JobBook = {
  /** `draft` for a document that was never sent. */
  status(documentId: string): DocumentStatus;
  /** Queues the documents, by `release` those that are in doubt and by `send` the others: all of them or, when one may not, none. */
  queue(batchId: string, documents: readonly { documentId: string; reference: string }[]): void;
  /** @throws StationError `internal` when the table of states does not allow it; then nothing is moved */
  move(move: Move, documentIds: readonly string[], change?: JobChange): void;
  all(): SigningJob[];
  signedPath(documentId: string): string | null;
};

type Entry = { job: SigningJob; signedPath: string | null };

export function createJobBook(changed: (jobs: SigningJob[]) => void, now: () => Date): JobBook {
  const entries = new Map<string, Entry>();
  const status = (documentId: string) => entries.get(documentId)?.job.status ?? 'draft';

  const entry = (documentId: string): Entry => {
    const found = entries.get(documentId);
    if (!found) throw new StationError('internal', undefined, { message: 'a move of a document that was never queued' });
    return found;
  };

  return {
    status,
    queue(batchId, documents) {
      const at = now().toISOString();
      const queued = documents.map(({ documentId, reference }): [string, Entry] => {
        demand(status(documentId), status(documentId) === 'in-doubt' ? 'release' : 'send');
        return [documentId, { job: { ...blank, documentId, batchId, reference, queuedAt: at, changedAt: at }, signedPath: null }];
      });
      for (const [documentId, job] of queued) entries.set(documentId, job);
      changed(queued.map(([, { job }]) => job));
    },
    move(move, documentIds, { signedPath, ...change } = {}) {
      if (documentIds.length === 0) return;
      const at = now().toISOString();
      const moved = documentIds.map((documentId): [string, Entry] => {
        const { job, signedPath: before } = entry(documentId);
        return [
          documentId,
          { job: { ...job, ...change, status: demand(job.status, move), changedAt: at }, signedPath: signedPath ?? before },
        ];
      });
      for (const [documentId, job] of moved) entries.set(documentId, job);
      changed(moved.map(([, { job }]) => job));
    },
    all: () => [...entries.values()].map(({ job }) => job),
    signedPath: (documentId) => entries.get(documentId)?.signedPath ?? null,
  };
}

const blank = {
  status: 'queued',
  problem: null,
  warning: null,
  providerDocumentId: null,
  signedName: null,
  signedSha256: null,
  asideName: null,
} as const;

function demand(status: DocumentStatus, move: Move): DocumentStatus {
  const next = stateAfter(status, move);
  if (next === null) throw new StationError('internal', undefined, { message: `no ${move} from ${status}` });
  return next;
}
