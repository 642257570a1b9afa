/**
 * Three replicas behind HAProxy on one PostgreSQL, and stations, each a process of its own, while all of them are killed and the line is
 * cut: every push that was answered with 200 is at exactly one visit of one station, or listed as unclaimed, and every document is fetched
 * by its own transaction.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openHubDatabase } from '../../hub/database.ts';
import { deriveHubKeys } from '../../hub/hub-keys.ts';
import { createStations } from '../../hub/stations.ts';
import { listUnclaimed } from '../../hub/unclaimed.ts';
import { hubChunkBytes } from '../../shared/domain/web-service/hub.ts';
import { startCli } from '../support/cli/run-cli.ts';
import { credentials, user } from '../support/cli/serving.ts';
import { closing } from '../support/closing.ts';
import { startHaproxy } from '../support/hub/haproxy.ts';
import { createHubClient } from '../support/hub/hub-client.ts';
import { addStation } from '../support/hub/hub-rows.ts';
import { startPostgres } from '../support/hub/postgres.ts';
import { createRandom } from '../support/kill/random.ts';
import { lastingPort } from '../support/network/lasting-port.ts';
import { paddedPdf } from '../support/pdf/pdfs.ts';
import { rounds, seed, sized } from '../support/runner/soak.ts';
import { sha256 } from '../support/sha256.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/waiting.ts';
import { sendToDocuments, tokenFor } from '../support/web-service/service-calls.ts';
import { openStationOf, type StationProcess, startStationProcess } from './support/station-process.ts';

const stationCount = sized(3, 20);
const pushesOfRound = sized(12, 60);
const documentsOfRound = sized(2, 5);

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
  const proxy = await startHaproxy(proxyPort, ports);
  return { start, kill, urls: ports.map((port) => `http://127.0.0.1:${port}`), url: proxy.url, cutLine: proxy.restart };
}

/** The provider repeats a request until it is answered with 200. */
function createProvider(url: string): (body: object) => Promise<unknown> {
  let token: Promise<string> | null = null;
  return async (body) => {
    for (;;) {
      try {
        token ??= tokenFor(url, user);
        const { status, json } = await sendToDocuments(url, await token, body);
        if (status === 200) return json;
        if (status === 401) token = null;
      } catch {
        token = null;
      }
      await pause(50);
    }
  };
}

/** Stations that are killed and started again while they are given orders. */
async function startStations(url: string, codes: readonly string[]) {
  const start = async (folder: string, code: string) => ({ folder, process: await startStationProcess(folder, url, code) });
  const stations = await Promise.all(codes.map(async (code) => start(await tempDir(), code)));
  const at = (index: number) => stations[index] as (typeof stations)[number];
  return {
    folders: stations.map(({ folder }) => folder),
    order: (index: number, order: Parameters<StationProcess['order']>[0]) => at(index).process.order(order),
    async restart(index: number): Promise<void> {
      const { folder, process } = at(index);
      await process.kill();
      stations[index] = await start(folder, '');
    },
    stop: () => Promise.all(stations.map(({ process }) => process.stop())),
  };
}

test(`what was answered is with one station or unclaimed, whatever is killed (seed ${seed})`, async () => {
  const { below: pick, chance, next } = createRandom(seed);
  const postgres = await startPostgres();
  onTestFinished(postgres.stop);
  const url = await postgres.create();
  const hubKey = randomBytes(32);
  const keys = deriveHubKeys(hubKey);
  const database = closing(await openHubDatabase({ url, keys }));
  const env = { STATION_DATABASE_URL: url, STATION_HUB_KEY: hubKey.toString('base64'), ...credentials };
  const replicas = await startReplicas(env);
  const enrolling = createStations({ database, keys });
  const codes = await Promise.all(
    Array.from({ length: stationCount }, async (_, at) => (await enrolling.startEnrolment(`Sucursal ${at}`)).code),
  );
  const stations = await startStations(replicas.url, codes);
  const call = createProvider(replicas.url);
  /** By Uid: the number of its transaction, and whether a station claims it. */
  const answered = new Map<string, { number: string; isClaimed: boolean }>();
  /** Digest of each document that a station has published, by the number of its transaction. */
  const published = new Map<string, string>();

  const push = async (): Promise<void> => {
    const [Uid, number] = [randomUUID(), `TX-${randomUUID()}`];
    const isClaimed = chance(0.8);
    const [claimDelay, pushDelay, claimants] = [next() * 400, next() * 400, 1 + pick(2)];
    const claims = Array.from({ length: isClaimed ? claimants : 0 }, async () => {
      const station = pick(stationCount);
      await pause(claimDelay);
      while (!(await stations.order(station, { visit: number }))) await pause(100);
    });
    await pause(pushDelay);
    await call({ Uid, TransactionId: number, IdNumber: randomUUID(), FirstName: 'Ana', FirstSurname: 'Pérez' });
    answered.set(Uid, { number, isClaimed });
    await Promise.all(claims);
  };
  const publish = async (): Promise<void> => {
    const number = `TX-${randomUUID()}`;
    const bytes = await paddedPdf(hubChunkBytes + pick(hubChunkBytes));
    const document = join(await tempDir(), 'contrato.pdf');
    await writeFile(document, bytes);
    // One that was killed may have published it, too.
    if (await stations.order(pick(stationCount), { document, key: { kind: 'transaction', value: number } }))
      published.set(number, sha256(bytes));
  };
  const fetchDigests = async (number: string): Promise<string[]> =>
    ((await call({ JsonTransaction: { TransactionId: number } })) as string[]).map((text) => sha256(Buffer.from(text, 'base64')));

  for (let round = 0; round < rounds(1); round += 1) {
    const work = [...Array.from({ length: pushesOfRound }, push), ...Array.from({ length: documentsOfRound }, publish)];
    // All of them in the first round.
    const now = (share: number): boolean => chance(share) || round === 0;
    await pause(next() * 300);
    const victim = pick(3);
    await replicas.kill(victim);
    if (now(0.3)) {
      await postgres.crash();
      await pause(next() * 300);
      await postgres.start();
    }
    if (now(0.5)) await stations.restart(pick(stationCount));
    await replicas.start(victim);
    if (now(0.3)) await replicas.cutLine();
    await Promise.all(work);
  }

  const expected = [...answered].filter(([, { isClaimed }]) => isClaimed).map(([uid]) => uid);
  const count = async (condition: string): Promise<number> => {
    const { rows } = await database.pool.query(`SELECT count(*)::int AS count FROM push WHERE kind = 'record' AND ${condition}`);
    return rows[0]?.count;
  };
  await until(() => count('acknowledged_at IS NOT NULL'), expected.length);
  for (const [number, digest] of published) await until(() => fetchDigests(number), [digest]);
  // Time for what must not come.
  await pause(sized(300, 5_000));
  expect(await stations.stop()).toEqual(codes.map(() => [0, null]));
  expect(await count('true')).toBe(answered.size);
  expect(await listUnclaimed(database)).toHaveLength(answered.size - expected.length);

  const stored: string[] = [];
  for (const folder of stations.folders) {
    const { inbox, visits } = await openStationOf(folder);
    for (const { uid, visitId, repeats, version } of inbox.page({ text: '', show: 'all' }, 0, Number.MAX_SAFE_INTEGER).items) {
      expect([repeats, version]).toEqual([0, 1]);
      expect(visits.open(visitId ?? '').transaction).toBe(answered.get(uid ?? '')?.number);
      stored.push(uid ?? '');
    }
  }
  expect(stored.sort()).toEqual(expected.sort());

  // A station that is revoked gets nothing at any of the processes.
  const revoked = await addStation({ database, keys });
  const waiting = replicas.urls.map((replica) => createHubClient(replica, revoked).poll(25));
  await pause(200);
  await enrolling.revoke(revoked.stationId);
  for (const answer of await Promise.all(waiting)) expect(answer).toMatchObject({ status: 401, json: { error: 'revoked' } });
  for (const replica of replicas.urls) expect(await createHubClient(replica, revoked).poll(0)).toMatchObject({ status: 401 });
});
