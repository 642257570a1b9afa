/** The folder that `--out` names. */
import { mkdir } from 'node:fs/promises';
import { systemCode } from '../platform/files/disk-problem.ts';
import { WrongUse } from './wrong-use.ts';

/** Made when missing: who names a folder for the results of a run wants it to be there. @throws WrongUse */
export async function outputFolder(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true });
    return path;
  } catch (thrown) {
    throw new WrongUse('out-not-usable', { cause: systemCode(thrown) ?? 'unknown' });
  }
}
