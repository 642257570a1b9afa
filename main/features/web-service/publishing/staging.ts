/** PDFs that were chosen to be published, read and checked as the signing list does; in memory alone. */

import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import pLimit from 'p-limit';
import type { Staged } from '../../../../shared/domain/web-service.ts';
import { type Problem, problem, StationError } from '../../../../shared/errors.ts';
import { type FoundFile, findFiles } from '../../../platform/files/find-files.ts';
import type { Reading } from '../../documents/documents.ts';

export type ReadFacts = (path: string) => Promise<Reading>;

/** A file that may be published, as it was when it was read. Size in bytes, SHA-256 in lower-case hex. */
export type CheckedFile = { path: string; name: string; size: number; sha256: string };

/** Bytes of one document: in base64, and with others in one answer, more than that is no body that anybody takes. */
const maxDocumentBytes = 64 * 1024 * 1024;

const readAtOnce = 4;

/** @returns the problem of one that cannot be published: among them what forbids signing it (certified, without permission) */
export async function checkFile(path: string, readFacts: ReadFacts): Promise<{ size: number; checked: CheckedFile | Problem }> {
  const known = await tooLarge(path);
  if (known) return { size: Number(known.detail?.size), checked: known };
  const { size, sha256, problem: found } = await readFacts(path);
  if (found || sha256 === null) return { size, checked: found ?? problem('file-unreadable', { name: basename(path), cause: 'unknown' }) };
  return { size, checked: { path, name: basename(path), size, sha256 } };
}

/** Before it is read: a larger one would be read for nothing. What cannot be asked for is told by reading. */
export async function tooLarge(path: string): Promise<Problem | null> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  return size > maxDocumentBytes ? problem('document-too-large', { size, limit: maxDocumentBytes }) : null;
}

export type Staging = {
  /** A file that is staged already (the same real path) is read again under its id. */
  stage(paths: readonly string[]): Promise<Staged[]>;
  unstage(ids: readonly string[]): void;
  /** Each once. @throws StationError `document-unknown`, and a document's own problem */
  take(ids: readonly string[]): CheckedFile[];
};

export function createStaging(readFacts: ReadFacts): Staging {
  type Line = { id: string; real: string; size: number; checked: CheckedFile | Problem };
  const lines = new Map<string, Line>();
  const limit = pLimit(readAtOnce);

  const read = async ({ path, real, problem: known }: FoundFile): Promise<Line> => {
    const { size, checked } = known ? { size: 0, checked: known } : await checkFile(path, readFacts);
    const id = [...lines.values()].find((line) => line.real === real)?.id ?? randomUUID();
    const line = { id, real, size, checked };
    lines.set(id, line);
    return line;
  };

  return {
    async stage(paths) {
      const found = new Map((await findFiles(paths)).map((one) => [one.real, one]));
      const shown = await Promise.all([...found.values()].map(async (one) => ({ one, line: await limit(() => read(one)) })));
      return shown.map(({ one, line: { id, size, checked } }) => ({
        id,
        name: basename(one.path),
        size,
        problem: 'code' in checked ? checked : null,
      }));
    },
    unstage(ids) {
      for (const id of ids) lines.delete(id);
    },
    take: (ids) =>
      [...new Set(ids)].map((id) => {
        const line = lines.get(id);
        if (!line) throw new StationError('document-unknown');
        if ('code' in line.checked) throw new StationError(line.checked.code, line.checked.detail);
        return line.checked;
      }),
  };
}
