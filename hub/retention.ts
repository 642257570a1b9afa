/**
 * Removes what is older than the settings say: contents some days after a station has acknowledged them, and later the rows about them.
 * One replica at a time does it.
 */
import { z } from 'zod';
import { clockMemorySchema, hasJumped, observeClock } from '../main/platform/storage/trusted-clock.ts';
import { dayMs } from '../shared/domain/day.ts';
import type { Contents } from './contents.ts';
import { advisoryLocks, type HubDatabase, type Queryable } from './database.ts';

export type RetentionDays = {
  /** Contents, after the acknowledgement of a push or the end of a publication. */
  content: number;
  /** Rows about pushes, publications and events, after the same; quarantined bodies after their arrival. */
  metadata: number;
  /** Pushes and events that no station has acknowledged, and claims of revoked stations, whoever has them now. */
  unclaimed: number;
};

/** `now`: the time by which rows are old. `steadySince`: the clock has not jumped since; rows of before can have a time that is too early. */
export type RetentionClock = { now: Date; steadySince: Date };

export type RetentionDeps = { database: HubDatabase; contents: Contents; days: RetentionDays; clock: RetentionClock };

/** Rows of one transaction. */
const batchSize = 200;
/** A time that nothing is older than, for no removal. */
const day = (now: Date, days: number): Date => new Date(Number.isFinite(days) ? now.getTime() - days * dayMs : 0);

/**
 * Which contents are due, with the id of their row: of acknowledged pushes and ended publications ($1), of quarantined bodies and
 * unfinished uploads ($2), of unclaimed pushes ($3).
 */
const dueContents = `
  SELECT id, content_id FROM push WHERE content_id IS NOT NULL
    AND (acknowledged_at < $1 OR (kind = 'quarantined' AND received_at < $2) OR (kind = 'record' AND acknowledged_at IS NULL AND received_at < $3))
  UNION ALL
  SELECT id, content_id FROM publication WHERE content_id IS NOT NULL
    AND ((state IN ('fetched', 'withdrawn') AND changed_at < $1) OR (state IN ('uploading', 'damaged') AND changed_at < $2))
  LIMIT ${batchSize}`;

/** Contents of no row. Reads all three tables. $1: content. */
const orphans = `
  SELECT NULL::uuid AS id, id AS content_id FROM content WHERE created_at < $1 AND NOT EXISTS (SELECT FROM push WHERE content_id = content.id)
    AND NOT EXISTS (SELECT FROM publication WHERE content_id = content.id)
  LIMIT ${batchSize}`;

type Statement = { text: string; values: Date[] };

/** Removes the rows that are due and have no contents. */
const removalsOfRows = ({
  metadata,
  quarantined,
  unclaimed,
  now,
}: Record<'metadata' | 'quarantined' | 'unclaimed' | 'now', Date>): Statement[] => [
  {
    text: `DELETE FROM push WHERE content_id IS NULL AND repeat_id IS NULL
      AND (acknowledged_at < $1 OR (kind = 'quarantined' AND received_at < $2))`,
    values: [metadata, quarantined],
  },
  {
    text: `DELETE FROM push WHERE content_id IS NULL AND kind = 'record' AND received_at < $1
      AND (acknowledged_at IS NULL OR (repeat_id IS NOT NULL AND repeated_at < $1))`,
    values: [unclaimed],
  },
  { text: "DELETE FROM publication WHERE content_id IS NULL AND state <> 'offered' AND changed_at < $1", values: [metadata] },
  {
    text: 'DELETE FROM station_event WHERE acknowledged_at < $1 OR (acknowledged_at IS NULL AND at < $2)',
    values: [metadata, unclaimed],
  },
  {
    // No visit that is known ends them.
    text: `DELETE FROM claim WHERE claimed_at < $1 AND NOT EXISTS (
      SELECT FROM claim_version WHERE claim_version.station_id = claim.station_id AND claim_version.visit_id = claim.visit_id)`,
    values: [unclaimed],
  },
  {
    text: `DELETE FROM claim_version WHERE changed_at < $1
      AND NOT EXISTS (SELECT FROM claim WHERE claim.station_id = claim_version.station_id AND claim.visit_id = claim_version.visit_id)`,
    values: [metadata],
  },
  { text: 'DELETE FROM enrolment WHERE expires_at < $1', values: [metadata] },
  { text: 'DELETE FROM service_token WHERE expires_at < $1', values: [now] },
  {
    text: "DELETE FROM login_attempt WHERE changed_at < $1::timestamptz - interval '1 day' AND (familiar_at IS NULL OR familiar_at < $2)",
    values: [now, metadata],
  },
];

const memorySchema = clockMemorySchema.extend({ steadySince: z.number().int() });

/**
 * Returns the time by which rows are old: after a jump of the database's clock by more than a day, the time before it
 * (`main/platform/storage/trusted-clock.ts`). Pushes that arrived before a jump can have times of a clock that was behind.
 */
export function trustedClock(database: HubDatabase, now = database.now()): Promise<RetentionClock> {
  return database.transaction(async (client) => {
    const { rows } = await client.query<{ value: Buffer }>("SELECT value FROM hub_meta WHERE name = 'clock' FOR UPDATE");
    const before = rows[0] ? memorySchema.parse(JSON.parse(rows[0].value.toString())) : null;
    const seen = observeClock(before, now.getTime());
    const jumped = before === null || hasJumped(before, now.getTime());
    const memory = { ...seen, steadySince: jumped ? now.getTime() : before.steadySince } satisfies z.infer<typeof memorySchema>;
    await client.query("INSERT INTO hub_meta (name, value) VALUES ('clock', $1) ON CONFLICT (name) DO UPDATE SET value = $1", [
      Buffer.from(JSON.stringify(memory)),
    ]);
    return { now: new Date(memory.trusted), steadySince: new Date(memory.steadySince) };
  });
}

/** @returns the number of removed contents; null while another replica does it */
export async function removeExpired({ database, contents, days, clock }: RetentionDeps): Promise<number | null> {
  // A lock of a session ends with its connection, also when this process is gone.
  const session = await database.connect();
  try {
    const { rows } = await session.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [advisoryLocks.retention]);
    if (!rows[0]?.mine) return null;
    const { now, steadySince } = clock;
    const [content, metadata] = [day(now, days.content), day(now, days.metadata)];
    // No station has such a body: a time by a clock that was behind must not remove it.
    const steady = (of: number) => (steadySince <= day(now, of) ? day(now, of) : new Date(0));
    const [quarantined, unclaimed] = [steady(days.metadata), steady(days.unclaimed)];
    let removed = 0;
    const due = [
      { text: dueContents, values: [content, quarantined, unclaimed] },
      { text: orphans, values: [content] },
    ];
    for (const query of due) {
      let count: number;
      do {
        count = await database.transaction((client) => removeContents(client, contents, query));
        removed += count;
      } while (count === batchSize);
    }
    for (const removal of removalsOfRows({ metadata, quarantined, unclaimed, now })) await database.pool.query(removal);
    if (removed > 0) await contents.scrub();
    return removed;
  } finally {
    await session.end();
  }
}

/** Removes a batch of what the query finds. */
async function removeContents(client: Queryable, contents: Contents, query: Statement): Promise<number> {
  // These queries read whole tables, which takes longer by an index.
  await client.query('SET LOCAL enable_seqscan = on');
  const { rows } = await client.query<{ id: string | null; content_id: string }>(query);
  if (rows.length === 0) return 0;
  const [ids, contentIds] = [rows.map(({ id }) => id), rows.map(({ content_id }) => content_id)];
  // A publication that a station uploads again has other contents since the query.
  for (const table of ['push', 'publication'])
    await client.query(`UPDATE ${table} SET content_id = NULL WHERE id = ANY($1) AND content_id = ANY($2)`, [ids, contentIds]);
  await contents.remove(client, contentIds);
  return rows.length;
}
