/** Checks, queues and sends batches, and keeps what became of each document. */
import type { EventEmitter } from 'node:events';
import type { BatchFault, BatchRequest, SigningJob } from '../../shared/domain/signing.ts';

export type SigningEvents = { changed: [SigningJob[]] };

export type SigningService = {
  /** Every fault of every document at once; empty when the batch can be sent. */
  check(request: BatchRequest): Promise<BatchFault[]>;
  /** Checks, groups into calls and starts sending; with faults nothing is queued. */
  send(request: BatchRequest): Promise<{ batchId: string | null; faults: BatchFault[] }>;
  /** Cancels what has not been sent; answers with the document ids cancelled. */
  cancel(documentIds: readonly string[]): string[];
  /** The latest job of each document. */
  jobs(): SigningJob[];
  /** Resolves when no document of the batch is queued or being sent. */
  settled(batchId: string): Promise<void>;
  /** Absolute path of the signed file. @throws StationError `document-unknown` */
  signedPath(documentId: string): string;
  events: EventEmitter<SigningEvents>;
};
