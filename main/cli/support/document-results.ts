/** How `sign` and `queue` print documents: the JSON of design, section 6, or a table for a person. */

import { localMoment } from '../../../shared/domain/local-format.ts';
import { type JobStatus, jobStatus } from '../../../shared/domain/signing/job-status.ts';
import type { DocumentStatus, FileRelease, SigningJob } from '../../../shared/domain/signing/signing.ts';
import type { VerificationReport } from '../../../shared/domain/verification/verification.ts';
import { findingTexts } from '../../../shared/domain/verification/verification-text.ts';
import { hasTrait, needsPerson, type Problem, type ProblemCode } from '../../../shared/errors.ts';
import type { StoredQueue } from '../../app/stored-queue.ts';
import type { Words } from '../../platform/i18n/words.ts';
import type { Outcome } from './exit-codes.ts';
import type { Printed } from './io.ts';
import { aligned } from './table.ts';

/** One document after the run. */
export type Result = {
  id: string;
  name: string;
  /** The original's, absolute. */
  path: string;
  reference: string;
  /** The original's SHA-256. */
  sha256: string | null;
  status: DocumentStatus;
  /** Null when it was never queued. */
  job: SigningJob | null;
  problem: Problem | null;
  /** Replaces the problem's own words. */
  reason?: string;
  /** Not sent in this run, because it was sent before; status and signed file are those of the earlier run. `at`: ISO 8601 in UTC. */
  sentBefore?: { at: string };
  signedPath: string | null;
  verification?: VerificationReport | null;
};

/** As in design, section 6; `code`, `warning`, `quarantinedName` and `released` are additions. */
export type ReportedDocument = {
  id: string;
  path: string;
  referenceNumber: string;
  /** The provider's. */
  documentId: string | null;
  status: DocumentStatus;
  /** A plain sentence in the language of the run; null without a reason, such as for a signed document in its folder. */
  reason: string | null;
  code: ProblemCode | null;
  warning: { code: ProblemCode; text: string } | null;
  /** Also for an unverified document whose file was released. */
  signedPath: string | null;
  quarantinedName: string | null;
  sha256: { original: string | null; signed: string | null };
  /** What `verify` prints about the returned file; null without one. */
  verification: VerificationReport | null;
  /** Who released the file of an unverified document to its folder, and why. */
  released: FileRelease | null;
};

/** The result of a queued document. One that waits without its own reason has the last problem of the connection. */
export function resultOf(job: SigningJob, queue: Pick<StoredQueue, 'details' | 'verification' | 'connectionProblem'>): Result {
  const connection = job.status === 'queued' ? queue.connectionProblem() : null;
  const details = queue.details(job.documentId);
  return {
    id: job.documentId,
    name: job.name,
    path: details?.path ?? '',
    reference: job.reference,
    sha256: details?.sha256 ?? null,
    status: job.status,
    job,
    problem: job.problem ?? connection,
    signedPath: job.status === 'signed' || job.status === 'unverified' ? (details?.signedPath ?? null) : null,
    verification: queue.verification(job.documentId)?.report ?? null,
  };
}

/** Whether a rule of the branch blocks it, which only a person can resolve. */
export const isBlockedByRule = ({ problem: why }: Pick<Result, 'problem'>): boolean => why !== null && hasTrait(why, 'rule');

export const outcomeOf = ({ status, problem: why, signedPath, sentBefore, job }: Result): Outcome => ({
  status,
  // Also by another station, whose signed file was found.
  sentBefore: sentBefore !== undefined || (job === null && why !== null && hasTrait(why, 'sent-before')),
  waits: status === 'queued' && !sentBefore && why !== null && !needsPerson(why),
  inPlace: signedPath !== null,
});

export function reported(result: Result, words: Words): ReportedDocument {
  const { job, problem: why } = result;
  const warning = job?.warning ?? null;
  return {
    id: result.id,
    path: result.path,
    referenceNumber: result.reference,
    documentId: job?.providerDocumentId ?? null,
    status: result.status,
    // The warning says why the file is in no folder. After a kill or a failed disk there is no warning.
    reason: result.reason ?? reasonOf(result, words) ?? (isUndelivered(result) && !warning ? words.say('not-delivered') : null),
    code: why?.code ?? null,
    warning: warning && { code: warning.code, text: words.problem(warning) },
    signedPath: result.signedPath,
    quarantinedName: job?.quarantinedName ?? null,
    sha256: { original: result.sha256, signed: job?.signedSha256 ?? null },
    verification: result.verification ?? null,
    released: job?.fileRelease ?? null,
  };
}

/** What `queue` prints. */
export const queueOutput = (results: readonly Result[], words: Words): Printed => ({
  json: { documents: results.map((result) => reported(result, words)) },
  text: queueTable(results, words),
});

/** The columns of both tables, each under its heading `table.<name>` of `cli.json`. `id`: what `retry` and `cancel` take. */
const columns = {
  id: ({ id }) => id,
  file: ({ name }) => name,
  status: (result, words) => words.status(shownStatus(result)),
  queued: ({ job }) => (job ? localMoment(job.queuedAt) : ''),
  attempts: ({ job }) => String(job?.attempts ?? 0),
  result: outcomeText,
} satisfies Record<string, (result: Result, words: Words) => string>;

const signColumns = ['file', 'status', 'result'] as const;
const queueColumns = ['id', 'file', 'status', 'queued', 'attempts', 'result'] as const;

/** A line for each document with notes below it, and the number of signed ones. */
export function signTable(results: readonly Result[], words: Words): string {
  const signed = results.filter(({ status, sentBefore }) => status === 'signed' && !sentBefore).length;
  return [...withNotes(signColumns, results, words), words.say('summary', { signed, total: results.length })].join('\n');
}

const queueTable = (results: readonly Result[], words: Words): string =>
  [...withNotes(queueColumns, results, words), words.say('documents', { count: results.length })].join('\n');

/** The state in the window, unless this run has replaced the job's. A file that is in no folder yet is not being saved any more. */
function shownStatus({ status, job }: Result): JobStatus {
  if (job?.status !== status) return status;
  const shown = jobStatus(job);
  return shown === 'saving' ? 'to-deliver' : shown;
}

/** Its file was saved as signed, before the provider returned the same file for another document. */
const isWithheldTooLate = ({ status, job, signedPath }: Result): boolean =>
  status === 'unverified' && job?.fileRelease === null && signedPath !== null;

const isUndelivered = ({ status, job, signedPath }: Result): boolean =>
  status === 'signed' && signedPath === null && job?.delivery === 'waiting';

function outcomeText(result: Result, words: Words): string {
  if (result.sentBefore) return reasonOf(result, words) ?? '';
  if (result.signedPath !== null && !isWithheldTooLate(result)) return result.signedPath;
  if (isUndelivered(result)) return words.say('not-delivered');
  return result.reason ?? reasonOf(result, words) ?? '';
}

function reasonOf({ problem: why, sentBefore, signedPath }: Result, words: Words): string | null {
  if (why === null) return null;
  if (!sentBefore) return words.problem(why);
  const text =
    signedPath === null ? words.problem(why) : words.say('sent-before.signed', { at: localMoment(sentBefore.at), path: signedPath });
  return `${text} ${words.say('sent-before.again')}`;
}

function withNotes(names: readonly (keyof typeof columns)[], results: readonly Result[], words: Words): string[] {
  const rows = results.map((result) => names.map((name) => columns[name](result, words)));
  const [first = '', ...lines] = aligned([names.map((name) => words.say(`table.${name}`)), ...rows]);
  return [first, ...results.flatMap((result, index) => [lines[index] ?? '', ...notes(result, words)])];
}

function notes(result: Result, words: Words): string[] {
  const { job, verification, signedPath } = result;
  // A document that is sent again has the report of the earlier file until the next one is checked.
  const checked = job?.status === 'signed' || job?.status === 'unverified' ? verification : null;
  return [
    ...(checked ? findingTexts(checked, (key, gaps) => words.say(`verification:${key}`, gaps)).map(({ text }) => `  ${text}`) : []),
    ...(isWithheldTooLate(result) ? [`  ${words.say('withheld-too-late', { path: signedPath ?? '' })}`] : []),
    ...(job?.warning ? [`  ${words.say('warning', { text: words.problem(job.warning) })}`] : []),
    ...(job?.quarantinedName ? [`  ${words.say('quarantined-file', { name: job.quarantinedName })}`] : []),
    ...(job?.closed ? [`  ${words.say('closed', { note: job.closed.note })}`] : []),
    ...(job?.fileRelease ? [`  ${words.say('released', { ...job.fileRelease, at: localMoment(job.fileRelease.at) })}`] : []),
  ];
}
