/**
 * Pushes a second into the hub, next to a bare server that inserts the same bytes into the same PostgreSQL; two replicas next to one; and
 * what an open stream of a station costs. PostgreSQL (with fsync), the replicas, the reference and the callers are processes of their own.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openHubDatabase } from '../../hub/database.ts';
import { deriveHubKeys } from '../../hub/hub-keys.ts';
import { createStationKeyPair } from '../../main/platform/hub/signature.ts';
import { startPostgres } from '../support/hub/postgres.ts';
import { program } from '../support/runner/programs.ts';
import { type Bench, type Figure, pairs } from './lib/bench.ts';
import { type Replica, startBare, startReplica } from './lib/hub-servers.ts';
import { limitProcessor } from './lib/limit-processor.ts';
import type { Outcome, PushKind, Task } from './lib/push-client.ts';
import type { StreamTask } from './lib/stream-client.ts';

type Load = Pick<Task, 'kind' | 'count' | 'connections'>;
type Run = { rate: number; cpuMs: number };

const startClient = (name: 'push-client' | 'stream-client'): ChildProcess =>
  fork(fileURLToPath(new URL(`./lib/${name}.ts`, import.meta.url)));

/**
 * Sends a part of the pushes to each replica at the same time, over `connections` to each.
 * @returns pushes a second, and processor time of the servers for each push
 */
async function run(replicas: readonly Replica[], { kind, count, connections }: Load): Promise<Run> {
  const share = { kind, count: Math.ceil(count / replicas.length), connections };
  const clients = await Promise.all(
    replicas.map(async () => {
      const client = startClient('push-client');
      await once(client, 'message');
      return client;
    }),
  );
  const cpu = () => replicas.reduce((sum, replica) => sum + replica.cpuSeconds(), 0);
  const before = cpu();
  const outcomes = await Promise.all(
    replicas.map(async ({ url, token }, index) => {
      const answer = once(clients[index] as ChildProcess, 'message');
      clients[index]?.send({ ...share, url, token } satisfies Task);
      return (await answer)[0] as Outcome;
    }),
  );
  for (const client of clients) client.disconnect();
  for (const { statuses } of outcomes) {
    const { 200: accepted, ...others } = statuses;
    if (accepted !== share.count || Object.keys(others).length > 0) throw new Error(`hub: ${JSON.stringify(statuses)}`);
  }
  const sent = share.count * replicas.length;
  return { rate: sent / Math.max(...outcomes.map(({ seconds }) => seconds)), cpuMs: (1000 * (cpu() - before)) / sent };
}

/** How many a run has: enough for a second or more of the reference, and of a replica with a part of a core. */
const counts: Record<PushKind, number> = { small: 9000, full: 1200 };
const countsOfPart: Record<PushKind, number> = { small: 3000, full: 400 };
const titles: Record<PushKind, string> = { small: 'small pushes', full: 'full pushes (310 KB, three pictures)' };

type Servers = { one: Replica; two: Replica; bare: Replica };

/** Of a core, for each replica when two are compared with one: PostgreSQL, the callers and the replicas share the machine. */
const partOfCore = 0.3;

/**
 * Returns the replicas in turn. Both have the same number of pushes then: V8 optimises code while it runs, and a replica that had had fewer
 * took up to two fifths more processor time for each.
 */
function inTurn<T>(all: readonly T[]): () => T {
  let count = 0;
  return () => all[count++ % all.length] as T;
}

/** Two replicas and one, each with a part of a core where that can be had. */
async function compareTwo({ one, two }: Servers, load: Load): Promise<{ runs: { ours: Run[]; reference: Run[] }; limited: boolean }> {
  const limits = [one, two].map(({ pid }) => limitProcessor(pid));
  const limited = limits.every((limit) => limit !== null);
  try {
    if (limited) for (const limit of limits) limit?.set(partOfCore);
    const next = inTurn([two, one]);
    const runs = await pairs(
      5,
      () => run([one, two], load),
      () => run([next()], load),
    );
    return { runs, limited };
  } finally {
    for (const limit of limits) limit?.end();
  }
}

async function figures(kind: PushKind, servers: Servers, say: (text: string) => void): Promise<Figure[]> {
  const { one, two, bare } = servers;
  const load = { kind, count: counts[kind], connections: 64 };
  const of = (runs: { ours: Run[]; reference: Run[] }, key: keyof Run) => ({
    ours: runs.ours.map((each) => each[key]),
    reference: runs.reference.map((each) => each[key]),
  });
  for (const replica of [one, two, bare]) await run([replica], { ...load, count: load.count / 4 });
  say(`${titles[kind]}, one replica`);
  const next = inTurn([one, two]);
  const single = await pairs(
    5,
    () => run([next()], load),
    () => run([bare], load),
  );
  say(`${titles[kind]}, two replicas`);
  const { runs: double, limited } = await compareTwo(servers, { ...load, count: countsOfPart[kind] });
  return [
    { what: `${titles[kind]}, one replica, 64 connections`, unit: '/s', ...of(single, 'rate'), goal: { atLeast: 0.6 } },
    { what: `CPU of the replica, ${titles[kind]}`, unit: 'ms', ...of(single, 'cpuMs'), goal: null },
    {
      what: `${titles[kind]}, two replicas next to one${limited ? `, ${partOfCore} of a core each` : ''}`,
      unit: '/s',
      ...of(double, 'rate'),
      goal: { atLeast: 1.6 },
    },
  ];
}

/** Streams, and those of them that get an event. */
const [streams, woken] = [2_000, 200];

/** Adds stations to the database, each with a push that comes after its stream is open. */
async function streamFigures(database: string, hubKey: Buffer, replica: Replica, say: (text: string) => void): Promise<Figure[]> {
  say(`${streams} streams`);
  const stations = Array.from({ length: streams }, () => ({ stationId: randomUUID(), pair: createStationKeyPair() }));
  const hub = await openHubDatabase({ url: database, keys: deriveHubKeys(hubKey) });
  const client = startClient('stream-client');
  try {
    await hub.pool.query(
      'INSERT INTO station (id, name, public_key, enrolled_at) SELECT id, id, key, now() FROM unnest($1::uuid[], $2::bytea[]) AS one (id, key)',
      [stations.map(({ stationId }) => stationId), stations.map(({ pair }) => Buffer.from(pair.publicKey, 'base64url'))],
    );
    await once(client, 'message');
    const [memory, cpu] = [replica.memoryMiB(), replica.cpuSeconds()];
    const opened = performance.now();
    client.send({ url: replica.url, stations } satisfies StreamTask);
    await once(client, 'message');
    const figure = (what: string, unit: string, value: number): Figure => ({ what, unit, ours: [value], reference: null, goal: null });
    const found = [
      figure(`opening ${streams} streams`, 's', (performance.now() - opened) / 1000),
      figure(`CPU of the replica, a stream opened`, 'ms', (1000 * (replica.cpuSeconds() - cpu)) / streams),
      figure(`memory of the replica, a stream`, 'KiB', (1024 * (replica.memoryMiB() - memory)) / streams),
    ];
    const idle = replica.cpuSeconds();
    await pause(60_000);
    found.push(figure(`CPU of the replica with ${streams} idle streams`, '%', (100 * (replica.cpuSeconds() - idle)) / 60));
    let events = 0;
    const all = new Promise<void>((resolve) => client.on('message', () => ++events === woken && resolve()));
    const sent = performance.now();
    for (const { stationId } of stations.slice(0, woken)) {
      const id = randomUUID();
      await hub.pool.query("INSERT INTO station_event (id, station_id, kind, at, details) VALUES ($1, $2, 'fetched', now(), $3)", [
        id,
        stationId,
        deriveHubKeys(hubKey).encryptJson({ user: 'provider', publicationId: id }, `station_event:${id}`),
      ]);
      hub.wake([stationId]);
    }
    await all;
    return [...found, figure(`${woken} of ${streams} stations got an event, after`, 's', (performance.now() - sent) / 1000)];
  } finally {
    client.kill('SIGKILL');
    await hub.close();
  }
}

export const bench: Bench = {
  name: 'hub',
  async measure(say) {
    const postgres = await startPostgres({ durable: true });
    const [database, hubKey] = [await postgres.create(), randomBytes(32)];
    const env = { STATION_DATABASE_URL: database, STATION_HUB_KEY: hubKey.toString('base64') };
    const replicas: Replica[] = [];
    try {
      const one = await startReplica([program('station')], env);
      replicas.push(one);
      const two = await startReplica([program('station')], env);
      replicas.push(two);
      const bare = await startBare(await postgres.create());
      replicas.push(bare);
      const servers = { one, two, bare };
      const pushes = [...(await figures('small', servers, say)), ...(await figures('full', servers, say))];
      return [...pushes, ...(await streamFigures(database, hubKey, two, say))];
    } finally {
      for (const replica of replicas) await replica.close();
      await postgres.stop();
    }
  },
};
