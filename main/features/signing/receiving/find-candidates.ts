/**
 * Finds candidates for the result of a document in doubt: in the files received before its answer was cut off, and in the
 * provider's own record of the transaction. A file that contains the sent document, as it was sent or written again, is a candidate; a
 * person decides.
 */
import type { Candidate } from '../../../../shared/domain/signing/queue.ts';
import { type VerificationSettings, verificationSettingsSchema } from '../../../../shared/domain/verification/verification-settings.ts';
import { type Problem, problemOf, StationError } from '../../../../shared/errors.ts';
import { base64Within } from '../../../platform/json/base64.ts';
import type { SigningLease } from '../../../platform/provider/sign-documents.ts';
import type { EncryptedFile, EncryptedFiles, EncryptedName } from '../../../platform/storage/encrypted-files.ts';
import { openIncomingTexts } from '../../../platform/storage/incoming.ts';
import type { OutboxJob } from '../outbox/job.ts';
import { summaryOf } from '../outbox/job-view.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Checked } from '../rules/resolve-outcome.ts';
import type { CheckReceived } from './check-received.ts';
import { documentsBegunBy } from './match-entries.ts';
import { decode, type ReadFacts } from './receive-answer.ts';
import { asRepeated, jobsWithSame } from './same-file.ts';

type CandidatesDeps = {
  outbox: Outbox;
  files: EncryptedFiles;
  readFacts: ReadFacts;
  check: Pick<CheckReceived, 'check'>;
  acquire(account: string): Promise<SigningLease | null>;
};

/** A candidate, its file, and the check of it. */
type FoundCandidate = { candidate: Candidate; file: EncryptedFile; checked: Checked };
type FindResult = { candidates: Candidate[]; problem: Problem | null };

export type Candidates = {
  /**
   * Finds the candidates, and drops the earlier ones. `problem`: why the provider was not queried, or that a received file is damaged.
   * @throws StationError `state-changed` when the document is no longer in doubt by then
   */
  find(job: OutboxJob): Promise<FindResult>;
  /** Returns a candidate, which stays one until it is dropped. @throws StationError `candidate-gone` */
  get(documentId: string, candidateId: string): FoundCandidate;
  /** Drops the candidates of a document. `accepted`: the file that is the document's from now on. */
  drop(documentId: string, accepted?: EncryptedFile): Promise<void>;
};

export function createCandidates(deps: CandidatesDeps): Candidates {
  const found: Found = new Map();
  /** By document id: a second click during a query waits for the same answer. */
  const underWay = new Map<string, Promise<FindResult>>();
  return {
    find(job) {
      const finding = underWay.get(job.id) ?? findCandidates(job, found, deps).finally(() => underWay.delete(job.id));
      underWay.set(job.id, finding);
      return finding;
    },
    get(documentId, candidateId) {
      const one = found.get(documentId)?.find(({ candidate }) => candidate.id === candidateId);
      if (!one) throw new StationError('candidate-gone');
      return one;
    },
    drop: (documentId, accepted) => drop(documentId, found, deps, accepted),
  };
}

/** By document id. */
type Found = Map<string, FoundCandidate[]>;

async function drop(documentId: string, found: Found, { files }: CandidatesDeps, but?: EncryptedFile): Promise<void> {
  const dropped = found.get(documentId) ?? [];
  found.delete(documentId);
  for (const { file } of dropped) if (file !== but) await removeQuietly(file, files);
}

async function findCandidates(job: OutboxJob, found: Found, deps: CandidatesDeps): Promise<FindResult> {
  const { outbox, files } = deps;
  await drop(job.id, found, deps);
  const attempts = new Set(outbox.attempts(job.id).map(({ id }) => id));
  const received = files.list().filter(({ kind, owner }) => (kind === 'received' || kind === 'decoded') && attempts.has(owner));
  const lease = await deps.acquire(job.account).catch((thrown: unknown) => problemOf(thrown));
  const isUp = lease !== null && !('code' in lease);
  // Without its connection the default settings apply: none of them is more generous.
  const settings = isUp ? lease.connection.profile.verification : verificationSettingsSchema.parse({});
  const search: Search = { job, settings, found: [], deps };
  const damage = await searchAnswers(received, search);
  const problem = await searchRecord(lease, search).finally(() => isUp && lease.release());
  found.set(job.id, search.found);
  if (outbox.status(job.id) !== 'in-doubt') {
    await drop(job.id, found, deps);
    throw new StationError('state-changed');
  }
  return { candidates: search.found.map(({ candidate }) => candidate), problem: damage ?? problem };
}

type Search = { job: OutboxJob; settings: VerificationSettings; found: FoundCandidate[]; deps: CandidatesDeps };

/** Reads the received texts. A damaged text is quarantined, and the others are read all the same. */
async function searchAnswers(texts: readonly EncryptedName[], search: Search): Promise<Problem | null> {
  let damage: Problem | null = null;
  for (const text of texts) {
    await addCandidate(text, 'answer', search).catch((thrown: unknown) => {
      damage = problemOf(thrown);
    });
  }
  return damage;
}

/** Fetches the record from the provider; removes the received texts after reading them. */
async function searchRecord(lease: SigningLease | Problem | null, search: Search): Promise<Problem | null> {
  const { job, deps } = search;
  const texts: EncryptedFile[] = [];
  try {
    if (lease !== null && 'code' in lease) return lease;
    if (lease === null) throw new StationError('other-account');
    const incoming = openIncomingTexts(deps.files, job.id);
    for (const content of await lease.connection.signedDocumentsOf(job.clientInfo, incoming)) {
      const text = await incoming.encrypted(content);
      if (text) texts.push(text);
    }
    for (const text of texts) await addCandidate(text, 'record', search);
    return null;
  } catch (thrown) {
    return problemOf(thrown);
  } finally {
    for (const text of texts) await removeQuietly(text, deps.files);
  }
}

/**
 * Adds the candidate in a text: the file that it is in base64, else one within it, such as that of an answer which is not JSON. The same file
 * is a candidate once.
 * @throws StationError `stored-data-damaged`
 */
async function addCandidate(text: EncryptedName, source: Candidate['source'], search: Search): Promise<void> {
  for await (const file of filesIn(text, search)) {
    const one = search.found.some(({ file: { sha256 } }) => sha256 === file.sha256) ? null : await candidateOf(file, source, search);
    if (one) search.found.push(one);
    else await removeQuietly(file, search.deps.files);
  }
}

/** @throws StationError `stored-data-damaged` */
async function* filesIn(text: EncryptedName, { job, deps: { files } }: Search): AsyncGenerator<EncryptedFile> {
  const whole = await decode(text, job.id, files).catch((thrown: unknown) => {
    if (problemOf(thrown).code === 'stored-data-damaged') throw thrown;
    return null;
  });
  if (whole !== null && (await isPdf(files.read(whole)))) return yield whole;
  if (whole !== null) await removeQuietly(whole, files);
  for (const bytes of base64Within((await files.bytes(text)).toString('latin1'))) {
    if (!hasHeader(bytes)) continue;
    yield await files.encrypt('decoded', job.id, [bytes]);
  }
}

async function isPdf(content: AsyncIterable<Buffer>): Promise<boolean> {
  for await (const bytes of content) return hasHeader(bytes);
  return false;
}

const hasHeader = (bytes: Buffer): boolean => bytes.subarray(0, 1024).includes('%PDF-');

/** Returns the candidate that a file is; null when it is no PDF that contains the document, or has no more signatures when it was written again. */
async function candidateOf(
  file: EncryptedFile,
  source: Candidate['source'],
  { job, settings, deps: { outbox, files, readFacts, check } }: Search,
): Promise<FoundCandidate | null> {
  const facts = await readFacts(await files.bytes(file));
  if (facts === null || facts.pages.length === 0) return null;
  const { id, size, sha256 } = file;
  const isAppended = (await documentsBegunBy(files.read(file), [job])).length > 0;
  if (!isAppended && facts.signatures.length <= job.signatures) return null;
  const checked = asRepeated(await check.check(file, job, settings), jobsWithSame(outbox, job, sha256));
  if (!isAppended && checked.verification?.report.original !== 'preserved') return null;
  const signatures = { signatures: facts.signatures.length, signaturesBefore: job.signatures };
  return { file, checked, candidate: { id, source, size, sha256, ...signatures, verification: summaryOf(checked.verification) } };
}

/** Removes a file. One that cannot be removed is found at the next start. */
export const removeQuietly = (file: EncryptedFile, files: EncryptedFiles): Promise<void> => files.remove(file).catch(() => undefined);
