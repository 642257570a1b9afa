/**
 * The hash-chained log of what was done. Each entry's hash covers the one before it and the hash of its own content; the
 * content can be erased (with a visit that is removed) without breaking the chain.
 */
import type { CaseEventKind } from '../../shared/domain/case.ts';

/** What an entry says. `by` empty: the station itself. No secret ever; personal data only in `detail` and `by`. */
export type AuditContent = {
  by: string;
  about: string | null;
  detail: Record<string, string | number>;
};

/**
 * Kinds of no visit: `test-sent` (a test document is about to leave; about: the attempt; detail: account, reference, sha256) and
 * `test-ended` (detail: outcome, and sha256 of what came back or code).
 */
export type NewAuditEntry = AuditContent & { kind: CaseEventKind | 'case-removed' | 'test-sent' | 'test-ended'; caseId: string | null };

export type AuditEntry = {
  /** From 1, without gaps. */
  number: number;
  /** ISO 8601, UTC. */
  at: string;
  kind: NewAuditEntry['kind'];
  caseId: string | null;
  /** Null when it was erased, or does not parse. Texts are well-formed Unicode; what could not be is U+FFFD. */
  content: AuditContent | null;
  /** What was hashed of the content beside it, so that nobody can guess it back: 32 random bytes in hex; null with the content. */
  salt: string | null;
  /** SHA-256, lower-case hex: of salt and content; and of number, time, kind, case, content hash and the hash before. */
  contentHash: string;
  hash: string;
  /** Hash of the entry before: 64 zeros for the first one, empty when that entry is gone. */
  previous: string;
};

export type Audit = {
  /** On the disk when it returns. @throws StationError `disk-full` */
  append(entry: NewAuditEntry): AuditEntry;
  /** Of one case, oldest first. */
  ofCase(caseId: string): AuditEntry[];
  /** When the latest entry of one of these kinds was written, by its columns `at` and `kind`; null without one. */
  latestOf(kinds: readonly NewAuditEntry['kind'][]): Pick<AuditEntry, 'kind' | 'at'> | null;
  /** All, oldest first, in stretches. */
  all(): Generator<AuditEntry>;
  /**
   * Erases the contents of a case's entries; their hashes stay. Entries `case-removed` keep theirs, since nothing else says that
   * the erasing was meant: without one that is later than what was erased, `verify` finds the log broken.
   */
  erase(caseId: string): void;
  /** The last entry; number 0 in an empty log. */
  head(): { number: number; hash: string };
  /**
   * Reads all of it, and compares it with heads that it had at some time: a log that ends before one, or has another hash there, lost
   * entries. `firstBroken`: number of the first entry that does not fit, or is missing; null when all do.
   */
  verify(heads?: readonly { number: number; hash: string }[]): { entries: number; intact: boolean; firstBroken: number | null };
};
