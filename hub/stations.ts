/** The stations of the hub: enrolment by a one-time code, names, the keys by which their requests are verified, and revocation. */

import type { KeyObject } from 'node:crypto';
import { randomInt, randomUUID } from 'node:crypto';
import { publicKeyOf } from '../main/platform/hub/signature.ts';
import { enrolmentMinutes } from '../shared/domain/web-service/hub.ts';
import { StationError } from '../shared/errors.ts';
import { freeRevoked, handOver } from './assignment.ts';
import { addAudit } from './audit.ts';
import { type HubDatabase, isId, isUniqueViolation, type Queryable } from './database.ts';
import type { HubKeys } from './hub-keys.ts';
import { withdrawAllOf } from './uploads.ts';

export type StationEntry = {
  id: string;
  name: string;
  enrolledAt: Date;
  revokedAt: Date | null;
  /** Its last request, to the minute. */
  seenAt: Date | null;
  groups: string[];
  /** Events that it has not acknowledged. */
  waiting: number;
};
export type PendingEnrolment = { name: string; expiresAt: Date };

export type Revocation = {
  /** Pushes that it had not acknowledged and that are free again. */
  freed: number;
  /** Those of them that it had fetched, and may have stored. */
  fetched: number;
};

export type Stations = {
  /**
   * Makes a code for one enrolment under a name; an unused one for the same name is void.
   * The station gets what a revoked one of that name leaves.
   * @throws StationError `hub-name-taken`
   */
  startEnrolment(name: string): Promise<{ code: string; expiresAt: Date }>;
  /** @param address of the caller, whose attempts are counted. @returns `refused` for a code that is unknown, used or too old */
  enrol(code: string, publicKey: string, address: string): Promise<{ id: string; name: string } | 'refused' | { retryAfter: number }>;
  /** Null for an unknown or revoked station. */
  find(id: string): Promise<FoundStation | null>;
  /**
   * Whether requests of this run of a station are answered. A second run, of a copy of the data, is refused while the first one is alive: it
   * challenges that one, whose streams then end, and takes its place when it has made no request for half a minute.
   */
  admit(id: string, runId: string, found: FoundStation): Promise<boolean>;
  /** The stream of a run was cut off: the station has ended, or its line. */
  release(id: string, runId: string): void;
  /** Stores, at most once a minute, that the station has called. */
  touch(id: string): void;
  list(): Promise<{ stations: StationEntry[]; enrolments: PendingEnrolment[] }>;
  /** Hands over what a revoked station of that name leaves. @throws StationError `hub-station-unknown`, `hub-name-taken` */
  rename(id: string, name: string): Promise<void>;
  /** Ends its streams and publications, frees its pushes; its claims wait for the next of its name. @throws StationError `hub-station-unknown` */
  revoke(id: string): Promise<Revocation>;
};

export type FoundStation = { name: string; key: KeyObject; runId: string | null; isChallenged: boolean };

/** `now`: the time at the database, but in tests. */
export type StationsDeps = { database: HubDatabase; keys: HubKeys; now?: () => Date };

/** Without letters and digits that look alike. Twelve of them are 59 bits. */
const codeLetters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const codeLength = 12;
const createCode = (): string =>
  Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)])
    .join('')
    .replace(/.{4}(?=.)/g, '$&-');
/** A code as it was typed: case, blanks and hyphens do not count. */
const codeKey = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Wrong codes from one address in the time of a code. There is no limit for all addresses: it would let a stranger stop every enrolment. */
const maxWrongCodes = 10;
const windowMs = enrolmentMinutes * 60_000;
const touchMs = 60_000;
/** A run that lives connects again within this time after its stream has ended. */
const challengeMs = 30_000;
const maxTouched = 20_000;

export function createStations({ database, keys, now = database.now }: StationsDeps): Stations {
  const touched = new Map<string, number>();
  return {
    async startEnrolment(name) {
      const code = createCode();
      const createdAt = now();
      const expiresAt = new Date(createdAt.getTime() + windowMs);
      await database.transaction(async (client) => {
        const { rowCount } = await client.query('SELECT FROM station WHERE lower(name) = lower($1) AND revoked_at IS NULL', [name]);
        if (rowCount) throw new StationError('hub-name-taken', { name });
        await client.query('DELETE FROM enrolment WHERE used_at IS NULL AND (lower(name) = lower($1) OR expires_at < $2)', [
          name,
          createdAt,
        ]);
        await client.query('INSERT INTO enrolment (code_hash, name, created_at, expires_at) VALUES ($1, $2, $3, $4)', [
          keys.lookup('enrolment', codeKey(code)),
          name,
          createdAt,
          expiresAt,
        ]);
        await addAudit(client, 'enrolment-code');
      });
      return { code, expiresAt };
    },

    enrol: (code, publicKey, address) => enrol({ database, keys, now }, code, publicKey, address),

    async find(id) {
      const { rows } = await database.pool.query<Omit<FoundStation, 'key'> & { public_key: Buffer }>(
        `SELECT name, public_key, run_id AS "runId", challenged_at IS NOT NULL AS "isChallenged"
          FROM station WHERE id = $1 AND revoked_at IS NULL`,
        [id],
      );
      const [row] = rows;
      return row ? { ...row, key: publicKeyOf(row.public_key.toString('base64url')) } : null;
    },

    async admit(id, runId, found) {
      if (found.runId === runId && !found.isChallenged) return true;
      const at = now();
      // `least` passes over NULL. A challenge by a clock that was ahead begins again.
      const isFree = '(run_id IS NULL OR run_id = $2 OR challenged_at < $4)';
      const { rows } = await database.pool.query<{ run_id: string }>(
        `UPDATE station SET run_id = CASE WHEN ${isFree} THEN $2 ELSE run_id END,
            challenged_at = CASE WHEN ${isFree} THEN NULL ELSE least(challenged_at, $3) END
          WHERE id = $1 RETURNING run_id`,
        [id, runId, at, new Date(at.getTime() - challengeMs)],
      );
      const isAdmitted = rows[0]?.run_id === runId;
      if (!isAdmitted) database.wake([id]);
      return isAdmitted;
    },

    release(id, runId) {
      // Without it the next run waits for the end of the challenge.
      database.pool
        .query('UPDATE station SET run_id = NULL, challenged_at = NULL WHERE id = $1 AND run_id = $2', [id, runId])
        .catch(() => undefined);
    },

    touch(id) {
      const at = now();
      if ((touched.get(id) ?? 0) > at.getTime() - touchMs) return;
      if (touched.size >= maxTouched) touched.clear();
      touched.set(id, at.getTime());
      // Not worth a failed call.
      database.pool
        .query('UPDATE station SET seen_at = $2 WHERE id = $1 AND (seen_at IS NULL OR seen_at < $2)', [id, at])
        .catch(() => undefined);
    },

    list: () => list(database.pool, now()),

    async rename(id, name) {
      if (!isId(id)) throw new StationError('hub-station-unknown');
      try {
        await database.transaction(async (client) => {
          const { rowCount } = await client.query('UPDATE station SET name = $2 WHERE id = $1 AND revoked_at IS NULL', [id, name]);
          if (!rowCount) throw new StationError('hub-station-unknown');
          await handOver(client, id, name);
          await addAudit(client, 'station-renamed', id);
        });
        database.wake([id]);
      } catch (thrown) {
        throw isUniqueViolation(thrown) ? new StationError('hub-name-taken', { name }) : thrown;
      }
    },

    revoke: (id) => revoke(database, id),
  };
}

type Enrolment = { name: string; is_usable: boolean; public_key: Buffer | null; station_id: string | null; revoked_at: Date | null };

async function enrol({ database, keys, now }: Required<StationsDeps>, code: string, publicKey: string, address: string) {
  const key = Buffer.from(publicKey, 'base64url');
  const attempts = keys.lookup('enrolment', `address ${address}`);
  const at = now();
  const retryAfter = await waitAfterWrongCodes(database.pool, attempts, at);
  if (retryAfter > 0) return { retryAfter };
  const codeHash = keys.lookup('enrolment', codeKey(code));
  const enrolled = await database
    .transaction(async (client) => {
      const { rows } = await client.query<Enrolment>(
        `SELECT enrolment.name, enrolment.expires_at > $2 AS is_usable, station.public_key, enrolment.station_id, station.revoked_at
          FROM enrolment LEFT JOIN station ON station.id = enrolment.station_id
          WHERE code_hash = $1 FOR UPDATE OF enrolment`,
        [codeHash, at],
      );
      const [found] = rows;
      if (!found?.is_usable || found.revoked_at) return null;
      // The same station again, whose first answer was lost.
      if (found.station_id !== null) return found.public_key?.equals(key) ? { id: found.station_id, name: found.name } : null;
      const id = randomUUID();
      await client.query('INSERT INTO station (id, name, public_key, enrolled_at) VALUES ($1, $2, $3, $4)', [id, found.name, key, at]);
      await client.query('UPDATE enrolment SET used_at = $2, station_id = $3 WHERE code_hash = $1', [codeHash, at, id]);
      await handOver(client, id, found.name);
      await addAudit(client, 'station-enrolled', id, 'station');
      return { id, name: found.name };
    })
    .catch((thrown: unknown) => {
      // The name belongs to another station since the code was made, or the key is in use.
      if (isUniqueViolation(thrown)) return null;
      throw thrown;
    });
  if (enrolled === null) await countWrongCode(database.pool, attempts, at);
  return enrolled ?? ('refused' as const);
}

/** Seconds; 0 when a code may be tried. */
async function waitAfterWrongCodes(client: Queryable, hash: Buffer, at: Date): Promise<number> {
  const { rows } = await client.query<{ count: number; since: string }>(
    "SELECT (value->>'count')::int AS count, value->>'since' AS since FROM login_attempt WHERE key_hash = $1",
    [hash],
  );
  const [row] = rows;
  if (!row || row.count < maxWrongCodes) return 0;
  return Math.max(0, Math.ceil((Date.parse(row.since) + windowMs - at.getTime()) / 1000));
}

async function countWrongCode(client: Queryable, hash: Buffer, at: Date): Promise<void> {
  const first = JSON.stringify({ count: 1, since: at });
  await client.query(
    `INSERT INTO login_attempt (key_hash, value, changed_at) VALUES ($1, $2::jsonb, $3)
      ON CONFLICT (key_hash) DO UPDATE SET changed_at = $3,
        value = CASE WHEN (login_attempt.value->>'since')::timestamptz < $4 THEN $2::jsonb
          ELSE jsonb_set(login_attempt.value, '{count}', to_jsonb((login_attempt.value->>'count')::int + 1)) END`,
    [hash, first, at, new Date(at.getTime() - windowMs)],
  );
}

async function list(client: Queryable, at: Date): Promise<{ stations: StationEntry[]; enrolments: PendingEnrolment[] }> {
  const stations = await client.query<StationEntry>(
    `SELECT id, name, enrolled_at AS "enrolledAt", revoked_at AS "revokedAt", seen_at AS "seenAt",
        ARRAY(
          SELECT station_group.name FROM station_group JOIN station_group_member ON group_id = station_group.id
            WHERE station_id = station.id ORDER BY station_group.name
        ) AS groups,
        (
          SELECT count(*)::int FROM push
            WHERE station_id = station.id AND kind = 'record' AND (acknowledged_at IS NULL OR repeat_id IS NOT NULL)
        )
          + (SELECT count(*)::int FROM station_event WHERE station_id = station.id AND acknowledged_at IS NULL) AS waiting
      FROM station ORDER BY revoked_at IS NOT NULL, lower(name), enrolled_at`,
  );
  const enrolments = await client.query<PendingEnrolment>(
    'SELECT name, expires_at AS "expiresAt" FROM enrolment WHERE used_at IS NULL AND expires_at > $1 ORDER BY lower(name)',
    [at],
  );
  return { stations: stations.rows, enrolments: enrolments.rows };
}

async function revoke(database: HubDatabase, id: string): Promise<Revocation> {
  if (!isId(id)) throw new StationError('hub-station-unknown');
  const { woken, ...revocation } = await database.transaction(async (client) => {
    // Requests of the station that change something have a lock on its row: they are over, or read that it is revoked.
    const { rowCount } = await client.query('UPDATE station SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL', [id]);
    if (!rowCount) throw new StationError('hub-station-unknown');
    await client.query('DELETE FROM claim_version WHERE station_id = $1', [id]);
    await client.query('DELETE FROM station_group_member WHERE station_id = $1', [id]);
    await withdrawAllOf(client, id);
    await addAudit(client, 'station-revoked', id);
    return freeRevoked(client, id);
  });
  database.wake([id, ...woken]);
  return revocation;
}
