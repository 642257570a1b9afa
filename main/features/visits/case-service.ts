/** Visits of customers: what the rest of the station may ask of them. */

import type { EventEmitter } from 'node:events';
import type {
  CaseDetails,
  CaseFilter,
  CasePage,
  CaseSummary,
  CasesState,
  CaseView,
  EvidenceResult,
  EvidenceWish,
} from '../../../shared/domain/case.ts';
import type { Finding } from '../../../shared/domain/policy.ts';
import type { RecordSummary, RecordView, RecordWish } from '../../../shared/domain/record.ts';
import type { Language } from '../../../shared/domain/settings.ts';
import type { DocumentVerification } from '../../../shared/domain/signing.ts';
import type { PushedRecord, RecordFacts, RecordRow } from '../records/records.ts';

export type CaseEvents = { changed: [CaseSummary]; removed: [string]; state: [CasesState] };

/** Bytes of a record's picture, video or document. */
export type StoredFile = {
  name: string;
  size: number;
  sha256: string;
  mime: string | null;
  /** From one byte to another, both included. */
  range(start: number, end: number): AsyncIterable<Uint8Array>;
  read(): AsyncIterable<Uint8Array>;
};

export type FetchRequest = { parts: readonly string[]; wish: RecordWish };
export type FetchOptions = { signal?: AbortSignal; onProgress?: (bytes: number) => void };

/** What is known of earlier pushes. Called within the transaction that stores the record; `find` before it as well. */
export type PushBook = {
  /**
   * Null: that very content came before. Else which version of its Uid it is, and the visit of those before it.
   * @param uid null when the record does not say
   */
  find(uid: string | null, digest: string): { version: number; caseId: string | null } | null;
  /** It is kept. */
  add(record: RecordRow, facts: RecordFacts, digest: string): void;
};

export type CaseService = {
  readonly events: EventEmitter<CaseEvents>;
  state(): CasesState;
  page(filter: CaseFilter, offset: number, limit: number): CasePage;
  /** The latest visits of the same transaction number or identification, at most `maxRelated`. */
  related(details: Pick<CaseDetails, 'transaction' | 'identification'>): CaseSummary[];
  /** @throws StationError `case-unknown`, `record-damaged` */
  open(id: string): CaseView;
  /** The latest check of the file that came back for a document of the visit; null without one. @throws those of `open` */
  verification(id: string, documentId: string): DocumentVerification | null;
  /** @throws StationError `case-empty`, `disk-full` */
  create(details: CaseDetails): CaseSummary;
  /** @throws StationError `case-empty`, and those of `open` */
  change(id: string, details: CaseDetails): CaseView;
  note(id: string, text: string): CaseView;
  /** With everything encrypted that belongs to it. @throws StationError `case-unknown`, `case-busy` */
  remove(id: string): Promise<void>;

  /** Asks the provider, and keeps what came. @throws StationError those of `ValidationClient.fetch` and of `open` */
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
  findings(caseId: string | null, clientInfo: string): { visit: CaseSummary | null; findings: Finding[] };
  /** @throws StationError `policy-not-overridable`, `reason-missing`, and those of `open` */
  override(id: string, keys: readonly string[], reason: string): CaseView;

  /** @throws StationError those of `open` and of writing a file; `cancelled` */
  evidence(id: string, path: string, options: { wish: EvidenceWish; language: Language; signal?: AbortSignal }): Promise<EvidenceResult>;
};
