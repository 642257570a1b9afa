/** An entry of the log, and the exact bytes of it that are hashed. Anyone can recompute the hash from an exported entry (`docs/evidence.md`). */

import { hash } from 'node:crypto';
import { compareTexts } from '../../../shared/domain/compare-texts.ts';
import type { VisitEventKind } from '../../../shared/domain/visits/visit.ts';

/** The content of an entry. `by` empty: the station itself. Never a secret; personal data only in `detail` and `by`. */
export type AuditContent = {
  by: string;
  about: string | null;
  detail: Record<string, string | number>;
};

/**
 * Kinds without a visit: `test-sent` (a test document is about to leave; about: the attempt; detail: account, reference, sha256) and
 * `test-ended` (detail: outcome, and sha256 of the returned file or code); `backup-begun` (detail: whether the backup has the key of the data).
 */
export type NewAuditEntry = AuditContent & {
  kind: VisitEventKind | 'visit-removed' | 'test-sent' | 'test-ended' | 'backup-begun';
  visitId: string | null;
};

export type AuditEntry = {
  /** From 1, without gaps. */
  number: number;
  /** ISO 8601, UTC. */
  at: string;
  kind: NewAuditEntry['kind'];
  visitId: string | null;
  /** Null when it was erased, or does not parse. Texts are well-formed Unicode, with U+FFFD for what was not. */
  content: AuditContent | null;
  /** Hashed with the content, so that no one can guess it from its hash: 32 random bytes in hex; null when the content is null. */
  salt: string | null;
  /** SHA-256, lower-case hex: of salt and content; `hash`: of number, time, kind, visit, content hash and the previous hash. */
  contentHash: string;
  hash: string;
  /** Hash of the previous entry: 64 zeros for the first one, empty when that entry is missing. */
  previous: string;
};

/** The `previous` of the first entry. */
export const noHash = '0'.repeat(64);

/** An entry without its content. `kind` as stored: a damaged row may have anything there. */
type EntryFrame = { number: number; at: string; kind: string; visitId: string | null; contentHash: string; previous: string };

/** JSON without blanks, the members of every object in the order of their names: what `jq -cS` prints. */
export const contentHash = (salt: string, { about, by, detail }: AuditContent): string =>
  sha256(JSON.stringify([salt, { about, by, detail: sorted(detail) }]));

export const entryHash = ({ number, at, kind, visitId, contentHash, previous }: EntryFrame): string =>
  sha256(JSON.stringify([number, at, kind, visitId, contentHash, previous]));

const sorted = (detail: AuditContent['detail']): AuditContent['detail'] =>
  Object.fromEntries(Object.entries(detail).sort(([one], [other]) => compareTexts(one, other)));

/** Returns texts and numbers that every JSON tool writes alike: no half characters, no DEL, no number that it would round. */
export function hashable({ by, about, detail }: AuditContent): AuditContent {
  const values = Object.entries(detail).map(([name, value]) => [plain(name), typeof value === 'number' ? exact(value) : plain(value)]);
  return { by: plain(by), about: about === null ? null : plain(about), detail: Object.fromEntries(values) };
}

const plain = (text: string): string => text.toWellFormed().replaceAll('\u007f', '\ufffd');
/** Minus zero becomes zero, as JSON writes it. */
const exact = (number: number): number | string => (Number.isSafeInteger(number) ? number + 0 : String(number));

const sha256 = (text: string): string => hash('sha256', text);
