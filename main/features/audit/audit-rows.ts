/** Rows of the table `audit`, and whether they fit the chain and their own content. */
import { z } from 'zod';
import { type AuditContent, type AuditEntry, contentHash, entryHash, noHash } from './audit-entry.ts';

/** A selected row, with the hash of the previous row. Numbers are read exactly: a damaged one may be any of 64 bits. */
const rowSchema = z.object({
  number: z.bigint(),
  at: z.string(),
  kind: z.string(),
  visit_id: z.string().nullable(),
  content_hash: z.string(),
  hash: z.string(),
  value: z.string().nullable(),
  previous: z.string().nullable(),
});
export type AuditRow = z.infer<typeof rowSchema>;

export const selectRows = `
  SELECT audit.*, before.hash AS previous
  FROM audit LEFT JOIN audit AS before ON before.number = audit.number - 1`;

export const readRow = (row: unknown): AuditRow => rowSchema.parse(row);

const contentSchema = z.object({
  salt: z.string(),
  by: z.string(),
  about: z.string().nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
});

type Salted = { salt: string; content: AuditContent };

/** `erased`: with its visit, or by someone else: only later entries say which. */
function openedContent({ value }: AuditRow): Salted | 'erased' | 'damaged' {
  if (value === null) return 'erased';
  try {
    const { salt, ...content } = contentSchema.parse(JSON.parse(value));
    return { salt, content };
  } catch {
    return 'damaged';
  }
}

export function auditEntry(row: AuditRow): AuditEntry {
  const opened = openedContent(row);
  const { salt, content } = typeof opened === 'object' ? opened : { salt: null, content: null };
  return {
    number: Number(row.number),
    at: row.at,
    // A row that was tampered with may have any kind; it is listed all the same, and `verify` reports it.
    kind: row.kind as AuditEntry['kind'],
    visitId: row.visit_id,
    content,
    salt,
    contentHash: row.content_hash,
    hash: row.hash,
    previous: row.previous ?? (row.number === 1n ? noHash : ''),
  };
}

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
