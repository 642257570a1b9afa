/** Connections to the hub's PostgreSQL: migrations, transactions, and notifications to the streams of stations. Only this folder imports `pg`. */
import pg from 'pg';
import { z } from 'zod';
import { StationError } from '../shared/errors.ts';
import { type DatabaseClock, openDatabaseClock } from './database-clock.ts';
import type { HubKeys } from './hub-keys.ts';
import { migrations } from './schema.ts';

/** A connection, alone or within a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>;

export type HubDatabase = {
  /** For one statement. @throws StationError `hub-database-unusable` */
  readonly pool: Queryable;
  /**
   * Runs `work` within a transaction; committed when it resolves. Repeats it after a deadlock.
   * @param work can call `commit` when it has sent its last statements, and need not wait for their answers before: when one of them
   * fails, PostgreSQL rolls back
   * @param hashes whose locks it takes before `work`, as `lockHashes` does
   * @throws what `work` throws, after a rollback; StationError `hub-database-unusable`
   */
  transaction<T>(work: (client: Queryable, commit: () => Promise<void>) => Promise<T>, hashes?: readonly (Buffer | null)[]): Promise<T>;
  /**
   * Wakes the streams of stations, or of the members of groups, by id; soon after the call, in one statement with others. Called after
   * the commit: a notification within a transaction would make commits wait for each other.
   */
  wake(ids: readonly string[]): void;
  /** A connection of its own, for LISTEN and advisory locks of a session. The caller ends it. */
  connect(): Promise<pg.Client>;
  /** Names the database in its present history: another one after a restore, a move or a failover, also during the life of this process. */
  history(): string;
  /** Asks for the history on a connection that may be older than a restore into the tables. @throws like each new connection */
  checkHistory(): Promise<void>;
  /** Calls `listener` after each change of the history during the life of this process. */
  onOtherHistory(listener: () => void): void;
  /** The time at PostgreSQL. */
  now(): Date;
  /** Connections in use and waiting calls. */
  load(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
};

/** Channel of `wake`; the payload is the id of a station or a group. */
export const wakeChannel = 'hub_wake';

/** Keys of advisory locks that a session or transaction takes for a single purpose; `lockHashes` takes pairs of other numbers. */
export const advisoryLocks = { migration: 7_201, retention: 7_202, quarantine: 7_203 } as const;

export type HubDatabaseDeps = {
  url: string;
  keys: HubKeys;
  /** Connections in the pool. */
  maxConnections?: number;
};

const oldestVersion = 150_000;
const connectMs = 5_000;
/** Milliseconds of a statement, of a wait for a lock, and between two statements. A pooler refuses them as parameters of a connection. */
const limits = 'SET statement_timeout = 30000; SET lock_timeout = 10000; SET idle_in_transaction_session_timeout = 60000';
/** Milliseconds during which notifications are collected. */
const wakeDelayMs = 5;
const maxTries = 5;
/**
 * By index from the first row on: PostgreSQL knows nothing of a table that has just begun to grow, and would read all of it each time. A plan
 * that has to read a table counts as so costly then that PostgreSQL would compile it, which takes longer.
 */
const begin = 'BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL jit = off';

/**
 * Connects and migrates.
 * @throws StationError `hub-database-unusable` when it does not answer, is older than PostgreSQL 15, or its locale does not know `Ñ`;
 * `hub-key-wrong` for another key
 */
export async function openHubDatabase({ url, keys, maxConnections = 10 }: HubDatabaseDeps): Promise<HubDatabase> {
  const connection: pg.ClientConfig = {
    connectionString: url,
    application_name: 'signing-station',
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
  };
  const setLimits = async (client: pg.ClientBase): Promise<void> => void (await client.query(limits));
  const history = followHistory((isFirst) => migrate(connect, keys, isFirst));
  // Statements are sent while earlier ones are not answered yet: PostgreSQL does not wait for this process between them.
  const pool = new pg.Pool({ ...connection, pipeline: true, max: maxConnections, idleTimeoutMillis: 30_000, onConnect: history.check });
  // A connection that the server ended while it was idle: the pool has dropped it.
  pool.on('error', () => undefined);
  // The same between two statements of a transaction: the next statement fails.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client(connection);
    client.on('error', () => undefined);
    try {
      await client.connect();
      await setLimits(client);
      return client;
    } catch (thrown) {
      void client.end().catch(() => undefined);
      throw thrown;
    }
  };
  const queryable: Queryable = {
    query: async (...args: unknown[]) => {
      try {
        return await Reflect.apply(pool.query, pool, args);
      } catch (thrown) {
        throw named(thrown);
      }
    },
  };
  const wakes = createWakes(pool);
  let clock: DatabaseClock;
  try {
    await history.begin();
    clock = await openDatabaseClock(queryable);
  } catch (thrown) {
    await pool.end();
    throw thrown instanceof StationError ? thrown : unusable(thrown);
  }
  return {
    pool: queryable,
    transaction: (work, hashes = []) => inTransaction(pool, work, hashes),
    wake: wakes.add,
    connect,
    history: history.current,
    checkHistory: () => history.check(queryable),
    onOtherHistory: history.onOther,
    now: clock.now,
    load: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      clock.close();
      await wakes.end();
      await pool.end();
    },
  };
}

/** The text of such an error may have values. */
const unusable = (thrown: unknown): StationError =>
  new StationError('hub-database-unusable', { cause: causeOf(thrown) }, { cause: thrown });

/** SQLSTATE, or the code of the system. */
function causeOf(thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
  return typeof code === 'string' ? code : 'unknown';
}

/** PostgreSQL refuses other texts as ids. */
export const isId = (text: string): boolean => z.uuid().safeParse(text).success;

/** Whether an error, also as the cause of one of `transaction`, is about a value that another row has. */
export const isUniqueViolation = (thrown: unknown): boolean =>
  causeOf(thrown) === '23505' || (thrown instanceof StationError && causeOf(thrown.cause) === '23505');

/**
 * Classes of SQLSTATE: connection, role or password refused (one that was changed at the server), database gone, resources, an operator's
 * step, the system of the server; and a wait for a lock that was too long.
 */
const unavailable = /^(08|28|3D|53|57|58|55P03|25006)/;

/** `pg` has no class for such errors. */
const isOfConnection = (thrown: Error): boolean => 'syscall' in thrown || /connection|timeout|not queryable/i.test(thrown.message);

/** Names an error of the connection or of a server that cannot work now; others are faults of this program. */
function named(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || thrown instanceof StationError) return thrown;
  const isUnavailable = thrown instanceof pg.DatabaseError ? unavailable.test(causeOf(thrown)) : isOfConnection(thrown);
  return isUnavailable ? unusable(thrown) : thrown;
}

/** Whether PostgreSQL refused a value or a constraint (SQLSTATE classes 22 and 23), rather than all work. @param thrown by a transaction */
export const isOfValue = (thrown: unknown): boolean => /^2[23]/.test(causeOf(thrown));

/** A deadlock, or a conflict of transactions: repeating it helps. */
const mayRepeat = (thrown: unknown): boolean => ['40001', '40P01'].includes(causeOf(thrown));

async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: Queryable, commit: () => Promise<void>) => Promise<T>,
  hashes: readonly (Buffer | null)[],
): Promise<T> {
  const locking = locksOf(hashes);
  for (let tries = 1; ; tries += 1) {
    const client = await pool.connect().catch((thrown: unknown) => {
      throw named(thrown);
    });
    let broken = false;
    let committed: Promise<void> | null = null;
    const commit = (): Promise<void> => (committed ??= commitOf(client));
    try {
      await client.query(locking === null ? begin : `${begin}; ${locking}`);
      const result = await work(client, commit);
      await commit();
      return result;
    } catch (thrown) {
      // A connection without an answer to ROLLBACK is not used again; the server rolls back when it ends.
      await client.query('ROLLBACK').catch(() => {
        broken = true;
      });
      if (mayRepeat(thrown) && tries < maxTries) continue;
      throw named(thrown);
    } finally {
      client.release(broken);
    }
  }
}

/** PostgreSQL answers COMMIT with ROLLBACK after a statement that failed. */
async function commitOf(client: Queryable): Promise<void> {
  const { command } = await client.query('COMMIT');
  if (command !== 'COMMIT') throw new Error('PostgreSQL has rolled back a transaction that was to be committed');
}

/** An error of the server, or of the connection to it. */
export const isOfDatabase = (thrown: Error): boolean => thrown instanceof pg.DatabaseError || isOfConnection(thrown);

/**
 * Takes the advisory locks of keyed hashes until the end of the transaction, always in the same order: whoever writes a push, a claim or a
 * publication with one of them waits for the others that do, and then reads what they wrote.
 */
export async function lockHashes(client: Queryable, hashes: readonly (Buffer | null)[]): Promise<void> {
  const locking = locksOf(hashes);
  if (locking !== null) await client.query(locking);
}

/** Returns the statement that takes the locks; null for none. */
function locksOf(hashes: readonly (Buffer | null)[]): string | null {
  const keys = hashes.flatMap((hash) => (hash === null ? [] : [hash.readBigInt64BE(0)]));
  const ordered = [...new Set(keys)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  if (ordered.length === 0) return null;
  // In the order of the array: each call takes its lock before the next one begins. OFFSET 0: PostgreSQL does not merge the two queries.
  return `SELECT count(*) FROM (
    SELECT pg_advisory_xact_lock(key) FROM unnest('{${ordered.join(',')}}'::bigint[]) AS key OFFSET 0) AS locks`;
}

/** Collects ids for a few milliseconds, and sends them in a statement that writes nothing. A lost one is found by the stream's interval. */
function createWakes(pool: pg.Pool) {
  let waiting = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let sending: Promise<unknown> = Promise.resolve();
  const send = (): void => {
    timer = null;
    const ids = [...waiting];
    waiting = new Set();
    if (ids.length === 0) return;
    sending = pool.query(`SELECT pg_notify('${wakeChannel}', id) FROM unnest($1::text[]) AS id`, [ids]).catch(() => undefined);
  };
  return {
    add(ids: readonly string[]) {
      for (const id of ids) waiting.add(id);
      timer ??= setTimeout(send, wakeDelayMs);
    },
    async end() {
      if (timer) clearTimeout(timer);
      send();
      await sending;
    },
  };
}

/**
 * @param isFirst at the start of the process, when the database may be new
 * @returns see `HubDatabase.history`
 */
async function migrate(connect: () => Promise<pg.Client>, keys: HubKeys, isFirst: boolean): Promise<string> {
  const client = await connect();
  try {
    const { rows } = await client.query<{ version: number; folds: boolean }>(
      "SELECT current_setting('server_version_num')::int AS version, lower('Ñ') = 'ñ' AS folds",
    );
    const [{ version, folds } = { version: 0, folds: false }] = rows;
    if (version < oldestVersion) throw new StationError('hub-database-unusable', { cause: `PostgreSQL ${Math.floor(version / 10_000)}` });
    // Names are unique, and a station's successor is found, without upper and lower case.
    if (!folds) throw new StationError('hub-database-unusable', { cause: 'hub-locale' });
    // Another replica may be migrating; a long migration has no limit. A process that was stopped sends nothing, and loses the lock.
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0; SET idle_session_timeout = 15000');
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migration]);
    const done = await migrationsDone(client, isFirst);
    await client.query('CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())');
    for (const { name, sql } of migrations) {
      if (done.has(name)) continue;
      await client.query(`BEGIN; ${sql}; INSERT INTO migration (name) VALUES ('${name}'); COMMIT`);
    }
    await checkKey(client, keys);
    return await noteHistory(client);
  } finally {
    await client.end();
  }
}

/**
 * Returns the names of the migrations that the database has. `pg_restore` makes the tables, then fills them, and makes the foreign keys last:
 * until then a migration would prevent some of it, and what it brings would be handed out again.
 * @throws StationError `hub-database-unusable` for a database that is being restored
 */
async function migrationsDone(client: Queryable, isFirst: boolean): Promise<Set<string>> {
  const { rows } = await client.query<{ listed: boolean; begun: boolean; references: number }>(
    `SELECT to_regclass('migration') IS NOT NULL AS listed, to_regclass('hub_meta') IS NOT NULL AS begun,
      (SELECT count(*)::int FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace) AS "references"`,
  );
  const [found] = rows;
  const names = found?.listed ? (await client.query<{ name: string }>('SELECT name FROM migration')).rows.map(({ name }) => name) : [];
  const done = new Set(names);
  const needed = migrations.flatMap(({ name, sql }) => (done.has(name) ? (sql.match(/ REFERENCES /g) ?? []) : [])).length;
  const isWhole = done.size > 0 ? (found?.references ?? 0) >= needed : isFirst && !found?.begun;
  if (!isWhole) throw new StationError('hub-database-unusable', { cause: 'hub-restoring' });
  return done;
}

/**
 * Each new connection asks for it, together with its limits, and each replica with each look for events. Null while PostgreSQL is a standby,
 * which has no history of its own yet.
 */
const selectHistory = `SELECT CASE WHEN NOT pg_is_in_recovery() THEN concat_ws('.',
    system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8), oid, to_regclass('hub_meta')::oid) END AS now
  FROM pg_control_system(), pg_database WHERE datname = current_database()`;

/**
 * The history of the database as this process knows it. A restore, a move and a failover end all connections, so that each new one is
 * asked: with another history, the process does what it does at its start before anything else uses the connection. A restore into the
 * tables (`pg_restore`) ends none.
 * @param start returns the present history
 */
function followHistory(start: (isFirst: boolean) => Promise<string>) {
  const listeners: (() => void)[] = [];
  let known = '';
  let starting: Promise<void> | null = null;
  const begin = async (): Promise<void> => {
    known = await start(known === '');
  };
  async function beginAgain(): Promise<void> {
    await begin();
    for (const listener of listeners) listener();
  }
  return {
    begin,
    current: () => known,
    onOther: (listener: () => void) => void listeners.push(listener),
    /** Sets the limits of a new connection. @throws StationError `hub-database-unusable` for one to a standby; what a start throws */
    async check(client: Queryable): Promise<void> {
      const results: unknown = await client.query(`${limits}; ${selectHistory}`);
      const now: unknown = Array.isArray(results) ? results.at(-1).rows[0]?.now : null;
      if (now === known) return;
      if (typeof now === 'string') {
        starting ??= beginAgain().finally(() => {
          starting = null;
        });
        await starting;
      }
      if (now !== known) throw new StationError('hub-database-unusable', { cause: '25006' });
    },
  };
}

/**
 * After a restore, documents may be offered that were fetched or withdrawn since: their stations learn of it by the history, and offer again
 * what is to be offered. A failover, and a move of the database, look the same.
 */
async function noteHistory(client: Queryable): Promise<string> {
  const { rows } = await client.query<{ now: string; before: string | null }>(
    `SELECT now, (SELECT convert_from(value, 'UTF8') FROM hub_meta WHERE name = 'history') AS before FROM (${selectHistory}) AS present`,
  );
  const { now, before } = rows[0] ?? { now: '', before: null };
  if (now === before) return now;
  if (before !== null)
    await client.query(`UPDATE publication SET state = 'withdrawn', changed_at = now()
      WHERE id IN (SELECT id FROM publication WHERE state IN ('uploading', 'damaged', 'offered') ORDER BY id FOR UPDATE)`);
  // Last, so that it is repeated after an end in between.
  await client.query(
    `INSERT INTO hub_meta (name, value) VALUES ('history', convert_to($1, 'UTF8')) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [now],
  );
  return now;
}

/** The first replica stores a value that only its key gives. @throws StationError `hub-key-wrong` */
async function checkKey(client: Queryable, keys: HubKeys): Promise<void> {
  await client.query("INSERT INTO hub_meta (name, value) VALUES ('key-check', $1) ON CONFLICT DO NOTHING", [keys.check]);
  const { rows } = await client.query<{ value: Buffer }>("SELECT value FROM hub_meta WHERE name = 'key-check'");
  if (!rows[0]?.value.equals(keys.check)) throw new StationError('hub-key-wrong');
}
