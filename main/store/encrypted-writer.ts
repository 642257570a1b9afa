/** Writes one encrypted file: next to its name, synced, renamed when it is complete, and then recorded with its key. */
import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../files/write-whole.ts';
import type { EncryptingStream } from '../vault/encrypted-stream.ts';
import type { EncryptedName, EncryptedWriter } from './encrypted-files.ts';
import { inDataFolder } from './in-data-folder.ts';

type Target = {
  name: EncryptedName;
  /** Where it is written; must not be there yet. */
  part: string;
  /** Its path once it is complete. */
  final: string;
  encrypting: EncryptingStream;
  /** Writes its row; `size` in bytes and `sha256` are of the content. */
  record(size: number, sha256: string): void;
  /** Removes the complete file and its row. */
  remove(): Promise<void>;
  /** Called when nothing is left at `part`. */
  onEnd: () => void;
};

/** On failure nothing is left at `part`. @throws StationError `disk-full`, `data-folder-unusable` */
export async function createEncryptedWriter({ name, part, final, encrypting, record, remove, onEnd }: Target): Promise<EncryptedWriter> {
  const handle = await inDataFolder(() => open(part, 'wx', 0o600));
  const hash = createHash('sha256');
  let size = 0;
  let state: 'open' | 'finished' | 'discarded' = 'open';

  const discardPart = async () => {
    state = 'discarded';
    // Closed already, or the disk refuses even that: what went wrong before matters more.
    await handle.close().catch(() => undefined);
    await rm(part, { force: true }).catch(() => undefined);
    onEnd();
  };

  // One step after the other, also when a caller does not wait; after one that failed, none.
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

  await next(() => handle.writeFile(encrypting.header));
  return {
    write: (bytes) =>
      next(async () => {
        hash.update(bytes);
        size += bytes.length;
        // Unlike `write`, it goes on until the whole chunk is written.
        for (const chunk of encrypting.push(bytes)) await handle.writeFile(chunk);
      }),
    finish: () =>
      next(async () => {
        await handle.writeFile(encrypting.end());
        // On macOS, Node's fsync is the full one (F_FULLFSYNC).
        await handle.sync();
        await handle.close();
        await rename(part, final);
        // Without it a power cut removes the file while the row stays. A failure leaves a file without a row, which the next start removes.
        await syncFolder(dirname(final));
        const sha256 = hash.digest('hex');
        try {
          record(size, sha256);
        } catch (thrown) {
          await rm(final, { force: true }).catch(() => undefined);
          throw thrown;
        }
        state = 'finished';
        onEnd();
        return { ...name, size, sha256 };
      }),
    discard: async () => {
      await last;
      if (state === 'open') await discardPart();
      if (state === 'finished') await remove();
    },
  };
}
