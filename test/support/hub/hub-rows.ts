/** Rows of the hub's database, as the web service and enrolled stations make them. */
import { randomUUID } from 'node:crypto';
import { setClaims } from '../../../hub/claims.ts';
import { openContents } from '../../../hub/contents.ts';
import { lockHashes, type Queryable } from '../../../hub/database.ts';
import { insertPushes } from '../../../hub/intake.ts';
import { packBody } from '../../../hub/packed-body.ts';
import { createStations } from '../../../hub/stations.ts';
import { createStationKeyPair, privateKeyOf, type Signer } from '../../../main/platform/hub/signature.ts';
import type { Claim, ClaimAnswer } from '../../../shared/domain/web-service/hub.ts';
import { sha256 } from '../sha256.ts';
import type { TestHub } from './hub.ts';

export type EnrolledStation = Required<Pick<Signer, 'stationId' | 'runId' | 'key'>>;

/** Enrols a station. */
export async function addStation(hub: Pick<TestHub, 'database' | 'keys'>, name: string = randomUUID()): Promise<EnrolledStation> {
  const stations = createStations(hub);
  const pair = createStationKeyPair();
  const { code } = await stations.startEnrolment(name);
  const enrolled = await stations.enrol(code, pair.publicKey, '192.0.2.1');
  if (typeof enrolled === 'string' || !('id' in enrolled)) throw new Error('not enrolled');
  return { stationId: enrolled.id, runId: randomUUID(), key: privateKeyOf(pair) };
}

export type PushedKeys = { uid?: string; transaction?: string; identification?: string; group?: string };

/** Stores a push as the hub does, in one transaction, with its id as the body when none is given. @returns its id */
export async function addPush(hub: Pick<TestHub, 'database' | 'keys'>, keys: PushedKeys, body: Buffer | null = null): Promise<string> {
  const { id, woken } = await hub.database.transaction((client) => insertPush(client, hub, keys, body));
  hub.database.wake(woken);
  return id;
}

/** Part of a transaction. @returns the id of the push, and the stations to wake after the commit */
export async function insertPush(
  client: Queryable,
  { database, keys }: Pick<TestHub, 'database' | 'keys'>,
  { uid, transaction, identification, group }: PushedKeys,
  body: Buffer | null = null,
): Promise<{ id: string; woken: string[] }> {
  const id = randomUUID();
  const content = body ?? Buffer.from(id);
  const hashOf = (kind: 'uid' | 'transaction' | 'identification', value: string | undefined) =>
    value === undefined ? null : keys.lookup(kind, value);
  const hashes = {
    uid: hashOf('uid', uid),
    transaction: hashOf('transaction', transaction),
    identification: hashOf('identification', identification),
  };
  await lockHashes(client, Object.values(hashes));
  const contents = openContents(database, keys);
  const woken = await insertPushes(
    { keys, contents },
    client,
    [
      {
        ...{ id, contentId: randomUUID(), version: 1, user: 'provider', group: group ?? null },
        ...{
          content: packBody(content, []),
          size: content.length,
          sha256: sha256(content),
          isTextUncertain: false,
          hashes: { ...hashes, digest: keys.lookup('digest', id) },
        },
      },
    ],
    async () => undefined,
  );
  return { id, woken };
}

let versions = 0;

export async function claim(
  hub: Pick<TestHub, 'database' | 'keys'>,
  stationId: string,
  claims: Claim[],
  { visitId = randomUUID() as string, version = ++versions } = {},
): Promise<ClaimAnswer | null> {
  return setClaims(hub, stationId, { visitId, version, claims });
}

/** The station that has a push; null for none. */
export async function stationOf({ database }: Pick<TestHub, 'database'>, id: string): Promise<string | null> {
  const { rows } = await database.pool.query<{ station_id: string | null }>('SELECT station_id FROM push WHERE id = $1', [id]);
  return rows[0]?.station_id ?? null;
}

export async function addGroup({ database }: Pick<TestHub, 'database'>, members: readonly string[]): Promise<string> {
  const id = randomUUID();
  await database.pool.query('INSERT INTO station_group (id, name) VALUES ($1, $2)', [id, id]);
  for (const member of members)
    await database.pool.query('INSERT INTO station_group_member (group_id, station_id) VALUES ($1, $2)', [id, member]);
  return id;
}
