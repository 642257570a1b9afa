/** Finds the keys of a data folder, or makes the first one. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Problem, problem, problemOf, StationError } from '../../shared/errors.ts';
import type { Database } from '../store/database.ts';
import type { DataKey, DataKeys } from './data-keys.ts';
import { keyId } from './derive-key.ts';
import { keyText, parseKey } from './key-text.ts';
import { defaultPatience, probeKeychain, within } from './probe-keychain.ts';
import type { Keychain } from './vault.ts';

export type DataKeysOptions = {
  database: Database;
  keychain: Keychain;
  /** 32 bytes that are used in place of the keychain. */
  given?: Buffer;
  /** Of a key that the data folder uses, though its database may not name it. */
  alsoId?: string | null;
  /** Milliseconds that the keychain has to answer at opening. */
  patience?: number;
};

/** Sorted oldest first. */
type Found = { keys: DataKey[]; made: boolean };

const rowsSchema = z.array(z.object({ id: z.string(), source: z.enum(['keychain', 'given']), made_at: z.string() }));

/**
 * A key is in the keychain, and read back, before the data folder names it: a crash between the two leaves
 * a key that nobody knows, never something sealed under a key that is gone. Where the keychain does not
 * answer, the key is in memory alone, `notKept` says why, and the data folder is left as it is.
 * @throws StationError `disk-full`
 */
export async function openDataKeys({
  database,
  keychain,
  given,
  alsoId = null,
  patience = defaultPatience,
}: DataKeysOptions): Promise<DataKeys> {
  const table = keyTable(database);
  if (given) {
    const key = asDataKey(given);
    table.add(key.id, 'given');
    return dataKeys({ keys: [key], table, keychain: null, notKept: null });
  }
  const named = table.rows().flatMap(({ id, source }) => (source === 'keychain' ? [id] : []));
  // The newest, where the database is an older copy, or a new one.
  const ids = alsoId === null || table.has(alsoId) ? named : [...named, alsoId];
  const fetching = fetchOrMake(keychain, ids);
  const found = await within(patience, fetching).catch(problemOf);
  if (found !== 'waiting' && 'keys' in found) {
    for (const { id } of found.keys) if (!table.has(id)) table.add(id, 'keychain');
    return dataKeys({ keys: found.keys, table, keychain, notKept: null });
  }
  if (found === 'waiting') void forgetLate(keychain, fetching);
  const cause = found === 'waiting' ? 'locked' : (found.detail?.cause ?? 'no-service');
  return dataKeys({ keys: [asDataKey(randomBytes(32))], table, keychain: null, notKept: problem('queue-not-kept', { cause }) });
}

type Parts = { keys: DataKey[]; table: KeyTable; keychain: Keychain | null; notKept: Problem | null };

function dataKeys({ keys, table, keychain, notKept }: Parts): DataKeys {
  const atHand = new Map(keys.map((key) => [key.id, key]));
  let current = lastOf(keys);
  const old = () => [...atHand.keys()].filter((id) => id !== current.id);
  return {
    current: () => current,
    find: (id) => atHand.get(id) ?? (table.has(id) ? 'absent' : 'unknown'),
    notKept,
    renew: async () => {
      if (!keychain) throw new StationError('key-not-renewable');
      const next = await makeKey(keychain);
      table.add(next.id, 'keychain');
      atHand.set(next.id, next);
      current = next;
    },
    retireOld: async () => {
      // The keychain first: after a crash between the two the data folder names a key that is gone, which is
      // harmless as nothing is sealed under it; the other way round the old key would stay for ever.
      for (const id of old()) {
        await keychain?.remove(account(id));
        table.remove(id);
        atHand.delete(id);
      }
    },
    old,
  };
}

type KeyTable = ReturnType<typeof keyTable>;

function keyTable(database: Database) {
  const rows = () => rowsSchema.parse(database.sql.prepare('SELECT id, source, made_at FROM sealing_key ORDER BY made_at, rowid').all());
  return {
    rows,
    has: (id: string): boolean => rows().some((row) => row.id === id),
    add: (id: string, source: 'keychain' | 'given'): void =>
      database.transaction(() => {
        // The newest is the current one, also after the clock was set back.
        const newest = Date.parse(rows().at(-1)?.made_at ?? '');
        const madeAt = new Date(Math.max(Date.now(), Number.isNaN(newest) ? 0 : newest + 1)).toISOString();
        database.sql.prepare('INSERT INTO sealing_key VALUES (?, ?, ?) ON CONFLICT DO NOTHING').run(id, source, madeAt);
      }),
    remove: (id: string): void => void database.transaction(() => database.sql.prepare('DELETE FROM sealing_key WHERE id = ?').run(id)),
  };
}

async function fetchOrMake(keychain: Keychain, ids: readonly string[]): Promise<Found> {
  let keys = await fetchKeys(keychain, ids);
  if (keys.length === 0 && ids.length > 0) {
    // A locked keychain says "nothing there" of what it holds. The probe has the system ask for it to be unlocked.
    const closed = await probeKeychain(keychain);
    if (closed) throw new StationError(closed.code, closed.detail);
    keys = await fetchKeys(keychain, ids);
  }
  return keys.length > 0 ? { keys, made: false } : { keys: [await makeKey(keychain)], made: true };
}

/** What is no key, or another than its name says, counts as not there: what is sealed under it is then left alone. */
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

/** A key that was stored after all, when nobody waited for it any more, is of no use: the data folder does not name it. */
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
