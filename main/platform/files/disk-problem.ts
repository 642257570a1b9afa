/** Converts errors of the file system into problems. */
import { basename } from 'node:path';
import { type ProblemDetail, StationError } from '../../../shared/errors.ts';

/** Returns the system's code of an error (`ENOSPC`); null for any other error. */
export function systemCode(thrown: unknown): string | null {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
  return typeof code === 'string' && /^(E[A-Z0-9]+|UNKNOWN)$/.test(code) ? code : null;
}

/**
 * Runs one step of writing into `folder`; converts an error of the system into a problem and passes other errors.
 * @throws StationError `output-folder-missing`, `output-not-writable`, `disk-full`, `path-too-long`
 */
export async function onDisk<T>(folder: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (thrown) {
    throw diskProblem(thrown, folder) ?? thrown;
  }
}

/**
 * Returns the problem of an error in the data folder, which prevents the start. Drops the error's text, which may have paths.
 * @param name of the file or folder in it, where the error does not say
 */
export function dataFolderProblem(thrown: unknown, name = nameIn(thrown)): StationError {
  const code = systemCode(thrown);
  if (code === 'ENOSPC') return new StationError('disk-full');
  // A quota, a limit of file size.
  if (code === 'EDQUOT' || code === 'EFBIG') return new StationError('disk-full', { context: 'refused' });
  return new StationError('data-folder-unusable', { cause: code ?? 'not-accessible', ...ofFile(name) }, { cause: thrown });
}

/** The detail of a problem that is about a file or folder in the data folder. */
export const ofFile = (name: string | null): ProblemDetail => (name === null ? {} : { context: 'file', name });

/** Returns the name of the file or folder of an error of the system; null for any other error. */
const nameIn = (thrown: unknown): string | null =>
  thrown instanceof Error && 'path' in thrown && typeof thrown.path === 'string' ? basename(thrown.path) : null;

function diskProblem(thrown: unknown, folder: string): StationError | null {
  const code = systemCode(thrown);
  // A drive (`D:\\`) has no last part.
  const name = basename(folder) || folder;
  // The error itself has paths, so only its code is passed on.
  switch (code) {
    case null:
      return null;
    case 'ENOENT':
    case 'ENOTDIR':
      return new StationError('output-folder-missing', { name });
    case 'ENOSPC':
      return new StationError('disk-full', { name, context: 'folder' });
    case 'EDQUOT':
    case 'EFBIG':
      return new StationError('disk-full', { name, context: 'folderRefused' });
    case 'ENAMETOOLONG':
      return new StationError('path-too-long', { name });
    default:
      // EACCES, EPERM, EROFS, and the errors of a share that is gone (EIO, EHOSTDOWN, UNKNOWN).
      return new StationError('output-not-writable', { name, cause: code });
  }
}
