/** What the hub removes by age, and what stays. */
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openHubAccess } from '../../hub/access.ts';
import { openContents } from '../../hub/contents.ts';
import { advisoryLocks, openHubDatabase } from '../../hub/database.ts';
import { readEvents } from '../../hub/events.ts';
import { createHubIntake } from '../../hub/intake.ts';
import { removeExpired, trustedClock } from '../../hub/retention.ts';
import { createStations } from '../../hub/stations.ts';
import { createStationKeyPair } from '../../main/platform/hub/signature.ts';
import { closing } from '../support/closing.ts';
import { problem } from '../support/doors/errors.ts';
import { openTestHub } from '../support/hub/hub.ts';
import { addPush, addStation, claim } from '../support/hub/hub-rows.ts';

const dayMs = 86_400_000;

test('removes contents after the acknowledgement, then the rows; what no station has acknowledged stays for longer', async () => {
  const hub = await openTestHub();
  const { database } = hub;
  const contents = openContents(database, hub.keys);
  const { stationId } = await addStation(hub);
  const push = async (change: string) => {
    const id = await addPush(hub, { uid: randomUUID() });
    await database.pool.query(`UPDATE push SET ${change} WHERE id = $1`, [id]);
    return id;
  };
  const acknowledged = await push(`station_id = '${stationId}', acknowledged_at = now()`);
  const withEvent = await push(`station_id = '${stationId}', acknowledged_at = now(), repeat_id = gen_random_uuid(), repeated_at = now()`);
  const withLateEvent = await push(
    `station_id = '${stationId}', acknowledged_at = now(), repeat_id = gen_random_uuid(), repeated_at = now() + interval '20 days'`,
  );
  const quarantined = await push("kind = 'quarantined'");
  const unclaimed = await push('repeats = 0');
  await database.pool.query(
    `INSERT INTO station_event (id, station_id, kind, at, details, acknowledged_at)
      SELECT gen_random_uuid(), $1, 'fetched', now(), '', at FROM unnest(ARRAY[NULL, now() + interval '300 days']) AS one (at)`,
    [stationId],
  );
  const abandoned = randomUUID();
  await database.transaction((client) => contents.insert(client, [{ id: abandoned, content: [Buffer.from('{}')] }]));
  const after = async (days: number) => {
    const clock = { now: new Date(Date.now() + days * dayMs), steadySince: new Date(0) };
    await removeExpired({ database, contents, days: { content: 7, metadata: 90, unclaimed: 365 }, clock });
    const { rows } = await database.pool.query('SELECT id, content_id IS NOT NULL AS whole FROM push');
    const left = await database.pool.query('SELECT count(*)::int AS count FROM content');
    const { rowCount: events } = await database.pool.query('SELECT FROM station_event');
    return { contents: left.rows[0].count, pushes: Object.fromEntries(rows.map((row) => [row.id, row.whole])), events };
  };
  expect(await after(6)).toEqual({
    contents: 6,
    pushes: { [acknowledged]: true, [withEvent]: true, [withLateEvent]: true, [quarantined]: true, [unclaimed]: true },
    events: 2,
  });
  expect(await after(8)).toEqual({
    contents: 2,
    pushes: { [acknowledged]: false, [withEvent]: false, [withLateEvent]: false, [quarantined]: true, [unclaimed]: true },
    events: 2,
  });
  expect(await after(91)).toEqual({
    contents: 1,
    pushes: { [withEvent]: false, [withLateEvent]: false, [unclaimed]: true },
    events: 2,
  });
  expect(await after(366)).toEqual({ contents: 0, pushes: { [withLateEvent]: false }, events: 1 });
  expect(await after(386)).toEqual({ contents: 0, pushes: {}, events: 1 });
  expect(await after(391)).toEqual({ contents: 0, pushes: {}, events: 0 });
});

test('contents of documents go some days after their end, those of unfinished uploads later, and of offered ones never', async () => {
  const hub = await openTestHub();
  const { database } = hub;
  const contents = openContents(database, hub.keys);
  const { stationId } = await addStation(hub);
  for (const state of ['uploading', 'damaged', 'offered', 'fetched', 'withdrawn']) {
    const id = randomUUID();
    await database.transaction((client) => contents.insert(client, [{ id, content: [Buffer.from('%PDF-')] }]));
    await database.pool.query(
      `INSERT INTO publication (id, station_id, state, once, size, details, content_id, created_at, changed_at)
        VALUES ($1, $2, $3, true, 5, '', $1, now(), now())`,
      [id, stationId, state],
    );
  }
  // More than fit in one transaction.
  await database.pool.query(
    "INSERT INTO content (id, size, created_at, wrapped) SELECT gen_random_uuid(), 0, now(), '' FROM generate_series(1, 201)",
  );
  const scrub = vi.fn(contents.scrub);
  const after = async (days: number, content = 7) => {
    const clock = { now: new Date(Date.now() + days * dayMs), steadySince: new Date(0) };
    await removeExpired({ database, contents: { ...contents, scrub }, days: { content, metadata: 90, unclaimed: 365 }, clock });
    const { rows } = await database.pool.query('SELECT state, content_id IS NOT NULL AS whole FROM publication');
    const left = await database.pool.query('SELECT count(*)::int AS count FROM content');
    return { contents: left.rows[0].count, ...Object.fromEntries(rows.map(({ state, whole }) => [state, whole])) };
  };
  const unfinished = { uploading: true, damaged: true };
  const whole = { contents: 206, ...unfinished, offered: true, fetched: true, withdrawn: true };
  expect(await after(6)).toEqual(whole);
  expect(await after(89, Number.POSITIVE_INFINITY)).toEqual(whole);
  expect(await after(8)).toEqual({ contents: 3, ...unfinished, offered: true, fetched: false, withdrawn: false });
  expect(await after(91)).toEqual({ contents: 1, offered: true });
  expect(await after(4_000)).toEqual({ contents: 1, offered: true });
  // The keys of the removed ones leave the table's file each time.
  expect(scrub).toHaveBeenCalledTimes(2);
});

test('what counts for a time only ends with it: tokens, wrong passwords, codes, and claims of visits that no station has', async () => {
  const hub = await openTestHub();
  const { database, keys } = hub;
  const access = openHubAccess({ database, keys, minutes: () => 20 });
  const stations = createStations(hub);
  const { stationId } = await addStation(hub);
  const present = randomUUID();
  await claim(hub, stationId, [{ kind: 'transaction', value: 'T-1' }], { visitId: present });
  await claim(hub, stationId, [{ kind: 'transaction', value: 'T-2' }]);
  await claim(hub, stationId, []);
  // As a revoked station leaves it.
  await database.pool.query('DELETE FROM claim_version WHERE visit_id IN (SELECT visit_id FROM claim WHERE visit_id <> $1)', [present]);
  await access.provide('provider', 'a long password');
  await access.token('provider', 'a long password', '192.0.2.1');
  await access.token('provider', 'another password', '192.0.2.2');
  await stations.startEnrolment('Sucursal Norte');
  const after = async (days: number) => {
    const clock = { now: new Date(Date.now() + days * dayMs), steadySince: new Date(0) };
    const deps = { database, contents: openContents(database, keys), clock };
    await removeExpired({ ...deps, days: { content: 7, metadata: 90, unclaimed: 365 } });
    const { rows } = await database.pool.query(
      `SELECT (SELECT count(*) FROM service_token)::int AS tokens, (SELECT count(*) FROM enrolment)::int AS codes,
        (SELECT count(*) FROM claim)::int AS claims, (SELECT count(*) FROM claim_version)::int AS versions,
        (SELECT count(*) FROM login_attempt WHERE familiar_at IS NULL)::int AS attempts,
        (SELECT count(*) FROM login_attempt WHERE familiar_at IS NOT NULL)::int AS familiar`,
    );
    return rows[0];
  };
  const begin = await after(0);
  expect(begin).toEqual({ tokens: 1, codes: 2, claims: 2, versions: 2, attempts: expect.any(Number), familiar: 1 });
  expect(begin.attempts).toBeGreaterThan(0);
  expect(await after(0.5)).toEqual({ ...begin, tokens: 0 });
  expect(await after(2)).toEqual({ ...begin, tokens: 0, attempts: 0 });
  expect(await after(91)).toEqual({ tokens: 0, codes: 0, claims: 2, versions: 1, attempts: 0, familiar: 0 });
  expect(await after(366)).toEqual({ tokens: 0, codes: 0, claims: 1, versions: 1, attempts: 0, familiar: 0 });
});

test('a clock of the database that jumps, or differs between two servers, makes nothing old before a day has passed', async () => {
  const { database } = await openTestHub();
  const start = Date.parse('2026-03-01T12:00:00Z');
  const daysAt = async (...days: number[]) => {
    const found: number[] = [];
    for (const day of days) found.push((+(await trustedClock(database, new Date(start + day * dayMs))).now - start) / dayMs);
    return found;
  };
  expect(await daysAt(0, 0.5, 1)).toEqual([0, 0.5, 1]);
  expect(await daysAt(400, 1.1, 400.1, 1.2)).toEqual([1, 1, 1, 1]);
  expect(await daysAt(1.8, 2.1, 2.3)).toEqual([1, 1, 2.3]);
});

test('what arrived while the clock of the database was behind stays for its full time after that', async () => {
  const hub = await openTestHub();
  const { database } = hub;
  const contents = openContents(database, hub.keys);
  const [unclaimed, quarantined] = [await addPush(hub, { uid: 'U-1' }), await addPush(hub, { uid: 'U-2' })];
  const start = Date.parse('2026-03-01T12:00:00Z');
  await database.pool.query('UPDATE push SET received_at = $1', [new Date(start - 2000 * dayMs)]);
  await database.pool.query("UPDATE push SET kind = 'quarantined' WHERE id = $1", [quarantined]);
  const leftOn = async (...days: number[]) => {
    for (const day of days) {
      const clock = await trustedClock(database, new Date(start + day * dayMs));
      await removeExpired({ database, contents, days: { content: 2, metadata: 4, unclaimed: 6 }, clock });
    }
    return (await database.pool.query<{ id: string }>('SELECT id FROM push ORDER BY received_at, id')).rows.map(({ id }) => id);
  };
  expect(await leftOn(-2000, -1999.5, 0, 1, 2, 3)).toEqual([unclaimed, quarantined].sort());
  expect(await leftOn(4, 5)).toEqual([unclaimed]);
  expect(await leftOn(6)).toEqual([]);
});

test('the clock of a replica decides about no time that others read', async () => {
  const hub = await openTestHub();
  const { database, keys } = hub;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 400 * dayMs });
  onTestFinished(() => void vi.useRealTimers());
  const replica = closing(await openHubDatabase(hub));
  const behind = { database: replica, keys };
  const contents = openContents(replica, keys);
  const access = openHubAccess({ ...behind, minutes: () => 20 });
  const intake = createHubIntake({ ...behind, contents, groupOf: async () => null });
  const record = { Uid: 'U-1', IdNumber: '7', TransactionId: 'T-1' };
  await intake.ingestPush(Buffer.from(JSON.stringify(record)), 'provider');
  await intake.quarantine(Buffer.from('{'), 'provider', problem('body-not-json'));
  await access.provide('provider', 'a long password');
  const answer = await access.token('provider', 'a long password', '192.0.2.1');
  await access.token('provider', 'another password', '192.0.2.1');
  await addStation(behind);
  const { code, expiresAt } = await createStations(behind).startEnrolment('Sucursal Norte');
  vi.useRealTimers();
  const right = openHubAccess({ database, keys, minutes: () => 20 });
  expect(answer.kind === 'issued' && (await right.callerOf(answer.token))).toMatchObject({ name: 'provider' });
  expect(Math.abs(+expiresAt - Date.now() - 15 * 60_000)).toBeLessThan(dayMs);
  expect(await createStations(hub).enrol(code, createStationKeyPair().publicKey, '192.0.2.1')).toMatchObject({ name: 'Sucursal Norte' });
  const clock = { now: new Date(), steadySince: new Date(0) };
  await removeExpired({ database, contents: openContents(database, keys), days: { content: 7, metadata: 90, unclaimed: 365 }, clock });
  const { rows } = await database.pool.query('SELECT kind, content_id IS NOT NULL AS whole FROM push ORDER BY kind');
  expect(rows).toEqual(['quarantined', 'record'].map((kind) => ({ kind, whole: true })));
  const times = await database.pool.query<{ old: number }>(
    `SELECT count(*)::int AS old FROM (
        SELECT received_at AS at FROM push UNION ALL SELECT created_at FROM content UNION ALL SELECT issued_at FROM service_token
        UNION ALL SELECT expires_at FROM enrolment UNION ALL SELECT enrolled_at FROM station UNION ALL SELECT changed_at FROM login_attempt
      ) AS stored WHERE at < now() - interval '1 day'`,
  );
  expect(times.rows).toEqual([{ old: 0 }]);
});

test('quarantined bytes that arrive again are counted while they are there, and stored again after', async () => {
  const { database, keys } = await openTestHub();
  const contents = openContents(database, keys);
  const intake = createHubIntake({ database, keys, contents, groupOf: async () => null });
  const arrive = async () => {
    await intake.quarantine(Buffer.from('{'), 'provider', problem('body-not-json'));
    const { rows } = await database.pool.query('SELECT repeats, content_id IS NOT NULL AS whole FROM push ORDER BY received_at');
    return rows;
  };
  expect(await arrive()).toEqual([{ repeats: 0, whole: true }]);
  expect(await arrive()).toEqual([{ repeats: 1, whole: true }]);
  await database.pool.query('UPDATE push SET content_id = NULL');
  expect(await arrive()).toEqual([
    { repeats: 1, whole: false },
    { repeats: 0, whole: true },
  ]);
});

test('is done by one replica at a time', async () => {
  const { database, keys } = await openTestHub();
  const deps = {
    database,
    contents: openContents(database, keys),
    days: { content: 7, metadata: 90, unclaimed: 365 },
    clock: await trustedClock(database),
  };
  const other = await database.connect();
  await other.query('SELECT pg_advisory_lock($1)', [advisoryLocks.retention]);
  expect(await removeExpired(deps)).toBeNull();
  await other.end();
  await expect.poll(() => removeExpired(deps)).toBe(0);
});

test('a push whose contents were removed is no event for its station', async () => {
  const hub = await openTestHub();
  const { stationId } = await addStation(hub);
  const ids = [await addPush(hub, { uid: 'U-1' }), await addPush(hub, { uid: 'U-2' })];
  const { pool } = hub.database;
  await pool.query('UPDATE push SET station_id = $1', [stationId]);
  await pool.query('UPDATE push SET content_id = NULL WHERE id = $1', [ids[1]]);
  const { due, events } = await readEvents(pool, hub.keys, stationId, { known: new Set(), max: 10 });
  expect([[...due], events.map(({ id }) => id)]).toEqual([[ids[0]], [ids[0]]]);
});
