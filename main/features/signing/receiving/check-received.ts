/** Checks a returned file against the encrypted copy of the sent document: no document is signed without this check. */

import type { BottomLine, VerificationReport } from '../../../../shared/domain/verification/verification.ts';
import { certificatesIn, demandsTrust, type VerificationSettings } from '../../../../shared/domain/verification/verification-settings.ts';
import { type Problem, problem, problemOf, StationError } from '../../../../shared/errors.ts';
import { DamagedFile } from '../../../platform/keychain/encrypted-stream.ts';
import type { EncryptedFile, EncryptedFiles } from '../../../platform/storage/encrypted-files.ts';
import type { PdfReader, VerifyReply, VerifyWatch } from '../../documents/documents.ts';
import { bottomLineOf, unreadableReport } from '../../verification/verification.ts';
import type { OutboxJob } from '../outbox/job.ts';
import type { Checked } from '../rules/resolve-outcome.ts';

export type CheckReceived = {
  /**
   * Checks a returned file.
   * @param file decoded bytes
   * @throws StationError `cancelled` when the station ends: nothing is known about the file then
   */
  check(file: EncryptedFile, job: OutboxJob, settings: VerificationSettings): Promise<Checked>;
  /**
   * Finds out whether a newly received file opens, then checks it.
   * @throws StationError `cancelled` likewise, `stored-data-damaged` when the file itself is
   */
  inspect(file: EncryptedFile, job: OutboxJob, settings: VerificationSettings): Promise<{ opens: boolean; checked: Checked }>;
  /** Shows and stops several consecutive checks of one document as one. Settles like `work`. */
  asOne<T>(documentId: string, work: () => Promise<T>): Promise<T>;
  /** Returns the documents with a check that has taken more than a second; `since` in ISO 8601, UTC. */
  underWay(): { documentId: string; since: string }[];
  /** Stops the check of a document, which becomes unverified. */
  stop(documentId: string): void;
};

type CheckDeps = {
  files: EncryptedFiles;
  reader: Pick<PdfReader, 'verify'>;
  /** PEM certificates that the machine trusts. */
  machineRoots(): readonly string[];
  now(): Date;
  /** `underWay` has changed. */
  changed(): void;
  /** Aborted when the station no longer waits for checks. */
  ending: AbortSignal;
};

/** Milliseconds after which a check is shown. */
const shownAfter = 1_000;

type Running = { since: string; isShown: boolean; stop: AbortController };

/** `running`: the checks by document id. `roots`: the list for the latest settings. */
type Checks = CheckDeps & { running: Map<string, Running>; roots: { own: string; all: string[] } | null };

export function createCheckReceived(deps: CheckDeps): CheckReceived {
  const running = new Map<string, Running>();
  const checks: Checks = { ...deps, running, roots: null };
  return {
    check: (file, job, settings) => checkedBy(job.id, (stopped) => report({ file, job, settings }, stopped, checks), checks),
    inspect: (file, job, settings) => inspect({ file, job, settings }, checks),
    asOne: (documentId, work) => tracked(documentId, work, checks),
    underWay: () => [...running].flatMap(([documentId, { since, isShown }]) => (isShown ? [{ documentId, since }] : [])),
    stop: (documentId) => running.get(documentId)?.stop.abort(),
  };
}

/** A returned file, the job of its document, and the settings of the profile. */
type Returned = { file: EncryptedFile; job: OutboxJob; settings: VerificationSettings };

async function inspect(returned: Returned, checks: Checks): ReturnType<CheckReceived['inspect']> {
  let opens: boolean | null = null;
  const onOpened = (is: boolean) => {
    opens = is;
  };
  const checked = await checkedBy(returned.job.id, (stopped) => report(returned, stopped, checks, onOpened), checks);
  const cause = checked.problem?.detail?.cause;
  if (opens === null && cause === 'stored-data-damaged') throw new DamagedFile();
  if (opens === null && cause === 'copy-unreadable') throw new StationError('copy-unreadable', { cause: 'unknown' });
  // A person stopped the check before this was known; the outcome of the document depends on whether the file opens.
  if (opens === null && cause === 'cancelled') await verify(returned, { signal: checks.ending, onOpened }, checks);
  if (opens === null && checks.ending.aborted) throw new StationError('cancelled');
  return { opens: opens ?? false, checked };
}

/** Runs a check that may be shown and stopped. Returns why when it could not be made. @throws StationError `cancelled` when the station ends */
async function checkedBy(
  id: string,
  work: (stopped: AbortSignal) => Promise<VerificationReport | Problem>,
  checks: Checks,
): Promise<Checked> {
  const found = await tracked(id, work, checks).catch((thrown: unknown) => {
    const why = problemOf(thrown);
    if (why.code === 'cancelled') throw thrown;
    return notChecked(why.code);
  });
  if ('code' in found) return { verification: null, problem: found };
  return { verification: { at: checks.now().toISOString(), report: found }, problem: whyNotSigned(found.bottomLine) };
}

/** Runs `work` as the check of a document. @param work gets the signal by which a person stops it */
async function tracked<T>(id: string, work: (stopped: AbortSignal) => Promise<T>, { running, now, changed }: Checks): Promise<T> {
  const whole = running.get(id);
  if (whole) return work(whole.stop.signal);
  const own: Running = { since: now().toISOString(), isShown: false, stop: new AbortController() };
  running.set(id, own);
  const timer = setTimeout(() => {
    own.isShown = true;
    changed();
  }, shownAfter);
  try {
    return await work(own.stop.signal);
  } finally {
    clearTimeout(timer);
    running.delete(id);
    if (own.isShown) changed();
  }
}

async function report(
  returned: Returned,
  stopped: AbortSignal,
  checks: Checks,
  onOpened?: (opens: boolean) => void,
): Promise<VerificationReport | Problem> {
  const { job, settings } = returned;
  // Without the original, the file of another document could not be distinguished from its own.
  if (job.original === null && onOpened === undefined) return notChecked('stored-data-damaged');
  const signal = AbortSignal.any([stopped, checks.ending]);
  const reply = await verify(returned, { signal, ...(onOpened && { onOpened }) }, checks);
  if (job.original === null) return notChecked('stored-data-damaged');
  if (reply.report !== null) return demandsTrust(settings) ? withTrustDemanded(reply.report, settings) : reply.report;
  if (reply.problem.code === 'pdf-too-complex') return unreadableReport('limits', { hasOriginal: true, place: job.placement });
  if (reply.problem.code === 'cancelled' && !stopped.aborted) throw new StationError('cancelled');
  return notChecked(reply.problem.code);
}

function verify({ file, job, settings }: Returned, watch: VerifyWatch, checks: Checks): Promise<VerifyReply> {
  const { files, reader, now } = checks;
  const { original, placement, sha256 } = job;
  const { page, rect } = placement;
  const received = files.source(file);
  const sent = original && files.source(original);
  const request = {
    file: { encrypted: received.source },
    original: original && sent && { encrypted: sent.source, known: { size: original.size, sha256 } },
    place: { page, rect },
    sentAt: job.firstSentAt,
    checkedAt: now().toISOString(),
    expectedSigner: settings.expectedSigner,
    rules: settings.rules,
    withheld: settings.withheld,
    roots: rootsFor(settings, checks),
    opens: watch.onOpened !== undefined,
  };
  return reader.verify(request, file.size + (original?.size ?? 0), watch).finally(() => {
    received.release();
    sent?.release();
  });
}

/** Returns the identical list for the same settings: a worker gets the list only when it has changed. */
function rootsFor({ roots }: VerificationSettings, checks: Checks): string[] {
  if (checks.roots?.own !== roots) checks.roots = { own: roots, all: [...checks.machineRoots(), ...certificatesIn(roots)] };
  return checks.roots.all;
}

/** A fault of the station never makes a document signed. */
const notChecked = (cause: Problem['code']): Problem => problem('result-not-checked', { cause });

/** Demands trust in the issuer, for the new signature only: the provider is not responsible for earlier signatures. */
function withTrustDemanded(report: VerificationReport, { withheld }: VerificationSettings): VerificationReport {
  const isUntrusted = report.signatures.some(
    ({ kind, isEarlier, certificate }) => kind === 'signature' && !isEarlier && certificate?.trusted === false,
  );
  return isUntrusted ? { ...report, bottomLine: bottomLineOf(report.findings, [...withheld, 'issuer-not-trusted']) } : report;
}

const problemOfBottomLine: Readonly<Record<BottomLine, Problem['code'] | null>> = {
  signed: null,
  'signed-with-remarks': null,
  unverifiable: 'result-unverifiable',
  unacceptable: 'result-unacceptable',
};

function whyNotSigned(bottomLine: BottomLine): Problem | null {
  const code = problemOfBottomLine[bottomLine];
  return code === null ? null : problem(code);
}
