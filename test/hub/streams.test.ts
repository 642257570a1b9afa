/** Streams and long polls at one replica, without HTTP: what ends them, and what they find when a notification is lost. */
import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openStreams } from '../../hub/streams.ts';
import { openTestHub } from '../support/hub/hub.ts';
import { addGroup, addPush, addStation, claim } from '../support/hub/hub-rows.ts';
import { until } from '../support/waiting.ts';

const waitMs = 60_000;
const never = new AbortController().signal;

async function open(lookMs: number) {
  const hub = await openTestHub();
  /** Queries by which single streams and polls look that have their answer. */
  const looked: string[] = [];
  const pool = {
    async query(...args: unknown[]) {
      const answer = await Reflect.apply(hub.database.pool.query, hub.database.pool, args);
      const [first] = args;
      const text = typeof first === 'string' ? first : String(Reflect.get(Object(first), 'text'));
      if (!text.includes('unnest($1::uuid[])')) looked.push(text);
      return answer;
    },
  } as typeof hub.database.pool;
  const streams = openStreams({ database: { ...hub.database, pool }, keys: hub.keys, lookMs });
  onTestFinished(() => streams.close());
  const query = (text: string, ...values: unknown[]) => hub.database.pool.query(text, values);
  return { hub, streams, looked, query };
}

/** A response that collects what is written. */
function response() {
  const body = Object.assign(new PassThrough(), { writeHead: () => undefined });
  let text = '';
  body.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return { body: body as unknown as Parameters<ReturnType<typeof openStreams>['stream']>[1], text: () => text };
}

test('a poll ends when its caller is gone, also before it has begun', async () => {
  const { hub, streams } = await open(waitMs);
  const { stationId } = await addStation(hub);
  const caller = new AbortController();
  const poll = streams.poll(stationId, waitMs, caller.signal);
  await until(() => streams.count(), 1);
  caller.abort();
  expect([await poll, await streams.poll(stationId, waitMs, caller.signal), streams.count()]).toEqual([[], [], 0]);
});

test('the stream of a station ends its earlier one, and stays when that ends late; none begins once the replica closes', async () => {
  const { hub, streams } = await open(waitMs);
  const { stationId } = await addStation(hub);
  const [first, second, third, late] = [response(), response(), response(), response()];
  streams.stream(stationId, first.body);
  streams.stream(stationId, second.body);
  expect([first.body.writableEnded, second.body.writableEnded, streams.count()]).toEqual([true, false, 1]);
  first.body.emit('close');
  streams.stream(stationId, third.body);
  expect([second.body.writableEnded, third.body.writableEnded, streams.count()]).toEqual([true, false, 1]);
  await streams.close();
  streams.stream(stationId, late.body);
  expect([third.body.writableEnded, late.body.writableEnded, streams.count()]).toEqual([true, true, 0]);
});

test('a member of a group gets what comes for the group', async () => {
  const { hub, streams } = await open(waitMs);
  const { stationId } = await addStation(hub);
  const group = await addGroup(hub, [stationId]);
  const stream = response();
  streams.stream(stationId, stream.body);
  // So that the stream knows its groups.
  const claimed = await claimedPush();
  await until(() => stream.text().includes(claimed), true);
  const grouped = await addPush(hub, { uid: randomUUID(), group });
  await until(() => stream.text().includes(grouped), true);

  async function claimedPush(): Promise<string> {
    await claim(hub, stationId, [{ kind: 'transaction', value: 'T1' }]);
    return addPush(hub, { transaction: 't1' });
  }
});

test('what no notification was about is found by the next look: a push, a fetch, a push for a group, a revocation, a challenge', async () => {
  const { hub, streams, looked, query } = await open(50);
  const ids: string[] = [];
  for (const _ of ['push', 'fetch', 'group', 'revocation', 'challenge']) ids.push((await addStation(hub)).stationId);
  const [pushed = '', fetched = '', member = '', revoked = '', challenged = ''] = ids;
  const group = await addGroup(hub, [member]);
  const wake = vi.spyOn(hub.database, 'wake').mockReturnValue(undefined);
  const [push, grouped] = [await addPush(hub, { uid: 'a' }), await addPush(hub, { uid: 'b' })];
  const details = hub.keys.encryptJson({ user: 'provider', publicationId: randomUUID() }, `station_event:${fetched}`);
  const polls = ids.map((id) => streams.poll(id, waitMs, never));
  // Each has looked whether its station is there, and for events.
  await until(() => looked.length >= 2 * ids.length, true);
  await query('UPDATE push SET station_id = $2 WHERE id = $1', push, pushed);
  await query("INSERT INTO station_event (id, station_id, kind, at, details) VALUES ($1, $1, 'fetched', now(), $2)", fetched, details);
  await query("UPDATE push SET group_id = $2, assigned_by = 'rule' WHERE id = $1", grouped, group);
  await query('UPDATE station SET revoked_at = now() WHERE id = $1', revoked);
  await query('UPDATE station SET challenged_at = now() WHERE id = $1', challenged);
  const found = await Promise.all(polls);
  expect(found.map((events) => events?.map(({ id }) => id) ?? null)).toEqual([[push], [fetched], [grouped], null, []]);
  expect(wake).toHaveBeenCalled();
});
