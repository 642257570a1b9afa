/** A folder of encrypted files on a real disk, with its database. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openTestDatabase } from './data-keys.ts';
import {
  type Database,
  openMemoryDatabase,
  openSealedFiles,
  type SealedFile,
  type SealedFiles,
  type SealedKind,
  type SealedName,
} from './doors/storage.ts';
import { tempDir } from './temp-dir.ts';

export const owner = randomUUID();

export type Place = { dataDir: string; folder: string; database: Database; files: SealedFiles };

/** `database`: in memory for a disk that is too small for it. */
export async function place({ dataDir, database }: { dataDir?: string; database?: 'in memory' | Database } = {}): Promise<Place> {
  const at = dataDir ?? (await tempDir());
  const folder = join(at, 'sealed');
  const rows = database === 'in memory' ? openMemoryDatabase() : (database ?? openTestDatabase(at));
  return { dataDir: at, folder, database: rows, files: await openSealedFiles({ folder, database: rows }) };
}

export async function put(files: SealedFiles, content: Uint8Array | string, kind: SealedKind = 'original'): Promise<SealedFile> {
  const writer = await files.create(kind, owner);
  await writer.write(Buffer.from(content));
  return writer.finish();
}

export const onDisk = ({ kind, owner, id }: SealedName) => `${kind}.${owner}.${id}.sealed`;
export const refusal = (work: Promise<unknown>) => work.then(() => 'done').catch((thrown: unknown) => thrown);
