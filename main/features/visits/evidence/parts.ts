/** Parts of an evidence ZIP: what is wanted in it, what was found good, and what is missing. */
import type { ZipPart } from '../../../platform/files/write-zip.ts';
import type { EvidenceSource } from '../evidence-facts.ts';

export type WantedPart = {
  name: string;
  kind: ZipPart['kind'];
  /** What the station noted of it, lower-case hex; null where it noted nothing. */
  sha256: string | null;
  /**
   * Null: gone, or cannot be opened. A function makes what nobody noted a hash of (papers, JSON), the same bytes every time:
   * it is called for each of the two readings, so that nothing has to be kept meanwhile.
   */
  source: EvidenceSource | null | (() => AsyncIterable<Uint8Array>);
  of?: PlaceInRecord;
};

/** The place of its text in a record, whose JSON has null there. */
type PlaceInRecord = { record: string; path: string };

/** Found good: all of it was read once, and it is what was noted. */
export type Part = ZipPart & {
  size: number;
  sha256: string;
  of?: PlaceInRecord;
};

/**
 * `gone`: not stored any more, or never was; `unreadable`: reading it from the disk fails; `damaged`: its encrypted file is
 * damaged; `changed`: its SHA-256 is not the noted one; `not-made`: the station could not draw it.
 */
export type MissingReason = 'gone' | 'unreadable' | 'damaged' | 'changed' | 'not-made';
export type Missing = { name: string; reason: MissingReason; sha256: string | null };

/** Put in by nobody's fault but by choice: pictures and video that were not wished for. */
export type LeftOut = { record: string; path: string; bytes: number; sha256: string };
