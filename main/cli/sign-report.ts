/** What `sign` prints: the JSON of design, section 6, or a table for a person. */
import type { StationDocument } from '../../shared/domain/document.ts';
import type { DocumentStatus, SigningJob } from '../../shared/domain/signing.ts';
import type { Problem, ProblemCode } from '../../shared/errors.ts';
import type { Words } from '../words.ts';

/** One document after the run. `job` is null when it was not sent; then `problem` says why. */
export type SignResult = {
  document: StationDocument;
  path: string;
  reference: string;
  job: SigningJob | null;
  problem: Problem | null;
  signedPath: string | null;
};

/** As design, section 6, has it; `code`, `warning` and `keptAside` are additions. */
export type ReportedDocument = {
  id: string;
  path: string;
  referenceNumber: string;
  /** The provider's. */
  documentId: string | null;
  status: DocumentStatus;
  /** A plain sentence in the language of the run; null when signed. */
  reason: string | null;
  code: ProblemCode | null;
  warning: { code: ProblemCode; text: string } | null;
  signedPath: string | null;
  keptAside: string | null;
  sha256: { original: string | null; signed: string | null };
  verification: null;
};

export const statusOf = ({ job }: SignResult): DocumentStatus => job?.status ?? 'failed';

export function reported(result: SignResult, words: Words): ReportedDocument {
  const { document, job } = result;
  const why = job?.problem ?? result.problem;
  return {
    id: document.id,
    path: result.path,
    referenceNumber: result.reference,
    documentId: job?.providerDocumentId ?? null,
    status: statusOf(result),
    reason: why && words.problem(why),
    code: why?.code ?? null,
    warning: job?.warning ? { code: job.warning.code, text: words.problem(job.warning) } : null,
    signedPath: result.signedPath,
    keptAside: job?.asideName ?? null,
    sha256: { original: document.sha256, signed: job?.signedSha256 ?? null },
    verification: null,
  };
}

/** A line a document, notes below it, and how many were signed. */
export function table(documents: readonly (ReportedDocument & { name: string })[], words: Words): string {
  const rows = documents.map(({ name, status, signedPath, reason }) => [name, words.status(status), signedPath ?? reason ?? '']);
  const head = [words.say('table.file'), words.say('table.status'), words.say('table.result')];
  const widths = [0, 1].map((column) => Math.max(...[head, ...rows].map((row) => width(row[column] ?? ''))));
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - width(cell)))).join('  ');
  const lines = [line(head)];
  for (const [index, row] of rows.entries()) {
    lines.push(line(row));
    const { warning, keptAside } = documents[index] ?? {};
    if (warning) lines.push(`  ${words.say('warning', { text: warning.text })}`);
    if (keptAside) lines.push(`  ${words.say('kept-aside', { name: keptAside })}`);
  }
  const signed = documents.filter(({ status }) => status === 'signed').length;
  return [...lines, words.say('summary', { signed, total: documents.length })].join('\n');
}

const graphemes = new Intl.Segmenter();
/** Near enough for aligning: characters as a person counts them. */
const width = (text: string): number => [...graphemes.segment(text)].length;
