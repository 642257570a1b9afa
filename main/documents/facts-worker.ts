/** Worker thread: reads one document a message and answers with its facts, or with the check of its signatures. Started by `facts-reader.ts` only. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { VerificationReport } from '../../shared/domain/verification.ts';
import { type Problem, problem, StationError } from '../../shared/errors.ts';
import { type Expectation, verifyPdf } from '../verification/verify-pdf.ts';
import { fileProblem } from './file-problem.ts';
import { type FactsAnswer, readPdfFacts } from './pdf-facts.ts';

/** A file, which must still be that of the SHA-256 when it is read, or bytes; with the password that a person typed. */
export type FactsRequest = ({ path: string; sha256: string } | { bytes: Uint8Array }) & { password?: string };
export type FactsReply = FactsAnswer;
/** A file, which must still be that of the SHA-256 when it is read, or bytes. */
export type PdfSource = { path: string; sha256?: string } | { bytes: Uint8Array };
export type VerifyRequest = { file: PdfSource; original: PdfSource | null } & Omit<Expectation, 'original'>;
export type VerifyReply = { report: VerificationReport; problem: null } | { report: null; problem: Problem };
/** While a file is compared page by page. */
export type VerifyProgress = { rendered: { done: number; total: number } };
export type WorkerRequest = { facts: FactsRequest } | { verify: VerifyRequest };

// The parser's warnings may quote the file; they are not for our logs.
for (const method of ['log', 'info', 'warn', 'error'] as const) console[method] = () => {};

parentPort?.on('message', (request: WorkerRequest) => {
  void ('facts' in request ? readFacts(request.facts) : verify(request.verify)).then((reply) => parentPort?.postMessage(reply));
});

async function verify({ file, original, ...expectation }: VerifyRequest): Promise<VerifyReply> {
  const bytes = bytesOf(file);
  if (!(bytes instanceof Uint8Array)) return { report: null, problem: bytes };
  const sent = original === null ? null : bytesOf(original);
  if (sent !== null && !(sent instanceof Uint8Array)) return { report: null, problem: sent };
  const onPage = (done: number, total: number) => parentPort?.postMessage({ rendered: { done, total } } satisfies VerifyProgress);
  return { report: await verifyPdf(bytes, { ...expectation, original: sent }, onPage), problem: null };
}

const bytesOf = (source: PdfSource): Uint8Array | Problem => ('bytes' in source ? source.bytes : fileBytes(source.path, source.sha256));

async function readFacts(request: FactsRequest): Promise<FactsReply> {
  const bytes = bytesOf(request);
  if (!(bytes instanceof Uint8Array)) return refused(bytes);
  try {
    return await readPdfFacts(bytes, request.password ?? null);
  } catch (thrown) {
    // Whatever trips the parser, for the clerk it is one thing. The parser's own words may quote the file.
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
  // Facts of other bytes than those that were hashed would be facts of another document.
  return sha256 === undefined || hash('sha256', bytes) === sha256 ? bytes : problem('file-changed');
}
