/** Worker thread: reads one document per message; answers with its facts or its signature check. Started by `facts-reader.ts` only. */

import { hash } from 'node:crypto';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { VerificationReport } from '../../../shared/domain/verification.ts';
import { type Problem, problem, StationError } from '../../../shared/errors.ts';
import { systemCode } from '../../platform/files/disk-problem.ts';
import { fileProblem } from '../../platform/files/file-problem.ts';
import { readEncryptedFile } from '../../platform/keychain/encrypted-stream.ts';
import type { EncryptedSource } from '../../platform/storage/encrypted-files.ts';
import { type Expectation, noRoots, type Roots, readRoots, verifyPdf } from '../verification/verification.ts';
import { type FactsAnswer, opensAsPdf, readPdfFacts } from './pdf-facts.ts';

/** A file, which must still have the SHA-256 when it is read, or bytes; with the password that a person typed. */
export type FactsRequest = ({ path: string; sha256: string } | { bytes: Uint8Array }) & { password?: string };
export type FactsReply = FactsAnswer;
/** A file, which must still have the SHA-256 when it is read, bytes, or an encrypted file. */
export type PdfSource = { path: string; sha256?: string } | { bytes: Uint8Array } | { encrypted: EncryptedSource };
/** `known`: size and SHA-256 of the original, which is not read if the file begins with it. */
export type OriginalSource = PdfSource & { known?: { size: number; sha256: string } };
/** `opens`: the worker first reports whether the file opens; one that does not open is not verified. */
export type VerifyRequest = { file: PdfSource; original: OriginalSource | null; opens?: boolean } & Omit<
  Expectation,
  'original' | 'roots'
> & { roots: readonly string[] };
export type VerifyReply = { report: VerificationReport; problem: null } | { report: null; problem: Problem };
/** A message before a file is verified, and while it is compared page by page. */
export type VerifyProgress = { opens: boolean } | { rendered: { done: number; total: number } };
/** `roots`: absent when they are those of the previous request. */
export type WorkerRequest = { facts: FactsRequest } | { verify: Omit<VerifyRequest, 'roots'>; roots?: readonly string[] };

// The parser's warnings may quote the file; they are not for our logs.
for (const method of ['log', 'info', 'warn', 'error'] as const) console[method] = () => {};

parentPort?.on('message', (request: WorkerRequest) => {
  if ('verify' in request && request.roots !== undefined) roots = readRoots(request.roots);
  void ('facts' in request ? readFacts(request.facts) : verify(request.verify)).then((reply) => parentPort?.postMessage(reply));
});

let roots: Roots = noRoots;

async function verify({ file, original, opens, ...expectation }: Omit<VerifyRequest, 'roots'>): Promise<VerifyReply> {
  const report = (progress: VerifyProgress) => parentPort?.postMessage(progress);
  const bytes = bytesOf(file);
  if (!(bytes instanceof Uint8Array)) return { report: null, problem: bytes };
  if (opens) {
    const isPdf = await opensAsPdf(bytes);
    report({ opens: isPdf });
    if (!isPdf) return { report: null, problem: problem('signed-not-pdf') };
  }
  const sent = original && originalOf(original, bytes);
  if (sent !== null && !(sent instanceof Uint8Array)) return { report: null, problem: sent };
  const onPage = (done: number, total: number) => report({ rendered: { done, total } });
  return { report: await verifyPdf(bytes, { ...expectation, roots, original: sent }, onPage), problem: null };
}

/** Returns the bytes of the original: usually the beginning of the file, since signing appends. */
function originalOf(source: OriginalSource, file: Uint8Array): Uint8Array | Problem {
  const { known } = source;
  const beginning = known === undefined || known.size > file.length ? null : file.subarray(0, known.size);
  return beginning !== null && hash('sha256', beginning) === known?.sha256 ? beginning : bytesOf(source);
}

function bytesOf(source: PdfSource): Uint8Array | Problem {
  if ('bytes' in source) return source.bytes;
  return 'encrypted' in source ? decrypted(source.encrypted) : fileBytes(source.path, source.sha256);
}

function decrypted({ path, ...source }: EncryptedSource): Uint8Array | Problem {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (thrown) {
    return systemCode(thrown) === 'ENOENT'
      ? problem('record-damaged')
      : problem('copy-unreadable', { cause: systemCode(thrown) ?? 'unknown' });
  }
  try {
    return readEncryptedFile(file, source);
  } catch (thrown) {
    return thrown instanceof StationError ? thrown.problem : problem('copy-unreadable', { cause: systemCode(thrown) ?? 'unknown' });
  } finally {
    closeSync(file);
  }
}

async function readFacts(request: FactsRequest): Promise<FactsReply> {
  const bytes = bytesOf(request);
  if (!(bytes instanceof Uint8Array)) return refused(bytes);
  try {
    return await readPdfFacts(bytes, request.password ?? null);
  } catch (thrown) {
    // All parser errors are one problem for the clerk. The parser's own message may quote the file.
    return refused(thrown instanceof StationError ? thrown.problem : problem('pdf-damaged'));
  }
}

const refused = (why: Problem): FactsReply => ({ facts: null, problem: why, patches: [] });

function fileBytes(path: string, sha256?: string): Uint8Array | Problem {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return fileProblem(path, error);
  }
  // The facts of bytes other than the hashed ones would belong to another document.
  return sha256 === undefined || hash('sha256', bytes) === sha256 ? bytes : problem('file-changed');
}
