/** The file that `--out` names. */
import { StationError } from '../../shared/errors.ts';
import { WrongUse } from './wrong-use.ts';

/** A folder that is not there is the command's own mistake. @throws WrongUse, StationError `disk-full` and those of other things */
export async function intoOutFile<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (thrown) {
    const problem = thrown instanceof StationError ? thrown.problem : null;
    if (!problem || !ofOut.has(problem.code)) throw thrown;
    const { code, detail } = problem;
    throw new WrongUse('out-not-usable', { cause: detail?.cause ?? (code === 'output-folder-missing' ? 'ENOENT' : 'ENAMETOOLONG') });
  }
}

const ofOut: ReadonlySet<string> = new Set(['output-folder-missing', 'output-not-writable', 'path-too-long']);
