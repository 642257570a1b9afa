/** The events of a station: what it has not acknowledged, oldest first, until it has. */
import { fetchDetailsSchema, type HubEvent, repeatDetailsSchema } from '../shared/domain/web-service/hub.ts';
import { problem, StationError } from '../shared/errors.ts';
import { assignPushes } from './assignment.ts';
import { type Contents, isOfContents } from './contents.ts';
import type { HubDatabase, Queryable } from './database.ts';
import { type HubKeys, ifReadable } from './hub-keys.ts';
import { type PushDetails, pushDetailsName, pushDetailsSchema, repeatDetailsName } from './intake.ts';
import { unpackBody } from './packed-body.ts';

/** Unacknowledged events that are sent to a station at most. */
export const maxUnacknowledged = 200;

type EventRow = { id: string; kind: HubEvent['kind']; at: Date; user_name: string | null; size: string | null };
/** `details` is null for an event that is in `known`. */
type Row = EventRow & { details: Buffer | null };

/**
 * `known`: ids of events that are not read again; `max`: the number of events, the oldest; `report` gets `stored-data-damaged` for damaged ones.
 */
export type EventsWanted = { known: ReadonlySet<string>; max: number; report?(fault: unknown): void };

/**
 * Reads the oldest unacknowledged events. A push without contents, which were removed by their age, is none. Damaged ones are quarantined,
 * so that they do not stop the others.
 * @returns `due`: the ids of all of them; `events`: those that are not known
 */
export async function readEvents(
  client: Queryable,
  keys: HubKeys,
  stationId: string,
  wanted: EventsWanted,
): Promise<{ due: Set<string>; events: HubEvent[] }> {
  const rows = await dueRows(client, stationId, wanted);
  const damaged: EventRow[] = [];
  const events = rows.flatMap(({ details, ...row }) => {
    const read = () => (details === null ? null : toEvent(keys, row, details));
    return ifReadable(read, () => damaged.push(row)) ?? [];
  });
  if (damaged.length === 0) return { due: new Set(rows.map(({ id }) => id)), events };
  for (const row of damaged) await quarantine(client, keys, row);
  wanted.report?.(new StationError('stored-data-damaged', { kind: 'event', count: damaged.length }));
  return readEvents(client, keys, stationId, wanted);
}

async function dueRows(client: Queryable, stationId: string, { known, max }: EventsWanted): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `SELECT id, kind, at, user_name, size, CASE WHEN id = ANY($2) THEN NULL ELSE details END AS details FROM (
        SELECT id, 'push' AS kind, received_at AS at, user_name, size, details FROM push
          WHERE station_id = $1 AND kind = 'record' AND acknowledged_at IS NULL AND content_id IS NOT NULL
        UNION ALL
        SELECT repeat_id, 'repeated', repeated_at, NULL, NULL, repeat_details FROM push
          WHERE station_id = $1 AND kind = 'record' AND acknowledged_at IS NOT NULL AND repeat_id IS NOT NULL
        UNION ALL
        SELECT id, kind, at, NULL, NULL, details FROM station_event WHERE station_id = $1 AND acknowledged_at IS NULL
      ) AS due
      ORDER BY at, id LIMIT $3`,
    [stationId, [...known], max],
  );
  return rows;
}

/**
 * Quarantines a damaged event: an administrator can read and remove the body of a push. Other events have nothing that can be read: they
 * end, and the next arrival of an earlier version makes another one.
 */
async function quarantine(client: Queryable, keys: HubKeys, { id, kind }: EventRow): Promise<void> {
  if (kind === 'push') await quarantinePush(client, keys, id);
  else if (kind === 'repeated')
    await client.query('UPDATE push SET repeat_id = NULL, repeat_details = NULL, disputed_by = NULL WHERE repeat_id = $1', [id]);
  else await client.query('UPDATE station_event SET acknowledged_at = now() WHERE id = $1', [id]);
}

async function quarantinePush(client: Queryable, keys: HubKeys, id: string): Promise<void> {
  const details: PushDetails = { sha256: '', problem: problem('stored-data-damaged', { kind: 'push', count: 1 }), packed: true };
  await client.query(
    `UPDATE push SET kind = 'quarantined', details = $2
      WHERE id = $1 AND kind = 'record' AND content_id IS NOT NULL AND acknowledged_at IS NULL`,
    [id, keys.encryptJson(details, pushDetailsName(id))],
  );
}

function toEvent(keys: HubKeys, { id, kind, at, user_name: user, size }: EventRow, encrypted: Buffer): HubEvent {
  if (kind === 'push') {
    const { sha256, isTextUncertain } = keys.decryptJson(encrypted, pushDetailsName(id), pushDetailsSchema);
    return { kind, id, receivedAt: at.toISOString(), user: user ?? '', size: Number(size), sha256, isTextUncertain };
  }
  if (kind === 'repeated') return { kind, id, ...keys.decryptJson(encrypted, repeatDetailsName(id), repeatDetailsSchema) };
  return { kind, id, at: at.toISOString(), ...keys.decryptJson(encrypted, `station_event:${id}`, fetchDetailsSchema) };
}

/**
 * Acknowledges events of a station; ids of others have no effect.
 * @returns whether the station has more events: those that a stream does not send at a time, or that follow an acknowledged push
 */
export async function acknowledge(client: Queryable, stationId: string, ids: readonly string[]): Promise<boolean> {
  const { rows } = await client.query<{ has_more: boolean }>(
    `WITH pushes AS (
        UPDATE push SET acknowledged_at = now(), fetched_at = coalesce(fetched_at, now())
          WHERE id = ANY($2) AND station_id = $1 AND kind = 'record' AND acknowledged_at IS NULL RETURNING repeat_id
      ), repeats AS (
        UPDATE push SET repeat_id = NULL, repeat_acknowledged = repeat_id
          WHERE repeat_id = ANY($2) AND station_id = $1 AND kind = 'record' AND repeat_id IS NOT NULL RETURNING id
      ), events AS (
        UPDATE station_event SET acknowledged_at = now() WHERE id = ANY($2) AND station_id = $1 AND acknowledged_at IS NULL RETURNING id
      )
      SELECT EXISTS (SELECT FROM pushes WHERE repeat_id IS NOT NULL) OR
        (SELECT count(*) FROM pushes) + (SELECT count(*) FROM repeats) + (SELECT count(*) FROM events) > 0 AND
        (SELECT count(*) FROM (
          SELECT FROM push WHERE station_id = $1 AND kind = 'record' AND (acknowledged_at IS NULL OR repeat_id IS NOT NULL)
          UNION ALL SELECT FROM station_event WHERE station_id = $1 AND acknowledged_at IS NULL
          LIMIT ${maxUnacknowledged + 1}
        ) AS before) > ${maxUnacknowledged} AS has_more`,
    [stationId, ids],
  );
  return rows[0]?.has_more ?? false;
}

/**
 * Reads the body of a push. A damaged one is quarantined: its station would request it forever, and the provider's repeat, which is then
 * stored, would count as a duplicate. @throws the errors of `contents.read`
 */
export async function* readPushBody(
  { database: { pool }, keys, contents }: { database: Pick<HubDatabase, 'pool'>; keys: HubKeys; contents: Pick<Contents, 'read'> },
  id: string,
  contentId: string,
): AsyncGenerator<Buffer> {
  try {
    yield* unpackBody(contents.read(contentId));
  } catch (thrown) {
    if (isOfContents(thrown)) await quarantinePush(pool, keys, id);
    throw thrown;
  }
}

/**
 * Marks a push as fetched by its station: from now on no claim moves it, and later records of its Uid belong to that station too.
 * @returns the id of its contents. Null: another station has the push, or its contents were removed
 */
export async function fetchPush(
  { pool, transaction, wake }: Pick<HubDatabase, 'pool' | 'transaction' | 'wake'>,
  stationId: string,
  id: string,
): Promise<{ contentId: string; size: number } | null> {
  const { rows } = await pool.query<{ uid_hash: Buffer | null }>(
    `SELECT uid_hash FROM push JOIN station ON station.id = station_id
      WHERE push.id = $1 AND station_id = $2 AND kind = 'record' AND revoked_at IS NULL`,
    [id, stationId],
  );
  const [found] = rows;
  if (!found) return null;
  const fetched = await transaction(
    async (client) => {
      // In one order, because a claim locks such rows as well.
      const ofUid = await client.query<{ id: string }>(
        `SELECT id FROM push WHERE id = $1
          OR ($2::bytea IS NOT NULL AND kind = 'record' AND coalesce(uid_hash, ''::bytea) = $2 AND fetched_at IS NULL)
          ORDER BY id FOR UPDATE`,
        [id, found.uid_hash],
      );
      const { rows: marked } = await client.query<{ content_id: string | null; size: string }>(
        `UPDATE push SET fetched_at = coalesce(fetched_at, now()) WHERE id = $1 AND station_id = $2 RETURNING content_id, size`,
        [id, stationId],
      );
      if (!marked[0]) return null;
      const woken = await assignPushes(
        client,
        ofUid.rows.map((row) => row.id).filter((one) => one !== id),
      );
      return { contentId: marked[0].content_id, size: Number(marked[0].size), woken };
    },
    [found.uid_hash],
  );
  if (!fetched?.contentId) return null;
  wake(fetched.woken);
  return { contentId: fetched.contentId, size: fetched.size };
}
