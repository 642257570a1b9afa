/** What `--out` names: a folder, or a file. */
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { StationError } from '../../../shared/errors.ts';
import { systemCode } from '../../platform/files/disk-problem.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { writeWhole } from '../../platform/files/write-whole.ts';
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

/** The wrong use of a file that cannot be written. @param option that names it; null for the argument */
const notWritable = (option: string | null, cause: string): WrongUse =>
  option === null ? new WrongUse('file-not-writable', { cause }) : new WrongUse('out-file-not-writable', { option, cause });

/** A folder of that name would only make the file take another name. @throws WrongUse */
export async function refuseFolder(path: string, option: string | null = '--out'): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) throw notWritable(option, 'EISDIR');
}

/**
 * Writes the file. A missing folder is wrong use, and so is a path that is a folder.
 * @param option that names the file; null for the argument
 * @throws WrongUse, StationError `disk-full` and those of `write` itself
 */
export async function intoOutFile<T>(path: string, write: () => Promise<T>, option: string | null = '--out'): Promise<T> {
  await refuseFolder(path, option);
  try {
    return await write();
  } catch (thrown) {
    const problem = thrown instanceof StationError ? thrown.problem : null;
    if (!problem || !codesOfOut.has(problem.code)) throw thrown;
    const { code, detail } = problem;
    throw notWritable(option, String(detail?.cause ?? (code === 'output-folder-missing' ? 'no-folder' : 'ENAMETOOLONG')));
  }
}

/** Writes the content to the file; a taken name gets a number, as everywhere. @throws like `intoOutFile` */
export const writeOutFile = (path: string, content: AsyncIterable<Uint8Array>, option?: string | null) =>
  intoOutFile(path, () => writeWhole({ folder: dirname(path), name: basename(path), content }), option);

/** The problems of a path that a person chose for what a command writes. */
export const codesOfOut: ReadonlySet<string> = new Set(['output-folder-missing', 'output-not-writable', 'path-too-long']);
