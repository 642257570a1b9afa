/** Reads encrypted files: in order, in a range, whole, or in a worker thread; from memory those that were written a moment ago. */
import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { collectGarbage } from '../files/collect-garbage.ts';
import { dataFolderProblem, systemCode } from '../files/disk-problem.ts';
import { readPieces } from '../files/read-pieces.ts';
import { encryptedChunkSize, headerSize, openEncryptedRange, openEncryptedStream } from '../keychain/encrypted-stream.ts';
import type { EncryptedFile, EncryptedKind, EncryptedName } from './encrypted-file-name.ts';
import { awayProblem, type FolderElsewhere } from './folder-elsewhere.ts';
import type { RecentContents } from './recent-contents.ts';

/** The data with which a thread reads an encrypted file. `content`: in memory that all threads share; null: it has to be decrypted. */
export type EncryptedSource = { path: string; key: Uint8Array; boundTo: string; size: number; content: Uint8Array | null };

export type EncryptedReader = {
  /**
   * Reads the content in order; returns each piece only after authenticating it, and the end only if it is the authenticated one.
   * @throws DamagedFile at any piece, the system's error when the file cannot be read, StationError `data-folder-unusable` without the folder
   */
  read(name: EncryptedName): AsyncGenerator<Buffer>;
  /** Reads from byte `start` to byte `end`, both included, without reading the bytes before. @throws like `read` */
  readRange(name: EncryptedName, start: number, end: number): AsyncGenerator<Buffer>;
  /**
   * For worker threads of this process. `release`: to be called once they have read it.
   * @throws the system's error `ENOENT` for a file without a row; StationError `data-folder-unusable` while its disk is away
   */
  source(file: EncryptedFile): { source: EncryptedSource; release(): void };
  /** Reads the whole content, for callers that need it in memory. @throws DamagedFile */
  bytes(name: EncryptedName): Promise<Buffer>;
};

type ReaderDeps = {
  folder: string;
  place: FolderElsewhere;
  recent: RecentContents<EncryptedKind>;
  pathOf(name: EncryptedName): string;
  /** @throws Error with the code `ENOENT` for a file without a row */
  keyOf(name: EncryptedName): Buffer;
  boundTo(name: EncryptedName): string;
};

/** Bytes of one read: several whole chunks, for fewer reads and fewer copies. The header is read alone. */
const readBytes = 4 * encryptedChunkSize;
/** Bytes of the pieces of a large file that are garbage before it is collected. */
const maxGarbage = 16 * 1024 * 1024;

export function createEncryptedReader(deps: ReaderDeps): EncryptedReader {
  const { place, recent, pathOf, keyOf, boundTo } = deps;

  async function* read(name: EncryptedName): AsyncGenerator<Buffer> {
    const path = pathOf(name);
    const borrowed = recent.borrow(name.id, path);
    if (borrowed === null) {
      try {
        yield* collected(openEncryptedStream(readPieces(path, readBytes, headerSize), keyOf(name), boundTo(name)));
      } catch (thrown) {
        throw orFolderGone(thrown, deps);
      }
      return;
    }
    const { content, release } = borrowed;
    try {
      // In pieces, so that a slow connection shows that it takes some of them; copied, since a socket may have them for longer than we do.
      for (let at = 0; at < content.length; at += readBytes) yield copyOf(content.subarray(at, at + readBytes));
    } finally {
      release();
    }
  }

  async function* readRange(name: EncryptedName, start: number, end: number): AsyncGenerator<Buffer> {
    const key = keyOf(name);
    const handle = await open(pathOf(name)).catch((thrown: unknown) => {
      throw orFolderGone(thrown, deps);
    });
    try {
      const { size } = await handle.stat();
      yield* openEncryptedRange({ size, read: (at, length) => readAt(handle, at, length) }, key, boundTo(name), { start, end });
    } finally {
      await handle.close();
    }
  }

  return {
    read,
    readRange,
    source(file) {
      place.assertThere();
      const path = pathOf(file);
      const key = keyOf(file);
      const { content, release } = recent.borrow(file.id, path) ?? { content: null, release: () => undefined };
      return { source: { path, key, boundTo: boundTo(file), size: file.size, content }, release };
    },
    bytes: async (name) => Buffer.concat(await Array.fromAsync(read(name))),
  };
}

/** Yields the pieces, and collects those of a large file from time to time. */
async function* collected(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let garbage = 0;
  for await (const piece of pieces) {
    yield piece;
    garbage += piece.length;
    if (garbage < maxGarbage) continue;
    collectGarbage();
    garbage = 0;
  }
}

/** Returns another error when the folder is gone, with its disk or share: none of its files is lost by that. */
function orFolderGone(thrown: unknown, { folder, place }: Pick<ReaderDeps, 'folder' | 'place'>): unknown {
  if (systemCode(thrown) !== 'ENOENT') return thrown;
  if (place.isAway()) return awayProblem();
  return existsSync(folder) ? thrown : dataFolderProblem(thrown);
}

/** Returns a copy that owns all its memory, so that it can be freed. */
function copyOf(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}

/** Returns less than `length` only at the end of the file. */
async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, at + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
