/** One document through every check, from the file system's word to the PDF's own facts. */
import type { StationDocument } from '../../shared/domain/document.ts';
import { problem } from '../../shared/errors.ts';
import type { FactsReader } from './facts-reader.ts';
import type { FactsRequest } from './facts-worker.ts';
import { fileProblem } from './file-problem.ts';
import { digestBytes, type FileDigest, hashFile } from './hash-file.ts';
import type { ViewerPatch } from './viewer-patch.ts';

/** What reading a file adds to its entry in the list, and what the page's viewer needs besides. */
export type Reading = Pick<StationDocument, 'size' | 'sha256' | 'facts' | 'problem'> & { patches: ViewerPatch[] };

/** Larger files are hashed but not parsed: parsing holds a file in memory several times over, and no provider takes such a call. */
const largestParsed = 256 * 1024 * 1024;

/** @param password that a person typed to read it; never stored */
export async function readDocument(path: string, reader: FactsReader, password?: string): Promise<Reading> {
  let digest: FileDigest;
  try {
    digest = await hashFile(path);
  } catch (error) {
    return { size: 0, sha256: null, facts: null, problem: fileProblem(path, error), patches: [] };
  }
  return judge(digest, reader, { path, sha256: digest.sha256, ...(password !== undefined && { password }) });
}

/** The same for bytes in memory. They are handed to the reading thread: whoever gave them has none afterwards. */
export async function readDocumentBytes(bytes: Uint8Array, reader: FactsReader): Promise<Reading> {
  return judge(digestBytes(bytes), reader, { bytes });
}

async function judge(digest: FileDigest, reader: FactsReader, request: FactsRequest): Promise<Reading> {
  const { size, sha256 } = digest;
  const fault = shapeFault(digest);
  if (fault !== null) return { size, sha256, facts: null, problem: fault, patches: [] };
  return { size, sha256, ...(await reader.read(request, size)) };
}

/** What the two ends of a file tell before it is parsed. */
function shapeFault({ size, head, tail }: FileDigest) {
  if (size === 0) return problem('file-empty');
  // Readers look for the header in the first 1024 bytes (ISO 32000-1, annex H.3, note 13) …
  if (!head.includes('%PDF-')) return problem('not-a-pdf');
  // … and for the end mark in the last 1024 (note 18), padding aside.
  if (!trimmed(tail).subarray(-1024).includes('%%EOF')) return problem('pdf-truncated');
  if (size > largestParsed) return problem('document-too-large', { size, limit: largestParsed });
  return null;
}

/** Without the zeros and white space at the end. */
function trimmed(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] ?? 0) <= 0x20) end--;
  return bytes.subarray(0, end);
}
