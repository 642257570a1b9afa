/** Checks any PDFs that a person chose or dropped. Paths stay here, in memory until the station ends. */
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { dropOldest } from '../../../shared/domain/drop-oldest.ts';
import type { ProviderRule } from '../../../shared/domain/verification/provider-rule.ts';
import type { ChosenPdf, VerificationReport, VerifiedFile } from '../../../shared/domain/verification/verification.ts';
import { type Problem, StationError } from '../../../shared/errors.ts';
import { fileProblem } from '../../platform/files/file-problem.ts';
import { assertReadableFile, type FileDigest, hashFile } from '../../platform/files/hash-file.ts';
import { unreadableReport } from './conclude.ts';

export type FileVerifier = {
  /** Stores the paths of files under ids for the page. @throws StationError `file-missing`, `file-unreadable`, `path-too-long` */
  take(paths: readonly string[]): Promise<ChosenPdf[]>;
  /**
   * Checks a file.
   * @param request.original the sent file; null: not compared
   * @throws StationError `cancelled`, `file-changed` and those of `take`
   */
  check(request: { fileId: string; originalId: string | null }, signal: AbortSignal): Promise<VerifiedFile>;
};

type FileToRead = { path: string; sha256: string };

/** `roots`: trusted PEM certificates. `rules`: changes to the original that are accepted. */
export type FileTrust = { roots: readonly string[]; rules: readonly ProviderRule[] };

/** Reads and checks a file outside the station's own thread. `size`: bytes of the file and its original. Never rejects. */
export type FileReader = {
  verify(
    request: { file: FileToRead; original: FileToRead | null; checkedAt: string } & FileTrust,
    size: number,
    watch: { signal: AbortSignal },
  ): Promise<{ report: VerificationReport; problem: null } | { report: null; problem: Problem }>;
};

export type FileVerifierDeps = {
  reader: FileReader;
  /** That of the profile in use. */
  trust(): FileTrust;
  now(): Date;
};

/** Maximum number of stored paths; the oldest is removed first. */
const maxFiles = 200;
/** Maximum bytes of a file and its original: a check that renders pages has both in memory. */
export const maxVerifiedBytes = 512 * 1024 * 1024;

export function createFileVerifier({ reader, trust, now }: FileVerifierDeps): FileVerifier {
  const paths = new Map<string, string>();

  async function reading<T>(path: string, read: (path: string) => Promise<T>): Promise<T> {
    try {
      return await read(path);
    } catch (thrown) {
      const { code, detail } = fileProblem(path, thrown);
      throw new StationError(code, detail, { cause: thrown });
    }
  }
  const digest = (path: string): Promise<FileDigest> => reading(path, hashFile);

  function pathOf(id: string): string {
    const path = paths.get(id);
    if (path === undefined) throw new StationError('file-missing');
    return path;
  }

  const about = (path: string, { size, sha256 }: FileDigest) => ({ name: basename(path), size, sha256 });

  return {
    async take(chosen) {
      const taken: ChosenPdf[] = [];
      for (const path of chosen) {
        const size = await reading(path, assertReadableFile);
        const id = randomUUID();
        paths.set(id, path);
        taken.push({ id, name: basename(path), size });
      }
      dropOldest(paths, maxFiles);
      return taken;
    },
    async check({ fileId, originalId }, signal) {
      const path = pathOf(fileId);
      const original = originalId === null ? null : pathOf(originalId);
      const file = await digest(path);
      const sent = original === null ? null : await digest(original);
      const verified = {
        file: about(path, file),
        original: original === null || sent === null ? null : about(original, sent),
        checkedAt: now().toISOString(),
      };
      const size = file.size + (sent?.size ?? 0);
      if (signal.aborted) throw new StationError('cancelled');
      const tooLarge = () => ({ ...verified, report: unreadableReport('limits', { hasOriginal: original !== null }) });
      if (size > maxVerifiedBytes) return tooLarge();
      const request = {
        file: { path, sha256: file.sha256 },
        original: original === null || sent === null ? null : { path: original, sha256: sent.sha256 },
        checkedAt: verified.checkedAt,
        ...trust(),
      };
      const { report, problem } = await reader.verify(request, size, { signal });
      if (report !== null) return { ...verified, report };
      if (problem.code === 'pdf-too-complex') return tooLarge();
      throw new StationError(problem.code, problem.detail);
    },
  };
}
