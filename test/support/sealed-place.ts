/** A folder of sealed files on a real disk, with keys of its own. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { someDataKeys } from './data-keys.ts';
import { type DataKeys, openSealedFiles, type SealedFile, type SealedFiles, type SealedKind, type SealedName } from './doors/storage.ts';
import { tempDir } from './temp-dir.ts';

export const owner = randomUUID();

export type Place = { dataDir: string; folder: string; keys: DataKeys; files: SealedFiles };

export async function place(keys?: DataKeys, dataDir?: string): Promise<Place> {
  const at = dataDir ?? (await tempDir());
  const folder = join(at, 'sealed');
  const with_ = keys ?? (await someDataKeys());
  return { dataDir: at, folder, keys: with_, files: await openSealedFiles({ folder, keys: with_ }) };
}

export async function put(files: SealedFiles, content: Uint8Array | string, kind: SealedKind = 'original'): Promise<SealedFile> {
  const writer = await files.create(kind, owner);
  await writer.write(Buffer.from(content));
  return writer.finish();
}

export const onDisk = ({ kind, owner, id }: SealedName) => `${kind}.${owner}.${id}.sealed`;
export const refusal = (work: Promise<unknown>) => work.then(() => 'done').catch((thrown: unknown) => thrown);
