/**
 * Encrypted files (design, section 2.9), in `sealed/` of the data folder: documents to send and documents that came back. Each
 * has a random key of its own in its row of the database. Files are written and read as streams; each is complete under its name
 * or does not exist.
 */

import { systemCode } from '../files/disk-problem.ts';
import { DamagedFile } from '../vault/damaged-file.ts';

/**
 * `original`: what is to be sent; `received`: text of an answer as it came; `decoded`: what that text stood for.
 * The owner is the document, of `received` the attempt: it is how a file finds back to its record.
 * `record`: a picture, video or document of a transaction record, its owner; `case`: a copy of a document, original or
 * signed, that a case keeps, its owner. `published`: a document that the provider may fetch, its owner the publication.
 * `set-aside`: a body that came to the client's own service and could not be read, its owner the item of the inbox.
 */
export const sealedKinds = ['original', 'received', 'decoded', 'record', 'case', 'published', 'set-aside'] as const;
export type SealedKind = (typeof sealedKinds)[number];
export type SealedName = { kind: SealedKind; owner: string; id: string };
/** Size in bytes and SHA-256 (lower-case hex) are of the content, not of the sealed file. */
export type SealedFile = SealedName & { size: number; sha256: string };

export type SealedWriter = {
  /** @throws StationError `disk-full`, `data-folder-unusable` */
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves when the file stands complete under its name and the disk has it. @throws like `write` */
  finish(): Promise<SealedFile>;
  /** Throws away what was written; harmless after `finish` (the file goes) and when repeated. */
  discard(): Promise<void>;
};

export type SealedFiles = {
  create(kind: SealedKind, owner: string): Promise<SealedWriter>;
  /**
   * The content in order; no piece is handed out before it was authenticated, and the end is known to be the end.
   * @throws DamagedFile on the way, the system's error when the file cannot be read
   */
  read(name: SealedName): AsyncGenerator<Buffer>;
  /** The same from one byte to another, both included; what lies before is not read. @throws like `read` */
  readRange(name: SealedName, start: number, end: number): AsyncGenerator<Buffer>;
  /** The whole content, for what must stand in memory anyway. @throws DamagedFile */
  bytes(name: SealedName): Promise<Buffer>;
  /** Harmless when it is not there. */
  remove(name: SealedName): Promise<void>;
  /** Sets a damaged file aside, in `quarantine/` of the data folder. Harmless when it is not there. */
  quarantine(name: SealedName): Promise<void>;
  /** All files, or those of some kinds. */
  list(kinds?: readonly SealedKind[]): SealedName[];
  /** Removes files without a row, and unfinished ones: a crash left them behind. */
  removeStrays(): Promise<void>;
};

/** What reading threw says that the file is damaged, or gone; anything else may pass (a disk that fails, a file in use). */
export const isLost = (thrown: unknown): boolean => thrown instanceof DamagedFile || systemCode(thrown) === 'ENOENT';
