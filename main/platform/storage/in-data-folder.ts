/** Runs steps on the disk inside the data folder. */
import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { problemOf, StationError } from '../../../shared/errors.ts';
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
    return new StationError('disk-full', problem.detail?.context === 'folderRefused' ? { context: 'refused' } : undefined);
  }
  if (problem?.code !== 'output-not-writable' && problem?.code !== 'output-folder-missing') return thrown;
  const { cause = 'ENOENT', name } = problem.detail ?? {};
  return new StationError('data-folder-unusable', { cause, ...ofFile(typeof name === 'string' ? name : null) }, { cause: thrown });
}

/** Names the data folder in the problem of its full disk, for a person who has to free some space on one of several disks. */
export async function namingDataFolder<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const { code, detail } = problemOf(thrown);
    if (code !== 'disk-full' || detail?.name !== undefined) throw thrown;
    throw new StationError(code, { context: 'opening', name: dataDir }, { cause: thrown });
  }
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
