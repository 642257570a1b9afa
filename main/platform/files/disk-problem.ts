/** What an error of the file system means to the clerk. */
import { basename } from 'node:path';
import { StationError } from '../../../shared/errors.ts';

/** The system's code of an error (`ENOSPC`), or null when the error is not one of the system's. */
export function systemCode(thrown: unknown): string | null {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
  return typeof code === 'string' && /^(E[A-Z0-9]+|UNKNOWN)$/.test(code) ? code : null;
}

/**
 * Runs one step of writing into `folder` and turns the system's refusal into a problem; other errors pass.
 * @throws StationError `output-folder-missing`, `output-not-writable`, `disk-full`, `path-too-long`
 */
export async function onDisk<T>(folder: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (thrown) {
    throw diskProblem(thrown, folder) ?? thrown;
  }
}

/** What keeps the station from its own data folder, so that it cannot start. The error's text may hold paths and is dropped. */
export function dataFolderProblem(thrown: unknown): StationError {
  const code = systemCode(thrown);
  // No space, a quota, a limit of file size.
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') return new StationError('disk-full');
  return new StationError('data-folder-unusable', { cause: code ?? 'not-accessible' }, { cause: thrown });
}

function diskProblem(thrown: unknown, folder: string): StationError | null {
  const code = systemCode(thrown);
  const name = basename(folder);
  // The error itself holds paths, so only its code goes on.
  switch (code) {
    case null:
      return null;
    case 'ENOENT':
    case 'ENOTDIR':
      return new StationError('output-folder-missing', { name });
    case 'ENOSPC':
    case 'EDQUOT':
      return new StationError('disk-full', { name });
    case 'ENAMETOOLONG':
      return new StationError('path-too-long', { name });
    default:
      // EACCES, EPERM, EROFS, and what a share that went away answers (EIO, EHOSTDOWN, UNKNOWN).
      return new StationError('output-not-writable', { name, cause: code });
  }
}
