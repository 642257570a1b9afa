/** The exact bytes of an entry that are hashed; pure. Anyone can recompute the hash from an exported entry (`docs/evidence.md`). */
import { hash } from 'node:crypto';
import type { AuditContent } from './audit-log.ts';

/** Stands for the hash before the first entry. */
export const noHash = '0'.repeat(64);

/** An entry without its content. `kind` as stored: a damaged row may have anything there. */
type EntryFrame = { number: number; at: string; kind: string; visitId: string | null; contentHash: string; previous: string };

/** JSON without blanks, the members of every object in the order of their names: what `jq -cS` prints. */
export const contentHash = (salt: string, { about, by, detail }: AuditContent): string =>
  sha256(JSON.stringify([salt, { about, by, detail: sorted(detail) }]));

export const entryHash = ({ number, at, kind, visitId, contentHash, previous }: EntryFrame): string =>
  sha256(JSON.stringify([number, at, kind, visitId, contentHash, previous]));

const sorted = (detail: AuditContent['detail']): AuditContent['detail'] =>
  Object.fromEntries(Object.entries(detail).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Texts and numbers that every JSON tool writes alike: no half characters, no DEL, no number that it would round. */
export function hashable({ by, about, detail }: AuditContent): AuditContent {
  const values = Object.entries(detail).map(([name, value]) => [plain(name), typeof value === 'number' ? exact(value) : plain(value)]);
  return { by: plain(by), about: about === null ? null : plain(about), detail: Object.fromEntries(values) };
}

const plain = (text: string): string => text.toWellFormed().replaceAll('\u007f', '\ufffd');
/** Minus zero is written as zero, and comes back as that. */
const exact = (number: number): number | string => (Number.isSafeInteger(number) ? number + 0 : String(number));

const sha256 = (text: string): string => hash('sha256', text);
