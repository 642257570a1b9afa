/** Writes a file whole or not at all, and never over another file (design, section 2.7). */
import { createHash, type Hash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StationError } from '../../../shared/errors.ts';
import { onDisk, systemCode } from './disk-problem.ts';
import { candidateName, nameLimits } from './file-name.ts';
import { freeMemory } from './free-memory.ts';
import { renameIfFree } from './rename-if-free.ts';

export type WholeFile = {
  /** Absolute when `folder` is. */
  folder: string;
  /** Wanted name; invalid characters are replaced, and it is shortened and numbered as needed. */
  name: string;
  /** A Node stream works too. Its errors pass unchanged. Its pieces may be written together, so they must not change. */
  content: AsyncIterable<Uint8Array>;
  /** Nothing else uses the pieces: their memory is freed once they are written. */
  freesPieces?: boolean;
  /** Makes the folder when it is missing; its parent must exist. */
  createFolder?: boolean;
  /**
   * Names the unfinished file, so that it replaces the one that a killed process left. No other write may use the same key at the same
   * time.
   */
  key?: string;
};

/** `sha256` is lower-case hex, `size` bytes. */
export type WrittenFile = { path: string; name: string; sha256: string; size: number };

/** Yields content that is in memory. */
export async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Bytes that are written together. */
const batchBytes = 256 * 1024;

/** Numbers tried for one name before the folder counts as unusable. */
const maxNumbers = 10_000;

/**
 * Writes a file; resolves when it is complete under its name and synced. On failure nothing is left.
 * @throws StationError `output-folder-missing`, `output-not-writable`, `disk-full`, `path-too-long`
 */
export async function writeWhole(file: WholeFile): Promise<WrittenFile> {
  const hash = createHash('sha256');
  const written = await writeNamed({ ...file, content: hashed(file.content, hash) });
  await syncNames(file.folder, [written]);
  return { ...written, sha256: hash.digest('hex') };
}

/** Writes a file without hashing it; a power cut may still remove its name: see `syncNames`. */
export async function writeNamed({
  folder,
  name,
  content,
  freesPieces = false,
  createFolder = false,
  key,
}: WholeFile): Promise<Omit<WrittenFile, 'sha256'>> {
  if (createFolder) await onDisk(folder, () => makeFolder(folder));
  const temporary = unfinished(folder, key ?? randomUUID());
  const handle = await onDisk(folder, () => openNew(temporary, key !== undefined));
  try {
    const size = await fill(handle, folder, content, freesPieces).finally(() => handle.close());
    const finalName = await onDisk(folder, () => placeUnderFreeName(folder, name, temporary));
    return { path: join(folder, finalName), name: finalName, size };
  } catch (thrown) {
    // The first error matters more than a temporary file that cannot be removed.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw thrown;
  }
}

/** @param replaces a file that is there */
async function openNew(path: string, replaces: boolean): Promise<FileHandle> {
  try {
    return await open(path, 'wx');
  } catch (thrown) {
    if (!replaces || systemCode(thrown) !== 'EEXIST') throw thrown;
    await rm(path, { force: true });
    return await open(path, 'wx');
  }
}

/** Syncs the names of files in a folder, all at once; on failure removes the files. @throws like `writeWhole` */
export async function syncNames(folder: string, written: readonly { path: string }[]): Promise<void> {
  await onDisk(folder, () => syncFolder(folder)).catch(async (thrown) => {
    for (const { path } of written) await rm(path, { force: true }).catch(() => undefined);
    throw thrown;
  });
}

async function* hashed(content: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Removes the unfinished file of a write that was killed when the file had its final name already. */
export async function removeUnfinished(folder: string, key: string): Promise<void> {
  await rm(unfinished(folder, key), { force: true }).catch(() => undefined);
}

/** Removes the unfinished files whose keys begin so. None of these writes may still run. What cannot be removed stays. */
export async function removeUnfinishedFrom(folder: string, keysBegin: string): Promise<void> {
  const begin = `.station-${keysBegin}`;
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (name.startsWith(begin) && name.endsWith('.part')) await rm(join(folder, name), { force: true }).catch(() => undefined);
  }
}

const unfinished = (folder: string, key: string): string => join(folder, `.station-${key}.part`);

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (thrown) {
    if (systemCode(thrown) !== 'EEXIST') throw thrown;
    return;
  }
  await syncFolder(dirname(folder));
}

/** @returns bytes */
async function fill(handle: FileHandle, folder: string, content: AsyncIterable<Uint8Array>, freesPieces: boolean): Promise<number> {
  let [size, waiting]: [number, Uint8Array[]] = [0, []];
  let left = batchBytes;
  const write = async () => {
    const pieces = waiting;
    [waiting, left] = [[], batchBytes];
    await onDisk(folder, () => writeAll(handle, pieces));
    if (freesPieces) pieces.forEach(freeMemory);
  };
  for await (const chunk of content) {
    size += chunk.byteLength;
    waiting.push(chunk);
    left -= chunk.byteLength;
    if (left <= 0) await write();
  }
  await write();
  // On macOS, Node's fsync is the full one (F_FULLFSYNC).
  await onDisk(folder, () => handle.sync());
  return size;
}

/** Writes all pieces, usually in one step. */
export async function writeAll(handle: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  const size = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (size === 0) return;
  const { bytesWritten } = await handle.writev(pieces);
  // Unlike `writev`, `writeFile` continues until all is written.
  if (bytesWritten < size) await handle.writeFile(Buffer.concat(pieces).subarray(bytesWritten));
}

async function placeUnderFreeName(folder: string, name: string, temporary: string): Promise<string> {
  let tooLong: unknown;
  for (const limit of nameLimits) {
    try {
      return await placeWithin(limit, folder, name, temporary);
    } catch (thrown) {
      if (systemCode(thrown) !== 'ENAMETOOLONG') throw thrown;
      tooLong = thrown;
    }
  }
  throw tooLong;
}

/** @throws the system's `ENAMETOOLONG` when it takes fewer characters than the limit */
async function placeWithin(limit: (typeof nameLimits)[number], folder: string, name: string, temporary: string): Promise<string> {
  for (let n = 1; n <= maxNumbers; n += 1) {
    const candidate = candidateName(name, n, limit);
    if ((await renameIfFree(temporary, join(folder, candidate))) === 'renamed') return candidate;
  }
  throw new StationError('output-not-writable', { name: basename(folder), cause: 'EEXIST' });
}

/** Errors of the disk itself, and of a folder that is gone; other errors mean that the system cannot sync a folder. */
const diskFaults = new Set(['EIO', 'ENOSPC', 'EDQUOT', 'ENOENT', 'ENOTDIR', 'ENODEV', 'ESTALE', 'EHOSTDOWN']);

/**
 * Syncs the names in a folder. Windows cannot open folders, and some shares refuse: there the file system is responsible.
 * @throws the system's error when the disk fails or the folder is gone: a power cut would remove the name
 */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (thrown) {
    if (diskFaults.has(systemCode(thrown) ?? '')) throw thrown;
  }
}
