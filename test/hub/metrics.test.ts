/** `/metrics` of the hub for Prometheus: what it counts, and who may read it. */
import { describe, expect, test } from 'vitest';
import { user } from '../support/cli/serving.ts';
import { openTestHub } from '../support/hub/hub.ts';
import { addStation } from '../support/hub/hub-rows.ts';
import { askToken, callService, sendToDocuments, tokenFor } from '../support/web-service/service-calls.ts';
import { startTestReplica } from '../support/web-service/web-service-backends.ts';

const read = (url: string, from?: string) =>
  callService(url, { method: 'GET', path: '/metrics', headers: from === undefined ? {} : { 'x-forwarded-for': from } });

/** Null for a metric that is not there. */
const figure = (text: string, name: string): number | null => {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? null : Number(line.slice(name.length + 1));
};

test('pushes that wait are counted by where and how long, and calls by their end, with nothing that a caller wrote', async () => {
  const hub = await openTestHub();
  const { urls } = await startTestReplica(hub);
  const [url = ''] = urls;
  const token = await tokenFor(url, user);
  await askToken(url, { username: 'MarkUserQux', password: 'MarkPasswordQux' });
  for (const uid of ['MarkUidQuxOne', 'MarkUidQuxTwo', 'MarkUidQuxThree'])
    expect((await sendToDocuments(url, token, { Uid: uid, FirstName: 'MarkNameQux' })).status).toBe(200);
  expect((await sendToDocuments(url, token, 'MarkBodyQux')).status).toBe(400);
  const { stationId } = await addStation(hub);
  await hub.database.pool.query(
    "UPDATE push SET station_id = $1, received_at = now() - interval '1 hour' WHERE id = (SELECT id FROM push WHERE kind = 'record' LIMIT 1)",
    [stationId],
  );

  const { status, text, headers } = await read(url);
  expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain; version=')]);
  expect(figure(text, 'hub_pushes_waiting{place="unclaimed"}')).toBe(2);
  expect(figure(text, 'hub_pushes_waiting{place="station"}')).toBe(1);
  expect(figure(text, 'hub_pushes_waiting{place="group"}')).toBe(0);
  expect(figure(text, 'hub_oldest_push_seconds{place="station"}')).toBeGreaterThanOrEqual(3_600);
  expect(figure(text, 'hub_oldest_push_seconds{place="unclaimed"}')).toBeLessThan(3_600);
  expect(figure(text, 'hub_push_seconds_count')).toBe(3);
  for (const [event, count] of [
    ['token', 1],
    ['token-refused', 1],
    ['push', 3],
    ['quarantined', 1],
  ] as const)
    expect([event, figure(text, `hub_events_total{event="${event}"}`)]).toEqual([event, count]);
  expect(figure(text, 'hub_streams')).toBe(0);
  for (const state of ['busy', 'idle', 'waited-for']) expect(figure(text, `hub_database_connections{state="${state}"}`)).not.toBeNull();
  expect(text).not.toMatch(/Mark/);
});

describe('behind a reverse proxy', () => {
  const [monitor, other] = ['192.0.2.5', '192.0.2.6'];

  test('no one else than this computer reads it', async () => {
    const { urls } = await startTestReplica(await openTestHub(), { transport: 'proxy' });
    const [url = ''] = urls;
    expect((await read(url, '127.0.0.1')).status).toBe(200);
    expect(await read(url, monitor)).toMatchObject({ status: 403, json: { error: 'calls from this address are not allowed' } });
  });

  test('an allowed address does, and another one does not', async () => {
    const { urls } = await startTestReplica(await openTestHub(), { transport: 'proxy', allowed: [monitor] });
    const [url = ''] = urls;
    expect((await read(url, monitor)).text).toContain('hub_streams');
    expect((await read(url, other)).status).toBe(403);
  });
});
