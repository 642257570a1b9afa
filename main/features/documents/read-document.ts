/** Reads one document with all checks, from those of the file system to the facts of the PDF. */
import type { StationDocument } from '../../../shared/domain/document.ts';
import { fileProblem } from '../../platform/files/file-problem.ts';
import { digestBytes, type FileDigest, hashFile } from '../../platform/files/hash-file.ts';
import type { FactsReader } from './facts-reader.ts';
import type { FactsRequest } from './facts-worker.ts';
import { shapeFault } from './file-shape.ts';
import type { ViewerPatch } from './viewer-patch.ts';

/** The result of reading a file: members of its entry in the list, and the patches for the viewer of the page. */
export type Reading = Pick<StationDocument, 'size' | 'sha256' | 'facts' | 'problem'> & { patches: ViewerPatch[] };

/** Reads a file. @param password typed by a person to read it; never stored */
export async function readDocument(path: string, reader: FactsReader, password?: string): Promise<Reading> {
  let digest: FileDigest;
  try {
    digest = await hashFile(path);
  } catch (error) {
    return { size: 0, sha256: null, facts: null, problem: fileProblem(path, error), patches: [] };
  }
  return readChecked(digest, reader, { path, sha256: digest.sha256, ...(password !== undefined && { password }) });
}

/** Reads bytes in memory. They are transferred to the reading thread: the caller can no longer use them. */
export async function readDocumentBytes(bytes: Uint8Array, reader: FactsReader): Promise<Reading> {
  return readChecked(digestBytes(bytes), reader, { bytes });
}

async function readChecked(digest: FileDigest, reader: FactsReader, request: FactsRequest): Promise<Reading> {
  const { size, sha256 } = digest;
  const fault = shapeFault(digest);
  if (fault !== null) return { size, sha256, facts: null, problem: fault, patches: [] };
  return { size, sha256, ...(await reader.read(request, size)) };
}
