/** Replicas of the hub in this process: the endpoints for stations alone, over real sockets, each with connections of its own. */
import fastify from 'fastify';
import { onTestFinished } from 'vitest';
import { type Contents, openContents } from '../../../hub/contents.ts';
import { type HubDatabase, openHubDatabase } from '../../../hub/database.ts';
import { registerStationApi, type StationApi } from '../../../hub/station-api.ts';
import { openTestHub, type TestHub } from './hub.ts';
import { createHubClient } from './hub-client.ts';
import { addStation, type EnrolledStation } from './hub-rows.ts';

export type Replica = { url: string; api: StationApi; database: HubDatabase; faults: unknown[]; close(): Promise<void> };

/** @param port 0: a free one */
export async function startReplica(hub: Pick<TestHub, 'url' | 'keys'>, lookMs = 60_000, port = 0): Promise<Replica> {
  const database = await openHubDatabase({ url: hub.url, keys: hub.keys });
  const app = fastify({ forceCloseConnections: true });
  const faults: unknown[] = [];
  const contents = openContents(database, hub.keys);
  const report = (fault: unknown): void => void faults.push(fault);
  const api = await registerStationApi(app, { database, keys: hub.keys, contents, hubName: 'Oficina central', report, lookMs });
  const url = await app.listen({ host: '127.0.0.1', port });
  let closed: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closed ??= app.close().then(() => database.close());
    return closed;
  };
  onTestFinished(close);
  return { url, api, database, faults, close };
}

/** A hub with replicas on one database. */
export async function startHub(
  replicas = 1,
  lookMs?: number,
): Promise<{ hub: TestHub; contents: Contents; replicas: [Replica, ...Replica[]] }> {
  const hub = await openTestHub();
  const first = await startReplica(hub, lookMs);
  const others = await Promise.all(Array.from({ length: replicas - 1 }, () => startReplica(hub, lookMs)));
  return { hub, contents: openContents(hub.database, hub.keys), replicas: [first, ...others] };
}

/** A hub with replicas and this many enrolled stations; `at` is a client of one of them at a replica. */
export async function startWithStations(count: number, options: { replicas?: number; lookMs?: number } = {}) {
  const started = await startHub(options.replicas, options.lookMs);
  const stations = await Promise.all(Array.from({ length: count }, (_, at) => addStation(started.hub, `Sucursal ${at}`)));
  const at = (station: number, replica = 0) => createHubClient(started.replicas[replica]?.url ?? '', stations[station] as EnrolledStation);
  return { ...started, station: stations[0] as EnrolledStation, at };
}
