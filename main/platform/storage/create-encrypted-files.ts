/** Encrypted files in a folder: named, listed, read as streams. */
import { randomBytes, randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { problemOf } from '../../../shared/errors.ts';
import { systemCode } from '../files/disk-problem.ts';
import { renameIfFree } from '../files/rename-if-free.ts';
import { syncFolder } from '../files/write-whole.ts';
import { openEncryptedRange } from '../keychain/encrypted-range.ts';
import { createEncryptingStream, encryptedChunkSize, headerSize, openEncryptedStream } from '../keychain/encrypted-stream.ts';
import { createContentsWriter } from './contents-writer.ts';
import type { Database } from './database.ts';
import { isPart, nameOf, parseName, partOf } from './encrypted-file-name.ts';
import { type EncryptedFile, type EncryptedFiles, type EncryptedName, type EncryptedWriter, encryptedKinds } from './encrypted-files.ts';
import { createEncryptedWriter } from './encrypted-writer.ts';
import { inDataFolder, makePrivateFolder } from './in-data-folder.ts';

/** Whole chunks, more than one: fewer trips to the disk, and fewer copies. */
const readAtOnce = 4 * encryptedChunkSize;

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
  /** Files that are being written, and those that are not stored yet, by id. */
  const unfinished = new Map<string, { paths: string[]; key: Buffer | null }>();
  /** Removals that are not complete: those under way, and those that failed. */
  let left = 0;
  const selectAny = sql.prepare('SELECT 1 FROM encrypted_file LIMIT 1');
  const pathOf = (name: EncryptedName) => join(folder, nameOf(name));

  /** @throws Error with the code `ENOENT` for a file without a row */
  function keyOf({ id }: EncryptedName): Buffer {
    const key = unfinished.get(id)?.key ?? selectKey.get(id)?.key;
    if (!Buffer.isBuffer(key)) throw Object.assign(new Error('no such encrypted file'), { code: 'ENOENT' });
    return key;
  }

  function removal(names: readonly EncryptedName[]) {
    let isCounted = false;
    return {
      forget() {
        if (!isCounted) left += names.length;
        isCounted = true;
        for (const { id } of names) drop.run(id);
      },
      async finish() {
        for (const name of names) {
          await inDataFolder(() => unlinkIfThere(pathOf(name)));
          unfinished.delete(name.id);
          if (isCounted) left -= 1;
        }
      },
    };
  }

  async function removeAll(names: readonly EncryptedName[]): Promise<void> {
    if (names.length === 0) return;
    const { forget, finish } = removal(names);
    // The rows first: without its key a file is unreadable, even when it stays.
    const isForgotten = isMade(forget);
    await finish();
    // Removing the files has freed room. A row that stays names no file.
    if (!isForgotten && !isMade(forget)) left += names.length;
  }

  /** False when the disk is too full for the commit. */
  function isMade(change: () => void): boolean {
    try {
      database.transaction(change);
      return true;
    } catch (thrown) {
      if (problemOf(thrown).code !== 'disk-full') throw thrown;
      return false;
    }
  }

  async function prepare(ended: readonly EncryptedFile[]): Promise<{ store(): void }> {
    // Without it a power cut removes the files while their rows stay. A failure leaves files without rows, which the next start removes.
    if (ended.length > 0) await inDataFolder(() => syncFolder(folder));
    return {
      store() {
        for (const { id, kind, owner, size, sha256 } of ended) {
          const made = unfinished.get(id);
          if (!made?.key) throw new Error('an encrypted file that was discarded');
          insert.run(id, kind, owner, made.key, size, sha256);
          database.afterwards((isCommitted) => isCommitted && unfinished.delete(id));
        }
      },
    };
  }

  async function create(kind: EncryptedName['kind'], owner: string): Promise<EncryptedWriter> {
    const name = { kind, owner, id: randomUUID() };
    const key = randomBytes(32);
    const final = pathOf(name);
    const part = partOf(final);
    unfinished.set(name.id, { paths: [part, final], key });
    const onEnd = () => void unfinished.delete(name.id);
    try {
      return await createEncryptedWriter({
        name,
        part,
        final,
        encrypting: createEncryptingStream(key, boundTo(name)),
        async store(file) {
          const { store } = await prepare([file]);
          database.transaction(store);
        },
        remove: () => removeAll([name]),
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
      database.afterwards((isCommitted) => isCommitted && unfinished.delete(id));
    },
    begin: (name) => void unfinished.set(name.id, { paths: [pathOf(name)], key: null }),
    end: (name) => void unfinished.delete(name.id),
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
    prepare,
    write,
    read,
    readRange,
    source: (file) => ({ path: pathOf(file), key: keyOf(file), boundTo: boundTo(file), size: file.size }),
    bytes: async (name) => {
      const content: Buffer[] = [];
      for await (const piece of read(name)) content.push(piece);
      return Buffer.concat(content);
    },
    remove: (name) => removeAll([name]),
    removeAll,
    removal,
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
        const own = new Set([...unfinished.values()].flatMap(({ paths }) => paths));
        for (const file of await readdir(folder)) {
          if (own.has(join(folder, file))) continue;
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
    const buffer = Buffer.allocUnsafeSlow(readAtOnce);
    // The header alone, so that what follows is read in whole chunks.
    for (let length = headerSize; ; length = readAtOnce) {
      const { bytesRead } = await handle.read(buffer, 0, length, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** Unlike `rm`, in one step. */
async function unlinkIfThere(path: string): Promise<void> {
  await unlink(path).catch((thrown: unknown) => {
    if (systemCode(thrown) !== 'ENOENT') throw thrown;
  });
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
    for (let n = 1; ; n += 1) if ((await renameIfFree(from, n === 1 ? wanted : `${wanted}.${n}`)) === 'renamed') return;
  } catch (thrown) {
    if (systemCode(thrown) !== 'ENOENT') throw thrown;
  }
}
