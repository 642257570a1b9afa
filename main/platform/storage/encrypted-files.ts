/**
 * Encrypted files (design, section 2.9), in `encrypted/` of the data folder: documents to send and returned files. Each
 * has a random key of its own in its row of the database. Files are written and read as streams; each is complete under its name
 * or does not exist.
 */

import { systemCode } from '../files/disk-problem.ts';
import { DamagedFile } from '../keychain/damaged-file.ts';

/**
 * `original`: a document to send; `received`: a text of an answer, unchanged; `decoded`: the bytes of that text.
 * The owner of these is the document, of `received` the attempt.
 * `record`: a picture, video or document of a transaction record, its owner; `visit`: a copy of a document, original or
 * signed, that a visit keeps, its owner. `published`: a document that the provider may fetch, its owner the publication.
 * `set-aside`: a quarantined body of the web service, its owner the item of the inbox.
 */
export const encryptedKinds = ['original', 'received', 'decoded', 'record', 'visit', 'published', 'set-aside'] as const;
export type EncryptedKind = (typeof encryptedKinds)[number];
export type EncryptedName = { kind: EncryptedKind; owner: string; id: string };
/** Size in bytes and SHA-256 (lower-case hex) are of the content, not of the encrypted file. */
export type EncryptedFile = EncryptedName & { size: number; sha256: string };

/** What a thread needs to read an encrypted file. */
export type EncryptedSource = { path: string; key: Uint8Array; boundTo: string; size: number };

export type EncryptedWriter = {
  /** @throws StationError `disk-full`, `data-folder-unusable` */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Resolves when the complete file is on the disk. It is not there to stay before `prepare` has stored it: a file that is not stored has
   * to be discarded. @throws like `write`
   */
  end(): Promise<EncryptedFile>;
  /** Ends and stores it. @throws like `write` */
  finish(): Promise<EncryptedFile>;
  /** Removes the written bytes, after `end` the file. Harmless when repeated. */
  discard(): Promise<void>;
};

/** `sha256` of the bytes, lower-case hex. */
export type NewContent = { id: string; bytes: Buffer; sha256: string };

export type WrittenContents = {
  /** Writes the rows, as a part of the transaction under way. */
  store(): void;
  /** Removes the files again. Not after a transaction with `store` was committed. */
  discard(): Promise<void>;
};

export type EncryptedFiles = {
  create(kind: EncryptedKind, owner: string): Promise<EncryptedWriter>;
  /**
   * Makes the names of ended files last, all by one sync; `store` then writes their rows, as a part of the transaction under way.
   * @throws StationError `disk-full`, `data-folder-unusable`
   */
  prepare(files: readonly EncryptedFile[]): Promise<{ store(): void }>;
  /**
   * Writes contents that are in memory, complete and synced when it resolves; their rows are written by `store`.
   * @throws StationError `disk-full`, `data-folder-unusable`; then nothing is left
   */
  write(kind: EncryptedKind, owner: string, contents: readonly NewContent[]): Promise<WrittenContents>;
  /**
   * Reads the content in order; returns each piece only after authenticating it, and the end only if it is the authenticated one.
   * @throws DamagedFile at any piece, the system's error when the file cannot be read
   */
  read(name: EncryptedName): AsyncGenerator<Buffer>;
  /** Reads from one byte to another, both included; does not read the bytes before. @throws like `read` */
  readRange(name: EncryptedName, start: number, end: number): AsyncGenerator<Buffer>;
  /** For worker threads of this process. @throws the system's error `ENOENT` for a file without a row */
  source(file: EncryptedFile): EncryptedSource;
  /** Reads the whole content, for callers that need it in memory. @throws DamagedFile */
  bytes(name: EncryptedName): Promise<Buffer>;
  /** Harmless when there is no such file. */
  remove(name: EncryptedName): Promise<void>;
  /** Several: one commit for all. Like `remove`. */
  removeAll(names: readonly EncryptedName[]): Promise<void>;
  /** `forget` removes their rows, as a part of the transaction under way; once that is committed, `finish` removes the files. */
  removal(names: readonly EncryptedName[]): { forget(): void; finish(): Promise<void> };
  /** Quarantines a damaged file, in `quarantine/` of the data folder. Harmless when there is no such file. */
  quarantine(name: EncryptedName): Promise<void>;
  /** All files, or those of some kinds. */
  list(kinds?: readonly EncryptedKind[]): EncryptedName[];
  /** Removes files without a row, and unfinished ones: a crash leaves them. */
  removeStrays(): Promise<void>;
  ofOwner(owner: string): EncryptedName[];
  any(): boolean;
  /**
   * Makes removals survive a power cut. True when every file that this run began is finished, and every file that it removed is gone.
   * @throws the error of the disk
   */
  settle(): Promise<boolean>;
};

/** Whether an error of reading means that the file is damaged or gone; any other may be momentary (a failing disk, a file in use). */
export const isLost = (thrown: unknown): boolean => thrown instanceof DamagedFile || systemCode(thrown) === 'ENOENT';
