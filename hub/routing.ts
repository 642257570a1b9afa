/** Groups of stations, and the rules that send a push with a value of a member to a group that no station has claimed. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { membersNamed } from '../main/platform/json/described-names.ts';
import { StationError } from '../shared/errors.ts';
import { addAudit } from './audit.ts';
import { type HubDatabase, isId, isUniqueViolation, type Queryable } from './database.ts';
import { type HubKeys, ifReadable } from './hub-keys.ts';

export type StationGroup = { id: string; name: string; stations: { id: string; name: string }[] };
/** `value` is null when it is damaged; the rule works by its hash. */
export type RoutingRule = { id: string; member: string; value: string | null; group: string };

export type Routing = {
  groups(): Promise<StationGroup[]>;
  /** @throws StationError `hub-name-taken` */
  addGroup(name: string): Promise<void>;
  /** Removes its rules too; pushes that wait for it are unclaimed then. @throws StationError `hub-group-unknown` */
  removeGroup(name: string): Promise<void>;
  /** @throws StationError `hub-group-unknown`, `hub-station-unknown` */
  addMember(group: string, stationId: string): Promise<void>;
  /** Pushes that it took and did not fetch go back to the group. @throws StationError `hub-group-unknown` */
  removeMember(group: string, stationId: string): Promise<void>;
  rules(): Promise<RoutingRule[]>;
  /** @returns its id @throws StationError `hub-group-unknown`, `hub-rule-taken` */
  addRule(member: string, value: string, group: string): Promise<string>;
  /** @throws StationError `hub-rule-unknown` */
  removeRule(id: string): Promise<void>;
};

const ruleDetailsSchema = z.object({ value: z.string() });

/** Blanks around a value, and its case, do not count. */
const ruleHash = (keys: HubKeys, member: string, value: string): Buffer =>
  keys.lookup('rule', `${member}\0${value.normalize('NFKC').trim().toLowerCase()}`);

/** Milliseconds for which a replica uses the rules that it has read. */
const rulesMs = 5_000;

/**
 * Finds the group of a record: that of the oldest rule that its members match.
 * @returns null when none does
 */
export function createGroupFinder(
  { pool }: Pick<HubDatabase, 'pool'>,
  keys: HubKeys,
): (record: Readonly<Record<string, unknown>>) => Promise<string | null> {
  let read: { at: number; rules: Promise<{ member: string; value_hash: Buffer; group_id: string }[]> } | null = null;
  const rules = () => {
    if (read === null || performance.now() - read.at >= rulesMs) {
      const rows = pool
        .query<{ member: string; value_hash: Buffer; group_id: string }>(
          'SELECT member, value_hash, group_id FROM routing_rule ORDER BY number',
        )
        .then((result) => result.rows);
      read = { at: performance.now(), rules: rows };
      rows.catch(() => {
        read = null;
      });
    }
    return read.rules;
  };
  return async (record) => {
    const hashes = new Map<string, Buffer | null>();
    for (const { member, value_hash: expected, group_id: group } of await rules()) {
      let hash = hashes.get(member);
      if (hash === undefined) {
        const [value] = membersNamed(record, member);
        hash =
          typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
            ? ruleHash(keys, member, String(value))
            : null;
        hashes.set(member, hash);
      }
      if (hash?.equals(expected)) return group;
    }
    return null;
  };
}

export function createRouting({ database, keys }: { database: HubDatabase; keys: HubKeys }): Routing {
  return {
    async groups() {
      const { rows } = await database.pool.query<StationGroup>(
        `SELECT id, name, coalesce((
            SELECT json_agg(json_build_object('id', station.id, 'name', station.name) ORDER BY lower(station.name))
              FROM station_group_member JOIN station ON station.id = station_id WHERE group_id = station_group.id
          ), '[]') AS stations
          FROM station_group ORDER BY lower(name)`,
      );
      return rows;
    },

    async addGroup(name) {
      const id = randomUUID();
      await database
        .transaction(async (client) => {
          await client.query('INSERT INTO station_group (id, name) VALUES ($1, $2)', [id, name]);
          await addAudit(client, 'group-added', id);
        })
        .catch((thrown: unknown) => {
          throw isUniqueViolation(thrown) ? new StationError('hub-name-taken', { name }) : thrown;
        });
    },

    removeGroup: (name) =>
      database.transaction(async (client) => {
        const id = await groupId(client, name);
        // What a member has already taken stays with it.
        await client.query(
          'UPDATE push SET group_id = NULL, assigned_by = CASE WHEN station_id IS NULL THEN NULL ELSE assigned_by END WHERE group_id = $1',
          [id],
        );
        await client.query('DELETE FROM station_group WHERE id = $1', [id]);
        await addAudit(client, 'group-removed', id);
      }),

    async addMember(group, stationId) {
      if (!isId(stationId)) throw new StationError('hub-station-unknown');
      await database.transaction(async (client) => {
        const id = await groupId(client, group);
        const { rowCount } = await client.query(
          `INSERT INTO station_group_member (group_id, station_id)
            SELECT $1, id FROM station WHERE id = $2 AND revoked_at IS NULL FOR SHARE ON CONFLICT DO NOTHING`,
          [id, stationId],
        );
        if (rowCount === 0 && !(await isMember(client, id, stationId))) throw new StationError('hub-station-unknown');
        await addAudit(client, 'group-member-added', stationId);
      });
      database.wake([stationId]);
    },

    async removeMember(group, stationId) {
      if (!isId(stationId)) return;
      const id = await database.transaction(async (client) => {
        const found = await groupId(client, group);
        await client.query('DELETE FROM station_group_member WHERE group_id = $1 AND station_id = $2', [found, stationId]);
        await client.query(
          `UPDATE push SET station_id = NULL
            WHERE group_id = $1 AND station_id = $2 AND assigned_by = 'rule' AND fetched_at IS NULL AND acknowledged_at IS NULL`,
          [found, stationId],
        );
        await addAudit(client, 'group-member-removed', stationId);
        return found;
      });
      database.wake([stationId, id]);
    },

    async rules() {
      const { rows } = await database.pool.query<{ id: string; member: string; details: Buffer; group: string }>(
        `SELECT routing_rule.id, member, details, station_group.name AS group
          FROM routing_rule JOIN station_group ON station_group.id = group_id ORDER BY number`,
      );
      return rows.map(({ id, member, details, group }) => {
        const found = ifReadable(
          () => keys.decryptJson(details, `routing_rule:${id}`, ruleDetailsSchema),
          () => undefined,
        );
        return { id, member, value: found?.value ?? null, group };
      });
    },

    async addRule(member, value, group) {
      const id = randomUUID();
      await database
        .transaction(async (client) => {
          await client.query('INSERT INTO routing_rule (id, member, value_hash, details, group_id) VALUES ($1, $2, $3, $4, $5)', [
            id,
            member,
            ruleHash(keys, member, value),
            keys.encryptJson({ value }, `routing_rule:${id}`),
            await groupId(client, group),
          ]);
          await addAudit(client, 'rule-added', id);
        })
        .catch((thrown: unknown) => {
          throw isUniqueViolation(thrown) ? new StationError('hub-rule-taken', { member }) : thrown;
        });
      return id;
    },

    async removeRule(id) {
      if (!isId(id)) throw new StationError('hub-rule-unknown');
      await database.transaction(async (client) => {
        const { rowCount } = await client.query('DELETE FROM routing_rule WHERE id = $1', [id]);
        if (!rowCount) throw new StationError('hub-rule-unknown');
        await addAudit(client, 'rule-removed', id);
      });
    },
  };
}

/** @throws StationError `hub-group-unknown` */
async function groupId(client: Queryable, name: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM station_group WHERE lower(name) = lower($1)', [name]);
  if (!rows[0]) throw new StationError('hub-group-unknown', { name });
  return rows[0].id;
}

async function isMember(client: Queryable, group: string, stationId: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM station_group_member WHERE group_id = $1 AND station_id = $2', [group, stationId]);
  return rowCount === 1;
}
