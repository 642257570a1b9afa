/** Writes one encrypted file under a temporary name, syncs it, and renames it when it is complete. */
import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { freeMemory } from '../files/free-memory.ts';
import { writeAll } from '../files/write-whole.ts';
import type { EncryptingStream } from '../keychain/encrypted-stream.ts';
import type { EncryptedFile, EncryptedName } from './encrypted-file-name.ts';
import { inDataFolder } from './in-data-folder.ts';
import type { NewContents } from './recent-contents.ts';

/** Encrypted bytes that are written together. */
const batchBytes = 256 * 1024;

export type EncryptedWriter = {
  /** @throws StationError `disk-full`, `data-folder-unusable` */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Resolves when the complete file is on the disk. Without a row, which `prepare` writes, the next start removes it: a file that is not
   * stored has to be discarded. @throws like `write`
   */
  end(): Promise<EncryptedFile>;
  /** Ends and stores it. @throws like `write` */
  finish(): Promise<EncryptedFile>;
  /** Removes the written bytes, after `end` the file. Harmless when repeated. */
  discard(): Promise<void>;
};

type WriterDeps = {
  name: EncryptedName;
  /** SHA-256 of the content, which its source verifies; null: it is computed. */
  sha256: string | null;
  /** Its path while it is written; must not exist. */
  part: string;
  /** Its path once it is complete. */
  final: string;
  encrypting: EncryptingStream;
  /** Retains the content in memory; null: it is not retained. */
  recent: NewContents | null;
  /** Syncs the name of an ended file, and writes its row. */
  store(file: EncryptedFile): Promise<void>;
  /** Removes the complete file and its row. */
  remove(): Promise<void>;
  /** Called when nothing is left at `part`, nor at `final` unless it is stored. */
  onEnd: () => void;
};

/** On failure nothing is left at `part`. @throws StationError `disk-full`, `data-folder-unusable` */
export async function createEncryptedWriter({
  name,
  sha256,
  part,
  final,
  encrypting,
  recent,
  store,
  remove,
  onEnd,
}: WriterDeps): Promise<EncryptedWriter> {
  const handle = await inDataFolder(() => open(part, 'wx', 0o600));
  const hash = sha256 === null ? createHash('sha256') : null;
  let size = 0;
  let state: 'open' | 'finished' | 'discarded' = 'open';
  /** Encrypted and not written yet. */
  let parts: Buffer[] = [encrypting.header];
  let waiting = 0;

  const discardPart = async () => {
    state = 'discarded';
    // Closed already, or the disk refuses to close it: the first error matters more.
    await handle.close().catch(() => undefined);
    await rm(part, { force: true }).catch(() => undefined);
    onEnd();
  };

  // Runs steps one after the other, also when a caller does not wait; after one that failed, none.
  let last: Promise<unknown> = Promise.resolve();
  const next = <T>(step: () => Promise<T>): Promise<T> => {
    const result = last.then(async () => {
      if (state !== 'open') throw new Error(`the encrypted file was ${state}`);
      try {
        return await inDataFolder(step);
      } catch (thrown) {
        await discardPart();
        throw thrown;
      }
    });
    last = result.catch(() => undefined);
    return result;
  };

  const complete = async (): Promise<EncryptedFile> => {
    await writeAll(handle, [...parts, encrypting.end()]);
    // On macOS, Node's fsync is the full one (F_FULLFSYNC).
    await handle.sync();
    recent?.complete(handle.fd);
    await handle.close();
    await rename(part, final);
    state = 'finished';
    return { ...name, size, sha256: hash?.digest('hex') ?? sha256 ?? '' };
  };

  return {
    write: (bytes) =>
      next(async () => {
        hash?.update(bytes);
        recent?.add(bytes);
        size += bytes.length;
        for (const part of encrypting.push(bytes)) {
          parts.push(part);
          waiting += part.length;
        }
        if (waiting < batchBytes) return;
        const full = parts;
        [parts, waiting] = [[], 0];
        await writeAll(handle, full);
        for (const part of full) freeMemory(part);
      }),
    end: () => next(complete),
    finish: () =>
      next(async () => {
        const file = await complete();
        try {
          await store(file);
          return file;
        } catch (thrown) {
          await rm(final, { force: true }).catch(() => undefined);
          throw thrown;
        }
      }),
    discard: async () => {
      await last;
      if (state === 'open') await discardPart();
      if (state === 'finished') await remove();
    },
  };
}
