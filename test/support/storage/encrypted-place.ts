/** A folder of encrypted files on a real disk, with its database. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  type Database,
  type EncryptedFile,
  type EncryptedFiles,
  type EncryptedKind,
  type EncryptedName,
  openEncryptedFiles,
  openMemoryDatabase,
} from '../doors/storage.ts';
import { tempDir } from '../temp-dir.ts';
import { openTestDatabase } from './data-keys.ts';

export const owner = randomUUID();

export type Place = { dataDir: string; folder: string; database: Database; files: EncryptedFiles };

/** `database`: in memory for a disk that is too small for it. */
export async function place({ dataDir, database }: { dataDir?: string; database?: 'in memory' | Database } = {}): Promise<Place> {
  const at = dataDir ?? (await tempDir());
  const folder = join(at, 'encrypted');
  const rows = database === 'in memory' ? openMemoryDatabase() : (database ?? openTestDatabase(at));
  return { dataDir: at, folder, database: rows, files: await openEncryptedFiles({ folder, database: rows }) };
}

export const put = (files: EncryptedFiles, content: Uint8Array | string, kind: EncryptedKind = 'original'): Promise<EncryptedFile> =>
  files.encrypt(kind, owner, [Buffer.from(content)]);

export const onDisk = ({ kind, owner, id }: EncryptedName) => `${kind}.${owner}.${id}.encrypted`;
export const refusal = (work: Promise<unknown>) => work.then(() => 'done').catch((thrown: unknown) => thrown);
