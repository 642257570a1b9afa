/** Verifies a row against the chain and against its own content. */
import { type AuditRow, openedContent } from './audit-rows.ts';
import { contentHash, entryHash } from './chain.ts';

type Expected = {
  number: bigint;
  /** Hash of the previous row. */
  previous: string;
  /** Number of the last `visit-removed` of its visit: until there, contents were erased on purpose. */
  erasedUntil: bigint;
};

export function fits(row: AuditRow, { number, previous, erasedUntil }: Expected): boolean {
  if (row.number !== number) return false;
  const { at, kind, visit_id: visitId, content_hash: contentHash, hash } = row;
  return hash === entryHash({ number: Number(number), at, kind, visitId, contentHash, previous }) && contentFits(row, erasedUntil);
}

function contentFits(row: AuditRow, erasedUntil: bigint): boolean {
  const opened = openedContent(row);
  if (opened === 'erased') return row.kind !== 'visit-removed' && row.number < erasedUntil;
  return opened !== 'damaged' && contentHash(opened.salt, opened.content) === row.content_hash;
}
