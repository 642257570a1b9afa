/** The service of the Sign screen: checks batches, queues them, and reports the state of each document. */

import { hash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { BatchFault, BatchRequest, SigningJob } from '../../../shared/domain/signing/signing.ts';
import { StationError } from '../../../shared/errors.ts';
import type { SentBefore } from './duplicates.ts';
import { type JobViews, jobViews, signedPathOf, viewOf } from './outbox/job-view.ts';
import { type BatchDeps, type BatchState, checkRequest, sendBatch, sentBeforeNow } from './send-batch.ts';
import type { CallRunner } from './sending/run-call.ts';

type SigningEvents = { changed: [SigningJob[]] };

export type SigningService = JobViews & {
  /** Returns the faults of all documents; empty when the batch can be sent. */
  check(request: BatchRequest): Promise<BatchFault[]>;
  /**
   * Checks and queues a batch. With a batch id in the result, the documents are on disk and will be sent, whatever happens to the
   * station or to their folder. With faults and no batch id nothing is queued. With both, all documents without a fault are queued: a
   * batch of several calls is queued call by call, and those with a fault could not be encrypted after the first call was queued.
   * `attended`: a person is at the screen, who can give a reason where the visit asks for one (`reason-needed`).
   */
  send(request: BatchRequest, options?: { attended: boolean }): Promise<{ batchId: string | null; faults: BatchFault[] }>;
  /**
   * Returns when and how an open document was already sent to the provider in use: the same bytes for the same client info,
   * within the profile's window. Null when it was not.
   */
  sentBefore(documentId: string, clientInfo: string): SentBefore | null;
  /** Cancels documents that are not sent yet; returns the ids cancelled. */
  cancel(documentIds: readonly string[]): string[];
  /** Returns the jobs that are not at rest. */
  openJobs(): SigningJob[];
  job(documentId: string): SigningJob | null;
  /**
   * Reads the returned file from storage or its folder, and checks that its bytes are the same.
   * @throws StationError `document-unknown` when there is none, `file-missing`, `file-changed`
   */
  returned(documentId: string): Promise<{ name: string; bytes: Buffer }>;
  /** Returns the absolute path of the signed file. @throws StationError `document-unknown` */
  signedPath(documentId: string): string;
  events: EventEmitter<SigningEvents>;
};

type SigningServiceDeps = BatchDeps & { runner: CallRunner };

export function createSigningService(deps: SigningServiceDeps): SigningService {
  const { documents, outbox, runner } = deps;
  const events = new EventEmitter<SigningEvents>();
  const state: BatchState = { ...deps, encrypting: new Map() };
  outbox.onChange((jobs) => events.emit('changed', jobs.map(viewOf)));
  return {
    ...jobViews(outbox),
    check: async (request) => (await checkRequest(request, state)).faults,
    send: (request, { attended } = { attended: false }) => sendBatch(request, state, attended),
    sentBefore: (documentId, clientInfo) => sentBeforeNow(state)(documents.get(documentId), clientInfo.trim()),
    cancel(documentIds) {
      const cancelled = runner.cancel(documentIds);
      deps.onQueueChanged();
      return cancelled;
    },
    openJobs: () => outbox.openJobs().map(viewOf),
    job(documentId) {
      const job = outbox.job(documentId);
      return job && viewOf(job);
    },
    returned: (documentId) => readReturned(documentId, deps),
    signedPath(documentId) {
      const job = outbox.job(documentId);
      const path = job && signedPathOf(job);
      if (!path) throw new StationError('document-unknown');
      return path;
    },
    events,
  };
}

async function readReturned(documentId: string, { outbox, files }: SigningServiceDeps): Promise<{ name: string; bytes: Buffer }> {
  const job = outbox.job(documentId);
  const file = job?.received.find(({ role }) => role !== 'quarantined');
  if (!job || !file) throw new StationError('document-unknown');
  const bytes = file.encrypted === null ? await fileBytes(file.path ?? '') : await files.bytes(file.encrypted);
  if (hash('sha256', bytes) !== job.signedSha256) throw new StationError('file-changed', { name: file.name ?? job.name });
  return { name: file.name ?? job.name, bytes };
}

async function fileBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (thrown) {
    throw new StationError('file-missing', { name: basename(path) }, { cause: thrown });
  }
}
