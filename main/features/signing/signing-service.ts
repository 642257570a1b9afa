/** Checks batches, queues them, and reports the state of each document. */

import { hash, randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { SigningProfile } from '../../../shared/domain/profile.ts';
import type { BatchFault, BatchRequest, DocumentVerification, SigningJob } from '../../../shared/domain/signing.ts';
import { problem, StationError } from '../../../shared/errors.ts';
import type { EncryptedFiles } from '../../platform/storage/encrypted-files.ts';
import type { DocumentList, OpenDocument } from '../documents/documents.ts';
import { batchSlices } from './batch-slices.ts';
import { checkBatch } from './check-batch.ts';
import type { FindSentBefore, SentBefore } from './duplicates.ts';
import { encryptOriginals } from './encrypt-originals.ts';
import { knownDocuments } from './known-documents.ts';
import { detailsOf, signedPathOf, viewOf } from './outbox/job-view.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { SigningRules } from './rules.ts';
import type { CallRunner } from './sending/run-call.ts';
import { isUnderWay } from './states.ts';

export type SigningEvents = { changed: [SigningJob[]] };

export type SigningService = {
  /** Returns the faults of all documents; empty when the batch can be sent. */
  check(request: BatchRequest): Promise<BatchFault[]>;
  /**
   * Checks and queues a batch. With a batch id in the result, the documents are on disk and will be sent, whatever happens to the
   * station or to their folder. With faults and no batch id nothing is queued. With both, all documents without a fault are queued: a
   * batch of several calls is queued call by call, and those with a fault could not be encrypted after the first call was queued.
   */
  send(request: BatchRequest): Promise<{ batchId: string | null; faults: BatchFault[] }>;
  /**
   * Returns when and how an open document was already sent to the provider in use: the same bytes for the same client info,
   * within the profile's window. Null when it was not.
   */
  sentBefore(documentId: string, clientInfo: string): SentBefore | null;
  /** Cancels documents that are not sent yet; returns the ids cancelled. */
  cancel(documentIds: readonly string[]): string[];
  /** Returns the latest job of each document. Reads all rows: for lists. */
  jobs(): SigningJob[];
  /** Returns the jobs that are not at rest. */
  openJobs(): SigningJob[];
  job(documentId: string): SigningJob | null;
  /** Returns the paths, which the page does not get. `signedPath` is null until the signed file is delivered. */
  details(documentId: string): { path: string; sha256: string; signedPath: string | null } | null;
  /** Resolves when no document of the batch is queued or being sent. */
  settled(batchId: string): Promise<void>;
  /** Returns the latest check of the returned file; null without one. */
  verification(documentId: string): DocumentVerification | null;
  /**
   * Reads the returned file from storage or its folder, and checks that its bytes are the same.
   * @throws StationError `document-unknown` when there is none, `file-missing`, `file-changed`
   */
  returned(documentId: string): Promise<{ name: string; bytes: Buffer }>;
  /** Returns the absolute path of the signed file. @throws StationError `document-unknown` */
  signedPath(documentId: string): string;
  events: EventEmitter<SigningEvents>;
};

/** The active provider when a batch is queued; null when signing is not set up. */
export type ActiveSigning = { account: string; signing: SigningProfile };

export type SigningDeps = {
  documents: DocumentList;
  active(): Promise<ActiveSigning | null>;
  outbox: Outbox;
  files: EncryptedFiles;
  runner: CallRunner;
  rules: SigningRules;
  duplicates(): FindSentBefore;
  /** The active account, without starting anything. */
  activeAccount(): string | null;
  /** Output folder of this run; replaces the one in the settings. */
  outputFolder: string | null;
  /** Called after documents were queued or cancelled. */
  look(): void;
};

export function createSigningService(parts: SigningDeps): SigningService {
  const { documents, outbox, files, runner, rules } = parts;
  const events = new EventEmitter<SigningEvents>();
  /** Documents that are being encrypted: they count as queued. */
  const encrypting = new Map<string, SentBefore & { sha256: string; clientInfo: string }>();
  outbox.onChange((jobs) => events.emit('changed', jobs.map(viewOf)));

  const job = (id: string): SigningJob | null => {
    const found = outbox.job(id);
    return found && viewOf(found);
  };
  const status = (id: string) => (encrypting.has(id) ? 'queued' : outbox.status(id));
  const states = {
    status,
    sentBefore: () => {
      const find = parts.duplicates();
      const account = parts.activeAccount();
      return ({ document: { id, sha256 } }: OpenDocument, clientInfo: string): SentBefore | null => {
        if (account === null || sha256 === null) return null;
        const copied = [...encrypting.values()].find(
          (one) => one.documentId !== id && one.sha256 === sha256 && one.clientInfo === clientInfo,
        );
        return copied ?? find({ id, batchId: outbox.job(id)?.batchId ?? null, account, sha256, clientInfo });
      };
    },
  };

  async function checked(request: BatchRequest) {
    const active = await parts.active();
    const known = await knownDocuments(request, documents, states);
    const faults = [...checkBatch(request, known(), active?.signing ?? null), ...ruleFaults(request)];
    return { active, faults };
  }

  /** Returns the blocking rules of the batch, each once. */
  function ruleFaults({ documents: entries, visitId = null }: BatchRequest): BatchFault[] {
    // Otherwise a removed visit, and its rules, would be ignored silently.
    if (visitId !== null && rules.visitOf(visitId, '') === null) return [{ documentId: null, problem: problem('visit-unknown') }];
    const clients = new Set(entries.map(({ clientInfo }) => clientInfo.trim()));
    const found = [...clients].flatMap((client) => rules.stops(rules.visitOf(visitId, client), client));
    return [...new Map(found.map((one) => [one.code, one])).values()].map((one) => ({ documentId: null, problem: one }));
  }

  /**
   * Encrypts and queues call by call, so that the first call is sent while the others are encrypted. A fault in the first call
   * queues nothing; a later document with a fault is left out.
   */
  async function queue(request: BatchRequest, active: ActiveSigning) {
    const batchId = randomUUID();
    const faults: BatchFault[] = [];
    let isBegun = false;
    for (const entries of batchSlices(request.documents, active.signing, documents)) {
      const found = await queueSlice({ ...request, documents: entries }, { batchId, account: active.account, isBegun }).catch(
        (thrown: unknown): BatchFault[] => {
          // Documents of earlier slices are queued: the caller needs their batch id and the fault of the rest.
          if (!isBegun || !(thrown instanceof StationError)) throw thrown;
          return [{ documentId: null, problem: thrown.problem }];
        },
      );
      faults.push(...found);
      // A rule that blocks the visit blocks the remaining slices.
      if (found.length > 0 && (!isBegun || found.some(({ documentId }) => documentId === null))) break;
      isBegun = true;
      for (const { documentId } of entries) encrypting.delete(documentId);
      parts.look();
    }
    return { batchId: isBegun ? batchId : null, faults };
  }

  async function queueSlice(
    request: BatchRequest,
    { batchId, account, isBegun }: { batchId: string; account: string; isBegun: boolean },
  ): Promise<BatchFault[]> {
    const { documents: entries, visitId = null } = request;
    const visitOf = (clientInfo: string) => rules.visitOf(visitId, clientInfo);
    const encrypted = await encryptOriginals(entries, { documents, files, batchId, account, outputFolder: parts.outputFolder, visitOf });
    if (encrypted.documents.length === 0 || (encrypted.faults.length > 0 && !isBegun)) {
      await encrypted.discard();
      return encrypted.faults;
    }
    // A push or a screening may have arrived, or the visit may have been removed, during the encryption.
    const stopped = ruleFaults(request);
    if (stopped.length > 0) {
      await encrypted.discard();
      return stopped;
    }
    const before = encrypted.documents.flatMap(({ id }) => outbox.job(id)?.original ?? []);
    const { forget, finish } = files.removal(before);
    try {
      outbox.enqueue(encrypted.documents, () => {
        encrypted.store();
        forget();
      });
    } catch (thrown) {
      await encrypted.discard();
      throw thrown;
    }
    await finish().catch(() => undefined);
    return encrypted.faults;
  }

  return {
    check: async (request) => (await checked(request)).faults,
    async send(request) {
      const { active, faults } = await checked(request);
      if (faults.length > 0 || active === null) return { batchId: null, faults };
      // There is no `await` between the check and this point, so that no second click intervenes.
      for (const entry of request.documents) encrypting.set(entry.documentId, beingEncrypted(entry, documents));
      try {
        return await queue(request, active);
      } finally {
        for (const { documentId } of request.documents) encrypting.delete(documentId);
      }
    },
    sentBefore: (documentId, clientInfo) => states.sentBefore()(documents.get(documentId), clientInfo.trim()),
    cancel(documentIds) {
      const cancelled = runner.cancel(documentIds);
      parts.look();
      return cancelled;
    },
    jobs: () => outbox.jobs().map(viewOf),
    openJobs: () => outbox.openJobs().map(viewOf),
    job,
    details(documentId) {
      const job = outbox.job(documentId);
      return job && detailsOf(job);
    },
    async settled(batchId) {
      const open = () => outbox.openJobs().some((job) => job.batchId === batchId && isUnderWay(job.status));
      while (open()) await new Promise<void>((resolve) => events.once('changed', () => resolve()));
    },
    verification: (documentId) => outbox.job(documentId)?.verification ?? null,
    async returned(documentId) {
      const job = outbox.job(documentId);
      const file = job?.received.find(({ role }) => role !== 'aside');
      if (!job || !file) throw new StationError('document-unknown');
      const bytes = file.encrypted === null ? await fileBytes(file.path ?? '') : await files.bytes(file.encrypted);
      if (hash('sha256', bytes) !== job.signedSha256) throw new StationError('file-changed', { name: file.name ?? job.name });
      return { name: file.name ?? job.name, bytes };
    },
    signedPath(documentId) {
      const job = outbox.job(documentId);
      const path = job && signedPathOf(job);
      if (!path) throw new StationError('document-unknown');
      return path;
    },
    events,
  };
}

async function fileBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (thrown) {
    throw new StationError('file-missing', { name: basename(path) }, { cause: thrown });
  }
}

function beingEncrypted({ documentId, clientInfo }: BatchRequest['documents'][number], documents: DocumentList) {
  const queued = { status: 'queued', at: new Date().toISOString(), closed: false, signedPath: null, providerDocumentId: null } as const;
  const sha256 = documents.get(documentId).document.sha256 ?? '';
  return { ...queued, documentId, batchId: '', sha256, clientInfo: clientInfo.trim() };
}
