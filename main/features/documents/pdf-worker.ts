/** Worker thread: reads one document per message; answers with its facts or its signature check. Started by `pdf-reader.ts` only. */

import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import type { VerificationReport } from '../../../shared/domain/verification/verification.ts';
import { type Problem, problem, StationError } from '../../../shared/errors.ts';
import { type ByteSource, beginningOf } from '../../platform/files/byte-source.ts';
import { digestOfRanges } from '../../platform/files/range-digest.ts';
import { type Expectation, noRoots, type Roots, readRoots, verifyPdf } from '../verification/verification.ts';
import { type FactsAnswer, opensAsPdf, readPdfFacts } from './pdf-facts.ts';
import { type OpenPdfSource, openPdfSource, type PdfSource } from './pdf-source.ts';

/** A file, which must still have the SHA-256 when it is read, or bytes; with the password that a person typed. */
export type FactsRequest = ({ path: string; sha256: string } | { bytes: Uint8Array }) & { password?: string };
export type FactsReply = FactsAnswer;
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
/** `usedBytes`: memory that the worker uses after it, garbage included. */
export type WorkerAnswer = { reply: FactsReply | VerifyReply; usedBytes: number };
/** `roots`: absent when they are those of the previous request. */
export type WorkerRequest = { facts: FactsRequest } | { verify: Omit<VerifyRequest, 'roots'>; roots?: readonly string[] };

// The parser's warnings may quote the file; they are not for our logs.
for (const method of ['log', 'info', 'warn', 'error'] as const) console[method] = () => {};

parentPort?.on('message', (request: WorkerRequest) => {
  if ('verify' in request && request.roots !== undefined) roots = readRoots(request.roots);
  void ('facts' in request ? readFacts(request.facts) : verify(request.verify)).then((reply) =>
    parentPort?.postMessage({ reply, usedBytes: usedBytes() } satisfies WorkerAnswer),
  );
});

let roots: Roots = noRoots;

function usedBytes(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

async function verify(request: Omit<VerifyRequest, 'roots'>): Promise<VerifyReply> {
  const opened: OpenPdfSource[] = [];
  try {
    return await verifyOpened(request, (source) => {
      const one = openPdfSource(source);
      if ('bytes' in one) opened.push(one);
      return one;
    });
  } finally {
    for (const one of opened) one.close();
  }
}

async function verifyOpened(
  { file: source, original, opens, ...expectation }: Omit<VerifyRequest, 'roots'>,
  open: (source: PdfSource) => OpenPdfSource | Problem,
): Promise<VerifyReply> {
  const report = (progress: VerifyProgress) => parentPort?.postMessage(progress);
  const refuse = (why: Problem): VerifyReply => ({ report: null, problem: why });
  const file = open(source);
  if (!('bytes' in file)) return refuse(file);
  if (opens) {
    const isPdf = await opensAsPdf(file.bytes);
    const failure = file.failure();
    if (failure !== null) return refuse(failure);
    report({ opens: isPdf });
    if (!isPdf) return refuse(problem('signed-not-pdf'));
  }
  const beginning = original && knownBeginning(file, original);
  const other = original === null || beginning !== null ? null : open(original);
  if (other !== null && !('bytes' in other)) return refuse(other);
  const onPage = (done: number, total: number) => report({ rendered: { done, total } });
  const sent = beginning ?? other?.bytes ?? null;
  const found = await verifyPdf(file.bytes, { ...expectation, roots, original: sent }, onPage);
  const failure = file.failure() ?? other?.failure() ?? null;
  return failure === null ? { report: found, problem: null } : refuse(failure);
}

/** Returns the beginning of the file when it is the original, which is usual, since signing appends; null otherwise. */
function knownBeginning({ bytes }: OpenPdfSource, { known }: OriginalSource): ByteSource | null {
  if (known === undefined || known.size > bytes.length) return null;
  const beginning = beginningOf(bytes, known.size);
  try {
    return digestOfRanges(beginning, 'sha256', [[0, beginning.length]]).toString('hex') === known.sha256 ? beginning : null;
  } catch {
    // The failure of the file is reported.
    return null;
  }
}

async function readFacts({ password, ...source }: FactsRequest): Promise<FactsReply> {
  const opened = openPdfSource(source);
  if (!('bytes' in opened)) return withoutFacts(opened);
  try {
    const reply = await readPdfFacts(opened.bytes, password ?? null);
    const failure = opened.failure();
    return failure === null ? reply : withoutFacts(failure);
  } catch (thrown) {
    // All parser errors are one problem for the clerk. The parser's own message may quote the file.
    return withoutFacts(opened.failure() ?? (thrown instanceof StationError ? thrown.problem : problem('pdf-damaged')));
  } finally {
    opened.close();
  }
}

const withoutFacts = (why: Problem): FactsReply => ({ facts: null, problem: why, patches: [] });
