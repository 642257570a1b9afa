/** Checks, queues and sends batches, and keeps what became of each document. */

import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { LimitFunction } from 'p-limit';
import type { SigningProfile } from '../../shared/domain/profile.ts';
import type { BatchFault, BatchRequest, SigningJob } from '../../shared/domain/signing.ts';
import { StationError } from '../../shared/errors.ts';
import type { DocumentList } from '../documents/document-list.ts';
import type { Provider } from '../provider/provider.ts';
import { checkBatch } from './check-batch.ts';
import { createDelivery } from './deliver.ts';
import { groupCalls } from './group-calls.ts';
import type { Incoming } from './incoming.ts';
import { createJobBook } from './job-book.ts';
import { knownDocuments } from './known-documents.ts';
import { plainReference } from './match-answer.ts';
import type { ReadFacts } from './read-entry.ts';
import { type CallDocument, createCallRunner } from './run-calls.ts';
import { wirePlacement } from './wire-placement.ts';

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

/** A provider in use: it stays as it is, and open, until it is released. */
export type Line = {
  provider: Provider;
  signing: SigningProfile;
  /** So many calls at once as the profile says, over all batches of this line. */
  limit: LimitFunction;
  release(): void;
};

export type SigningParts = {
  documents: DocumentList;
  /** The active one; null when signing is not set up. */
  line(): Promise<Line | null>;
  outputFolder(): string | null;
  incoming: Incoming;
  readFacts: ReadFacts;
  now?: () => Date;
};

/** `close` cancels what waits and resolves when what is being sent has its result. */
export function createSigningService(parts: SigningParts): SigningService & { close(): Promise<void> } {
  const { documents, incoming, readFacts } = parts;
  const events = new EventEmitter<SigningEvents>();
  const book = createJobBook((jobs) => events.emit('changed', jobs), parts.now ?? (() => new Date()));
  const delivery = createDelivery(parts.outputFolder, incoming.folder);
  const runner = createCallRunner({ book, incoming, delivery, readFacts, content: (id) => documents.content(id) });
  const batches = new Map<string, Promise<unknown>>();

  function start(request: BatchRequest, line: Line): string {
    const batchId = randomUUID();
    const prepared = request.documents.map((entry) => callDocument(entry, documents, line.signing));
    book.queue(batchId, prepared);
    const calls = groupCalls(prepared, line.signing);
    const run = Promise.all(calls.map((call) => line.limit(() => runner.run(call, line.provider)))).finally(() => line.release());
    batches.set(batchId, run);
    return batchId;
  }

  return {
    async check(request) {
      const line = await parts.line();
      try {
        const known = await knownDocuments(request, documents, book.status);
        return checkBatch(request, known(), line?.signing ?? null);
      } finally {
        line?.release();
      }
    },
    async send(request) {
      const line = await parts.line();
      let batchId: string | null = null;
      try {
        const known = await knownDocuments(request, documents, book.status);
        // From here to the queue nothing is awaited, so that no second click comes between.
        const faults = checkBatch(request, known(), line?.signing ?? null);
        if (faults.length === 0 && line) batchId = start(request, line);
        return { batchId, faults };
      } finally {
        if (batchId === null) line?.release();
      }
    },
    cancel: (documentIds) => runner.cancel(documentIds),
    jobs: () => book.all(),
    async settled(batchId) {
      await batches.get(batchId);
    },
    signedPath(documentId) {
      const path = book.signedPath(documentId);
      if (path === null) throw new StationError('document-unknown');
      return path;
    },
    events,
    async close() {
      runner.cancel(book.all().map(({ documentId }) => documentId));
      await Promise.all(batches.values());
    },
  };
}

/** What the check found to be complete, ready for a call. */
function callDocument(entry: BatchRequest['documents'][number], documents: DocumentList, signing: SigningProfile): CallDocument {
  const { document, path } = documents.get(entry.documentId);
  const placed = wirePlacement(entry.placement, document.facts?.pages ?? [], signing.placement);
  if (!placed.ok) throw new StationError(placed.problem.code, placed.problem.detail);
  return {
    documentId: entry.documentId,
    reference: plainReference(entry.reference),
    path,
    name: document.name,
    size: document.size,
    signatures: document.facts?.signatures.length ?? 0,
    clientInfo: entry.clientInfo.trim(),
    wire: placed.wire,
  };
}
