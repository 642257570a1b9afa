/** PDFs that were chosen to be published, read and checked as the signing list does; in memory alone. */

import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import pLimit from 'p-limit';
import { maxPublishedBytes, type Staged } from '../../../../shared/domain/web-service/web-service.ts';
import { type Problem, problem, StationError } from '../../../../shared/errors.ts';
import { type FoundFile, findFiles } from '../../../platform/files/find-files.ts';
import type { Reading } from '../../documents/documents.ts';

export type ReadFacts = (path: string) => Promise<Reading>;

/** A file that may be published, as it was read. Size in bytes, SHA-256 in lower-case hex. */
export type CheckedFile = { path: string; name: string; size: number; sha256: string };

const readConcurrency = 4;

/** `checked`: a problem when the file cannot be published, also when signing it is forbidden (certified, without permission). */
export async function checkFile(path: string, readFacts: ReadFacts): Promise<{ size: number; checked: CheckedFile | Problem }> {
  const known = await tooLarge(path);
  if (known) return { size: Number(known.detail?.size), checked: known };
  const { size, sha256, problem: found } = await readFacts(path);
  if (found || sha256 === null) return { size, checked: found ?? problem('file-unreadable', { name: basename(path), cause: 'unknown' }) };
  return { size, checked: { path, name: basename(path), size, sha256 } };
}

/** Checked before the file is read. An error of `stat` shows again when the file is read. */
export async function tooLarge(path: string): Promise<Problem | null> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  return size > maxPublishedBytes ? problem('document-too-large', { size, limit: maxPublishedBytes }) : null;
}

export type Staging = {
  /** A file that is staged already (the same real path) is read again under its id. */
  stage(paths: readonly string[]): Promise<Staged[]>;
  unstage(ids: readonly string[]): void;
  /** Returns each file once. @throws StationError `document-unknown`, and a document's own problem */
  take(ids: readonly string[]): CheckedFile[];
};

export function createStaging(readFacts: ReadFacts): Staging {
  type StagedRow = { id: string; real: string; size: number; checked: CheckedFile | Problem };
  const rows = new Map<string, StagedRow>();
  const limit = pLimit(readConcurrency);

  const read = async ({ path, real, problem: known }: FoundFile): Promise<StagedRow> => {
    const { size, checked } = known ? { size: 0, checked: known } : await checkFile(path, readFacts);
    const id = [...rows.values()].find((row) => row.real === real)?.id ?? randomUUID();
    const row = { id, real, size, checked };
    rows.set(id, row);
    return row;
  };

  return {
    async stage(paths) {
      const found = new Map((await findFiles(paths)).map((one) => [one.real, one]));
      const listed = await Promise.all([...found.values()].map(async (one) => ({ one, row: await limit(() => read(one)) })));
      return listed.map(({ one, row: { id, size, checked } }) => ({
        id,
        name: basename(one.path),
        size,
        problem: 'code' in checked ? checked : null,
      }));
    },
    unstage(ids) {
      for (const id of ids) rows.delete(id);
    },
    take: (ids) =>
      [...new Set(ids)].map((id) => {
        const row = rows.get(id);
        if (!row) throw new StationError('document-unknown');
        if ('code' in row.checked) throw new StationError(row.checked.code, row.checked.detail);
        return row.checked;
      }),
  };
}
