/** The pushes with one number, and where they are. Numbers are found by their keyed hashes; nothing is decrypted. */
import { identificationKey, transactionKey, uidKey } from '../shared/domain/text-folding.ts';
import type { HubDatabase } from './database.ts';
import type { HubKeys } from './hub-keys.ts';

const keyOf = { uid: uidKey, transaction: transactionKey, identification: identificationKey };
export type SoughtNumber = { kind: keyof typeof keyOf; text: string };

/** Times are null before they are reached. */
export type FoundPush = {
  id: string;
  receivedAt: Date;
  user: string;
  /** Number of the version under its Uid, from 1. */
  version: number;
  /** The station that has it, or has to fetch it; null for none. */
  station: string | null;
  /** The group for which it came; null for none. */
  group: string | null;
  fetchedAt: Date | null;
  acknowledgedAt: Date | null;
};

/** Oldest first. */
export async function findPushes(
  { database, keys }: { database: Pick<HubDatabase, 'pool'>; keys: Pick<HubKeys, 'lookup'> },
  { kind, text }: SoughtNumber,
): Promise<FoundPush[]> {
  const { rows } = await database.pool.query<FoundPush>(
    `SELECT push.id, received_at AS "receivedAt", user_name AS user, version, station.name AS station, station_group.name AS group,
        fetched_at AS "fetchedAt", acknowledged_at AS "acknowledgedAt"
      FROM push LEFT JOIN station ON station.id = station_id LEFT JOIN station_group ON station_group.id = group_id
      WHERE kind = 'record' AND ${kind === 'uid' ? "coalesce(uid_hash, ''::bytea)" : `${kind}_hash`} = $1
      ORDER BY received_at, push.id`,
    [keys.lookup(kind, keyOf[kind](text))],
  );
  return rows;
}
