/** Writes a file whole or not at all, and never over another file (design, section 2.7). */
import { createHash, type Hash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StationError } from '../../../shared/errors.ts';
import { onDisk, systemCode } from './disk-problem.ts';
import { candidateName, nameLimits } from './file-name.ts';
import { renameIfFree } from './rename-if-free.ts';

export type WholeFile = {
  /** Absolute when `folder` is. */
  folder: string;
  /** Wanted name; what a system would refuse in it is replaced, and it is shortened and numbered as needed. */
  name: string;
  /** A Node stream is one too. Its errors are handed on as they are. Its pieces may be written together, so they have to stay as they are. */
  content: AsyncIterable<Uint8Array>;
  /** Make the folder when it is missing; the folder around it must be there. */
  createFolder?: boolean;
  /**
   * Names the unfinished file, so that what a killed process left of the same writing is replaced. Nobody else may
   * write under the same key at the same time.
   */
  key?: string;
};

/** `sha256` is lower-case hex, `size` bytes. */
export type WrittenFile = { path: string; name: string; sha256: string; size: number };

/** For content that stands in memory anyway. */
export async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Bytes that wait for more before they are written: fewer trips to the disk. */
const writeAtOnce = 256 * 1024;

/** Numbers tried for one name before the folder is taken for unusable. */
const maxNumbers = 10_000;

/**
 * Resolves when the file stands complete under its name and the disk has it. On failure nothing is left.
 * @throws StationError `output-folder-missing`, `output-not-writable`, `disk-full`, `path-too-long`
 */
export async function writeWhole(file: WholeFile): Promise<WrittenFile> {
  const hash = createHash('sha256');
  const written = await writeNamed({ ...file, content: hashed(file.content, hash) });
  await syncNames(file.folder, [written]);
  return { ...written, sha256: hash.digest('hex') };
}

/** The same without a hash, but a power cut may still take the name away: see `syncNames`. */
export async function writeNamed({ folder, name, content, createFolder = false, key }: WholeFile): Promise<Omit<WrittenFile, 'sha256'>> {
  if (createFolder) await onDisk(folder, () => makeFolder(folder));
  const temporary = unfinished(folder, key ?? randomUUID());
  if (key !== undefined) await onDisk(folder, () => rm(temporary, { force: true }));
  const handle = await onDisk(folder, () => open(temporary, 'wx'));
  try {
    const size = await fill(handle, folder, content).finally(() => handle.close());
    const finalName = await onDisk(folder, () => placeUnderFreeName(folder, name, temporary));
    return { path: join(folder, finalName), name: finalName, size };
  } catch (thrown) {
    // What went wrong matters more than a temporary file that could not be removed.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw thrown;
  }
}

/** Makes the names of files in a folder last, by one sync; on failure the files are removed. @throws like `writeWhole` */
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

/** Takes away what is left of a writing that was killed when the file had its final name already, beside the other one. */
export async function removeUnfinished(folder: string, key: string): Promise<void> {
  await rm(unfinished(folder, key), { force: true }).catch(() => undefined);
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
async function fill(handle: FileHandle, folder: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  let [size, waiting]: [number, Uint8Array[]] = [0, []];
  let left = writeAtOnce;
  const write = async () => {
    const pieces = waiting;
    [waiting, left] = [[], writeAtOnce];
    await onDisk(folder, () => writeAll(handle, pieces));
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

/** Writes all of them, in one step as a rule. */
export async function writeAll(handle: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  const size = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (size === 0) return;
  const { bytesWritten } = await handle.writev(pieces);
  // Unlike `writev`, it goes on until all is written.
  if (bytesWritten < size) await handle.writeFile(Buffer.concat(pieces).subarray(bytesWritten));
}

async function placeUnderFreeName(folder: string, name: string, temporary: string): Promise<string> {
  let tooLong: unknown;
  for (const limit of nameLimits) {
    try {
      for (let n = 1; n <= maxNumbers; n += 1) {
        const candidate = candidateName(name, n, limit);
        if ((await renameIfFree(temporary, join(folder, candidate))) === 'renamed') return candidate;
      }
      throw new StationError('output-not-writable', { name: basename(folder), cause: 'EEXIST' });
    } catch (thrown) {
      if (systemCode(thrown) !== 'ENAMETOOLONG') throw thrown;
      tooLong = thrown;
    }
  }
  throw tooLong;
}

/** Errors of the disk itself; any other means that the system can't sync a folder. */
const diskFaults = new Set(['EIO', 'ENOSPC', 'EDQUOT']);

/**
 * Makes the names in a folder last. Windows cannot open folders, and some shares refuse: there the file system sees to it.
 * @throws the system's error when the disk fails: a power cut would take the name away
 */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (thrown) {
    if (diskFaults.has(systemCode(thrown) ?? '')) throw thrown;
  }
}
