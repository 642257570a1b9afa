/** The documents that are open in the station: reading, hashing, facts, and their bytes for sending. */
import type { EventEmitter } from 'node:events';
import type { StationDocument } from '../../../shared/domain/document.ts';
import type { ViewerPatch } from './viewer-patch.ts';

export type OpenDocument = { document: StationDocument; path: string; patches: readonly ViewerPatch[] };

export type DocumentListEvents = { changed: [StationDocument[]]; reading: [{ done: number; total: number }] };

export type DocumentList = {
  /**
   * Takes files and folders (their PDFs, not deeper); what cannot be used is listed with its problem. Resolves
   * when all are read. `ids` are those of all files in the order given, `taken` counts the new ones: a file that
   * is listed already (the same real path) is read again instead.
   */
  open(paths: readonly string[]): Promise<{ taken: number; ids: string[] }>;
  list(): StationDocument[];
  /** @throws StationError `document-unknown` */
  get(id: string): OpenDocument;
  /** Reads the files again; ids that are no longer listed are passed over. */
  recheck(ids: readonly string[]): Promise<void>;
  /**
   * Reads a document that asks for a password with the password that a person typed, which is not stored. Whether the document can be sent
   * is then what its permissions say.
   * @throws StationError `document-unknown`, `pdf-password-wrong`
   */
  unlock(id: string, password: string): Promise<void>;
  remove(ids: readonly string[]): void;
  /**
   * The document's bytes, read from its file as they are asked for, and verified on the way: that they are those of
   * its opening is known only at their end.
   * @throws StationError `document-unknown` at once; on the way `file-missing`, `file-unreadable`, `path-too-long`, `file-changed`
   */
  read(id: string): AsyncIterable<Uint8Array>;
  /**
   * Reads a CSV of `file name, reference number` and matches it to the open documents by name.
   * @throws StationError `references-file-unreadable`
   */
  matchReferences(csvPath: string): Promise<{ matched: { documentId: string; reference: string }[]; unmatched: string[] }>;
  events: EventEmitter<DocumentListEvents>;
  /** Ends the reading threads. Nothing else needs it to end: idle ones do not keep the process alive. */
  close(): Promise<void>;
};
