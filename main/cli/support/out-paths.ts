/** What `--out` names: a folder, or a file. */
import { StationError } from '../../../shared/errors.ts';
import { systemCode } from '../../platform/files/disk-problem.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { WrongUse } from './wrong-use.ts';

/** Creates the folder if it is missing. @returns its path @throws WrongUse */
export async function outputFolder(path: string): Promise<string> {
  try {
    makeFolder(path);
    return path;
  } catch (thrown) {
    throw new WrongUse('out-not-usable', { cause: systemCode(thrown) ?? 'unknown' });
  }
}

/**
 * Writes the file. A missing folder is wrong use.
 * @param key of `usage`, for another place than `--out`
 * @throws WrongUse, StationError `disk-full` and those of `write` itself
 */
export async function intoOutFile<T>(write: () => Promise<T>, key = 'out-not-usable'): Promise<T> {
  try {
    return await write();
  } catch (thrown) {
    const problem = thrown instanceof StationError ? thrown.problem : null;
    if (!problem || !codesOfOut.has(problem.code)) throw thrown;
    const { code, detail } = problem;
    throw new WrongUse(key, { cause: detail?.cause ?? (code === 'output-folder-missing' ? 'ENOENT' : 'ENAMETOOLONG') });
  }
}

const codesOfOut: ReadonlySet<string> = new Set(['output-folder-missing', 'output-not-writable', 'path-too-long']);
