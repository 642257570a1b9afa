/**
 * Three replicas, each a process of its own, behind HAProxy and on one PostgreSQL, while replicas are killed and the database stops at once:
 * every push that was answered with 200 is with exactly one station, or listed as unclaimed.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openHubDatabase } from '../../hub/database.ts';
import { deriveHubKeys } from '../../hub/hub-keys.ts';
import { createStations } from '../../hub/stations.ts';
import { listUnclaimed } from '../../hub/unclaimed.ts';
import type { HubEvent } from '../../shared/domain/hub.ts';
import { startHaproxy } from '../support/haproxy.ts';
import { createHubClient } from '../support/hub-client.ts';
import { addStation } from '../support/hub-rows.ts';
import { lastingPort } from '../support/lasting-port.ts';
import { startPostgres } from '../support/postgres.ts';
import { startCli } from '../support/run-cli.ts';
import { credentials } from '../support/serving.ts';
import { sha256 } from '../support/sha256.ts';
import { rounds, seed, sized } from '../support/soak.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/waiting.ts';

const stationCount = sized(4, 20);
const pushesOfRound = sized(12, 60);

function randomOf(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function startReplicas(env: Record<string, string>) {
  const home = await tempDir();
  const [proxyPort = 0, ...ports] = [await lastingPort(), await lastingPort(), await lastingPort(), await lastingPort()];
  const children: (ChildProcess | null)[] = [];
  const start = async (at: number): Promise<void> => {
    const child = startCli(['serve', '--port', String(ports[at])], home, env);
    children[at] = child;
    await new Promise((resolve) => child.stdout?.once('data', resolve).once('end', resolve));
  };
  const kill = async (at: number): Promise<void> => {
    const child = children[at];
    if (!child) return;
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  onTestFinished(async () => void (await Promise.all(children.map((_, at) => kill(at)))));
  await Promise.all(ports.map((_, at) => start(at)));
  return { start, kill, urls: ports.map((port) => `http://127.0.0.1:${port}`), url: await startHaproxy(proxyPort, ports) };
}

/** The provider: sends a record until it is answered with 200, or the time is over. */
function createProvider(url: string) {
  let token: Promise<string> | null = null;
  const askToken = async (): Promise<string> => {
    const { STATION_SERVICE_USERNAME: username, STATION_SERVICE_PASSWORD: password } = credentials;
    const body = new URLSearchParams({ grant_type: 'password', username, password });
    const answer = await fetch(`${url}/api/token`, { method: 'POST', body });
    if (answer.status !== 200) throw new Error(String(answer.status));
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  return async (record: object): Promise<void> => {
    for (;;) {
      try {
        token ??= askToken();
        const headers = { authorization: `Bearer ${await token}`, 'content-type': 'application/json' };
        const answer = await fetch(`${url}/api/Integration/Documents`, { method: 'POST', headers, body: JSON.stringify(record) });
        await answer.arrayBuffer();
        if (answer.status === 200) return;
        if (answer.status === 401) token = null;
      } catch {
        token = null;
      }
      await pause(50);
    }
  };
}

/** A station: receives, stores, then acknowledges, over a stream or by requests that wait. */
function runStation(client: ReturnType<typeof createHubClient>, byStream: boolean) {
  const stored = new Map<string, string>();
  let over = false;
  const receive = async (event: HubEvent): Promise<void> => {
    if (event.kind !== 'push') return;
    if (!stored.has(event.id)) {
      const { status, bytes } = await client.push(event.id);
      if (status === 404) return;
      if (status !== 200 || sha256(bytes) !== event.sha256) throw new Error(`push: ${status}`);
      stored.set(event.id, (JSON.parse(bytes.toString()) as { Uid: string }).Uid);
    }
    await client.acknowledge(event.id);
  };
  const once = async (): Promise<void> => {
    if (!byStream) {
      const { status, json } = await client.poll(2);
      if (status !== 200) throw new Error(String(status));
      for (const event of (json as { events: HubEvent[] }).events) await receive(event);
      return;
    }
    const stream = await client.stream();
    let ended = false;
    void stream.ended.then(() => {
      ended = true;
    });
    for (let read = 0; !over && !(ended && read === stream.events.length); ) {
      const event = stream.events[read];
      if (event)
        await receive(event).then(
          () => read++,
          () => pause(50),
        );
      else await pause(20);
    }
    stream.close();
  };
  const running = (async () => {
    while (!over) await once().catch(() => pause(50));
  })();
  return {
    stored,
    async stop() {
      over = true;
      await running;
    },
  };
}

/** Until the hub has answered. */
async function surely(call: () => Promise<{ status: number }>): Promise<void> {
  while ((await call().catch(() => null))?.status !== 200) await pause(50);
}

test(
  `what was answered is with one station or unclaimed, whatever is killed (seed ${seed})`,
  async () => {
    const random = randomOf(seed);
    const pick = (count: number): number => Math.floor(random() * count);
    const postgres = await startPostgres();
    onTestFinished(postgres.stop);
    const url = await postgres.create();
    const hubKey = randomBytes(32);
    const keys = deriveHubKeys(hubKey);
    const database = await openHubDatabase({ url, keys });
    onTestFinished(() => database.close());
    const env = { STATION_DATABASE_URL: url, STATION_HUB_KEY: hubKey.toString('base64'), ...credentials };
    const replicas = await startReplicas(env);
    const enrolled = await Promise.all(Array.from({ length: stationCount }, () => addStation({ database, keys })));
    const clients = enrolled.map((one) => createHubClient(replicas.url, one));
    const stations = clients.map((client, at) => runStation(client, at % 2 === 0));
    const push = createProvider(replicas.url);
    /** By Uid: whether a station claims it. */
    const answered = new Map<string, boolean>();

    for (let round = 0; round < rounds(1); round += 1) {
      const work = Array.from({ length: pushesOfRound }, async () => {
        const [Uid, number] = [randomUUID(), `TX-${randomUUID()}`];
        const isClaimed = random() < 0.8;
        const [claimDelay, pushDelay, claimants] = [random() * 400, random() * 400, 1 + pick(2)];
        const claims = Array.from({ length: isClaimed ? claimants : 0 }, async () => {
          const client = clients[pick(clients.length)];
          const visit = randomUUID();
          await pause(claimDelay);
          await surely(async () => client?.claim(visit, 1, { kind: 'transaction', value: number }) ?? { status: 0 });
        });
        await pause(pushDelay);
        await push({ Uid, TransactionId: number, IdNumber: '1020', FirstName: 'Ana', FirstSurname: 'Pérez' });
        answered.set(Uid, isClaimed);
        await Promise.all(claims);
      });
      await pause(random() * 300);
      const victim = pick(3);
      await replicas.kill(victim);
      if (round % 3 === 0) {
        await postgres.crash();
        await pause(random() * 300);
        await postgres.start();
      }
      await replicas.start(victim);
      await Promise.all(work);
    }

    const expected = [...answered].filter(([, isClaimed]) => isClaimed).map(([uid]) => uid);
    const delivered = () => stations.flatMap(({ stored }) => [...stored.values()]);
    await until(() => new Set(delivered()).size, expected.length);
    // Time for what must not come.
    await pause(sized(300, 5_000));
    await Promise.all(stations.map(({ stop }) => stop()));
    expect(delivered().sort()).toEqual(expected.sort());
    const { rows } = await database.pool.query<{ count: number }>("SELECT count(*)::int AS count FROM push WHERE kind = 'record'");
    expect(rows[0]?.count).toBe(answered.size);
    expect(await listUnclaimed(database)).toHaveLength(answered.size - expected.length);

    // A station that is revoked gets nothing at any of the processes.
    const [first] = enrolled;
    if (!first) throw new Error('no station');
    // What it stored and did not acknowledge before it was stopped.
    const client = createHubClient(replicas.url, first);
    const left = (await client.poll(0)).json as { events: HubEvent[] };
    for (const { id } of left.events) await client.acknowledge(id);
    const waiting = replicas.urls.map((replica) => createHubClient(replica, first).poll(25));
    await pause(200);
    await createStations({ database, keys }).revoke(first.stationId);
    for (const answer of await Promise.all(waiting)) expect(answer).toMatchObject({ status: 401, json: { error: 'revoked' } });
    for (const replica of replicas.urls) expect(await createHubClient(replica, first).poll(0)).toMatchObject({ status: 401 });
  },
  sized(180_000, 36_000_000),
);
