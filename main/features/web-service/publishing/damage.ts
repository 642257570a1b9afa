/** Checks whether the encrypted copies of documents are readable; results are in memory and are checked again with each request. */
import type { Problem } from '../../../../shared/errors.ts';
import { systemCode } from '../../../platform/files/disk-problem.ts';
import { DamagedFile } from '../../../platform/keychain/encrypted-stream.ts';
import type { EncryptedFiles, EncryptedName } from '../../../platform/storage/encrypted-files.ts';
import type { PublicationRow } from './publication-row.ts';

export const fileOf = ({ id, fileId }: PublicationRow): EncryptedName => ({ kind: 'published', owner: id, id: fileId });

export type Damage = {
  /** Problem of a copy at its last check; null when it was readable. */
  of(id: string): Problem | null;
  /** Reads the whole copy: a document that breaks off would break the others of the same answer too. */
  readable(one: PublicationRow): Promise<boolean>;
  forget(id: string): void;
};

/** @param changed called when a copy becomes damaged, or readable again */
export function lookForDamage(files: EncryptedFiles, changed: (id: string) => void): Damage {
  const found = new Map<string, Problem>();

  const check = async (one: PublicationRow): Promise<Problem | null> => {
    let size = 0;
    try {
      for await (const piece of files.read(fileOf(one))) size += piece.length;
    } catch (thrown) {
      // Damaged, missing or without access: it is not sent.
      if (thrown instanceof DamagedFile || systemCode(thrown) !== null) return new DamagedFile('published').problem;
      throw thrown;
    }
    return size === one.size ? null : new DamagedFile('published').problem;
  };

  return {
    of: (id) => found.get(id) ?? null,
    async readable(one) {
      const [before, now] = [found.get(one.id), await check(one)];
      if (now) found.set(one.id, now);
      else found.delete(one.id);
      if (before?.code !== now?.code) changed(one.id);
      return now === null;
    },
    forget: (id) => void found.delete(id),
  };
}
