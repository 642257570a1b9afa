/** Runs steps on the disk inside the data folder. */
import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StationError } from '../../../shared/errors.ts';
import { dataFolderProblem, ofFile, systemCode } from '../files/disk-problem.ts';
import { makeFolder } from '../files/make-folder.ts';
import { syncFolder } from '../files/write-whole.ts';

/** Runs a step; turns an error of the system into a problem and passes other errors. @throws StationError `disk-full`, `data-folder-unusable` */
export async function inDataFolder<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (thrown) {
    throw systemCode(thrown) === null ? asDataFolder(thrown) : dataFolderProblem(thrown);
  }
}

/** Converts the problems of `writeWhole`, which are about a folder that a person chose. */
function asDataFolder(thrown: unknown): unknown {
  const problem = thrown instanceof StationError ? thrown.problem : null;
  if (problem?.code === 'disk-full') {
    const { context } = problem.detail ?? {};
    return new StationError('disk-full', context === undefined ? undefined : { context });
  }
  if (problem?.code !== 'output-not-writable' && problem?.code !== 'output-folder-missing') return thrown;
  const { cause = 'ENOENT', name } = problem.detail ?? {};
  return new StationError('data-folder-unusable', { cause, ...ofFile(typeof name === 'string' ? name : null) }, { cause: thrown });
}

/** @throws StationError `data-folder-unusable` for a folder in which files cannot be made: a signed document could not be stored */
export const assertUsable = (folder: string): Promise<void> =>
  inDataFolder(() => access(folder, constants.R_OK | constants.W_OK | constants.X_OK));

/** Makes a folder that only its owner can read; harmless when it exists. @throws like `inDataFolder` */
export async function makePrivateFolder(folder: string): Promise<void> {
  await inDataFolder(async () => {
    makeFolder(folder, 0o700);
    await syncFolder(dirname(folder));
  });
}
