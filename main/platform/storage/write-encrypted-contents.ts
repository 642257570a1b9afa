/** Writes contents that are in memory, each into an encrypted file of its own; writes at the same time share the sync of the folder. */
import { randomBytes } from 'node:crypto';
import { close, fsync, open, rm, writev } from 'node:fs';
import { promisify } from 'node:util';
import { createEncryptingStream } from '../keychain/encrypted-stream.ts';
import type { EncryptedName } from './encrypted-file-name.ts';
import { inDataFolder } from './in-data-folder.ts';

/** `sha256` of the bytes, lower-case hex. */
export type NewContent = { id: string; bytes: Buffer; sha256: string };

export type WrittenContents = {
  /** Writes the rows, as a part of the transaction under way. */
  store(): void;
  /** Removes the files again. Not after a transaction with `store` was committed. */
  discard(): Promise<void>;
};

type WriterDeps = {
  pathOf(name: EncryptedName): string;
  boundTo(name: EncryptedName): string;
  syncFolder(): Promise<void>;
  insert(name: EncryptedName, key: Buffer, content: NewContent): void;
  /** Marks a file without a row as one of this run. */
  begin(name: EncryptedName): void;
  end(name: EncryptedName): void;
};

// The functions with a callback take a third of the time of a `FileHandle`.
const fs = { open: promisify(open), writev: promisify(writev), fsync: promisify(fsync), close: promisify(close), rm: promisify(rm) };

/**
 * Returns a function that writes contents. The files have their final names from the beginning: a kill leaves files without rows, which
 * the next start removes.
 */
export function createContentsWriter({ pathOf, boundTo, syncFolder, insert, begin, end }: WriterDeps) {
  const syncNames = shared(syncFolder);

  /** @throws StationError `disk-full`, `data-folder-unusable`; then nothing is left */
  return async (kind: EncryptedName['kind'], owner: string, contents: readonly NewContent[]): Promise<WrittenContents> => {
    const files = contents.map((content) => ({ content, name: { kind, owner, id: content.id }, key: randomBytes(32) }));
    const discard = async (): Promise<void> => {
      for (const { name } of files) {
        await fs.rm(pathOf(name), { force: true }).catch(() => undefined);
        end(name);
      }
    };
    try {
      await inDataFolder(async () => {
        const all = await Promise.allSettled(
          files.map(({ content, name, key }) => {
            begin(name);
            const encrypting = createEncryptingStream(key, boundTo(name));
            return writeSynced(pathOf(name), [encrypting.header, ...encrypting.push(content.bytes), encrypting.end()]);
          }),
        );
        // Throws only after the end of all writes.
        for (const one of all) if (one.status === 'rejected') throw one.reason;
        if (files.length > 0) await syncNames();
      });
    } catch (thrown) {
      await discard();
      throw thrown;
    }
    return {
      store() {
        for (const { content, name, key } of files) insert(name, key, content);
      },
      discard,
    };
  };
}

async function writeSynced(path: string, pieces: readonly Buffer[]): Promise<void> {
  const file = await fs.open(path, 'wx', 0o600);
  try {
    for (let left = pieces; left.length > 0; ) {
      const { bytesWritten } = await fs.writev(file, left);
      left = after(left, bytesWritten);
    }
    // On macOS, Node's fsync is the full one (F_FULLFSYNC).
    await fs.fsync(file);
  } finally {
    await fs.close(file);
  }
}

/** Returns the bytes that a write left. */
function after(pieces: readonly Buffer[], written: number): Buffer[] {
  let skip = written;
  return pieces.flatMap((piece) => {
    const rest = piece.subarray(Math.min(skip, piece.length));
    skip -= piece.length - rest.length;
    return rest.length > 0 ? [rest] : [];
  });
}

/** Returns a function whose calls share runs of `work`: a run serves all calls that were made before it began, one run at a time. */
function shared(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    next ??= running.then(() => {
      const mine = work();
      next = null;
      running = mine.catch(() => undefined);
      return mine;
    });
    return next;
  };
}
