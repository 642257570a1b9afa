/** What the station asks of the validation query (interface description, endpoint E); implemented beside this file. */
import type { RecordWish } from '../../../shared/domain/record.ts';
import type { IncomingContent, IncomingStore } from './provider.ts';

/** A text of the answer that went to the store; in the record's JSON it is null. `path`: where it stood. */
export type LongText = { path: (string | number)[]; content: IncomingContent };

export type RecordAnswer = {
  /** The text of a member `error` at the top, cleaned; null without one. */
  error: string | null;
  /** JSON of the record as it came, numbers digit for digit, long texts null. */
  json: string;
  /** In the order in which they came, closed. */
  texts: LongText[];
  /** Bytes of the whole answer, and their SHA-256 in lower-case hex. */
  size: number;
  sha256: string;
};

export type RecordQuery = {
  /** Values of the path's parts, in order. */
  parts: readonly string[];
  wish: RecordWish;
};

export type RecordOptions = {
  signal?: AbortSignal;
  /** Bytes so far. */
  onProgress?: (bytes: number) => void;
};

export type ValidationClient = {
  /**
   * Asks once. Texts too long to be shown (pictures, video, documents) go to the store as they arrive; when it throws,
   * every one is thrown away. A query changes nothing at the provider, so it may be asked again.
   * @throws StationError `validation-not-set-up`, `validation-parts-missing`, `validation-part-unusable`, `validation-refused`,
   * `validation-failed`, `validation-unanswered`, `record-too-large`, `secret-missing`, `cancelled`, the line's problem, what the store throws
   */
  fetch(query: RecordQuery, store: IncomingStore, options?: RecordOptions): Promise<RecordAnswer>;
  close(): Promise<void>;
};
