/** Finds the key of a data folder, or makes the first one. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { problem, problemOf, StationError } from '../../../shared/errors.ts';
import type { Database } from '../storage/database.ts';
import type { DataKey, DataKeys } from './data-keys.ts';
import { keyId } from './derive-key.ts';
import { keyText, parseKey } from './key-text.ts';
import { defaultPatience, probeKeychain, within } from './probe-keychain.ts';
import type { Keychain } from './vault.ts';

export type DataKeysOptions = {
  /** Names the keys of the data folder. */
  settings: Database;
  keychain: Keychain;
  /** There are encrypted data: then a missing key is an error, and no new key is made. */
  hasData: boolean;
  /** 32 bytes that are used in place of the keychain. */
  vaultKey?: Buffer;
  /** Id of a key that the data folder uses, although its settings may not name it; null for none. */
  alsoId?: string | null;
  /** Milliseconds that the keychain has to answer at opening. */
  patience?: number;
};

/** Sorted oldest first. */
type Found = { keys: DataKey[]; made: boolean };

const rowsSchema = z.array(z.object({ id: z.string(), source: z.enum(['keychain', 'environment']), made_at: z.string() }));

/**
 * A key is in the keychain, and read back, before the data folder names it: a crash between the two leaves a key that no data
 * folder uses, never data without their key. When the keychain does not answer, the key is in memory alone, `memoryOnly` has
 * the reason, and the data folder is not changed.
 * @throws StationError `disk-full`; `data-key-missing` (cause `keychain`) when data exist and the keychain has none of their keys
 */
export async function openDataKeys({
  settings,
  keychain,
  hasData,
  vaultKey,
  alsoId = null,
  patience = defaultPatience,
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
  const found = await within(patience, fetching).catch(problemOf);
  if (found !== 'waiting' && 'keys' in found) {
    return dataKeys({ keys: found.keys, table, keychain, memoryOnly: null, isCertain: found.made || found.keys.length === ids.length });
  }
  if (found === 'waiting') void forgetLate(keychain, fetching);
  else if (found.code === 'data-key-missing') throw new StationError(found.code, found.detail);
  const cause = found === 'waiting' ? 'locked' : (found.detail?.cause ?? 'no-service');
  const memoryOnly = problem('queue-not-kept', { cause });
  return dataKeys({ keys: [asDataKey(randomBytes(32))], table, keychain: null, memoryOnly, isCertain: true });
}

type Parts = Pick<DataKeys, 'memoryOnly' | 'isCertain'> & { keys: DataKey[]; table: KeyTable; keychain: Keychain | null };

function dataKeys({ keys: found, table, keychain, memoryOnly, isCertain }: Parts): DataKeys {
  let keys = found;
  return {
    current: () => lastOf(keys),
    all: () => [...keys].toReversed(),
    isRotating: () => table.rows().length > 1,
    memoryOnly,
    isCertain,
    note: () => table.add(lastOf(keys).id, keychain ? 'keychain' : 'environment'),
    add: async () => {
      if (!keychain) throw new StationError('key-not-renewable');
      const next = await makeKey(keychain);
      table.add(next.id, 'keychain');
      keys = [...keys, next];
    },
    removeOld: async () => {
      const current = lastOf(keys);
      // The keychain first: after a crash between the two the data folder names a key that is gone and that nothing is
      // encrypted with, which is harmless; the other way round the old key would stay in the keychain for ever.
      for (const { id } of table.rows()) {
        if (id === current.id) continue;
        await keychain?.remove(account(id));
        table.remove(id);
      }
      keys = [current];
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
    remove: (id: string): void => void database.transaction(() => database.sql.prepare('DELETE FROM data_key WHERE id = ?').run(id)),
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

/** An entry that is no key, or another key than its name says, counts as missing. */
async function fetchKeys(keychain: Keychain, ids: readonly string[]): Promise<DataKey[]> {
  const keys: DataKey[] = [];
  for (const id of ids) {
    const key = parseKey((await keychain.get(account(id))) ?? '');
    if (key && keyId(key) === id) keys.push({ id, key });
  }
  return keys;
}

async function makeKey(keychain: Keychain): Promise<DataKey> {
  const made = asDataKey(randomBytes(32));
  await keychain.set(account(made.id), keyText(made.key));
  const [kept] = await fetchKeys(keychain, [made.id]);
  if (!kept) throw new StationError('keychain-unavailable', { cause: 'locked' });
  return kept;
}

/** Removes a key that was stored after the station had stopped waiting: the data folder does not name it. */
async function forgetLate(keychain: Keychain, fetching: Promise<Found>): Promise<void> {
  try {
    const { keys, made } = await fetching;
    if (made) for (const { id } of keys) await keychain.remove(account(id));
  } catch {
    // Nothing was stored, or it stays: harmless.
  }
}

function asDataKey(key: Buffer): DataKey {
  return { id: keyId(key), key };
}

function lastOf(keys: readonly DataKey[]): DataKey {
  const last = keys.at(-1);
  if (!last) throw new Error('no key');
  return last;
}

function account(id: string): string {
  return `data-key/${id}`;
}
