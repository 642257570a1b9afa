/** Rows of the table `audit`: what is sealed in them, and what it is bound to. */
import { z } from 'zod';
import { type Sealer, type SealLabel, Unsealable } from '../vault/sealing.ts';
import type { AuditContent, AuditEntry } from './audit.ts';
import { noHash } from './chain.ts';

/** As selected, the hash of the row before beside it. Numbers are read exactly: a damaged one may be any of 64 bits. */
const rowSchema = z.object({
  number: z.bigint(),
  at: z.string(),
  kind: z.string(),
  case_id: z.string().nullable(),
  content_hash: z.string(),
  hash: z.string(),
  key: z.string().nullable(),
  sealed: z.instanceof(Uint8Array).nullable(),
  previous: z.string().nullable(),
});
export type AuditRow = z.infer<typeof rowSchema>;

export const selectRows = `
  SELECT audit.*, before.hash AS previous
  FROM audit LEFT JOIN audit AS before ON before.number = audit.number - 1`;

export const readRow = (row: unknown): AuditRow => rowSchema.parse(row);

const hiddenSchema = z.object({
  salt: z.string(),
  by: z.string(),
  about: z.string().nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
});

type Salted = { salt: string; content: AuditContent };

/** Bound to every clear column, the hashes too: without the key nobody can make a chain anew around it. */
export const auditLabel = (row: Pick<AuditRow, 'number' | 'at' | 'kind' | 'case_id' | 'content_hash' | 'hash'>): SealLabel => ({
  kind: 'audit',
  id: String(row.number),
  version: 1,
  clear: [row.at, row.kind, row.case_id, row.content_hash, row.hash],
});

/** `erased`: there is none on purpose, or somebody took it away: that shows only in what came later. */
export function openedContent(row: AuditRow, sealer: Sealer): Salted | 'erased' | 'key-absent' | 'damaged' {
  if (row.sealed === null) return row.key === null ? 'erased' : 'damaged';
  try {
    if (row.key !== sealer.keyOf(row.sealed)) return 'damaged';
    const { salt, ...content } = hiddenSchema.parse(sealer.open(auditLabel(row), row.sealed));
    return { salt, content };
  } catch (thrown) {
    if (thrown instanceof Unsealable) return thrown.reason;
    if (thrown instanceof z.ZodError) return 'damaged';
    throw thrown;
  }
}

export function auditEntry(row: AuditRow, sealer: Sealer): AuditEntry {
  const opened = openedContent(row, sealer);
  const { salt, content } = typeof opened === 'object' ? opened : { salt: null, content: null };
  return {
    number: Number(row.number),
    at: row.at,
    // A row that was tampered with may say anything; it is listed all the same, and `verify` tells of it.
    kind: row.kind as AuditEntry['kind'],
    caseId: row.case_id,
    content,
    salt,
    contentHash: row.content_hash,
    hash: row.hash,
    previous: row.previous ?? (row.number === 1n ? noHash : ''),
  };
}
