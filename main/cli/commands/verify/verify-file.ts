/** Checks the signatures of one PDF, and whether it is the original with a signature added. */
import { access, constants, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { basename, resolve } from 'node:path';
import packageFile from '../../../../package.json' with { type: 'json' };
import { localMoment } from '../../../../shared/domain/local-format.ts';
import type { CheckedFile, VerificationReport } from '../../../../shared/domain/verification/verification.ts';
import { reportText, type SignatureText } from '../../../../shared/domain/verification/verification-text.ts';
import { StationError } from '../../../../shared/errors.ts';
import type { ProviderChoice } from '../../../app/accounts.ts';
import { fileTrust } from '../../../app/file-trust.ts';
import { createPdfReader } from '../../../features/documents/documents.ts';
import { type FileTrust, makeReport, maxVerifiedBytes, unreadableReport } from '../../../features/verification/verification.ts';
import { systemCode } from '../../../platform/files/disk-problem.ts';
import { hashFile } from '../../../platform/files/hash-file.ts';
import { oneChunk } from '../../../platform/files/write-whole.ts';
import type { Words } from '../../../platform/i18n/words.ts';
import { exitCodes } from '../../support/exit-codes.ts';
import { type CommandIo, print } from '../../support/io.ts';
import { writeOutFile } from '../../support/out-paths.ts';
import { printable } from '../../support/table.ts';
import { WrongUse } from '../../support/wrong-use.ts';

/** Paths as typed. `provider`: without `--profile-file` and `--practice`, no profile counts. */
export type VerifyOptions = {
  file: string;
  original: string | undefined;
  report: string | undefined;
  json: boolean | undefined;
  provider: ProviderChoice;
};

export async function verifyFile(options: VerifyOptions, io: CommandIo): Promise<number> {
  const path = resolve(io.cwd, options.file);
  const original = options.original === undefined ? null : resolve(io.cwd, options.original);
  const size = (await sizeOf(path)) + (original === null ? 0 : await sizeOf(original, '--original'));
  const report =
    size > maxVerifiedBytes
      ? unreadableReport('limits', { hasOriginal: original !== null })
      : await checked(path, original, size, options.provider);
  if (options.report !== undefined) {
    const name = await saveReport(resolve(io.cwd, options.report), { file: path, original }, report, io.words);
    await io.err(`${io.words.say('written', { name })}\n`);
  }
  await print({ json: report, text: verificationPage(report, io.words) }, options.json, io);
  const counts = report.bottomLine === 'signed' || report.bottomLine === 'signed-with-remarks';
  return counts ? exitCodes.allDone : exitCodes.someFailed;
}

async function checked(path: string, original: string | null, size: number, provider: ProviderChoice): Promise<VerificationReport> {
  const reader = createPdfReader();
  try {
    const request = {
      file: { path },
      original: original === null ? null : { path: original },
      checkedAt: new Date().toISOString(),
      ...trustOf(provider),
    };
    const { report, problem } = await reader.verify(request, size);
    if (report !== null) return report;
    if (problem.code === 'pdf-too-complex') return unreadableReport('limits', { hasOriginal: original !== null });
    throw new StationError(problem.code, problem.detail);
  } finally {
    await reader.close();
  }
}

function trustOf(provider: ProviderChoice): FileTrust {
  if (provider.kind === 'practice') return fileTrust('practice');
  return fileTrust(provider.kind === 'external' ? provider.profile.signing?.verification : undefined);
}

/** @param option that names the file; missing for the argument @throws WrongUse for a file that is missing or may not be read */
async function sizeOf(path: string, option?: string): Promise<number> {
  const refusal = (cause: string) =>
    option === undefined ? new WrongUse('verify-not-readable', { cause }) : new WrongUse('file-not-readable', { option, cause });
  let cause: string;
  try {
    const found = await stat(path);
    await access(path, constants.R_OK);
    if (found.isFile()) return found.size;
    cause = found.isDirectory() ? 'EISDIR' : 'ENOTFILE';
  } catch (thrown) {
    cause = systemCode(thrown) ?? 'unknown';
  }
  throw refusal(cause);
}

/** The check as text for a terminal. */
function verificationPage(report: VerificationReport, words: Words): string {
  const say = (key: string, gaps?: Parameters<Words['say']>[1]) => words.say(`verification:${key}`, gaps);
  const shown = reportText(report, { say, moment: localMoment, day: (iso) => iso.slice(0, 10) });
  const { word, text, findings, signatures, original, comparison, requested, notChecked } = shown;
  const { length } = report.revisions;
  const last = [
    ...[original, ...comparison, ...(requested === null ? [] : [requested])].map((one) => `${one.label}: ${one.text}`),
    ...(length > 0 ? [`${say('revisions')}: ${length}`] : []),
    notChecked.length === 0 ? say('nothingUnchecked') : `${say('notChecked')}: ${notChecked.join('; ')}.`,
  ];
  return [[`${word.toUpperCase()}. ${text}`, ...findings.map((finding) => `  ${finding.text}`)], ...signatures.map(aSignature), last]
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

const aSignature = ({ title, facts, technical }: SignatureText): string[] => [
  title,
  ...[...facts, ...technical].map(({ label, text }) => `  ${label}: ${printable(text)}`),
];

/** Writes the PDF of `--report`. @returns its name @throws WrongUse, StationError `disk-full` */
async function saveReport(
  path: string,
  checked: { file: string; original: string | null },
  report: VerificationReport,
  { language }: Words,
): Promise<string> {
  const verified = {
    file: await about(checked.file),
    original: checked.original === null ? null : await about(checked.original),
    checkedAt: new Date().toISOString(),
    report,
  };
  const facts = { language, by: userInfo().username, stationVersion: packageFile.version, practice: false };
  const { name } = await writeOutFile(path, oneChunk(await makeReport(verified, facts)), '--report');
  return name;
}

async function about(path: string): Promise<CheckedFile> {
  const { size, sha256 } = await hashFile(path);
  return { name: basename(path), size, sha256 };
}
