/**
 * The key that everything confidential on disk is encrypted with (design, section 2.7): 32 bytes in the operating system's keychain
 * (account `data-key/<id>`), or from the environment (`STATION_VAULT_KEY`). `settings.sqlite` names the keys of its data folder: one, and
 * two during a key rotation. In memory-only mode the key ends with the process.
 */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Problem, problem, problemOf, StationError } from '../../../shared/errors.ts';
import { within } from '../runtime/within.ts';
import type { Database } from '../storage/database.ts';
import { type Keychain, keychainTimeoutMs, probeKeychain } from './keychain.ts';
import { keyId, keyText, parseKey } from './keys.ts';

/** `id`: 32 lower-case hex digits that identify the key and do not reveal it. */
export type DataKey = { id: string; key: Buffer };

export type DataKeys = {
  /** Returns the newest key. */
  current(): DataKey;
  /** Returns the readable keys, the newest first: more than one until a key rotation is complete. */
  all(): DataKey[];
  /** Whether the data folder names a second key: a key rotation is not complete. */
  isRotating(): boolean;
  /** Why the key is in memory alone and ends with the process (`memory-only`); null when the data can be read after a restart. */
  memoryOnly: Problem | null;
  /** False when the data may be encrypted with a key that is not among `all`. */
  isCertain: boolean;
  /** Writes the id of the current key into the settings. @throws StationError `disk-full` */
  note(): void;
  /** Stores the current key again when the keychain has lost it. @returns whether it was lost @throws StationError `keychain-unavailable` */
  putBack(): Promise<boolean>;
  /** Makes and stores a new key, which becomes the current one. @throws StationError `key-not-renewable`, `keychain-unavailable` */
  add(): Promise<void>;
  /**
   * Forgets every key but the current one. Call it when no data are encrypted with them any more. They stay in the keychain: another data
   * folder of this computer, restored from a backup of this one or copied from it, may use them.
   */
  forgetOld(): void;
};

export type DataKeysOptions = {
  /** Has the ids of the data folder's keys. */
  settings: Database;
  keychain: Keychain;
  /** There are encrypted data: a missing key is then an error, and no new key is made. */
  hasData: boolean;
  /** 32 bytes that replace the keychain. */
  vaultKey?: Buffer;
  /** Id of a key that the data folder uses, although its settings may not name it; null for none. */
  alsoId?: string | null;
  /** Milliseconds that opening waits for the keychain. */
  timeoutMs?: number;
};

/** Sorted oldest first. */
type Found = { keys: DataKey[]; made: boolean };

const rowsSchema = z.array(z.object({ id: z.string(), source: z.enum(['keychain', 'environment']), made_at: z.string() }));

/**
 * Finds the key of a data folder, or makes the first one. A key is stored in the keychain and read back before the data folder names it:
 * a crash between the two leaves a key that no data folder uses, never data without their key. When the keychain does not answer, the key
 * is in memory alone, `memoryOnly` has the reason, and the data folder is not changed.
 * @throws StationError `disk-full`; `data-key-missing` (cause `keychain`) when data exist and the keychain has none of their keys
 */
export async function openDataKeys({
  settings,
  keychain,
  hasData,
  vaultKey,
  alsoId = null,
  timeoutMs = keychainTimeoutMs,
}: DataKeysOptions): Promise<DataKeys> {
  const table = keyTable(settings);
  if (vaultKey) {
    const key = asDataKey(vaultKey);
    const isCertain = table.rows().every(({ id }) => id === key.id) && (table.has(key.id) || !hasData);
    return dataKeys({ keys: [key], table, keychain: null, memoryOnly: null, isCertain });
  }
  const named = table.rows().map(({ id }) => id);
  const ids = alsoId === null || table.has(alsoId) ? named : [...named, alsoId];
  const fetching = fetchOrMake(keychain, ids, hasData);
  const found = await within(fetching, timeoutMs, 'waiting').catch(problemOf);
  if (found !== 'waiting' && 'keys' in found) {
    return dataKeys({ keys: found.keys, table, keychain, memoryOnly: null, isCertain: found.made || found.keys.length === ids.length });
  }
  if (found === 'waiting') void forgetLate(keychain, fetching);
  else if (found.code === 'data-key-missing') throw new StationError(found.code, found.detail);
  const cause = found === 'waiting' ? 'locked' : (found.detail?.cause ?? 'no-service');
  const memoryOnly = problem('memory-only', { cause });
  return dataKeys({ keys: [asDataKey(randomBytes(32))], table, keychain: null, memoryOnly, isCertain: true });
}

type FoundKeys = Pick<DataKeys, 'memoryOnly' | 'isCertain'> & { keys: DataKey[]; table: KeyTable; keychain: Keychain | null };

function dataKeys({ keys: found, table, keychain, memoryOnly, isCertain }: FoundKeys): DataKeys {
  let keys = found;
  return {
    current: () => lastOf(keys),
    all: () => [...keys].toReversed(),
    isRotating: () => table.rows().length > 1,
    memoryOnly,
    isCertain,
    note: () => table.add(lastOf(keys).id, keychain ? 'keychain' : 'environment'),
    putBack: async () => {
      const { id, key } = lastOf(keys);
      const [stored] = keychain ? await fetchKeys(keychain, [id]) : [];
      // A key rotation may have replaced it.
      if (!keychain || stored || lastOf(keys).id !== id) return false;
      await keychain.set(keyAccount(id), keyText(key));
      return true;
    },
    add: async () => {
      if (!keychain) throw new StationError('key-not-renewable');
      const next = await makeKey(keychain);
      table.add(next.id, 'keychain');
      keys = [...keys, next];
    },
    forgetOld: () => {
      keys = [lastOf(keys)];
      table.keepOnly(lastOf(keys).id);
    },
  };
}

type KeyTable = ReturnType<typeof keyTable>;

function keyTable(database: Database) {
  const rows = () => rowsSchema.parse(database.sql.prepare('SELECT id, source, made_at FROM data_key ORDER BY made_at, rowid').all());
  return {
    rows,
    has: (id: string): boolean => rows().some((row) => row.id === id),
    add: (id: string, source: 'keychain' | 'environment'): void =>
      database.transaction(() => {
        // The newest is the current one, also after the clock was set back.
        const newest = Date.parse(rows().at(-1)?.made_at ?? '');
        const madeAt = new Date(Math.max(Date.now(), Number.isNaN(newest) ? 0 : newest + 1)).toISOString();
        database.sql.prepare('INSERT INTO data_key VALUES (?, ?, ?) ON CONFLICT DO NOTHING').run(id, source, madeAt);
      }),
    keepOnly: (id: string): void => void database.transaction(() => database.sql.prepare('DELETE FROM data_key WHERE id <> ?').run(id)),
  };
}

async function fetchOrMake(keychain: Keychain, ids: readonly string[], hasData: boolean): Promise<Found> {
  let keys = await fetchKeys(keychain, ids);
  if (keys.length === 0 && (ids.length > 0 || hasData)) {
    // A locked keychain answers "not found" for its entries. The probe makes the system ask a person to unlock it.
    const closed = await probeKeychain(keychain);
    if (closed) throw new StationError(closed.code, closed.detail);
    keys = await fetchKeys(keychain, ids);
    if (keys.length === 0 && hasData) throw new StationError('data-key-missing', { cause: 'keychain' });
  }
  return keys.length > 0 ? { keys, made: false } : { keys: [await makeKey(keychain)], made: true };
}

/** Fetches keys by their ids. An entry that is not a key, or not the key of its name, counts as missing. */
async function fetchKeys(keychain: Keychain, ids: readonly string[]): Promise<DataKey[]> {
  const keys: DataKey[] = [];
  for (const id of ids) {
    const key = parseKey((await keychain.get(keyAccount(id))) ?? '');
    if (key && keyId(key) === id) keys.push({ id, key });
  }
  return keys;
}

async function makeKey(keychain: Keychain): Promise<DataKey> {
  const made = asDataKey(randomBytes(32));
  await keychain.set(keyAccount(made.id), keyText(made.key));
  const [stored] = await fetchKeys(keychain, [made.id]);
  if (!stored) throw new StationError('keychain-unavailable', { cause: 'locked' });
  return stored;
}

/** Removes a key that was stored after the station had stopped waiting: the data folder does not name it. */
async function forgetLate(keychain: Keychain, fetching: Promise<Found>): Promise<void> {
  try {
    const { keys, made } = await fetching;
    if (made) for (const { id } of keys) await keychain.remove(keyAccount(id));
  } catch {
    // Nothing was stored, or it stays: harmless.
  }
}

const asDataKey = (key: Buffer): DataKey => ({ id: keyId(key), key });

function lastOf(keys: readonly DataKey[]): DataKey {
  const last = keys.at(-1);
  if (!last) throw new Error('no key');
  return last;
}

/** Returns the account of a key in the keychain. */
export const keyAccount = (id: string): string => `data-key/${id}`;
