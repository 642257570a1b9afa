/** What the hub removes by age, and what stays. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openContents } from '../../hub/contents.ts';
import { advisoryLocks } from '../../hub/database.ts';
import { readEvents } from '../../hub/events.ts';
import { createHubIntake } from '../../hub/intake.ts';
import { removeExpired, trustedTime } from '../../hub/retention.ts';
import { problem } from '../support/doors/errors.ts';
import { openTestHub } from '../support/hub/hub.ts';
import { addPush, addStation } from '../support/hub/hub-rows.ts';

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
  const quarantined = await push("kind = 'quarantined'");
  const unclaimed = await push('repeats = 0');
  const abandoned = randomUUID();
  await database.transaction((client) => contents.insert(client, [{ id: abandoned, content: [Buffer.from('{}')] }]));
  const after = async (days: number) => {
    const now = () => new Date(Date.now() + days * dayMs);
    await removeExpired({ database, contents, days: { content: 7, metadata: 90, unclaimed: 365 }, now });
    const { rows } = await database.pool.query('SELECT id, content_id IS NOT NULL AS whole FROM push');
    const left = await database.pool.query('SELECT count(*)::int AS count FROM content');
    return { contents: left.rows[0].count, pushes: Object.fromEntries(rows.map((row) => [row.id, row.whole])) };
  };
  expect(await after(6)).toEqual({
    contents: 5,
    pushes: { [acknowledged]: true, [withEvent]: true, [quarantined]: true, [unclaimed]: true },
  });
  expect(await after(8)).toEqual({
    contents: 2,
    pushes: { [acknowledged]: false, [withEvent]: false, [quarantined]: true, [unclaimed]: true },
  });
  expect(await after(91)).toEqual({ contents: 1, pushes: { [withEvent]: false, [unclaimed]: true } });
  expect(await after(366)).toEqual({ contents: 0, pushes: {} });
});

test('a replica whose clock jumps, and replicas whose clocks differ, make nothing old before a day has passed', async () => {
  const { database } = await openTestHub();
  const start = Date.parse('2026-03-01T12:00:00Z');
  const daysAt = async (...days: number[]) => {
    const found: number[] = [];
    for (const day of days) found.push((+(await trustedTime(database, new Date(start + day * dayMs))) - start) / dayMs);
    return found;
  };
  expect(await daysAt(0, 0.5, 1)).toEqual([0, 0.5, 1]);
  expect(await daysAt(400, 1.1, 400.1, 1.2)).toEqual([1, 1, 1, 1]);
  expect(await daysAt(1.8, 2.1, 2.3)).toEqual([1, 1, 2.3]);
});

test('quarantined bytes that arrive again are counted while they are there, and stored again after', async () => {
  const { database, keys } = await openTestHub();
  const contents = openContents(database, keys);
  const intake = createHubIntake({ database, keys, contents, now: () => new Date(), groupOf: async () => null });
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
    now: () => new Date(),
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
