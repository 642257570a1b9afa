/** Worker thread: reads one document a message and answers with its facts. Started by `facts-reader.ts` only. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { PdfFacts } from '../../shared/domain/document.ts';
import { type Problem, problem } from '../../shared/errors.ts';
import { fileProblem } from './file-problem.ts';
import { readPdfFacts } from './pdf-facts.ts';

/** A file, which must still be that of the SHA-256 when it is read, or bytes. */
export type FactsRequest = { path: string; sha256: string } | { bytes: Uint8Array };
export type FactsReply = { facts: PdfFacts | null; problem: Problem | null };

// The parser's warnings may quote the file; they are not for our logs.
for (const method of ['log', 'info', 'warn', 'error'] as const) console[method] = () => {};

parentPort?.on('message', (request: FactsRequest) => {
  void answer(request).then((reply) => parentPort?.postMessage(reply));
});

async function answer(request: FactsRequest): Promise<FactsReply> {
  const bytes = 'bytes' in request ? request.bytes : fileBytes(request.path, request.sha256);
  if (!(bytes instanceof Uint8Array)) return { facts: null, problem: bytes };
  try {
    const { facts, problem: code } = await readPdfFacts(bytes);
    return { facts, problem: code === null ? null : problem(code) };
  } catch {
    // Whatever trips the parser, for the clerk it is one thing. The parser's own words may quote the file.
    return { facts: null, problem: problem('pdf-damaged') };
  }
}

function fileBytes(path: string, sha256: string): Uint8Array | Problem {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return fileProblem(path, error);
  }
  // Facts of other bytes than those that were hashed would be facts of another document.
  return hash('sha256', bytes) === sha256 ? bytes : problem('file-changed');
}
