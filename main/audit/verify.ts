/** Whether a row fits: into the chain, and with its own content. */
import type { Sealer } from '../vault/sealing.ts';
import { type AuditRow, openedContent } from './audit-rows.ts';
import { contentHash, entryHash } from './chain.ts';

type Expected = {
  number: bigint;
  /** Hash of the row before. */
  previous: string;
  /** Number of the last `case-removed` of its case: until there, contents were erased on purpose. */
  erasedUntil: bigint;
};

export function fits(row: AuditRow, { number, previous, erasedUntil }: Expected, sealer: Sealer): boolean {
  if (row.number !== number) return false;
  const { at, kind, case_id: caseId, content_hash: contentHash, hash } = row;
  return hash === entryHash({ number: Number(number), at, kind, caseId, contentHash, previous }) && contentFits(row, erasedUntil, sealer);
}

function contentFits(row: AuditRow, erasedUntil: bigint, sealer: Sealer): boolean {
  const opened = openedContent(row, sealer);
  if (opened === 'erased') return row.kind !== 'case-removed' && row.number < erasedUntil;
  // Nobody can say what it holds until the key is back; its frame and its place are checked all the same.
  if (opened === 'key-absent') return true;
  return opened !== 'damaged' && contentHash(opened.salt, opened.content) === row.content_hash;
}
