/** Worker thread: reads one file a message and answers with its facts. Started by `facts-reader.ts` only. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { PdfFacts } from '../../shared/domain/document.ts';
import { type Problem, problem } from '../../shared/errors.ts';
import { fileProblem } from './file-problem.ts';
import { readPdfFacts } from './pdf-facts.ts';

export type FactsRequest = { path: string; sha256: string };
export type FactsReply = { facts: PdfFacts | null; problem: Problem | null };

// The parser's warnings may quote the file; they are not for our logs.
for (const method of ['log', 'info', 'warn', 'error'] as const) console[method] = () => {};

parentPort?.on('message', (request: FactsRequest) => {
  void answer(request).then((reply) => parentPort?.postMessage(reply));
});

async function answer({ path, sha256 }: FactsRequest): Promise<FactsReply> {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return { facts: null, problem: fileProblem(path, error) };
  }
  // Facts of other bytes than those that were hashed would be facts of another document.
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) return { facts: null, problem: problem('file-changed') };
  try {
    const { facts, problem: code } = await readPdfFacts(bytes);
    return { facts, problem: code === null ? null : problem(code) };
  } catch {
    // Whatever trips the parser, for the clerk it is one thing. The parser's own words may quote the file.
    return { facts: null, problem: problem('pdf-damaged') };
  }
}
