/** The PDF that `--report` names. */

import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { basename, dirname } from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import type { CheckedFile, VerificationReport } from '../../shared/domain/verification.ts';
import { StationError } from '../../shared/errors.ts';
import { makeReport } from '../features/verification/verification.ts';
import { oneChunk, writeWhole } from '../platform/files/write-whole.ts';
import type { Words } from '../platform/i18n/words.ts';
import { WrongUse } from './wrong-use.ts';

/** A name that is taken gets a number, as everywhere. @throws WrongUse, StationError `disk-full` */
export async function saveReport(
  path: string,
  checked: { file: string; original: string | null },
  report: VerificationReport,
  { language }: Words,
): Promise<void> {
  const verified = {
    file: await about(checked.file),
    original: checked.original === null ? null : await about(checked.original),
    checkedAt: new Date().toISOString(),
    report,
  };
  const facts = { language, by: userInfo().username, stationVersion: packageFile.version, practice: false };
  const content = oneChunk(await makeReport(verified, facts));
  try {
    await writeWhole({ folder: dirname(path), name: basename(path), content });
  } catch (thrown) {
    if (!(thrown instanceof StationError) || thrown.problem.code === 'disk-full') throw thrown;
    throw new WrongUse('report-not-usable', { cause: thrown.problem.detail?.cause ?? 'ENOENT' });
  }
}

async function about(path: string): Promise<CheckedFile> {
  const bytes = await readFile(path);
  return { name: basename(path), size: bytes.length, sha256: hash('sha256', bytes) };
}
