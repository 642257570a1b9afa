/** Whether a file has the beginning and the end of a PDF. */
import { type Problem, problem } from '../../../shared/errors.ts';
import type { FileDigest } from '../../platform/files/hash-file.ts';

/** Larger files are hashed but not parsed: a file that has to be mended is in memory several times over, and no provider takes such a call. */
const maxParsedBytes = 256 * 1024 * 1024;

/** Returns the problem that the beginning, the end or the size of a file shows before it is parsed; null for none. */
export function shapeFault({ size, head, tail }: Omit<FileDigest, 'sha256'>): Problem | null {
  if (size === 0) return problem('file-empty');
  // Readers look for the header in the first 1024 bytes (ISO 32000-1, annex H.3, note 13) …
  if (!head.includes('%PDF-')) return problem('not-a-pdf');
  // … and for the end mark in the last 1024 (note 18), padding aside.
  if (!trimmed(tail).subarray(-1024).includes('%%EOF')) return problem('pdf-truncated');
  if (size > maxParsedBytes) return problem('document-too-large', { size, limit: maxParsedBytes });
  return null;
}

/** Removes zeros and white space at the end. */
function trimmed(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] ?? 0) <= 0x20) end--;
  return bytes.subarray(0, end);
}
