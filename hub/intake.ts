/**
 * Pushes and quarantined bodies in PostgreSQL (endpoint B, use 2): committed, encrypted and assigned to a station when a call resolves.
 * What is a duplicate or a new version is the same as at a station.
 */
import { hash, randomUUID } from 'node:crypto';
import { type PushBody, type PushedRecord, readPush, readPushBody } from '../main/features/records/records.ts';
import { type Intake, orRefuse, type PushOutcome, refuseAboveBounds } from '../main/features/web-service/web-service.ts';
import { identificationKey, transactionKey, uidKey } from '../shared/domain/text-folding.ts';
import { type Problem, StationError } from '../shared/errors.ts';
import { assignPushes } from './assignment.ts';
import type { Contents } from './contents.ts';
import { advisoryLocks, type HubDatabase, lockHashes, type Queryable } from './database.ts';
import type { HubKeys } from './hub-keys.ts';

export type HubIntakeDeps = {
  database: HubDatabase;
  keys: HubKeys;
  contents: Contents;
  now(): Date;
  /** The group of the rule that a record matches; null for none. */
  groupOf(record: Readonly<Record<string, unknown>>): Promise<string | null>;
};

/** Of a quarantined body, the problem too. */
export type PushDetails = { sha256: string; problem?: Problem };

export const pushDetailsName = (id: string): string => `push:${id}`;

export const createHubIntake = (deps: HubIntakeDeps): Intake => ({
  ingestPush: (body, user) => orRefuse(() => ingest(deps, body, user)),
  quarantine: (body, user, why) =>
    orRefuse(() => quarantine(deps, { size: body.length, body, user, details: { sha256: hash('sha256', body), problem: why } })),
  noteTooLarge: (size, user, why) => orRefuse(() => quarantine(deps, { size, body: null, user, details: { sha256: '', problem: why } })),
  rehearse: (body) => orRefuse(() => rehearse(deps, body)),
});

/** What a push is found, assigned and compared by. */
type PushHashes = Record<'uid' | 'digest' | 'transaction' | 'identification', Buffer | null>;

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

async function ingest(deps: HubIntakeDeps, received: PushBody | Buffer, user: string): Promise<{ outcome: PushOutcome }> {
  const { database, keys } = deps;
  const read = Buffer.isBuffer(received) ? readPushBody(received) : received;
  if (typeof read === 'string') throw new StationError('record-not-as-described');
  const push = readPush(read);
  const hashes = hashesOf(keys, push);
  const group = await deps.groupOf(Object(read.json.value));
  const { outcome, woken } = await database.transaction(async (client) => {
    await lockHashes(client, [hashes.uid ?? hashes.digest, hashes.transaction, hashes.identification]);
    const { duplicate, version } = await findEarlier(client, hashes);
    if (duplicate) {
      await client.query('UPDATE push SET repeats = repeats + 1, repeated_at = $2 WHERE id = $1', [duplicate, deps.now()]);
      return { outcome: 'duplicate' as const, woken: [] };
    }
    const id = await insert(deps, client, { hashes, push, body: read.body, version, user, group });
    return { outcome: version > 1 ? ('new-version' as const) : ('stored' as const), woken: await assignPushes(client, [id]) };
  });
  database.wake(woken);
  return { outcome };
}

/** What is stored under the Uid of a push. Without a Uid, that is the same content only. */
async function findEarlier(client: Queryable, { uid, digest }: PushHashes): Promise<{ duplicate: string | null; version: number }> {
  const { rows } = await client.query<{ duplicate: string | null; version: number }>({
    name: 'find-earlier',
    text: `SELECT (array_agg(id) FILTER (WHERE digest_hash = $2))[1] AS duplicate, coalesce(max(version), 0) + 1 AS version
      FROM push WHERE kind = 'record' AND coalesce(uid_hash, ''::bytea) = $1 AND (uid_hash IS NOT NULL OR digest_hash = $2)`,
    values: [uid ?? Buffer.alloc(0), digest],
  });
  return rows[0] ?? { duplicate: null, version: 1 };
}

type NewPush = { hashes: PushHashes; push: PushedRecord; body: Buffer; version: number; user: string; group: string | null };

/** Inserts a push with its contents. */
async function insert(
  { keys, contents, now }: HubIntakeDeps,
  client: Queryable,
  { hashes, push, body, version, user, group }: NewPush,
): Promise<string> {
  const [id, contentId] = [randomUUID(), randomUUID()];
  const details: PushDetails = { sha256: push.sha256 };
  await contents.insert(client, contentId, body);
  await client.query({
    name: 'insert-push',
    text: `INSERT INTO push (id, received_at, user_name, kind, size, digest_hash, uid_hash, transaction_hash, identification_hash, version,
        details, content_id, group_id)
      VALUES ($1, $2, $3, 'record', $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      ...[id, now(), user, push.size, hashes.digest, hashes.uid, hashes.transaction, hashes.identification, version],
      ...[keys.encryptJson(details, pushDetailsName(id)), contentId, group],
    ],
  });
  return id;
}

type Quarantined = { size: number; body: Buffer | null; user: string; details: PushDetails };

async function quarantine({ database, keys, contents, now }: HubIntakeDeps, { size, body, user, details }: Quarantined): Promise<void> {
  await database.transaction(async (client) => {
    // So that bodies at one time do not exceed the bounds together.
    await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.quarantine]);
    const { rows } = await client.query<{ count: number; bytes: string }>(
      `SELECT count(*)::int AS count, coalesce(sum(size) FILTER (WHERE content_id IS NOT NULL), 0) AS bytes FROM push WHERE kind = 'quarantined'`,
    );
    refuseAboveBounds({ count: rows[0]?.count ?? 0, bytes: Number(rows[0]?.bytes) }, body?.length ?? 0);
    const [id, contentId] = [randomUUID(), body === null ? null : randomUUID()];
    if (body !== null && contentId !== null) await contents.insert(client, contentId, body);
    await client.query(
      `INSERT INTO push (id, received_at, user_name, kind, size, details, content_id) VALUES ($1, $2, $3, 'quarantined', $4, $5, $6)`,
      [id, now(), user, size, keys.encryptJson(details, pushDetailsName(id)), contentId],
    );
  });
}

/** Stores the body, and rolls back. */
async function rehearse({ database, contents }: HubIntakeDeps, body: PushBody | Buffer): Promise<void> {
  readPush(body);
  const rolledBack = new Error('rehearsed');
  const storing = database.transaction(async (client) => {
    await contents.insert(client, randomUUID(), Buffer.isBuffer(body) ? body : body.body);
    throw rolledBack;
  });
  await storing.catch((thrown: unknown) => {
    if (thrown !== rolledBack) throw thrown;
  });
}
