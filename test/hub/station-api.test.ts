/** The endpoints for stations, over real sockets and a real PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { maxUnacknowledged } from '../../hub/events.ts';
import { createStations } from '../../hub/stations.ts';
import { openStreams } from '../../hub/streams.ts';
import { createStationKeyPair, signRequest } from '../../main/platform/hub/signature.ts';
import { type HubEvent, hubChunkBytes, hubPaths } from '../../shared/domain/web-service/hub.ts';
import { closing } from '../support/closing.ts';
import { createHubClient } from '../support/hub/hub-client.ts';
import { startHub, startWithStations } from '../support/hub/hub-replica.ts';
import { addGroup, addPush, claim, insertPush, stationOf } from '../support/hub/hub-rows.ts';
import { sha256 } from '../support/sha256.ts';
import { longWait, until } from '../support/waiting.ts';

const transaction = (value: string) => ({ kind: 'transaction' as const, value });
const idsOf = (events: readonly HubEvent[]): string[] => events.map(({ id }) => id);

/** A push that a station has claimed, with contents of this size. */
async function pushTo({ hub }: Awaited<ReturnType<typeof startHub>>, stationId: string, size = 20): Promise<{ id: string; bytes: Buffer }> {
  const [bytes, number] = [Buffer.alloc(size, 'x'), randomUUID()];
  await claim(hub, stationId, [transaction(number)]);
  return { id: await addPush(hub, { transaction: number }, bytes), bytes };
}

describe('enrolment', () => {
  const enrol = async (url: string, code: string, publicKey: string) => {
    const answer = await fetch(`${url}${hubPaths.enrol}`, { method: 'POST', body: JSON.stringify({ code, publicKey }) });
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), json: await answer.json() };
  };

  test('a code works once, for one key, also when the answer was lost; wrong codes are limited', async () => {
    const { hub, replicas } = await startHub();
    const { url } = replicas[0];
    const stations = createStations(hub);
    const { code } = await stations.startEnrolment('Sucursal Centro');
    const [own, other] = [createStationKeyPair().publicKey, createStationKeyPair().publicKey];
    const first = await enrol(url, code.toLowerCase().replaceAll('-', ' '), own);
    expect(first).toMatchObject({ status: 200, json: { name: 'Sucursal Centro', hubName: 'Oficina central' } });
    expect(await enrol(url, code, own)).toEqual(first);
    const refused = { status: 403, json: { error: 'enrolment-code' } };
    expect(await enrol(url, code, other)).toMatchObject(refused);
    expect(await enrol(url, 'AAAA-BBBB-CCCC', other)).toMatchObject(refused);
    expect(await enrol(url, code, 'short')).toMatchObject({ status: 400, json: { error: 'malformed' } });
    for (let more = 2; more < 10; more += 1) expect(await enrol(url, 'AAAA-BBBB-CCCC', other)).toMatchObject(refused);
    const locked = await enrol(url, 'AAAA-BBBB-CCCC', other);
    expect(locked).toMatchObject({ status: 429, json: { error: 'busy' } });
    expect(Number(locked.retryAfter)).toBeGreaterThan(800);
    await stations.revoke((first.json as { stationId: string }).stationId);
    expect(await stations.enrol(code, own, '192.0.2.2')).toBe('refused');
  });

  test('a station is listed with the time of its last request, and those that were revoked come last', async () => {
    const { hub } = await startHub();
    let at = Date.now();
    const stations = createStations({ ...hub, now: () => new Date(at) });
    const ids: string[] = [];
    for (const name of ['Alta', 'Baja']) {
      const { code } = await stations.startEnrolment(name);
      ids.push(((await stations.enrol(code, createStationKeyPair().publicKey, '192.0.2.1')) as { id: string }).id);
    }
    const [first = '', second = ''] = ids;
    for (const later of [0, 61_000]) {
      at += later;
      stations.touch(second);
      const seen = async () => (await stations.list()).stations.map(({ seenAt }) => seenAt?.getTime() ?? null);
      await vi.waitFor(async () => expect(await seen()).toEqual([null, at]), longWait);
    }
    await stations.revoke(first);
    expect((await stations.list()).stations.map(({ id }) => id)).toEqual([second, first]);
  });

  test('a code ends after 15 minutes, and with the next one for its name', async () => {
    const { hub } = await startHub();
    let minutes = 0;
    const stations = createStations({ ...hub, now: () => new Date(Date.now() + minutes * 60_000) });
    const enrolNow = (code: string) => stations.enrol(code, createStationKeyPair().publicKey, '192.0.2.1');
    const [first, second] = [await stations.startEnrolment('Centro'), await stations.startEnrolment('CENTRO')];
    expect(await enrolNow(first.code)).toBe('refused');
    minutes = 16;
    expect(await enrolNow(second.code)).toBe('refused');
    expect(await stations.list()).toEqual({ stations: [], enrolments: [] });
    const third = await stations.startEnrolment('Centro');
    minutes = 30;
    expect(await enrolNow(third.code)).toMatchObject({ name: 'Centro' });
    await expect(stations.startEnrolment('centro')).rejects.toMatchObject({ problem: { code: 'hub-name-taken' } });
  });
});

describe('a request', () => {
  test('needs the signature of an enrolled station, of this request, within five minutes', async () => {
    const { at, station, replicas } = await startWithStations(1);
    const { url } = replicas[0];
    expect(await at(0).call('GET', hubPaths.station)).toMatchObject({
      status: 200,
      json: { stationId: station.stationId, name: 'Sucursal 0', hubName: 'Oficina central' },
    });
    const send = async (headers: Record<string, string>, body: string | null = null) => {
      const answer = await fetch(`${url}${hubPaths.claims}`, { method: 'POST', headers, body });
      return { status: answer.status, json: await answer.json(), date: answer.headers.get('date') };
    };
    const body = JSON.stringify({ visitId: randomUUID(), version: 1, claims: [] });
    const signed = (now?: Date, text: string = body) =>
      signRequest('POST', hubPaths.claims, Buffer.from(text), { ...station, ...(now && { now }) });
    expect(await send(signed(), body)).toMatchObject({ status: 200 });
    expect(await send({}, body)).toMatchObject({ status: 401, json: { error: 'signature' } });
    expect(await send(signed(), body.replace('1', '2'))).toMatchObject({ status: 401, json: { error: 'signature' } });
    expect(await send(signRequest('POST', hubPaths.claims, null, station), body)).toMatchObject({ json: { error: 'signature' } });
    const late = await send(signed(new Date(Date.now() - 310_000)), body);
    expect(late).toMatchObject({ status: 401, json: { error: 'clock' } });
    expect(Math.abs(Date.parse(late.date ?? '') - Date.now())).toBeLessThan(60_000);
    const stranger = createHubClient(url, { ...station, stationId: randomUUID() });
    expect(await stranger.call('GET', hubPaths.station)).toMatchObject({ status: 401, json: { error: 'revoked' } });
    expect(await send(signed(undefined, '{"visitId":1}'), '{"visitId":1}')).toMatchObject({ status: 400, json: { error: 'malformed' } });
    const large = JSON.stringify({ x: 'x'.repeat(200_000) });
    expect(await send(signed(undefined, large), large)).toMatchObject({ status: 413, json: { error: 'malformed' } });
    expect(await at(0).push('no-id')).toMatchObject({ status: 404, json: { error: 'not-found' } });
    // A path or query that was changed on the way.
    const other = await fetch(`${url}${hubPaths.events}?wait=1`, { headers: signRequest('GET', hubPaths.events, null, station) });
    expect(await other.json()).toEqual({ error: 'signature' });
  });

  test('is verified by the clock of the database, whatever that of the replica says', async () => {
    const { station, replicas } = await startWithStations(1);
    const right = new Date();
    vi.useFakeTimers({ toFake: ['Date'], now: right.getTime() - 86_400_000 });
    onTestFinished(() => void vi.useRealTimers());
    const call = async (now: Date) =>
      fetch(`${replicas[0].url}${hubPaths.station}`, { headers: signRequest('GET', hubPaths.station, null, { ...station, now }) });
    expect((await call(right)).status).toBe(200);
    expect(await (await call(new Date())).json()).toEqual({ error: 'clock' });
  });
});

test('a restored station gets again what it has acknowledged since the latest events that it knows, and no other does', async () => {
  const started = await startWithStations(2);
  const { hub, at } = started;
  const { pool } = hub.database;
  const [station, other] = [at(0), at(1)];
  const [ids, foreign] = [[] as string[], (await pushTo(started, other.stationId)).id];
  for (const _ of ['long ago', 'known', 'since', 'emptied']) ids.push((await pushTo(started, station.stationId)).id);
  const [longAgo = '', known = '', since = '', emptied = ''] = ids;
  const details = hub.keys.encryptJson({ user: 'provider', publicationId: randomUUID() }, `station_event:${known}`);
  const fetched = `INSERT INTO station_event (id, station_id, kind, at, details) VALUES ($1, $2, 'fetched', now(), $3)`;
  await pool.query(fetched, [known, station.stationId, details]);
  await station.acknowledge(...ids);
  await other.acknowledge(foreign);
  await pool.query("UPDATE push SET acknowledged_at = now() - interval '5 days' WHERE id = $1", [known]);
  await pool.query("UPDATE push SET acknowledged_at = now() - interval '7 days' WHERE id = $1", [longAgo]);
  await pool.query("UPDATE station_event SET acknowledged_at = now() - interval '5 days'");
  await pool.query('UPDATE push SET content_id = NULL WHERE id = $1', [emptied]);
  expect((await station.poll(0)).json).toEqual({ events: [] });
  const stream = await station.stream();
  const restore = async (...events: string[]) => station.call('POST', hubPaths.restoration, { known: events });
  expect(await restore(randomUUID(), known)).toMatchObject({ status: 200, json: { newest: 0 } });
  await until(() => idsOf(stream.events).sort(), [known, known, since].sort());
  expect((await other.poll(0)).json).toEqual({ events: [] });
  expect((await station.push(since)).status).toBe(200);
  await station.acknowledge(known, since);
  expect(await restore()).toMatchObject({ status: 200 });
  await until(() => new Set(idsOf(stream.events)), new Set([longAgo, known, since]));
  stream.close();
  await createStations(hub).revoke(station.stationId);
  expect(await restore()).toMatchObject({ status: 401, json: { error: 'revoked' } });
});

describe('events', () => {
  test('of a fetched document are acknowledged by their own station only', async () => {
    const { hub, station, at } = await startWithStations(2);
    const id = randomUUID();
    const details = hub.keys.encryptJson({ user: 'provider', publicationId: randomUUID() }, `station_event:${id}`);
    const values = [id, station.stationId, details];
    await hub.database.pool.query(
      "INSERT INTO station_event (id, station_id, kind, at, details) VALUES ($1, $2, 'fetched', now(), $3)",
      values,
    );
    const due = async () => idsOf(((await at(0).poll(0)).json as { events: HubEvent[] }).events);
    await at(1).acknowledge(id);
    expect(await due()).toEqual([id]);
    await at(0).acknowledge(id);
    expect(await due()).toEqual([]);
  });

  test('come until they are acknowledged, with the body for the station that has the push only', async () => {
    const started = await startWithStations(2);
    const { at } = started;
    const [station, other] = [at(0), at(1)];
    const first = await station.stream();
    const { id, bytes } = await pushTo(started, station.stationId, hubChunkBytes + 5);
    await until(() => idsOf(first.events), [id]);
    expect(first.events).toMatchObject([{ kind: 'push', user: 'provider', size: bytes.length, sha256: sha256(bytes) }]);
    expect(await other.push(id)).toMatchObject({ status: 404 });
    const body = await station.push(id);
    expect(body.headers.get('content-length')).toBe(String(bytes.length));
    expect(body.bytes.equals(bytes)).toBe(true);
    expect(await other.acknowledge(id)).toMatchObject({ status: 204 });
    // The same station again: its first stream ends, and it gets what it has not acknowledged.
    const second = await station.stream();
    await first.ended;
    await until(() => idsOf(second.events), [id]);
    expect(await station.acknowledge(id, randomUUID())).toMatchObject({ status: 204 });
    const third = await station.stream();
    const next = await pushTo(started, station.stationId);
    await until(() => idsOf(third.events), [next.id]);
    third.close();
    await until(() => started.replicas[0].api.streams(), 0);
  });

  test('come to a request that waits, from any replica, at once or when its time is over', async () => {
    const started = await startWithStations(1, { replicas: 2 });
    const { at, replicas } = started;
    expect(await at(0).poll(0)).toMatchObject({ status: 200, json: { events: [] } });
    const began = Date.now();
    expect(await at(0).poll(1)).toMatchObject({ json: { events: [] } });
    expect(Date.now() - began).toBeGreaterThan(900);
    const waiting = at(0, 1).poll(25);
    await until(() => replicas[1]?.api.streams(), 1);
    const { id } = await pushTo(started, at(0).stationId);
    expect(await waiting).toMatchObject({ json: { events: [{ id }] } });
    expect(await at(0).poll(25)).toMatchObject({ json: { events: [{ id }] } });
    expect((await at(0).call('GET', `${hubPaths.events}?wait=x`)).json).toEqual({ error: 'malformed' });
  });

  test('that commit later than their followers are not skipped', async () => {
    const { hub, at } = await startWithStations(1);
    const station = at(0);
    await claim(hub, station.stationId, [transaction('t1'), transaction('t2')]);
    const stream = await station.stream();
    let commit = (): void => undefined;
    const waiting = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let late = '';
    const slow = hub.database.transaction(async (client) => {
      ({ id: late } = await insertPush(client, hub, { transaction: 't2' }));
      await waiting;
    });
    await until(() => late !== '', true);
    const soon = await addPush(hub, { transaction: 't1' });
    await until(() => idsOf(stream.events), [soon]);
    commit();
    await slow;
    hub.database.wake([station.stationId]);
    await until(() => idsOf(stream.events), [soon, late]);
    stream.close();
  });

  test('are found without a notification, and after the connection that listens was ended', async () => {
    const { hub, at, replicas } = await startWithStations(1, { lookMs: 100 });
    const station = at(0);
    await claim(hub, station.stationId, [transaction('t1')]);
    const stream = await station.stream();
    // The notification of the claim may come late, and would find the push.
    await pause(300);
    const silently = { ...hub, database: { ...hub.database, wake: () => undefined } };
    const unnoticed = await addPush(silently, { transaction: 't1' });
    await until(() => idsOf(stream.events), [unnoticed]);
    const listening = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()";
    const before = await hub.database.pool.query<{ pid: number }>(listening);
    expect(before.rows).toHaveLength(1);
    await hub.database.pool.query('SELECT pg_terminate_backend($1)', [before.rows[0]?.pid]);
    await until(
      async () => (await hub.database.pool.query<{ pid: number }>(listening)).rows.some(({ pid }) => pid !== before.rows[0]?.pid),
      true,
    );
    const last = await addPush(hub, { transaction: 't1' });
    await until(() => idsOf(stream.events), [unnoticed, last]);
    expect(replicas[0].api.streams()).toBe(1);
    stream.close();
  });

  test('are not sent without bound to a station that acknowledges none', async () => {
    const { hub, at } = await startWithStations(1);
    const station = at(0);
    const count = maxUnacknowledged + 60;
    const ids: string[] = [];
    for (let push = 0; push < count; push += 1) ids.push(await addPush(hub, {}));
    await hub.database.pool.query('UPDATE push SET station_id = $1', [station.stationId]);
    const stream = await station.stream();
    await until(() => stream.events.length, maxUnacknowledged);
    hub.database.wake([station.stationId]);
    await pause(200);
    expect(stream.events).toHaveLength(maxUnacknowledged);
    await station.acknowledge(...idsOf(stream.events));
    await until(() => stream.events.length, count);
    expect(idsOf(stream.events)).toEqual(ids);
    stream.close();
  });

  test('of a group come to the member whose stream is open', async () => {
    const { hub, at } = await startWithStations(2);
    const group = await addGroup(hub, [at(0).stationId, at(1).stationId]);
    const stream = await at(1).stream();
    await pause(100);
    const ids = [await addPush(hub, { group }), await addPush(hub, { group })];
    await until(() => idsOf(stream.events), ids);
    expect(await stationOf(hub, ids[0] ?? '')).toBe(at(1).stationId);
    stream.close();
  });
});

test('a revoked station gets nothing at any replica, from that moment', async () => {
  const started = await startWithStations(1, { replicas: 2 });
  const { hub, at, replicas } = started;
  const { id } = await pushTo(started, at(0).stationId);
  const streams = [await at(0, 0).stream(), await at(0, 1).stream()];
  const polled = at(0);
  await until(() => streams.map(({ events }) => idsOf(events)), [[id], [id]]);
  await polled.acknowledge(id);
  const waiting = polled.poll(25);
  await until(() => replicas[0].api.streams(), 2);
  await createStations(hub).revoke(at(0).stationId);
  await Promise.all(streams.map(({ ended }) => ended));
  expect(await waiting).toMatchObject({ status: 401, json: { error: 'revoked' } });
  for (const replica of [0, 1]) {
    const client = at(0, replica);
    for (const answer of [
      await client.push(id),
      await client.poll(0),
      await client.claim(randomUUID(), 1),
      await client.publication(randomUUID()),
    ])
      expect(answer).toMatchObject({ status: 401, json: { error: 'revoked' } });
    await expect(client.stream()).rejects.toThrow('401');
  }
});

test('a stream whose reader takes nothing is sent nothing more, and is cut off', async () => {
  const { hub, station } = await startWithStations(1);
  await claim(hub, station.stationId, [transaction('t1')]);
  const streams = closing(openStreams({ ...hub, lookMs: 30 }));
  const written: Buffer[] = [];
  // Takes one write, and never says that it is done.
  const socket = new Duplex({ writableHighWaterMark: 1, read: () => undefined, write: (chunk) => void written.push(chunk) });
  const response = new ServerResponse(new IncomingMessage(socket as Socket));
  response.assignSocket(socket as Socket);
  streams.stream(station.stationId, response);
  await addPush(hub, { transaction: 't1' });
  await until(() => [socket.destroyed, streams.count()], [true, 0]);
  expect(written).toHaveLength(1);
  expect(response.writableLength).toBeLessThan(1_000);
});

test('a replica that closes ends its streams, and without its database it is `busy`', async () => {
  const { hub, at, replicas } = await startWithStations(1, { replicas: 2 });
  const stream = await at(0, 1).stream();
  await replicas[1]?.close();
  await stream.ended;
  const waiting = at(0).poll(25);
  await until(() => replicas[0].api.streams(), 1);
  const server = new pg.Client(hub.url.replace(/[^/]+$/, 'postgres'));
  await server.connect();
  const name = hub.url.split('/').at(-1);
  await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
  await until(async () => (await at(0).call('GET', hubPaths.station)).json, { error: 'busy' });
  expect((await at(0).call('GET', hubPaths.station)).headers.get('retry-after')).toBe('5');
  await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  await server.end();
  await until(async () => (await at(0).call('GET', hubPaths.station)).status, 200);
  // It waits through all of that, unless it looks at the database while that is closed.
  await claim(hub, at(0).stationId, [transaction('t1')]);
  const id = await addPush(hub, { transaction: 't1' });
  const answer = await waiting;
  expect(answer.status === 503 ? await at(0).poll(25) : answer).toMatchObject({ status: 200, json: { events: [{ id }] } });
});
