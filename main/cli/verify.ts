/** `verify`: the signatures of one PDF, and whether it is the original with a signature added. Needs neither profile, secret nor data. */

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { VerificationReport } from '../../shared/domain/verification.ts';
import { StationError } from '../../shared/errors.ts';
import { createFactsReader } from '../features/documents/documents.ts';
import { maxVerifiedBytes, unreadableReport } from '../features/verification/verification.ts';
import { systemCode } from '../platform/files/disk-problem.ts';
import type { Words } from '../platform/i18n/words.ts';
import { machineAuthorities } from '../platform/provider/trust.ts';
import { checkLanguage, commonOptions } from './common-options.ts';
import { exitCodes } from './exit-codes.ts';
import type { CommandIo } from './io.ts';
import { readArguments } from './read-arguments.ts';
import { verificationPage } from './verification-page.ts';
import { saveReport } from './verification-report.ts';
import { WrongUse } from './wrong-use.ts';

export async function verify(argv: readonly string[], io: CommandIo, words: Words): Promise<number> {
  const { values, rest } = readArguments(argv, { ...commonOptions, original: 'string', report: 'string' });
  checkLanguage(values.lang);
  const [file, ...more] = rest;
  if (file === undefined || more.length > 0) throw new WrongUse('verify-one-file');
  const path = resolve(io.cwd, file);
  const original = values.original === undefined ? null : resolve(io.cwd, values.original);
  const size = (await sizeOf(path, 'FILE.pdf')) + (original === null ? 0 : await sizeOf(original, '--original'));
  const report =
    size > maxVerifiedBytes ? unreadableReport('limits', { hasOriginal: original !== null }) : await checked(path, original, size);
  if (values.report !== undefined) {
    await saveReport(resolve(io.cwd, values.report), { file: path, original }, report, words);
  }
  await io.out(`${values.json ? JSON.stringify(report, null, 2) : verificationPage(report, words)}\n`);
  const counts = report.bottomLine === 'signed' || report.bottomLine === 'signed-with-remarks';
  return counts ? exitCodes.allDone : exitCodes.someFailed;
}

async function checked(path: string, original: string | null, size: number): Promise<VerificationReport> {
  const reader = createFactsReader();
  try {
    const request = { file: { path }, original: original === null ? null : { path: original }, roots: machineAuthorities() };
    const { report, problem } = await reader.verify(request, size);
    if (report !== null) return report;
    if (problem.code === 'pdf-too-complex') return unreadableReport('limits', { hasOriginal: original !== null });
    throw new StationError(problem.code, problem.detail);
  } finally {
    await reader.close();
  }
}

/** @throws WrongUse */
async function sizeOf(path: string, option: string): Promise<number> {
  const found = await stat(path).catch((thrown: unknown) => {
    throw new WrongUse('file-not-readable', { option, cause: systemCode(thrown) ?? 'unknown' });
  });
  if (!found.isFile()) throw new WrongUse('file-not-readable', { option, cause: 'EISDIR' });
  return found.size;
}
