/** The login throttle of all replicas: the station's rules, over counts in PostgreSQL under keyed hashes. */
import {
  type Attempt,
  type AttemptEntry,
  type CountedKey,
  countedKeys,
  currentEntry,
  emptyEntry,
  endAttempt,
  type LoginAttempt,
  pairOf,
  waitOf,
} from '../main/features/web-service/web-service.ts';
import type { HubDatabase, Queryable } from './database.ts';
import type { HubKeys } from './hub-keys.ts';

export type HubThrottle = {
  wait(attempt: LoginAttempt): Promise<number>;
  begin(attempt: LoginAttempt): Promise<number | Attempt>;
};

/** As stored: the begins of attempts in progress in place of their number, since a replica can end without ending them. */
type StoredEntry = Omit<AttemptEntry, 'pending'> & { begun: number[] };

/** Milliseconds for which an attempt in progress counts. */
const pendingMs = 60_000;

export function openHubThrottle({ database, keys }: { database: HubDatabase; keys: HubKeys }): HubThrottle {
  const hashOf = ({ list, key }: Pick<CountedKey, 'list' | 'key'>): Buffer => keys.lookup('login', `${list} ${key}`);
  const pairHash = (attempt: LoginAttempt): Buffer => hashOf({ list: 'pairs', key: pairOf(attempt) });

  /** The counts of an attempt, each with its stored entry. */
  async function read(client: Queryable, attempt: LoginAttempt) {
    const at = database.now().getTime();
    // A familiar pair has fewer; which ones it has is decided below.
    const hashes = countedKeys(attempt, () => false).map(hashOf);
    const { rows } = await client.query<{ key_hash: Buffer; value: StoredEntry | null; familiar_at: Date | null }>(
      'SELECT key_hash, value, familiar_at FROM login_attempt WHERE key_hash = ANY($1)',
      [hashes],
    );
    const stored = new Map(rows.map((row) => [row.key_hash.toString('hex'), row]));
    const isFamiliar = Boolean(stored.get(pairHash(attempt).toString('hex'))?.familiar_at);
    const counts = countedKeys(attempt, () => isFamiliar).map((counted) => {
      const hash = hashOf(counted);
      const { begun, ...entry } = stored.get(hash.toString('hex'))?.value ?? { ...emptyEntry(), begun: [] };
      const pending = begun.filter((one) => one > at - pendingMs && one <= at + pendingMs);
      return { ...counted, hash, begun: pending, entry: { ...entry, pending: pending.length } };
    });
    return { at, counts };
  }
  type Count = Awaited<ReturnType<typeof read>>['counts'][number];

  const waitFor = ({ at, counts }: { at: number; counts: Count[] }): number =>
    Math.max(...counts.map(({ entry, allowed }) => waitOf(currentEntry({ ...entry }, at), allowed, at)));

  const write = async (client: Queryable, counts: readonly Count[], at: number): Promise<void> => {
    for (const { hash, entry, begun } of counts) {
      const { pending: _, ...value } = currentEntry(entry, at) ?? emptyEntry();
      await client.query(
        `INSERT INTO login_attempt (key_hash, value, changed_at) VALUES ($1, $2, $3)
          ON CONFLICT (key_hash) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at`,
        [hash, JSON.stringify({ ...value, begun } satisfies StoredEntry), new Date(at)],
      );
    }
  };
  /** Runs within a transaction that has the locks of all counts. */
  const locked = <T>(attempt: LoginAttempt, work: (client: Queryable) => Promise<T>): Promise<T> =>
    database.transaction(work, countedKeys(attempt, () => false).map(hashOf));

  return {
    wait: async (attempt) => waitFor(await read(database.pool, attempt)),
    begin: (attempt) =>
      locked(attempt, async (client) => {
        const found = await read(client, attempt);
        const wait = waitFor(found);
        if (wait > 0) return wait;
        const begun = found.at;
        await write(
          client,
          found.counts.map((one) => ({ ...one, begun: [...one.begun, begun], entry: { ...one.entry, pending: one.entry.pending + 1 } })),
          begun,
        );
        return {
          end: (outcome) =>
            locked(attempt, async (after) => {
              const { at, counts } = await read(after, attempt);
              for (const one of counts) {
                const mine = one.begun.indexOf(begun);
                if (mine >= 0) one.begun.splice(mine, 1);
                endAttempt(one.entry, outcome === 'right' ? one.right : outcome, one.allowed, at);
              }
              await write(after, counts, at);
              if (outcome === 'right' && attempt.address !== null)
                await after.query('UPDATE login_attempt SET familiar_at = $2 WHERE key_hash = $1', [pairHash(attempt), new Date(at)]);
            }),
        };
      }),
  };
}
