/** Encrypted files in a folder: named, listed, read as streams. */
import { randomBytes, randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { problemOf } from '../../shared/errors.ts';
import { systemCode } from '../files/disk-problem.ts';
import { place } from '../files/place.ts';
import { syncFolder } from '../files/write-whole.ts';
import { openEncryptedRange } from '../vault/encrypted-range.ts';
import { createEncryptingStream, openEncryptedStream } from '../vault/encrypted-stream.ts';
import { createContentsWriter } from './contents-writer.ts';
import type { Database } from './database.ts';
import { isPart, nameOf, parseName, partOf } from './encrypted-file-name.ts';
import { type EncryptedFiles, type EncryptedName, type EncryptedWriter, encryptedKinds } from './encrypted-files.ts';
import { createEncryptedWriter } from './encrypted-writer.ts';
import { inDataFolder, makePrivateFolder } from './in-data-folder.ts';

/** More at once than one chunk: fewer trips to the disk. */
const readAtOnce = 256 * 1024;

const nameSchema = z.object({ kind: z.enum(encryptedKinds), owner: z.string(), id: z.string() });

/**
 * Makes the folder when it is missing, readable by its owner alone. The key of each file is in its row of `database`.
 * @throws StationError `disk-full`, `data-folder-unusable`
 */
export async function openEncryptedFiles({ folder, database }: { folder: string; database: Database }): Promise<EncryptedFiles> {
  await makePrivateFolder(folder);
  const { sql } = database;
  const insert = sql.prepare('INSERT INTO encrypted_file (id, kind, owner, key, size, sha256) VALUES (?, ?, ?, ?, ?, ?)');
  const selectKey = sql.prepare('SELECT key FROM encrypted_file WHERE id = ?');
  const selectNames = sql.prepare('SELECT kind, owner, id FROM encrypted_file WHERE kind IN (SELECT value FROM json_each(?))');
  const selectOfOwner = sql.prepare('SELECT kind, owner, id FROM encrypted_file WHERE owner = ?');
  const moveToQuarantine = sql.prepare(
    `INSERT INTO quarantine (kind, id, value, reason, at)
     SELECT 'encrypted-file', id, json_object('kind', kind, 'owner', owner, 'key', hex(key), 'size', size, 'sha256', sha256), 'damaged', ?
     FROM encrypted_file WHERE id = ?`,
  );
  const drop = sql.prepare('DELETE FROM encrypted_file WHERE id = ?');
  /** Unfinished files that are being written: `list` does not remove them. */
  const unfinished = new Set<string>();
  /** Removals that are not complete: those under way, and those that failed. */
  let left = 0;
  const selectAny = sql.prepare('SELECT 1 FROM encrypted_file LIMIT 1');
  const pathOf = (name: EncryptedName) => join(folder, nameOf(name));

  /** @throws Error with the code `ENOENT` for a file without a row */
  function keyOf({ id }: EncryptedName): Buffer {
    const key = selectKey.get(id)?.key;
    if (!Buffer.isBuffer(key)) throw Object.assign(new Error('no such encrypted file'), { code: 'ENOENT' });
    return key;
  }

  async function remove(name: EncryptedName): Promise<void> {
    left += 1;
    // The row first: without its key the file is unreadable, even when it stays.
    const isForgotten = forgets(name);
    await inDataFolder(() => rm(pathOf(name), { force: true }));
    // Removing the file has freed room. A row that stays names no file.
    if (isForgotten || forgets(name)) left -= 1;
  }

  /** Removes the row. False when the disk is too full for that. */
  function forgets({ id }: EncryptedName): boolean {
    try {
      database.transaction(() => drop.run(id));
      return true;
    } catch (thrown) {
      if (problemOf(thrown).code !== 'disk-full') throw thrown;
      return false;
    }
  }

  async function create(kind: EncryptedName['kind'], owner: string): Promise<EncryptedWriter> {
    const name = { kind, owner, id: randomUUID() };
    const key = randomBytes(32);
    const final = pathOf(name);
    const part = partOf(final);
    unfinished.add(part);
    const onEnd = () => void unfinished.delete(part);
    const record = (size: number, sha256: string) => void database.transaction(() => insert.run(name.id, kind, owner, key, size, sha256));
    try {
      return await createEncryptedWriter({
        name,
        part,
        final,
        encrypting: createEncryptingStream(key, boundTo(name)),
        record,
        remove: () => remove(name),
        onEnd,
      });
    } catch (thrown) {
      onEnd();
      throw thrown;
    }
  }

  const write = createContentsWriter({
    pathOf,
    boundTo,
    syncFolder: () => syncFolder(folder),
    insert: ({ id, kind, owner }, key, { bytes, sha256 }) => {
      insert.run(id, kind, owner, key, bytes.length, sha256);
      database.afterwards((kept) => kept && unfinished.delete(pathOf({ id, kind, owner })));
    },
    begin: (name) => void unfinished.add(pathOf(name)),
    end: (name) => void unfinished.delete(pathOf(name)),
  });

  async function* read(name: EncryptedName): AsyncGenerator<Buffer> {
    yield* openEncryptedStream(pieces(pathOf(name)), keyOf(name), boundTo(name));
  }

  async function* readRange(name: EncryptedName, start: number, end: number): AsyncGenerator<Buffer> {
    const key = keyOf(name);
    const handle = await open(pathOf(name));
    try {
      const { size } = await handle.stat();
      yield* openEncryptedRange({ size, read: (at, length) => readAt(handle, at, length) }, key, boundTo(name), { start, end });
    } finally {
      await handle.close();
    }
  }

  return {
    create,
    write,
    read,
    readRange,
    bytes: async (name) => {
      const content: Buffer[] = [];
      for await (const piece of read(name)) content.push(piece);
      return Buffer.concat(content);
    },
    remove,
    quarantine: async (name) => {
      const from = pathOf(name);
      const aside = join(dirname(folder), 'quarantine');
      await makePrivateFolder(aside);
      await inDataFolder(async () => {
        await moveAside(from, join(aside, nameOf(name)));
        await syncFolder(aside);
        await syncFolder(folder);
      });
      database.transaction(() => {
        moveToQuarantine.run(new Date().toISOString(), name.id);
        drop.run(name.id);
      });
    },
    ofOwner: (owner) => selectOfOwner.all(owner).map((row) => nameSchema.parse(row)),
    any: () => selectAny.get() !== undefined,
    async settle() {
      if (left > 0 || unfinished.size > 0) return false;
      await syncFolder(folder);
      return true;
    },
    list: (kinds = encryptedKinds) => selectNames.all(JSON.stringify(kinds)).map((row) => nameSchema.parse(row)),
    removeStrays: () =>
      inDataFolder(async () => {
        for (const file of await readdir(folder)) {
          if (unfinished.has(join(folder, file))) continue;
          const name = parseName(file);
          const isStray = name === null ? isPart(file) : selectKey.get(name.id) === undefined;
          if (isStray) await rm(join(folder, file), { force: true });
        }
      }),
  };
}

/** The name of a file as JSON, which keeps its parts apart; each file opens only under its own name. */
function boundTo({ kind, owner, id }: EncryptedName): string {
  return JSON.stringify([kind, owner, id]);
}

/**
 * The bytes of a file. Each piece is good until the next one is asked for: they share their memory. Unlike a
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

async function moveAside(from: string, wanted: string): Promise<void> {
  try {
    for (let n = 1; ; n += 1) if ((await place(from, n === 1 ? wanted : `${wanted}.${n}`)) === 'placed') return;
  } catch (thrown) {
    if (systemCode(thrown) !== 'ENOENT') throw thrown;
  }
}
