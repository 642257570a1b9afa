/** Makes encrypted copies of published files, all of them or none. */

import { randomUUID } from 'node:crypto';
import type { EncryptedFile, EncryptedFiles } from '../../../platform/storage/encrypted-files.ts';
import { verifiedBytes } from '../../documents/documents.ts';
import type { CheckedFile } from './staging.ts';

/** `id`: the publication's. */
export type EncryptedCopy = { id: string; file: CheckedFile; fileId: string };

export type Copies = {
  /**
   * Encrypts copies and passes them to `write`, which stores their publications. When either fails, nothing remains.
   * @throws StationError `disk-full`, `data-folder-unusable`, `file-changed`, `file-missing`, `file-unreadable`, and what `write` throws
   */
  create<T>(checked: readonly CheckedFile[], write: (copies: EncryptedCopy[]) => T): Promise<T>;
  /** Removes copies without a publication that are not in progress. */
  sweep(known: (id: string) => boolean): Promise<void>;
};

export function createCopies(files: EncryptedFiles): Copies {
  /** Publications with copies that are not stored yet: a sweep leaves them. */
  const making = new Set<string>();

  const encrypt = (id: string, { path, size, sha256 }: CheckedFile): Promise<EncryptedFile> =>
    files.encrypt('published', id, verifiedBytes(path, { size, sha256 }), { sha256 });

  return {
    async create(checked, write) {
      const planned = checked.map((file) => ({ id: randomUUID(), file }));
      const made: EncryptedFile[] = [];
      for (const { id } of planned) making.add(id);
      try {
        const copies: EncryptedCopy[] = [];
        for (const { id, file } of planned) {
          const encrypted = await encrypt(id, file);
          made.push(encrypted);
          copies.push({ id, file, fileId: encrypted.id });
        }
        return write(copies);
      } catch (thrown) {
        // A copy that cannot be removed now is encrypted, and the next sweep removes it.
        await Promise.allSettled(made.map((file) => files.remove(file)));
        throw thrown;
      } finally {
        for (const { id } of planned) making.delete(id);
      }
    },
    async sweep(known) {
      for (const file of files.list(['published'])) {
        if (!known(file.owner) && !making.has(file.owner)) await files.remove(file);
      }
    },
  };
}
