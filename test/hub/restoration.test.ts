/** What the hub makes due again for a station that was restored from a backup, without HTTP. */
import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { resendEvents } from '../../hub/restoration.ts';
import { createStations } from '../../hub/stations.ts';
import { openTestHub } from '../support/hub/hub.ts';
import { addPush, addStation, claim } from '../support/hub/hub-rows.ts';

/** Two stations; what each of them has acknowledged so many days ago. */
async function openStations() {
  const hub = await openTestHub();
  const { pool } = hub.database;
  const [{ stationId: one }, { stationId: other }] = [await addStation(hub), await addStation(hub)];
  const pushTo = async (stationId: string, days: number) => {
    const transaction = randomUUID();
    await claim(hub, stationId, [{ kind: 'transaction', value: transaction }]);
    const id = await addPush(hub, { transaction: transaction.toUpperCase() });
    await pool.query("UPDATE push SET station_id = $2, acknowledged_at = now() - $3 * interval '1 day' WHERE id = $1", [
      id,
      stationId,
      days,
    ]);
    return id;
  };
  const eventOf = async (stationId: string, days: number) => {
    const id = randomUUID();
    await pool.query(
      `INSERT INTO station_event (id, station_id, kind, at, details, acknowledged_at)
        VALUES ($1, $2, 'fetched', now(), '', now() - $3 * interval '1 day')`,
      [id, stationId, days],
    );
    return id;
  };
  const documentOf = async (stationId: string) => {
    const { rows } = await pool.query<{ number: string }>(
      `INSERT INTO publication (id, station_id, state, once, size, details, created_at, changed_at)
        VALUES ($1, $2, 'offered', true, 1, '', now(), now()) RETURNING number`,
      [randomUUID(), stationId],
    );
    return Number(rows[0]?.number);
  };
  const due = async () => {
    const text = 'SELECT id FROM push WHERE acknowledged_at IS NULL UNION ALL SELECT id FROM station_event WHERE acknowledged_at IS NULL';
    return new Set((await pool.query<{ id: string }>(text)).rows.map(({ id }) => id));
  };
  return { hub, one, other, pushTo, eventOf, documentOf, due };
}

test('what a station has acknowledged since a day before the latest event that it knows is due again, whichever kind that is', async () => {
  const { hub, one, other, pushTo, eventOf, due } = await openStations();
  const [longAgo, before, since] = [await pushTo(one, 6), await pushTo(one, 4.5), await pushTo(one, 1)];
  const [known, later] = [await eventOf(one, 4), await eventOf(one, 2)];
  await pushTo(other, 1);
  await eventOf(other, 1);
  const emptied = await pushTo(one, 1);
  await hub.database.pool.query('UPDATE push SET content_id = NULL WHERE id = $1', [emptied]);
  const foreign = await pushTo(other, 0);
  const wake = vi.spyOn(hub.database, 'wake');
  // The latest of those that it knows counts, and none of another station.
  await resendEvents(hub.database, one, { known: [longAgo, known, foreign] });
  expect(await due()).toEqual(new Set([before, since, known, later]));
  expect(wake.mock.calls).toEqual([[[one]]]);
});

test('a station learns the number of its own latest document, and nothing once it is revoked', async () => {
  const { hub, one, other, pushTo, documentOf, due } = await openStations();
  const number = await documentOf(one);
  expect(await documentOf(other)).toBeGreaterThan(number);
  expect(await resendEvents(hub.database, one, { known: [] })).toEqual({ newest: number });
  await pushTo(other, 1);
  await createStations(hub).revoke(other);
  const before = await due();
  expect(await resendEvents(hub.database, other, { known: [] })).toBeNull();
  expect(await due()).toEqual(before);
});
