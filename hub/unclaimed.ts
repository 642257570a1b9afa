/** The pushes that no station has: no claim matches, or their group has not taken them. */
import { buffer } from 'node:stream/consumers';
import { readPush } from '../main/features/records/records.ts';
import { type Contents, isOfContents } from './contents.ts';
import type { HubDatabase } from './database.ts';
import { unpackBody } from './packed-body.ts';

export type Unclaimed = {
  id: string;
  receivedAt: Date;
  user: string;
  size: number;
  /** The group for which it waits; null for none. */
  group: string | null;
};

/** The person of a record; null where the record does not say, and where its contents were removed or are damaged. */
export type UnclaimedPerson = Record<'uid' | 'transaction' | 'identification' | 'name', string | null>;

/** Oldest first. */
export async function listUnclaimed({ pool }: Pick<HubDatabase, 'pool'>): Promise<(Unclaimed & { contentId: string | null })[]> {
  const { rows } = await pool.query<Unclaimed & { contentId: string | null }>(
    `SELECT push.id, received_at AS "receivedAt", user_name AS user, size::int AS size, station_group.name AS group, content_id AS "contentId"
      FROM push LEFT JOIN station_group ON station_group.id = group_id
      WHERE kind = 'record' AND station_id IS NULL ORDER BY received_at, push.id`,
  );
  return rows;
}

/** Decrypts the record. */
export async function readPerson(contents: Pick<Contents, 'read'>, contentId: string | null): Promise<UnclaimedPerson> {
  const unknown = { uid: null, transaction: null, identification: null, name: null };
  if (contentId === null) return unknown;
  try {
    const { uid, transaction, identification, name } = readPush(await buffer(unpackBody(contents.read(contentId)))).facts;
    return { uid, transaction, identification: identification || null, name: name || null };
  } catch (thrown) {
    if (isOfContents(thrown)) return unknown;
    throw thrown;
  }
}
