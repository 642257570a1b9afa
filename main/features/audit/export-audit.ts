/** The log as a file of JSON lines, from which every hash can be computed again (`docs/evidence.md`). */
import { basename, dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type WrittenFile, writeWhole } from '../../platform/files/write-whole.ts';
import type { AuditEntry } from './audit-entry.ts';
import type { Audit } from './audit-log.ts';

/** One line, without its end. */
export function entryLine({ number, at, kind, visitId, previous, contentHash, hash, salt, content }: AuditEntry): string {
  return JSON.stringify({ number, at, kind, visitId, previous, contentHash, hash, salt, content });
}

/**
 * @param path absolute; a name that is taken gets a number
 * @throws StationError `output-folder-missing`, `output-not-writable`, `disk-full`, `path-too-long`
 */
export function exportAudit(audit: Audit, path: string): Promise<WrittenFile> {
  return writeWhole({ folder: dirname(path), name: basename(path), content: lines(audit) });
}

/** The number of entries that are written before the loop yields. */
const batchSize = 200;

async function* lines(audit: Audit): AsyncGenerator<Uint8Array> {
  let text = '';
  for (const entry of audit.all()) {
    text += `${entryLine(entry)}\n`;
    if (entry.number % batchSize !== 0) continue;
    yield Buffer.from(text);
    text = '';
    await setImmediate();
  }
  yield Buffer.from(text);
}
