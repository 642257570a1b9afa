/** Checks the disk after a killed station, before the next one starts: every promise of issue 3 that the disk shows. */
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type OutboxJob, openOutbox } from '../../support/doors/signing.ts';
import { type EncryptedFile, type EncryptedFiles, openEncryptedFiles, openStationDatabase } from '../../support/doors/storage.ts';
import { sha256 } from '../../support/sha256.ts';
import { readOnlyLedger } from '../../support/signing/ledger.ts';
import type { Account, Paper } from './account.ts';

export type Place = { dataDir: string; outputFolder: string; scratch: string; vaultKey: Buffer };

/**
 * Calls that were cut off: `calls` without a stored answer, `answered` with one. `delivering`: files whose delivery was begun and is not
 * recorded. `encrypted`: names of encrypted files, without those of unverified documents, which remain when the document is signed later.
 * `unfinished`: the unfinished files in the output folder, each with the state of its document.
 */
export type Left = { calls: number; answered: number; delivering: number; encrypted: string[]; unfinished: string[] };

/** States in which a document has its encrypted copy, since it may be sent. */
const waiting: readonly OutboxJob['status'][] = ['queued', 'sending', 'in-doubt', 'unverified', 'failed', 'rejected', 'cancelled'];
const markers = ['KT-NAME', 'KT-REF', 'KT-CLIENT', 'KT-NOTE', 'KT-FOLDER', 'practice: requested', '%PDF-', 'JVBERi0'];

/** @param verified files that were checked before: encrypted files never change. Empty to check all of them again */
export async function examine(place: Place, account: Account, verified: Set<string>): Promise<Left> {
  const { dataDir, outputFolder, vaultKey } = place;
  const copy = await mkdtemp(join(place.scratch, 'copy-'));
  // There are side files only after a kill, and a database only once a start has made it.
  for (const name of (await readdir(dataDir)).filter((one) => /^station\.sqlite(-wal)?$/.test(one)))
    await copyFile(join(dataDir, name), join(copy, name));
  const database = openStationDatabase(copy, vaultKey);
  try {
    if (database.notices().length > 0) account.fault(`the database is not whole: ${JSON.stringify(database.notices())}`);
    const { integrity_check } = database.sql.prepare('PRAGMA integrity_check').get() ?? {};
    if (integrity_check !== 'ok') account.fault(`integrity check: ${integrity_check}`);
    const outbox = openOutbox({ database, ledger: readOnlyLedger, now: () => new Date(), isOneOfSeveral: false });
    const bad = outbox.quarantined().map(({ kind }) => kind);
    if (bad.length > 0) account.fault(`records cannot be opened: ${bad.join(', ')}`);
    const files = await openEncryptedFiles({ folder: join(dataDir, 'encrypted'), database });
    const encrypted = await readdir(join(dataDir, 'encrypted'));
    const jobs = outbox.jobs();
    for (const job of jobs) await checkJob(job, account, { files, encrypted, verified });
    checkAcknowledged(account, new Map(jobs.map((job) => [job.id, job])));
    const unfinished = await checkOutput(outputFolder, account, verified);
    await checkNothingClear(dataDir, account);
    const open = outbox.openAttempts();
    const received = jobs.flatMap((job) => job.received);
    const withheld = new Set(received.map(({ role, encrypted: file }) => role === 'unverified' && file && encryptedName(file)));
    return {
      calls: open.filter(({ answer }) => answer === null).length,
      answered: open.filter(({ answer }) => answer !== null).length,
      delivering: received.filter(({ begun, path }) => begun && path === null).length,
      encrypted: encrypted.filter((name) => !withheld.has(name)),
      unfinished: unfinished.map((name) => stateOf(name, jobs)),
    };
  } finally {
    database.close();
    await rm(copy, { recursive: true });
  }
}

type Disk = { files: EncryptedFiles; encrypted: readonly string[]; verified: Set<string> };

async function checkJob(job: OutboxJob, account: Account, disk: Disk): Promise<void> {
  const paper = account.known(job.id, job.sha256);
  if (!paper) return;
  if (job.status !== 'queued') paper.mayGoOut = false;
  if (waiting.includes(job.status)) {
    if (job.original === null) return account.fault(`${paper.name} (${job.status}) cannot be sent any more`);
    const bytes = await decrypted(job.original, paper, account, disk);
    if (bytes && !bytes.equals(paper.bytes)) account.fault(`the encrypted copy of ${paper.name} is another document`);
  }
  if (job.status === 'unverified') await checkWithheld(job, paper, account, disk);
  if (job.status !== 'signed') return;
  const signed = job.received.filter(({ role }) => role === 'signed');
  const [file] = signed;
  if (!file || signed.length > 1 || job.signedSha256 === null) return account.fault(`${paper.name} is signed with ${signed.length} files`);
  if (file.path !== null) {
    const bytes = await readFile(file.path).catch(() => null);
    if (bytes === null) account.fault(`${paper.name} is signed and its file is not there`);
    else checkSigned(bytes, job, paper, account);
  } else if (file.encrypted === null) account.fault(`${paper.name} is signed and has neither a delivered nor an encrypted file`);
  else {
    const bytes = await decrypted(file.encrypted, paper, account, disk);
    if (bytes) checkSigned(bytes, job, paper, account);
  }
}

/** The returned file is stored; it is in a folder only once a person released it. */
async function checkWithheld(
  { received, fileRelease, signedSha256 }: OutboxJob,
  paper: Paper,
  account: Account,
  disk: Disk,
): Promise<void> {
  const file = received.find(({ role, encrypted }) => role === 'unverified' && encrypted?.sha256 === signedSha256);
  if (fileRelease === null) {
    if (file?.encrypted) await decrypted(file.encrypted, paper, account, disk);
    else account.fault(`${paper.name} is unverified without its file`);
    return;
  }
  const released = received.find(({ role }) => role === 'signed');
  if (released?.path) {
    const bytes = await readFile(released.path).catch(() => null);
    if (bytes === null || sha256(bytes) !== signedSha256) account.fault(`the released file of ${paper.name} is not what came`);
  } else if (released?.encrypted) await decrypted(released.encrypted, paper, account, disk);
  else account.fault(`${paper.name} is released without its file`);
}

const encryptedName = ({ kind, owner, id }: EncryptedFile): string => `${kind}.${owner}.${id}.encrypted`;

/** Null when it is known to be right, or is not there, which is noted. */
async function decrypted(
  file: EncryptedFile,
  paper: Paper,
  account: Account,
  { files, encrypted, verified }: Disk,
): Promise<Buffer | null> {
  const name = encryptedName(file);
  if (!encrypted.includes(name)) account.fault(`an encrypted file of ${paper.name} is not there: ${file.kind}`);
  else if (!verified.has(name)) {
    verified.add(name);
    return files.bytes(file).catch((thrown: unknown) => {
      account.fault(`an encrypted file of ${paper.name} does not open: ${file.kind}, ${thrown}`);
      return null;
    });
  }
  return null;
}

function checkSigned(bytes: Buffer, { signedSha256 }: OutboxJob, paper: Paper, account: Account): void {
  if (sha256(bytes) !== signedSha256) account.fault(`the signed file of ${paper.name} is not what came`);
  if (!contains(bytes, paper)) account.fault(`the signed file of ${paper.name} does not contain it`);
}

function checkAcknowledged(account: Account, jobs: ReadonlyMap<string, OutboxJob>): void {
  for (const paper of account.papers) {
    const job = jobs.get(paper.id ?? '');
    if (!job && paper.acknowledged) account.fault(`${paper.name} was acknowledged as queued and is gone`);
    if (!job && paper.wentOut > 0) account.fault(`${paper.name} went out and is not in the book`);
    if (!job || paper.settled === null) continue;
    const asSettled = isAsSettled(paper.settled, job);
    if (!asSettled) account.fault(`${paper.name} was reported as ${paper.settled} and is ${job.status}`);
  }
}

function isAsSettled(settled: NonNullable<Paper['settled']>, job: OutboxJob): boolean {
  // Cancelled after it was sent again in doubt.
  if (settled === 'cancelled' && job.resentInDoubt) return job.status === 'in-doubt';
  if (settled === 'closed') return job.status === 'in-doubt' && job.closed !== null;
  if (settled === 'released') return job.status === 'unverified' && job.fileRelease !== null;
  return job.status === settled;
}

function stateOf(unfinished: string, jobs: readonly OutboxJob[]): string {
  const job = jobs.find(({ received }) => received.some(({ encrypted }) => encrypted && unfinished.includes(encrypted.id)));
  const files = job?.received.map(({ role, begun, path }) => `${role}${begun ? ' begun' : ''}${path ? ' delivered' : ''}`);
  return `${unfinished} of ${job?.name} (${job?.status}; ${files?.join(', ')})`;
}

/** Every file under a final name is whole, and no signed document is there twice. Returns the names of unfinished files. */
async function checkOutput(folder: string, account: Account, verified: Set<string>): Promise<string[]> {
  const papers = new Map(account.papers.map((paper) => [paper.name.replace('.pdf', ''), paper]));
  const signed = new Set<Paper>();
  const unfinished: string[] = [];
  for (const name of await readdir(folder)) {
    if (/^\.station-.*\.part$/.test(name)) {
      unfinished.push(name);
      continue;
    }
    const [, stem, kind] = /^(KT-NAME-\d{4})-(signed|received|released)(?: \(\d+\))?\.(?:pdf|bin|txt)$/.exec(name) ?? [];
    const paper = papers.get(stem ?? '');
    if (!paper) account.fault(`a file of a strange name: ${name}`);
    else if (kind === 'signed') {
      if (signed.has(paper)) account.fault(`delivered twice: ${name}`);
      signed.add(paper);
      if (verified.has(name)) continue;
      verified.add(name);
      const bytes = await readFile(join(folder, name));
      if (!contains(bytes, paper) || !bytes.subarray(-8).includes('%%EOF')) account.fault(`half-written or strange: ${name}`);
    }
  }
  return unfinished;
}

async function checkNothingClear(dataDir: string, account: Account): Promise<void> {
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    for (const marker of markers) {
      if (bytes.includes(marker) || bytes.includes(marker, 0, 'utf16le') || entry.name.includes(marker))
        account.fault(`${marker} stands in clear in ${entry.name}`);
    }
  }
}

/** Signing appends: the signed file begins with the document. */
const contains = (bytes: Buffer, paper: Paper): boolean =>
  bytes.length > paper.bytes.length && bytes.subarray(0, paper.bytes.length).equals(paper.bytes);

export async function makePlace(root: string, vaultKey: Buffer): Promise<Place & { papers: string }> {
  const place = {
    dataDir: join(root, 'data'),
    outputFolder: join(root, 'signed'),
    scratch: join(root, 'scratch'),
    papers: join(root, 'KT-FOLDER'),
  };
  for (const folder of Object.values(place)) await mkdir(folder);
  return { ...place, vaultKey };
}
