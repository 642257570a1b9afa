/** What a station that was restored from a backup asks of the hub: the events that it has lost, and the latest of its documents. */
import type { RestorationAnswer, RestorationRequest } from '../shared/domain/web-service/hub.ts';
import { lockStation } from './claims.ts';
import type { HubDatabase, Queryable } from './database.ts';

/**
 * Makes the events of a station due again that it has acknowledged since the latest of those that it knows, and a day before: what it knows
 * was acknowledged in about the order of its commits. All that the hub has, when none of those is here. Can be repeated, and be late: the
 * station recognises what it has.
 * @returns null for a station that was revoked
 */
export async function resendEvents(
  { transaction, wake }: Pick<HubDatabase, 'transaction' | 'wake'>,
  stationId: string,
  { known }: RestorationRequest,
): Promise<RestorationAnswer | null> {
  const answer = await transaction(async (client) => {
    if (!(await lockStation(client, stationId))) return null;
    // It reads all pushes for the repeated versions, which takes longer by an index.
    await client.query('SET LOCAL enable_seqscan = on');
    await resendSince(client, stationId, known);
    const { rows } = await client.query<{ newest: string | null }>('SELECT max(number) AS newest FROM publication WHERE station_id = $1', [
      stationId,
    ]);
    return { newest: Number(rows[0]?.newest ?? 0) };
  });
  if (answer !== null) wake([stationId]);
  return answer;
}

async function resendSince(client: Queryable, stationId: string, known: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ since: Date | null }>(
    `SELECT max(acknowledged_at) - interval '1 day' AS since FROM (
        SELECT acknowledged_at FROM push WHERE id = ANY($2) AND station_id = $1 AND kind = 'record'
        UNION ALL SELECT acknowledged_at FROM station_event WHERE id = ANY($2) AND station_id = $1
      ) AS found`,
    [stationId, known],
  );
  const since = rows[0]?.since ?? new Date(0);
  await client.query(
    `UPDATE push SET repeat_id = repeat_acknowledged, repeat_acknowledged = NULL
      WHERE station_id = $1 AND kind = 'record' AND repeat_acknowledged IS NOT NULL AND repeated_at >= $2`,
    [stationId, since],
  );
  await client.query(
    `UPDATE push SET acknowledged_at = NULL
      WHERE station_id = $1 AND kind = 'record' AND content_id IS NOT NULL AND acknowledged_at >= $2`,
    [stationId, since],
  );
  await client.query('UPDATE station_event SET acknowledged_at = NULL WHERE station_id = $1 AND acknowledged_at >= $2', [stationId, since]);
}
