/** The documents that are open in the station: reading, hashing, facts, and their bytes for sending. */
import type { EventEmitter } from 'node:events';
import type { StationDocument } from '../../../shared/domain/document.ts';
import type { ViewerPatch } from './viewer-patch.ts';

export type OpenDocument = { document: StationDocument; path: string; patches: readonly ViewerPatch[] };

export type DocumentListEvents = { changed: [StationDocument[]]; reading: [{ done: number; total: number }] };

export type DocumentList = {
  /**
   * Opens files and folders (their PDFs, not those of subfolders); a file that cannot be used is listed with its problem. Resolves
   * when all are read. `ids`: ids of all files, in the order of `paths`. `taken`: number of new ones; a file that is
   * listed already (the same real path) is read again instead.
   */
  open(paths: readonly string[]): Promise<{ taken: number; ids: string[] }>;
  list(): StationDocument[];
  /** @throws StationError `document-unknown` */
  get(id: string): OpenDocument;
  /** Reads the files again; skips ids that are no longer listed. */
  recheck(ids: readonly string[]): Promise<void>;
  /**
   * Reads a protected document with the password that a person typed, which is not stored. Its permissions then decide whether it can be
   * sent.
   * @throws StationError `document-unknown`, `pdf-password-wrong`
   */
  unlock(id: string, password: string): Promise<void>;
  remove(ids: readonly string[]): void;
  /**
   * Reads the bytes of a document from its file on demand and verifies them: only at their end is it known whether they are
   * unchanged since its opening.
   * @throws StationError `document-unknown` at once; while reading `file-missing`, `file-unreadable`, `path-too-long`, `file-changed`
   */
  read(id: string): AsyncIterable<Uint8Array>;
  /**
   * Reads a CSV of `file name, reference number` and matches it to the open documents by name.
   * @throws StationError `references-file-unreadable`
   */
  matchReferences(csvPath: string): Promise<{ matched: { documentId: string; reference: string }[]; unmatched: string[] }>;
  events: EventEmitter<DocumentListEvents>;
  /** Ends the reading threads. The process can end without it: idle threads do not keep it alive. */
  close(): Promise<void>;
};
