/**
 * Encrypted files (design, section 2.9), in `encrypted/` of the data folder: documents to send and returned files. Each has a random key of
 * its own in its row of the database. Files are written and read as streams; each is complete under its name or does not exist.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { opendir, readdir, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { problemOf } from '../../../shared/errors.ts';
import { systemCode } from '../files/disk-problem.ts';
import { renameIfFree } from '../files/rename-if-free.ts';
import { syncFolder } from '../files/write-whole.ts';
import { DamagedFile } from '../keychain/encrypted-stream.ts';
import type { Database } from './database.ts';
import {
  type EncryptedFile,
  type EncryptedKind,
  type EncryptedName,
  encryptedKinds,
  isPart,
  nameOf,
  parseName,
  partOf,
} from './encrypted-file-name.ts';
import { type FolderElsewhere, openFolderElsewhere } from './folder-elsewhere.ts';
import { assertUsable, inDataFolder, makePrivateFolder } from './in-data-folder.ts';
import { createEncryptedReader, type EncryptedReader } from './read-encrypted-file.ts';
import { type BorrowedContent, createRecentContents, type RecentContents } from './recent-contents.ts';
import type { Sql } from './sql.ts';
import { createContentsWriter, type NewContent, type WrittenContents } from './write-encrypted-contents.ts';
import { createEncryptedWriter, type EncryptedWriter } from './write-encrypted-file.ts';

export { type EncryptedFile, type EncryptedKind, type EncryptedName, type EncryptedWriter, encryptedKinds };

export type CreateOptions = {
  /** Of the content, when whoever writes it verifies that: hashing takes as long as encrypting. */
  sha256?: string | null;
  /** Bytes that the content may have at most, when it will be read soon: it then stays in memory for a while, as far as there is room. */
  readSoon?: number;
  /** The whole content of a file that will be read soon and is copied, when it is in memory. */
  content?: BorrowedContent | null;
};

export type EncryptedFiles = EncryptedReader & {
  create(kind: EncryptedKind, owner: string, options?: CreateOptions): Promise<EncryptedWriter>;
  /** Encrypts and stores a content. On failure nothing is left. @throws its errors, and StationError `disk-full`, `data-folder-unusable` */
  encrypt(
    kind: EncryptedKind,
    owner: string,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    options?: CreateOptions,
  ): Promise<EncryptedFile>;
  /**
   * Syncs the names of ended files, all at once; `store` then writes their rows, as a part of the current transaction.
   * @throws StationError `disk-full`, `data-folder-unusable`
   */
  prepare(files: readonly EncryptedFile[]): Promise<{ store(): void }>;
  /**
   * Writes contents that are in memory, complete and synced when it resolves; their rows are written by `store`.
   * @throws StationError `disk-full`, `data-folder-unusable`; then nothing is left
   */
  write(kind: EncryptedKind, owner: string, contents: readonly NewContent[]): Promise<WrittenContents>;
  /** Harmless when there is no such file. */
  remove(name: EncryptedName): Promise<void>;
  /** `forget` removes their rows, as a part of the current transaction; once that is committed, `finish` removes the files. */
  removal(names: readonly EncryptedName[]): { forget(): void; finish(): Promise<void> };
  /** From now on, removed files stay on the disk until the returned function is called, which never rejects: a backup reads all that were there. */
  holdRemovals(): () => Promise<void>;
  /** Quarantines a damaged file, in `quarantine/` of the data folder. Harmless when there is no such file. */
  quarantine(name: EncryptedName): Promise<void>;
  /** All files, or those of some kinds. */
  list(kinds?: readonly EncryptedKind[]): EncryptedName[];
  /** Removes files without a row, and unfinished ones: a crash leaves them. */
  removeStrays(): Promise<void>;
  ofOwner(owner: string): EncryptedName[];
  /** Whether there is any file. */
  any(): boolean;
  /**
   * Whether there are files and their folder has none of them: it was emptied, or it is another station's. Reads the names up to the first
   * of them. @throws StationError `data-folder-unusable`
   */
  areAllMissing(): Promise<boolean>;
  /** @throws StationError `data-folder-unusable` while no file can be made: no permission, a read-only disk, a folder that is gone */
  assertUsable(): Promise<void>;
  /**
   * Makes removals survive a power cut. True when every file that this run began is finished, and every file that it removed is gone.
   * @throws the error of the disk
   */
  syncRemovals(): Promise<boolean>;
};

/** Whether an error of reading means that the file is damaged or gone; any other may be momentary (a failing disk, a file in use). */
export const isLost = (thrown: unknown): boolean => thrown instanceof DamagedFile || systemCode(thrown) === 'ENOENT';

const nameSchema = z.object({ kind: z.enum(encryptedKinds), owner: z.string(), id: z.string() });

type State = {
  folder: string;
  place: FolderElsewhere;
  database: Database;
  statements: ReturnType<typeof prepareStatements>;
  /** Files that are being written, and those without a row, by id. */
  unfinished: Map<string, { paths: string[]; key: Buffer | null }>;
  recent: RecentContents<EncryptedKind>;
  /** Number of removals that are running, wait or have failed. */
  pendingRemovals: number;
  holds: number;
  /** Removed while removals wait. */
  delayed: EncryptedName[];
};

/**
 * Makes the folder when it is missing, readable by its owner alone. The key of each file is in its row of `database`.
 * @throws StationError `disk-full`, `data-folder-unusable` (context `encrypted`: another disk that has the files is not there)
 */
export async function openEncryptedFiles({ folder, database }: { folder: string; database: Database }): Promise<EncryptedFiles> {
  const wasMade = !existsSync(folder);
  await makePrivateFolder(folder);
  const statements = prepareStatements(database.sql);
  const hasFiles = () => statements.selectAny.get() !== undefined;
  const place = await openFolderElsewhere(folder, { wasMade, hasFiles: hasFiles() });
  const state: State = {
    folder,
    place,
    database,
    statements,
    unfinished: new Map(),
    recent: createRecentContents<EncryptedKind>({ original: 96, decoded: 64 }),
    pendingRemovals: 0,
    holds: 0,
    delayed: [],
  };
  const write = contentsWriter(state);
  const toNames = (rows: readonly unknown[]) => rows.map((row) => nameSchema.parse(row));
  return {
    create: (kind, owner, options = {}) => createFile(state, { kind, owner, id: randomUUID() }, options),
    async encrypt(kind, owner, content, options = {}) {
      const writer = await createFile(state, { kind, owner, id: randomUUID() }, options);
      try {
        for await (const bytes of content) await writer.write(bytes);
        return await writer.finish();
      } catch (thrown) {
        await writer.discard().catch(() => undefined);
        throw thrown;
      }
    },
    prepare: (files) => prepare(state, files),
    write: async (...contents) => {
      place.assertThere();
      return write(...contents);
    },
    ...createEncryptedReader({
      ...{ folder, place, recent: state.recent, boundTo },
      pathOf: (name) => pathOf(state, name),
      keyOf: (name) => keyOf(state, name),
    }),
    remove: (name) => remove(state, name),
    removal: (names) => removal(state, names),
    holdRemovals: () => holdRemovals(state),
    quarantine: (name) => quarantine(state, name),
    ofOwner: (owner) => toNames(statements.selectOfOwner.all(owner)),
    any: hasFiles,
    areAllMissing: async () => hasFiles() && !(await inDataFolder(() => hasOwnFile(state))),
    async assertUsable() {
      place.assertThere();
      await assertUsable(folder);
    },
    syncRemovals: () => syncRemovals(state),
    list: (kinds = encryptedKinds) => toNames(statements.selectNames.all(JSON.stringify(kinds))),
    removeStrays: () => inDataFolder(() => removeStrays(state)),
  };
}

const prepareStatements = (sql: Sql) => ({
  insert: sql.prepare('INSERT INTO encrypted_file (id, kind, owner, key, size, sha256) VALUES (?, ?, ?, ?, ?, ?)'),
  selectKey: sql.prepare('SELECT key FROM encrypted_file WHERE id = ?'),
  selectNames: sql.prepare('SELECT kind, owner, id FROM encrypted_file WHERE kind IN (SELECT value FROM json_each(?))'),
  selectOfOwner: sql.prepare('SELECT kind, owner, id FROM encrypted_file WHERE owner = ?'),
  selectAny: sql.prepare('SELECT 1 FROM encrypted_file LIMIT 1'),
  moveToQuarantine: sql.prepare(
    `INSERT INTO quarantine (kind, id, value, reason, at)
     SELECT 'encrypted-file', id, json_object('kind', kind, 'owner', owner, 'key', hex(key), 'size', size, 'sha256', sha256), 'damaged', ?
     FROM encrypted_file WHERE id = ?`,
  ),
  drop: sql.prepare('DELETE FROM encrypted_file WHERE id = ?'),
});

const pathOf = ({ folder }: State, name: EncryptedName): string => join(folder, nameOf(name));

/** @throws Error with the code `ENOENT` for a file without a row */
function keyOf({ unfinished, statements }: State, { id }: EncryptedName): Buffer {
  const key = unfinished.get(id)?.key ?? statements.selectKey.get(id)?.key;
  if (!Buffer.isBuffer(key)) throw Object.assign(new Error('no such encrypted file'), { code: 'ENOENT' });
  return key;
}

/** Writes the row of a file, as a part of the current transaction. */
function insertRow({ database, statements, unfinished }: State, { id, kind, owner, size, sha256 }: EncryptedFile, key: Buffer): void {
  statements.insert.run(id, kind, owner, key, size, sha256);
  database.afterwards((isCommitted) => isCommitted && unfinished.delete(id));
}

async function createFile(
  state: State,
  name: EncryptedName,
  { sha256 = null, readSoon, content = null }: CreateOptions,
): Promise<EncryptedWriter> {
  state.place.assertThere();
  const key = randomBytes(32);
  const final = pathOf(state, name);
  const part = partOf(final);
  state.unfinished.set(name.id, { paths: [part, final], key });
  const onEnd = () => void state.unfinished.delete(name.id);
  try {
    return await createEncryptedWriter({
      name,
      sha256,
      part,
      final,
      key,
      boundTo: boundTo(name),
      memory: readSoon === undefined ? null : state.recent.begin(name.kind, name.id, readSoon, content),
      async store(file) {
        const { store } = await prepare(state, [file]);
        state.database.transaction(store);
      },
      remove: () => remove(state, name),
      onEnd,
    });
  } catch (thrown) {
    onEnd();
    throw thrown;
  }
}

async function prepare(state: State, ended: readonly EncryptedFile[]): Promise<{ store(): void }> {
  // Without it a power cut removes the files while their rows stay. A failure leaves files without rows, which the next start removes.
  if (ended.length > 0) await inDataFolder(() => syncFolder(state.folder));
  return {
    store() {
      for (const file of ended) {
        const key = state.unfinished.get(file.id)?.key;
        if (!key) throw new Error('an encrypted file that was discarded');
        insertRow(state, file, key);
      }
    },
  };
}

const contentsWriter = (state: State): EncryptedFiles['write'] =>
  createContentsWriter({
    pathOf: (name) => pathOf(state, name),
    boundTo,
    syncFolder: () => syncFolder(state.folder),
    insert: (name, key, { bytes, sha256 }) => insertRow(state, { ...name, size: bytes.length, sha256 }, key),
    begin: (name) => void state.unfinished.set(name.id, { paths: [pathOf(state, name)], key: null }),
    end: (name) => void state.unfinished.delete(name.id),
  });

function removal(state: State, names: readonly EncryptedName[]): { forget(): void; finish(): Promise<void> } {
  let isCounted = false;
  return {
    forget() {
      if (!isCounted) state.pendingRemovals += names.length;
      isCounted = true;
      for (const { id } of names) {
        state.statements.drop.run(id);
        state.recent.drop(id);
      }
    },
    async finish() {
      for (const name of names) {
        if (state.holds > 0) {
          if (!isCounted) state.pendingRemovals += 1;
          state.delayed.push(name);
          continue;
        }
        await inDataFolder(() => unlinkIfThere(pathOf(state, name)));
        state.unfinished.delete(name.id);
        if (isCounted) state.pendingRemovals -= 1;
      }
    },
  };
}

function holdRemovals(state: State): () => Promise<void> {
  state.holds += 1;
  return async () => {
    state.holds -= 1;
    if (state.holds > 0) return;
    for (const name of state.delayed.splice(0)) {
      const isGone = await unlinkIfThere(pathOf(state, name)).then(
        () => true,
        () => false,
      );
      // One that stays counts as pending, so that the next start removes it.
      if (!isGone) continue;
      state.unfinished.delete(name.id);
      state.pendingRemovals -= 1;
    }
  };
}

async function remove(state: State, name: EncryptedName): Promise<void> {
  const { forget, finish } = removal(state, [name]);
  // The rows first: without its key a file is unreadable, even when it stays.
  const isForgotten = isCommitted(state.database, forget);
  await finish();
  // Removing the files has freed space. A row that stays names no file.
  if (!isForgotten && !isCommitted(state.database, forget)) state.pendingRemovals += 1;
}

/** Commits a change. False when the disk is too full for the commit. */
function isCommitted(database: Database, change: () => void): boolean {
  try {
    database.transaction(change);
    return true;
  } catch (thrown) {
    if (problemOf(thrown).code !== 'disk-full') throw thrown;
    return false;
  }
}

async function quarantine(state: State, name: EncryptedName): Promise<void> {
  const { folder, database, statements } = state;
  const from = pathOf(state, name);
  const target = join(dirname(folder), 'quarantine');
  state.recent.drop(name.id);
  await makePrivateFolder(target);
  await inDataFolder(async () => {
    await moveToFreeName(from, join(target, nameOf(name)));
    await syncFolder(target);
    await syncFolder(folder);
  });
  database.transaction(() => {
    statements.moveToQuarantine.run(new Date().toISOString(), name.id);
    statements.drop.run(name.id);
  });
}

async function syncRemovals({ folder, unfinished, pendingRemovals }: State): Promise<boolean> {
  if (pendingRemovals > 0 || unfinished.size > 0) return false;
  await syncFolder(folder);
  return true;
}

async function hasOwnFile({ folder, statements }: State): Promise<boolean> {
  for await (const { name } of await opendir(folder)) {
    const id = parseName(name)?.id;
    if (id !== undefined && statements.selectKey.get(id) !== undefined) return true;
  }
  return false;
}

async function removeStrays({ folder, unfinished, statements }: State): Promise<void> {
  const own = new Set([...unfinished.values()].flatMap(({ paths }) => paths));
  for (const file of await readdir(folder)) {
    if (own.has(join(folder, file))) continue;
    const name = parseName(file);
    const isStray = name === null ? isPart(file) : statements.selectKey.get(name.id) === undefined;
    if (isStray) await rm(join(folder, file), { force: true });
  }
}

/** Returns the name of a file as JSON, which separates its parts; each file opens only under its own name. */
function boundTo({ kind, owner, id }: EncryptedName): string {
  return JSON.stringify([kind, owner, id]);
}

/** Removes a file in one step, unlike `rm`. */
async function unlinkIfThere(path: string): Promise<void> {
  await unlink(path).catch((thrown: unknown) => {
    if (systemCode(thrown) !== 'ENOENT') throw thrown;
  });
}

/** Renames a file, with a number when the name is taken. Harmless when it does not exist. */
async function moveToFreeName(from: string, wanted: string): Promise<void> {
  try {
    for (let n = 1; ; n += 1) if ((await renameIfFree(from, n === 1 ? wanted : `${wanted}.${n}`)) === 'renamed') return;
  } catch (thrown) {
    if (systemCode(thrown) !== 'ENOENT') throw thrown;
  }
}
