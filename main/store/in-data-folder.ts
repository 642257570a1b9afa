/** Steps on the disk inside the data folder. */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { dataFolderProblem, systemCode } from '../files/disk-problem.ts';
import { syncFolder } from '../files/write-whole.ts';

/** Turns the system's refusal into a problem; other errors pass. @throws StationError `disk-full`, `data-folder-unusable` */
export async function inDataFolder<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (thrown) {
    throw systemCode(thrown) === null ? thrown : dataFolderProblem(thrown);
  }
}

/** Readable by its owner alone; harmless when it is there. @throws like `inDataFolder` */
export async function makePrivateFolder(folder: string): Promise<void> {
  await inDataFolder(async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await syncFolder(dirname(folder));
  });
}
