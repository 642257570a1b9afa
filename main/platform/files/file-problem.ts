/** Converts an error of the operating system about a file into a problem. */
import { basename } from 'node:path';
import { type Problem, problem } from '../../../shared/errors.ts';

/** Maximum length of a name on all supported file systems; Windows reports a longer one as missing. */
const maxNameLength = 255;

export function fileProblem(path: string, thrown: unknown): Problem {
  const name = basename(path);
  const cause = thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : 'unknown';
  if (cause === 'ENAMETOOLONG' || name.length > maxNameLength) return problem('path-too-long', { name });
  if (cause === 'ENOENT' || cause === 'ENOTDIR') return problem('file-missing', { name });
  return problem('file-unreadable', { name, cause, ...(cause === 'ENOTFILE' && { context: 'nofile' }) });
}
