/**
 * Which station gets a push. The first that applies: a claim of its transaction number, the station that has fetched a record of its Uid, a
 * claim of its identification, the group of a rule; among several claims the newest. Without any it is unclaimed.
 *
 * A push can move until its station fetches it; from then on it belongs to that station. Claims and pushes cannot miss each other: both
 * transactions take the locks of their hashes (`lockHashes`) before they read what the other one writes. Two claims with different hashes of
 * the same push are put in order by the lock of its row.
 */
import { lockHashes, type Queryable } from './database.ts';

/**
 * Common table expressions up to `assigned` (id, station_id, reason), which has a row for each push of the query `due`: its station or none,
 * and why. `due` has the columns of a push; the transaction has the locks of its hashes, or of its rows. A group's push goes to the member
 * whose stream takes it first. With OFFSET 0, PostgreSQL looks the claims and records of each push up by index. Joined, it read all pushes
 * while it had no statistics of a new table.
 */
export const assigned = (due: string): string => `
due AS (${due}), candidate AS (
  SELECT due.id, claim.station_id, claim.kind AS reason, CASE claim.kind WHEN 'transaction' THEN 1 ELSE 3 END AS rank, claim.claimed_at AS at
    FROM due CROSS JOIN LATERAL (
      SELECT * FROM claim WHERE value_hash IN (due.transaction_hash, due.identification_hash) OFFSET 0
    ) AS claim
  UNION ALL
  SELECT due.id, other.station_id, 'uid', 2, other.received_at
    FROM due CROSS JOIN LATERAL (
      SELECT * FROM push
        WHERE kind = 'record' AND coalesce(uid_hash, ''::bytea) = due.uid_hash AND id <> due.id AND fetched_at IS NOT NULL
        OFFSET 0
    ) AS other
), best AS (
  SELECT DISTINCT ON (candidate.id) candidate.id, candidate.station_id, candidate.reason
    FROM candidate JOIN station ON station.id = candidate.station_id AND station.revoked_at IS NULL
    ORDER BY candidate.id, candidate.rank, candidate.at DESC, candidate.station_id
), assigned AS (
  SELECT due.id, coalesce(best.reason, CASE WHEN due.group_id IS NOT NULL THEN 'rule' END) AS reason,
    coalesce(best.station_id, (
      SELECT member.station_id FROM station_group_member AS member JOIN station ON station.id = member.station_id
        WHERE due.assigned_by = 'rule' AND member.group_id = due.group_id AND member.station_id = due.station_id AND station.revoked_at IS NULL
    )) AS station_id
    FROM due LEFT JOIN best ON best.id = due.id
)`;

/** Ids of the stations and groups to wake after the commit. */
export const wokenBy = (rows: readonly { woken: string | null }[]): string[] =>
  rows.flatMap(({ woken }) => (woken === null ? [] : [woken]));

/**
 * Assigns stored pushes, whose rows this transaction has locked. Changes nothing for a push that was fetched.
 * @returns ids of the stations and groups to wake after the commit
 */
export async function assignPushes(client: Queryable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await client.query<{ woken: string | null }>(assignment, [ids]);
  return wokenBy(rows);
}

const assignment = `
WITH ${assigned("SELECT * FROM push WHERE id = ANY($1) AND kind = 'record' AND fetched_at IS NULL")}
UPDATE push SET station_id = assigned.station_id, assigned_by = assigned.reason, assigned_at = now()
  FROM assigned
  WHERE push.id = assigned.id AND (push.station_id, push.assigned_by) IS DISTINCT FROM (assigned.station_id, assigned.reason)
  RETURNING coalesce(push.station_id, push.group_id) AS woken`;

/** SQL of the pushes with one of the hashes, as `one (id)` in order of ids. Looks each hash up by index, as above. */
export const withHash = (hashes: `$${number}`): string => `(
  SELECT DISTINCT found.id FROM unnest(${hashes}::bytea[]) AS hash CROSS JOIN LATERAL (
    SELECT id FROM push WHERE transaction_hash = hash UNION ALL SELECT id FROM push WHERE identification_hash = hash OFFSET 0
  ) AS found ORDER BY found.id
) AS one`;

/**
 * Assigns the pushes with one of these hashes that no station has fetched, after claims of the hashes have changed. The transaction has the
 * locks of the hashes. @returns ids of the stations and groups to wake after the commit
 */
export async function assignMatching(client: Queryable, hashes: readonly Buffer[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT due.id FROM ${withHash('$1')} CROSS JOIN LATERAL (
        SELECT id FROM push WHERE id = one.id AND kind = 'record' AND fetched_at IS NULL FOR UPDATE
      ) AS due`,
    [hashes],
  );
  return assignPushes(
    client,
    rows.map(({ id }) => id),
  );
}

/** Pushes that a member takes from its groups at a time: it takes more as it fetches them, so that others take their part. */
const maxTaken = 10;

/**
 * Takes pushes of the groups of a station for it, the oldest of each group by its index. Only records have a group; with their kind as a
 * condition, PostgreSQL read all unclaimed pushes by their index in place of that of groups.
 */
export async function takeOfGroups(client: Queryable, stationId: string): Promise<void> {
  await client.query(
    `UPDATE push SET station_id = $1, assigned_by = 'rule', assigned_at = now()
      WHERE id = ANY(ARRAY(
        SELECT waiting.id FROM station_group_member AS member CROSS JOIN LATERAL (
          SELECT id, received_at FROM push WHERE group_id = member.group_id AND station_id IS NULL
            ORDER BY received_at LIMIT ${maxTaken} FOR UPDATE SKIP LOCKED
        ) AS waiting
          WHERE member.station_id = $1
          ORDER BY waiting.received_at
          LIMIT greatest(0, ${maxTaken} - (
            SELECT count(*) FROM push
              WHERE station_id = $1 AND kind = 'record' AND assigned_by = 'rule' AND fetched_at IS NULL AND acknowledged_at IS NULL
          ))
      ))`,
    [stationId],
  );
}

/** Seconds after which a push that a member took and did not fetch is free for the other members again. */
const takenSeconds = 60;

/**
 * Frees what members of groups took and did not fetch, and what was assigned to a station at the moment of its revocation, which the next
 * station of its name may get.
 * @returns ids of the stations and groups to wake after the commit
 */
export async function freeAbandoned(client: Queryable): Promise<string[]> {
  const taken = await client.query<{ group_id: string }>(
    `UPDATE push SET station_id = NULL, assigned_at = now()
      WHERE id IN (
        SELECT id FROM push
          WHERE assigned_by = 'rule' AND station_id IS NOT NULL AND kind = 'record' AND fetched_at IS NULL AND acknowledged_at IS NULL
            AND assigned_at < now() - interval '${takenSeconds} seconds'
          FOR UPDATE SKIP LOCKED
      )
      RETURNING group_id`,
  );
  const revoked = await client.query<{ id: string; name: string; next: string | null }>(
    `SELECT station.id, station.name, next.id AS next
      FROM station LEFT JOIN station AS next ON lower(next.name) = lower(station.name) AND next.revoked_at IS NULL
      WHERE station.revoked_at IS NOT NULL
        AND EXISTS (SELECT FROM push WHERE station_id = station.id AND kind = 'record' AND acknowledged_at IS NULL)`,
  );
  const woken = taken.rows.map(({ group_id }) => group_id);
  for (const { id, name, next } of revoked.rows) {
    woken.push(...(await freeRevoked(client, id)).woken);
    if (next === null) continue;
    await handOver(client, next, name);
    woken.push(next);
  }
  return [...new Set(woken)];
}

/**
 * Frees the pushes that a revoked station has not acknowledged; claims and groups of others get them.
 * @returns also how many the station may have stored, since it had fetched them
 */
export async function freeRevoked(client: Queryable, stationId: string): Promise<{ woken: string[]; freed: number; fetched: number }> {
  const unacknowledged = "station_id = $1 AND kind = 'record' AND acknowledged_at IS NULL";
  // A claim that is being made reads only pushes that no station has fetched: it must wait for these, or these for it.
  const hashes = await client.query<Record<'transaction_hash' | 'uid_hash' | 'identification_hash', Buffer | null>>(
    `SELECT transaction_hash, uid_hash, identification_hash FROM push WHERE ${unacknowledged}`,
    [stationId],
  );
  await lockHashes(
    client,
    hashes.rows.flatMap((row) => [row.transaction_hash, row.uid_hash, row.identification_hash]),
  );
  const { rows } = await client.query<{ id: string; was_fetched: boolean }>(
    `UPDATE push SET station_id = NULL, assigned_by = NULL, fetched_at = NULL, freed_from = $1
      FROM (SELECT id, fetched_at FROM push WHERE ${unacknowledged} ORDER BY id FOR UPDATE) AS before
      WHERE push.id = before.id RETURNING push.id, before.fetched_at IS NOT NULL AS was_fetched`,
    [stationId],
  );
  const woken = await assignPushes(
    client,
    rows.map(({ id }) => id),
  );
  return { woken, freed: rows.length, fetched: rows.filter((row) => row.was_fetched).length };
}

/**
 * Hands over to a station what revoked ones of its name leave. Of pushes, as far as the hub has the contents: what they had acknowledged, and
 * what they had not and no other station or group has. It is due again, whether the computer is another one or knows it already, and no claim
 * moves it. The claims of their visits count for what is pushed from now on, until the station claims for the same visit, or for none.
 */
export async function handOver(client: Queryable, stationId: string, name: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM station WHERE lower(name) = lower($1) AND revoked_at IS NOT NULL', [
    name,
  ]);
  const former = rows.map(({ id }) => id);
  if (former.length === 0) return;
  const claims = await client.query<{ value_hash: Buffer }>('SELECT value_hash FROM claim WHERE station_id = ANY($1)', [former]);
  const claimed = claims.rows.map((row) => row.value_hash);
  await lockHashes(client, claimed);
  // It reads all pushes, which takes longer by an index.
  await client.query('SET LOCAL enable_seqscan = on');
  await client.query(
    `UPDATE push SET station_id = $1, fetched_at = coalesce(fetched_at, now()), acknowledged_at = NULL,
        repeat_id = coalesce(repeat_id, repeat_acknowledged), repeat_acknowledged = NULL
      FROM (
        SELECT id FROM push WHERE kind = 'record' AND content_id IS NOT NULL
            AND (station_id = ANY($2) OR (station_id IS NULL AND group_id IS NULL AND freed_from = ANY($2)))
          ORDER BY id FOR UPDATE
      ) AS left_behind
      WHERE push.id = left_behind.id`,
    [stationId, former],
  );
  await client.query('SET LOCAL enable_seqscan = off');
  // The documents first: a fetch that ends has locked one, and its event then has the station of the document.
  await client.query('UPDATE publication SET station_id = $1 WHERE station_id = ANY($2)', [stationId, former]);
  await client.query('UPDATE station_event SET station_id = $1, acknowledged_at = NULL WHERE station_id = ANY($2)', [stationId, former]);
  await client.query(
    `UPDATE claim SET station_id = $1 WHERE station_id = ANY($2)
      AND NOT EXISTS (SELECT FROM claim_version AS own WHERE own.station_id = $1 AND own.visit_id = claim.visit_id)`,
    [stationId, former],
  );
  // The rest is of visits for which the station claims itself. Two former stations with claims for one visit could not be handed over.
  await client.query('DELETE FROM claim WHERE station_id = ANY($1)', [former]);
  await assignMatching(client, claimed);
}
