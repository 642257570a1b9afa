/**
 * The hash-chained log of what was done. Each entry's hash covers the one before it and the hash of its own content; the
 * content can be erased (with a visit that is removed) without breaking the chain.
 */
import type { VisitEventKind } from '../../../shared/domain/visit.ts';

/** The content of an entry. `by` empty: the station itself. Never a secret; personal data only in `detail` and `by`. */
export type AuditContent = {
  by: string;
  about: string | null;
  detail: Record<string, string | number>;
};

/**
 * Kinds of no visit: `test-sent` (a test document is about to leave; about: the attempt; detail: account, reference, sha256) and
 * `test-ended` (detail: outcome, and sha256 of what came back or code).
 */
export type NewAuditEntry = AuditContent & { kind: VisitEventKind | 'visit-removed' | 'test-sent' | 'test-ended'; visitId: string | null };

export type AuditEntry = {
  /** From 1, without gaps. */
  number: number;
  /** ISO 8601, UTC. */
  at: string;
  kind: NewAuditEntry['kind'];
  visitId: string | null;
  /** Null when it was erased, or does not parse. Texts are well-formed Unicode; what could not be is U+FFFD. */
  content: AuditContent | null;
  /** Hashed with the content, so that no one can guess it from its hash: 32 random bytes in hex; null when the content is null. */
  salt: string | null;
  /** SHA-256, lower-case hex: of salt and content; and of number, time, kind, case, content hash and the hash before. */
  contentHash: string;
  hash: string;
  /** Hash of the entry before: 64 zeros for the first one, empty when that entry is gone. */
  previous: string;
};

export type Audit = {
  /** Writes an entry; it is on the disk when this returns. @throws StationError `disk-full` */
  append(entry: NewAuditEntry): AuditEntry;
  /** Entries of one visit, oldest first. */
  ofVisit(visitId: string): AuditEntry[];
  /** Kind and time of the latest entry of one of these kinds, by its columns `at` and `kind`; null without one. */
  latestOf(kinds: readonly NewAuditEntry['kind'][]): Pick<AuditEntry, 'kind' | 'at'> | null;
  /** All entries, oldest first, read in batches. */
  all(): Generator<AuditEntry>;
  /**
   * Erases the contents of a visit's entries; their hashes stay. Entries `visit-removed` keep theirs, since they alone say that
   * the erasing was intended: without a later one, `verify` finds the log broken at an erased content.
   */
  erase(visitId: string): void;
  /** The last entry; number 0 in an empty log. */
  head(): { number: number; hash: string };
  /**
   * Reads the whole log, and compares it with earlier heads of it: a log that ends before one, or has another hash there, has lost
   * entries. `firstBroken`: number of the first entry that does not fit, or is missing; null when all do.
   */
  verify(heads?: readonly { number: number; hash: string }[]): { entries: number; intact: boolean; firstBroken: number | null };
};
