/** Sealed files in a folder: named, listed, read as streams, sealed anew. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemCode } from '../files/disk-problem.ts';
import { place } from '../files/place.ts';
import { syncFolder } from '../files/write-whole.ts';
import type { DataKeys } from '../vault/data-keys.ts';
import { openSealedRange } from '../vault/sealed-range.ts';
import { createSealingStream, headerSize, keyOfStream, openSealedStream } from '../vault/sealed-stream.ts';
import { inDataFolder, makePrivateFolder } from './in-data-folder.ts';
import { isPart, nameOf, parseName, partOf } from './sealed-file-name.ts';
import { type SealedFiles, type SealedName, type SealedWriter, sealedKinds } from './sealed-files.ts';
import { createSealedWriter } from './sealed-writer.ts';

/** More at once than one chunk: fewer trips to the disk. */
const readAtOnce = 256 * 1024;

/** Makes the folder when it is missing, readable by its owner alone. @throws StationError `disk-full`, `data-folder-unusable` */
export async function openSealedFiles({ folder, keys }: { folder: string; keys: DataKeys }): Promise<SealedFiles> {
  await makePrivateFolder(folder);
  /** Unfinished files that are being written: `list` leaves them alone. */
  const unfinished = new Set<string>();
  const pathOf = (name: SealedName) => join(folder, nameOf(name));

  const writerOf = async (name: SealedName): Promise<SealedWriter> => {
    const final = pathOf(name);
    const part = partOf(final);
    const onEnd = () => void unfinished.delete(part);
    unfinished.add(part);
    try {
      return await createSealedWriter({ name, part, final, sealing: createSealingStream(keys.current(), boundTo(name)), onEnd });
    } catch (thrown) {
      onEnd();
      throw thrown;
    }
  };

  async function* read(name: SealedName): AsyncGenerator<Buffer> {
    yield* openSealedStream(pieces(pathOf(name)), keys, boundTo(name));
  }

  async function* readRange(name: SealedName, start: number, end: number): AsyncGenerator<Buffer> {
    const handle = await open(pathOf(name));
    try {
      const { size } = await handle.stat();
      yield* openSealedRange({ size, read: (at, length) => readAt(handle, at, length) }, keys, boundTo(name), { start, end });
    } finally {
      await handle.close();
    }
  }

  return {
    create: (kind, owner) => writerOf({ kind, owner, id: randomUUID() }),
    read,
    readRange,
    bytes: async (name) => {
      const content: Buffer[] = [];
      for await (const piece of read(name)) content.push(piece);
      return Buffer.concat(content);
    },
    remove: (name) => inDataFolder(async () => rm(pathOf(name), { force: true })),
    quarantine: async (name) => {
      const from = pathOf(name);
      const aside = join(dirname(folder), 'quarantine');
      await makePrivateFolder(aside);
      await inDataFolder(async () => {
        await moveAside(from, join(aside, nameOf(name)));
        await syncFolder(aside);
        await syncFolder(folder);
      });
    },
    list: (kinds = sealedKinds) =>
      inDataFolder(async () => {
        const names = await readdir(folder);
        const left = names.filter((name) => isPart(name) && !unfinished.has(join(folder, name)));
        for (const name of left) await rm(join(folder, name), { force: true });
        return names.flatMap((name) => parseName(name) ?? []).filter(({ kind }) => kinds.includes(kind));
      }),
    renew: async (name) => {
      if (keyOfStream(await firstBytes(pathOf(name))) === keys.current().id) return;
      const writer = await writerOf(name);
      try {
        for await (const piece of read(name)) await writer.write(piece);
      } catch (thrown) {
        await writer.discard();
        throw thrown;
      }
      await writer.finish();
    },
  };
}

/** JSON keeps the parts apart. A file is the content of its own name and of no other. */
function boundTo({ kind, owner, id }: SealedName): string {
  return JSON.stringify([kind, owner, id]);
}

/**
 * A file as it is. Each piece is good until the next one is asked for: they share their memory. Unlike a
 * stream's, the file is closed for certain when this ends; on Windows it could not be replaced before.
 */
async function* pieces(path: string): AsyncGenerator<Uint8Array> {
  const handle = await open(path);
  try {
    const buffer = Buffer.alloc(readAtOnce);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, readAtOnce, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** Less than `length` only where the file ends. */
async function readAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, at + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

async function firstBytes(path: string): Promise<Uint8Array> {
  for await (const piece of pieces(path)) return piece.subarray(0, headerSize);
  return new Uint8Array();
}

async function moveAside(from: string, wanted: string): Promise<void> {
  try {
    for (let n = 1; ; n += 1) if ((await place(from, n === 1 ? wanted : `${wanted}.${n}`)) === 'placed') return;
  } catch (thrown) {
    if (systemCode(thrown) !== 'ENOENT') throw thrown;
  }
}
