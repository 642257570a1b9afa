/** What stations claim for their visits. A claim assigns the pushes that wait for it, and stores only a keyed hash of its value. */

import { identificationKey, transactionKey } from '../shared/domain/text-folding.ts';
import { type Claim, type ClaimAnswer, type ClaimRequest, maxElsewhere } from '../shared/domain/web-service/hub.ts';
import { assignMatching, withHash } from './assignment.ts';
import { type HubDatabase, lockHashes, type Queryable } from './database.ts';
import type { HubKeys } from './hub-keys.ts';

export type ClaimsDeps = { database: HubDatabase; keys: HubKeys };

/**
 * Replaces the claims of a visit, and assigns the pushes that its old and new claims match.
 * @returns null for a station that was revoked
 */
export async function setClaims({ database, keys }: ClaimsDeps, stationId: string, request: ClaimRequest): Promise<ClaimAnswer | null> {
  const claims = request.claims.flatMap((claim) => hashed(keys, claim));
  const result = await database.transaction(async (client) => {
    if (!(await lockStation(client, stationId))) return null;
    const isNewest = await storeVersion(client, stationId, request);
    const woken = isNewest ? await replaceClaims(client, stationId, request.visitId, claims) : [];
    const newest = isNewest ? {} : { newest: await newestVersion(client, stationId) };
    return { answer: { elsewhere: await findElsewhere(client, stationId, claims), ...newest }, woken };
  });
  if (result === null) return null;
  database.wake(result.woken);
  return result.answer;
}

type HashedClaim = { kind: Claim['kind']; hash: Buffer };

/** None for a value of which nothing is compared. */
function hashed(keys: HubKeys, { kind, value }: Claim): HashedClaim[] {
  const compared = kind === 'transaction' ? transactionKey(value) : identificationKey(value);
  return compared === '' ? [] : [{ kind, hash: keys.lookup(kind, compared) }];
}

/** Until the end of the transaction the station is not revoked. False when it is already. */
export async function lockStation(client: Queryable, stationId: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM station WHERE id = $1 AND revoked_at IS NULL FOR SHARE', [stationId]);
  return rowCount === 1;
}

/** Locks the visit's version. False when a newer request was there before. */
async function storeVersion(client: Queryable, stationId: string, { visitId, version }: ClaimRequest): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO claim_version (station_id, visit_id, version, changed_at) VALUES ($1, $2, $3, now())
      ON CONFLICT (station_id, visit_id) DO UPDATE SET version = $3, changed_at = now() WHERE claim_version.version <= $3`,
    [stationId, visitId, version],
  );
  return rowCount === 1;
}

/** The highest version of a station's claims, so that it does not learn it visit by visit. */
async function newestVersion(client: Queryable, stationId: string): Promise<number> {
  const { rows } = await client.query<{ newest: string }>('SELECT max(version) AS newest FROM claim_version WHERE station_id = $1', [
    stationId,
  ]);
  return Number(rows[0]?.newest);
}

async function replaceClaims(client: Queryable, stationId: string, visitId: string, claims: readonly HashedClaim[]): Promise<string[]> {
  const before = await client.query<{ value_hash: Buffer }>('SELECT value_hash FROM claim WHERE station_id = $1 AND visit_id = $2', [
    stationId,
    visitId,
  ]);
  const now = claims.map(({ hash }) => hash);
  const old = before.rows.map((row) => row.value_hash);
  const changed = [...without(old, now), ...without(now, old)];
  if (changed.length === 0) return [];
  await lockHashes(client, changed);
  // A claim that stays keeps its time: the newest of several claims counts.
  await client.query('DELETE FROM claim WHERE station_id = $1 AND visit_id = $2 AND NOT value_hash = ANY($3)', [stationId, visitId, now]);
  await client.query(
    `INSERT INTO claim (station_id, visit_id, kind, value_hash, claimed_at)
      SELECT $1, $2, kind, hash, clock_timestamp() FROM unnest($3::text[], $4::bytea[]) AS one (kind, hash) ON CONFLICT DO NOTHING`,
    [stationId, visitId, claims.map(({ kind }) => kind), now],
  );
  return assignMatching(client, changed);
}

const without = (hashes: readonly Buffer[], others: readonly Buffer[]): Buffer[] =>
  hashes.filter((hash) => !others.some((other) => other.equals(hash)));

async function findElsewhere(client: Queryable, stationId: string, claims: readonly HashedClaim[]): Promise<ClaimAnswer['elsewhere']> {
  const { rows } = await client.query<{ station: string; received_at: Date }>(
    `SELECT station.name AS station, received_at
      FROM ${withHash('$2')} CROSS JOIN LATERAL (
        SELECT station_id, received_at FROM push
          WHERE id = one.id AND kind = 'record' AND station_id <> $1 AND fetched_at IS NOT NULL
          OFFSET 0
      ) AS found JOIN station ON station.id = found.station_id
      ORDER BY received_at DESC LIMIT ${maxElsewhere}`,
    [stationId, claims.map(({ hash }) => hash)],
  );
  return rows.map(({ station, received_at: at }) => ({ station, receivedAt: at.toISOString() }));
}
