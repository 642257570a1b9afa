/** The interface of the visit service. */

import type { EventEmitter } from 'node:events';
import type { Finding } from '../../../shared/domain/policy.ts';
import type { RecordSummary, RecordView, RecordWish } from '../../../shared/domain/record.ts';
import type { Language } from '../../../shared/domain/settings.ts';
import type { DocumentVerification } from '../../../shared/domain/signing.ts';
import type {
  EvidenceResult,
  EvidenceWish,
  VisitDetails,
  VisitFilter,
  VisitPage,
  VisitSummary,
  VisitsState,
  VisitView,
} from '../../../shared/domain/visit.ts';
import type { PushedRecord, RecordFacts, RecordRow } from '../records/records.ts';

export type VisitEvents = { changed: [VisitSummary]; removed: [string]; state: [VisitsState] };

/** Bytes of a record's picture, video or document. */
export type StoredFile = {
  name: string;
  size: number;
  sha256: string;
  mime: string | null;
  /** Reads a range of bytes, both ends included. */
  range(start: number, end: number): AsyncIterable<Uint8Array>;
  read(): AsyncIterable<Uint8Array>;
};

export type FetchRequest = { parts: readonly string[]; wish: RecordWish };
export type FetchOptions = { signal?: AbortSignal; onProgress?: (bytes: number) => void };

/** What is known of earlier pushes. Called within the transaction that stores the record; `find` before it as well. */
export type PushBook = {
  /**
   * Null for a duplicate. Otherwise the version number under this Uid, and the visit of its earlier versions.
   * @param uid null when the record does not say
   */
  find(uid: string | null, digest: string): { version: number; visitId: string | null } | null;
  /** The push is stored. */
  add(record: RecordRow, facts: RecordFacts, digest: string): void;
};

export type VisitService = {
  readonly events: EventEmitter<VisitEvents>;
  state(): VisitsState;
  page(filter: VisitFilter, offset: number, limit: number): VisitPage;
  /** The latest visits of the same transaction number or identification, at most `maxRelated`. */
  related(details: Pick<VisitDetails, 'transaction' | 'identification'>): VisitSummary[];
  /** @throws StationError `visit-unknown`, `record-damaged` */
  open(id: string): VisitView;
  /** The latest check of the file that came back for a document of the visit; null without one. @throws those of `open` */
  verification(id: string, documentId: string): DocumentVerification | null;
  /** @throws StationError `visit-empty`, `disk-full` */
  create(details: VisitDetails): VisitSummary;
  /** @throws StationError `visit-empty`, and those of `open` */
  change(id: string, details: VisitDetails): VisitView;
  note(id: string, text: string): VisitView;
  /** With everything encrypted that belongs to it. @throws StationError `visit-unknown`, `visit-busy` */
  remove(id: string): Promise<void>;

  /** Fetches a record from the provider and stores it. @throws StationError those of `ValidationClient.fetch` and of `open` */
  fetch(id: string, request: FetchRequest, options?: FetchOptions): Promise<RecordSummary>;
  /**
   * Takes in a pushed record: it joins the visit that it belongs to, or opens one. On disk when it resolves, unless `book` knew
   * it already.
   * @throws StationError `disk-full`
   */
  receive(pushed: PushedRecord, from: string, book: PushBook): Promise<void>;
  /** @throws StationError `record-unknown`, `record-damaged` */
  record(id: string): { row: RecordRow; view: RecordView };
  /** @throws StationError `record-unknown`, `record-file-unknown`, and those of `record` */
  recordFile(recordId: string, fileId: string): StoredFile;

  /** What the rules find now for what would be signed, and the visit that it would belong to. */
  findings(visitId: string | null, clientInfo: string): { visit: VisitSummary | null; findings: Finding[] };
  /** @throws StationError `policy-not-overridable`, `reason-missing`, and those of `open` */
  override(id: string, keys: readonly string[], reason: string): VisitView;

  /** @throws StationError those of `open` and of writing a file; `cancelled` */
  evidence(id: string, path: string, options: { wish: EvidenceWish; language: Language; signal?: AbortSignal }): Promise<EvidenceResult>;
};
