/**
 * Pushes and quarantined bodies in PostgreSQL (endpoint B, use 2): committed, encrypted and assigned to a station when a call resolves.
 * What is a duplicate or a new version is the same as at a station.
 */
import { hash, randomUUIDv7 } from 'node:crypto';
import { z } from 'zod';
import { type PushBody, type PushedRecord, readPush, readPushBody } from '../main/features/records/records.ts';
import { type Intake, orRefuse, type PushOutcome, refuseAboveBounds } from '../main/features/web-service/web-service.ts';
import { isNewVersion } from '../shared/domain/records/record-version.ts';
import { identificationKey, transactionKey, uidKey } from '../shared/domain/text-folding.ts';
import { maxArrivals, repeatDetailsSchema } from '../shared/domain/web-service/hub.ts';
import { StationError } from '../shared/errors.ts';
import { problemSchema } from '../shared/problem-schema.ts';
import { assigned, wokenBy } from './assignment.ts';
import { createBatches } from './batches.ts';
import { byteaArray } from './bytea-array.ts';
import { type Contents, sizeOf } from './contents.ts';
import { advisoryLocks, type HubDatabase, isOfValue, type Queryable } from './database.ts';
import { type HubKeys, ifReadable } from './hub-keys.ts';
import { packBody } from './packed-body.ts';

export type HubIntakeDeps = {
  database: HubDatabase;
  keys: HubKeys;
  contents: Contents;
  /** The group of the rule that a record matches; null for none. */
  groupOf(record: Readonly<Record<string, unknown>>): Promise<string | null>;
  /** Gets `stored-data-damaged` for a damaged row that a push has to do with. */
  report?(fault: unknown): void;
};

/** Of a quarantined body, the problem too; `packed`: it was quarantined later, and is in the form of `packBody`. */
export const pushDetailsSchema = z.object({
  sha256: z.string(),
  isTextUncertain: z.boolean().optional(),
  problem: problemSchema.optional(),
  packed: z.boolean().optional(),
});
export type PushDetails = z.infer<typeof pushDetailsSchema>;

export const pushDetailsName = (id: string): string => `push:${id}`;

type RepeatDetails = z.infer<typeof repeatDetailsSchema>;

export const repeatDetailsName = (id: string): string => `push_repeat:${id}`;

export function createHubIntake(deps: HubIntakeDeps): Intake {
  const store = createStoring(deps);
  return {
    ingestPush: (body, user) => orRefuse(async () => ({ outcome: await store(await readNewPush(deps, body, user)) })),
    quarantine: (body, user, why) =>
      orRefuse(() => quarantine(deps, { size: body.length, body, user, details: { sha256: hash('sha256', body), problem: why } })),
    noteTooLarge: (size, user, why) => orRefuse(() => quarantine(deps, { size, body: null, user, details: { sha256: '', problem: why } })),
    rehearse: (body) => orRefuse(() => rehearse(deps, body)),
  };
}

/** What a push is found, assigned and compared by. */
type PushHashes = Record<'uid' | 'transaction' | 'identification', Buffer | null> & { digest: Buffer };

function hashesOf(keys: HubKeys, { facts: { uid, transaction, identification }, digest }: PushedRecord): PushHashes {
  const found = (kind: 'uid' | 'transaction' | 'identification', key: string): Buffer | null =>
    key === '' ? null : keys.lookup(kind, key);
  return {
    uid: uid === null ? null : keys.lookup('uid', uidKey(uid)),
    digest: keys.lookup('digest', digest),
    transaction: found('transaction', transactionKey(transaction ?? '')),
    identification: found('identification', identificationKey(identification)),
  };
}

/** A push that can be stored: everything that needs no database is done. `size` in bytes, as received; `content`: see `packBody`. */
type NewPush = {
  hashes: PushHashes;
  uid: string | null;
  digest: string;
  sha256: string;
  isTextUncertain: boolean;
  size: number;
  content: Buffer[];
  user: string;
  group: string | null;
};

async function readNewPush(deps: HubIntakeDeps, received: PushBody | Buffer, user: string): Promise<NewPush> {
  const read = Buffer.isBuffer(received) ? readPushBody(received) : received;
  if (typeof read === 'string') throw new StationError('record-not-as-described');
  const push = readPush(read);
  const group = await deps.groupOf(Object(read.json.value));
  return {
    hashes: hashesOf(deps.keys, push),
    uid: push.facts.uid,
    digest: push.digest,
    sha256: push.sha256,
    isTextUncertain: push.isTextUncertain,
    size: push.size,
    content: packBody(read.body, read.json.longTexts),
    user,
    group,
  };
}

/** Pushes share a transaction with those that arrive while others are committed. */
const createStoring = (deps: HubIntakeDeps): ((push: NewPush) => Promise<PushOutcome>) =>
  createBatches({
    maxRunning: 2,
    maxItems: 32,
    bytes: { max: 2 * 1024 * 1024, of: ({ content }) => sizeOf(content) },
    // Two under one Uid are a duplicate or versions of each other.
    keyOf: ({ hashes: { uid, digest } }) => (uid ?? digest).toString('latin1'),
    run: (pushes) => storeAll(deps, pushes),
    isOfOne: isOfValue,
  });

async function storeAll(deps: HubIntakeDeps, pushes: readonly NewPush[]): Promise<PushOutcome[]> {
  const { database } = deps;
  const hashes = pushes.flatMap(({ hashes: { uid, digest, transaction, identification } }) => [uid ?? digest, transaction, identification]);
  const { outcomes, woken } = await database.transaction(async (client, commit) => {
    const earlier = await findEarlier(client, pushes);
    const woken = await countDuplicates(deps, client, pushes, earlier);
    // Ids by time: the entries of a batch are next to each other in the indexes.
    const added = pushes.flatMap((push, at) => {
      const { duplicate, version } = earlier[at] ?? { duplicate: null, version: 1 };
      return duplicate === null ? [{ ...push, version, id: randomUUIDv7(), contentId: randomUUIDv7() }] : [];
    });
    return {
      outcomes: earlier.map((one): PushOutcome => (one.duplicate !== null ? 'duplicate' : isNewVersion(one) ? 'new-version' : 'stored')),
      woken: added.length > 0 ? [...woken, ...(await insertPushes(deps, client, added, commit))] : woken,
    };
  }, hashes);
  database.wake(woken);
  return outcomes;
}

type Earlier = { duplicate: string | null; version: number };

/** What is stored under the Uid of each push. Without a Uid, that is the same content only. */
async function findEarlier(client: Queryable, pushes: readonly NewPush[]): Promise<Earlier[]> {
  const { rows } = await client.query<Earlier>({
    name: 'find-earlier',
    text: `SELECT (array_agg(earlier.id) FILTER (WHERE earlier.digest_hash = one.digest))[1] AS duplicate,
        coalesce(max(earlier.version), 0) + 1 AS version
      FROM unnest($1::bytea[], $2::bytea[]) WITH ORDINALITY AS one (uid, digest, number)
      LEFT JOIN LATERAL (
        SELECT id, digest_hash, version FROM push
          WHERE kind = 'record' AND coalesce(uid_hash, ''::bytea) = one.uid AND one.uid <> ''::bytea
        UNION ALL
        SELECT id, digest_hash, version FROM push
          WHERE kind = 'record' AND coalesce(uid_hash, ''::bytea) = ''::bytea AND digest_hash = one.digest AND one.uid = ''::bytea
      ) AS earlier ON true
      GROUP BY one.number ORDER BY one.number`,
    values: [byteaArray(pushes.map(({ hashes }) => hashes.uid ?? Buffer.alloc(0))), byteaArray(pushes.map(({ hashes }) => hashes.digest))],
  });
  return rows;
}

/**
 * Counts the duplicates among the pushes, in one statement when they are of the latest versions, as those of a retry are.
 * @returns ids of the stations and groups to wake after the commit
 */
async function countDuplicates(
  deps: Pick<HubIntakeDeps, 'keys' | 'report'>,
  client: Queryable,
  pushes: readonly NewPush[],
  earlier: readonly Earlier[],
): Promise<string[]> {
  const duplicates = earlier.flatMap(({ duplicate }) => duplicate ?? []);
  if (duplicates.length === 0) return [];
  const { rows } = await client.query<{ id: string; version: number; disputed_by: string | null }>(
    'UPDATE push SET repeats = repeats + 1, repeated_at = statement_timestamp() WHERE id = ANY($1) RETURNING id, version, disputed_by',
    [duplicates],
  );
  const woken: string[] = [];
  for (const [at, push] of pushes.entries()) {
    const latestVersion = (earlier[at]?.version ?? 1) - 1;
    const counted = rows.find(({ id }) => id === earlier[at]?.duplicate);
    if (!counted || (counted.version === latestVersion && counted.disputed_by === null)) continue;
    woken.push(...(await noteRepeat(deps, client, push, { repeated: counted.id, latestVersion })));
  }
  return woken;
}

type NotedRow = {
  id: string;
  details: Buffer;
  disputed_by: string | null;
  repeat_id: string | null;
  repeat_details: Buffer | null;
  at: Date;
};

/**
 * Notes which version of a Uid has arrived last, unless that is known, for the station of the latest one: an earlier one, or the latest
 * after that. The event has the earlier arrivals that the station has not acknowledged, too. The transaction has the lock of the Uid.
 * @returns ids of the stations and groups to wake after the commit
 */
async function noteRepeat(
  { keys, report = () => undefined }: Pick<HubIntakeDeps, 'keys' | 'report'>,
  client: Queryable,
  { hashes, uid, digest }: NewPush,
  { repeated, latestVersion }: { repeated: string; latestVersion: number },
): Promise<string[]> {
  const { rows } = await client.query<NotedRow>(
    `SELECT id, details, disputed_by, repeat_id, repeat_details, statement_timestamp() AS at FROM push
      WHERE kind = 'record' AND coalesce(uid_hash, ''::bytea) = $1 AND version = $2 FOR UPDATE`,
    [hashes.uid, latestVersion],
  );
  const [latest] = rows;
  const disputedBy = latest?.id === repeated ? null : repeated;
  if (!latest || latest.disputed_by === disputedBy) return [];
  const [id, at] = [randomUUIDv7(), latest.at];
  const found = ifReadable(() => keys.decryptJson(latest.details, pushDetailsName(latest.id), pushDetailsSchema), report);
  // Its station would get no event: which version is the latest one is unknown.
  if (found === null) return [];
  const earlier = ifReadable(() => arrivalsOf(keys, latest), report) ?? [];
  const arrivals = [...earlier, { id, at: at.toISOString(), digest }].slice(-maxArrivals);
  const details = keys.encryptJson({ uid: uid ?? '', latest: found.sha256, arrivals } satisfies RepeatDetails, repeatDetailsName(id));
  // The event follows the push: its station gets it after the acknowledgement.
  const noted = await client.query<{ woken: string | null }>(
    `UPDATE push SET disputed_by = $2, repeat_id = $3, repeat_acknowledged = NULL, repeat_details = $4, repeated_at = $5 WHERE id = $1
      RETURNING CASE WHEN acknowledged_at IS NOT NULL THEN station_id END AS woken`,
    [latest.id, disputedBy, id, details, at],
  );
  return wokenBy(noted.rows);
}

/** Returns the arrivals of the event in the row of the latest version, which is not acknowledged; none without one. */
function arrivalsOf(keys: HubKeys, { repeat_id: id, repeat_details: details }: NotedRow): RepeatDetails['arrivals'] {
  return id === null || details === null ? [] : keys.decryptJson(details, repeatDetailsName(id), repeatDetailsSchema).arrivals;
}

type AddedPush = Omit<NewPush, 'uid' | 'digest'> & { id: string; contentId: string; version: number };

/**
 * Inserts pushes with their contents and stations, as the last statements before `commit`. The transaction has the locks of all their
 * hashes. @returns ids of the stations and groups to wake after the commit
 */
export async function insertPushes(
  { keys, contents }: Pick<HubIntakeDeps, 'keys' | 'contents'>,
  client: Queryable,
  pushes: readonly AddedPush[],
  commit: () => Promise<void>,
): Promise<string[]> {
  const contentsInserted = contents.insert(
    client,
    pushes.map(({ contentId: id, content }) => ({ id, content })),
  );
  const column = <T>(of: (push: AddedPush) => T): T[] => pushes.map(of);
  const bytes = (of: (push: AddedPush) => Buffer | null): Buffer => byteaArray(pushes.map(of));
  const inserted = client.query<{ woken: string | null }>({
    name: 'insert-pushes',
    text: insertion,
    values: [
      ...[column(({ id }) => id), column(({ user }) => user), column(({ size }) => size), column(({ version }) => version)],
      ...[bytes(({ hashes }) => hashes.digest), bytes(({ hashes }) => hashes.uid), bytes(({ hashes }) => hashes.transaction)],
      bytes(({ hashes }) => hashes.identification),
      bytes(({ id, sha256, isTextUncertain }) => keys.encryptJson({ sha256, isTextUncertain } satisfies PushDetails, pushDetailsName(id))),
      ...[column(({ contentId }) => contentId), column(({ group }) => group)],
    ],
  });
  const [{ rows }] = await Promise.all([inserted, contentsInserted, commit()]);
  return wokenBy(rows);
}

/**
 * The rows of the arrays, and their stations: assigning them later would write each row and its entries in all indexes twice. Their time is
 * from after the locks of their hashes were taken, so that a version of a Uid follows the earlier ones.
 */
const insertion = `
WITH ${assigned(`
  SELECT *, NULL::uuid AS station_id, NULL::text AS assigned_by
    FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::int[], $5::bytea[], $6::bytea[], $7::bytea[], $8::bytea[], $9::bytea[],
      $10::uuid[], $11::uuid[])
    AS one (id, user_name, size, version, digest_hash, uid_hash, transaction_hash, identification_hash, details, content_id, group_id)`)}
INSERT INTO push (id, received_at, kind, user_name, size, version, digest_hash, uid_hash, transaction_hash, identification_hash, details,
    content_id, group_id, station_id, assigned_by, assigned_at)
  SELECT due.id, statement_timestamp(), 'record', user_name, size, version, digest_hash, uid_hash, transaction_hash, identification_hash,
      details, content_id, group_id, assigned.station_id, reason, CASE WHEN reason IS NOT NULL THEN now() END
    FROM due JOIN assigned ON assigned.id = due.id
  RETURNING coalesce(station_id, group_id) AS woken`;

type Quarantined = { size: number; body: Buffer | null; user: string; details: PushDetails };

async function quarantine({ database, keys, contents }: HubIntakeDeps, { size, body, user, details }: Quarantined): Promise<void> {
  await database.transaction(async (client) => {
    // So that bodies at one time do not exceed the bounds together.
    await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.quarantine]);
    // The same bytes of the same user are counted, and not stored again while they are there.
    const digest = body === null ? null : keys.lookup('digest', details.sha256);
    const { rowCount } = await client.query(
      `UPDATE push SET repeats = repeats + 1, repeated_at = now()
        WHERE kind = 'quarantined' AND digest_hash = $1 AND user_name = $2 AND content_id IS NOT NULL`,
      [digest, user],
    );
    if (rowCount !== 0) return;
    const { rows } = await client.query<{ count: number; bytes: string }>(
      `SELECT count(*)::int AS count, coalesce(sum(size) FILTER (WHERE content_id IS NOT NULL), 0) AS bytes FROM push WHERE kind = 'quarantined'`,
    );
    refuseAboveBounds({ count: rows[0]?.count ?? 0, bytes: Number(rows[0]?.bytes) }, body?.length ?? 0);
    const [id, contentId] = [randomUUIDv7(), body === null ? null : randomUUIDv7()];
    if (body !== null && contentId !== null) await contents.insert(client, [{ id: contentId, content: [body] }]);
    await client.query(
      `INSERT INTO push (id, received_at, user_name, kind, size, digest_hash, details, content_id)
        VALUES ($1, now(), $2, 'quarantined', $3, $4, $5, $6)`,
      [id, user, size, digest, keys.encryptJson(details, pushDetailsName(id)), contentId],
    );
  });
}

/** Stores the body, and rolls back. */
async function rehearse({ database, contents }: HubIntakeDeps, body: PushBody | Buffer): Promise<void> {
  readPush(body);
  const rolledBack = new Error('rehearsed');
  const storing = database.transaction(async (client) => {
    await contents.insert(client, [{ id: randomUUIDv7(), content: [Buffer.isBuffer(body) ? body : body.body] }]);
    throw rolledBack;
  });
  await storing.catch((thrown: unknown) => {
    if (thrown !== rolledBack) throw thrown;
  });
}
