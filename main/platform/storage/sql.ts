/** The SQLite driver: one connection, in clear or encrypted (SQLCipher 4: AES-256-CBC with an HMAC-SHA512 for each page). */
import Sqlite from 'better-sqlite3-multiple-ciphers';

export type SqlValue = string | number | bigint | Uint8Array | null;
/** Blobs are Buffers. */
export type SqlRow = Record<string, unknown>;

export type SqlStatement = {
  run(...values: SqlValue[]): { changes: number };
  get(...values: SqlValue[]): SqlRow | undefined;
  all(...values: SqlValue[]): SqlRow[];
  /** No other statement runs on the connection until it ends. */
  iterate(...values: SqlValue[]): IterableIterator<SqlRow>;
  /** Makes the statement read integers as bigint. */
  safeIntegers(): SqlStatement;
};

export type Sql = {
  prepare(text: string): SqlStatement;
  exec(text: string): unknown;
  close(): unknown;
  readonly inTransaction: boolean;
  readonly open: boolean;
  /** The database is in memory. */
  readonly memory: boolean;
  /** Path of the file. */
  readonly name: string;
};

export type SqlOptions = {
  /** 32 bytes; null for a database in clear. */
  key?: Buffer | null;
  /** Milliseconds that a statement waits for another connection's lock. */
  timeout?: number;
  readonly?: boolean;
  /** Fails for a file that does not exist. */
  mustExist?: boolean;
};

/** Opens or makes a database. A wrong key shows at the first statement (`SQLITE_NOTADB`). @throws SqliteError */
export function openSql(path: string, { key = null, timeout = 0, readonly = false, mustExist = false }: SqlOptions = {}): Sql {
  const sql = new Sqlite(path, { timeout, readonly, fileMustExist: mustExist });
  if (key) {
    sql.pragma("cipher = 'sqlcipher'");
    sql.pragma('legacy = 4');
    sql.pragma(`key = "x'${key.toString('hex')}'"`);
  }
  return sql as unknown as Sql;
}

/** Makes what the connection writes durable: a commit, and what goes from the log into the database. */
export function syncWrites(sql: Sql): void {
  sql.exec('PRAGMA synchronous = FULL');
  // Without these, what macOS calls written may still be in the disk's own memory.
  if (process.platform === 'darwin') sql.exec('PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1');
}

/** Returns a function that reads how many pages the write-ahead log has, and how many of them are written back into the database. */
export function logState(sql: Pick<Sql, 'prepare'>): () => { log: number; written: number } {
  const state = sql.prepare('PRAGMA wal_checkpoint(NOOP)');
  return () => {
    const { log, checkpointed } = state.get() ?? {};
    return { log: Number(log), written: Number(checkpointed) };
  };
}

/** Passes of `writeLogBack` while other connections commit: the last pages take less than a pause of theirs. */
const maxPasses = 5;

/** Writes the write-ahead log back into the database, whole if possible: only then does it begin again from the front. */
export function writeLogBack(sql: Pick<Sql, 'prepare'>): void {
  const state = logState(sql);
  const pass = sql.prepare('PRAGMA wal_checkpoint(PASSIVE)');
  for (let count = 0; count < maxPasses; count += 1) {
    pass.get();
    const { log, written } = state();
    if (written >= log) return;
  }
}

/** Encrypts the whole database under another key: all of it or, when the process is killed on the way, nothing. */
export function rekeySql(sql: Sql, key: Buffer): void {
  sql.exec(`PRAGMA rekey = "x'${key.toString('hex')}'"`);
}
