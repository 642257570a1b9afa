/** What the variables of `serve` change at a hub that runs: its name, and what it removes by age. */
import { expect, test, vi } from 'vitest';
import { trustedClock } from '../../hub/retention.ts';
import { credentials, servingHereIn } from '../support/cli/serving.ts';
import { openTestHub } from '../support/hub/hub.ts';
import { createHubClient } from '../support/hub/hub-client.ts';
import { addPush, addStation } from '../support/hub/hub-rows.ts';
import { tempDir } from '../support/temp-dir.ts';

/** A hub with three pushes of three days ago. */
async function hubOfDays() {
  const hub = await openTestHub();
  const { pool } = hub.database;
  const station = await addStation(hub);
  const push = async (change: string) => {
    const id = await addPush(hub, {});
    await pool.query(`UPDATE push SET received_at = now() - interval '3 days', ${change} WHERE id = $1`, [id]);
    return id;
  };
  const acknowledged = `station_id = '${station.stationId}', acknowledged_at = now() - interval '3 days'`;
  const ids = [await push(acknowledged), await push(`${acknowledged}, content_id = NULL`), await push('content_id = NULL')];
  // A clock that has been right for as long as it takes.
  await trustedClock(hub.database);
  const { rows } = await pool.query<{ value: Buffer }>("SELECT value FROM hub_meta WHERE name = 'clock'");
  const clock = JSON.stringify({ ...JSON.parse(String(rows[0]?.value)), steadySince: 0 });
  await pool.query("UPDATE hub_meta SET value = $1 WHERE name = 'clock'", [Buffer.from(clock)]);
  /** Whether the first has its contents, and the other two their rows. */
  const left = async () => {
    const found = await pool.query<{ id: string; whole: boolean }>('SELECT id, content_id IS NOT NULL AS whole FROM push');
    const of = (at: number) => found.rows.find(({ id }) => id === ids[at]);
    return { content: of(0)?.whole, metadata: of(1) !== undefined, unclaimed: of(2) !== undefined };
  };
  const env = { ...credentials, STATION_DATABASE_URL: hub.url, STATION_HUB_KEY: hub.hubKey.toString('base64') };
  return { station, left, serve: async (more: Record<string, string>) => servingHereIn(await tempDir(), [], { ...env, ...more }) };
}

test.each([
  ['STATION_HUB_CONTENT_DAYS', '2', { content: false }],
  ['STATION_HUB_METADATA_DAYS', '2', { metadata: false }],
  ['STATION_HUB_UNCLAIMED_DAYS', '2', { unclaimed: false }],
  ['STATION_HUB_METADATA_DAYS', '0', {}],
])('%s is the age by which its own part is removed: %s', async (variable, days, gone) => {
  const { left, serve } = await hubOfDays();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const served = await serve({ [variable]: days });
    // One round. The looks at the streams of a whole day at once would take every connection to the database.
    vi.advanceTimersByTime(600_000);
    // The end waits for the removal.
    expect(await served.stop()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
  expect(await left()).toEqual({ content: true, metadata: true, unclaimed: true, ...gone });
});

test('STATION_HUB_NAME is what stations show as the name of the hub', async () => {
  const { station, serve } = await hubOfDays();
  const served = await serve({ STATION_HUB_NAME: '  Casa matriz ' });
  const { json } = await createHubClient(served.url, station).call('GET', '/hub/station');
  expect(json).toMatchObject({ hubName: 'Casa matriz' });
});
