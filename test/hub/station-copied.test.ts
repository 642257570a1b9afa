/** A copy of the data folder of a station that is enrolled at a hub: both are the same station there. */
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createHubIntake } from '../../hub/intake.ts';
import { createStations } from '../../hub/stations.ts';
import { hubPaths } from '../../shared/domain/web-service/hub.ts';
import { identityOf } from '../support/doors/storage.ts';
import { createHubClient } from '../support/hub/hub-client.ts';
import { type Replica, startHub, startReplica } from '../support/hub/hub-replica.ts';
import { addStation, type EnrolledStation } from '../support/hub/hub-rows.ts';
import type { TestStation } from '../support/station.ts';
import { until } from '../support/waiting.ts';
import { build, buildEnrolled, isConnected, publish, record, shown } from './support/station-of-hub.ts';

test('a copy takes nothing from the hub and withdraws nothing there until a person has read that it is one', async () => {
  const { hub, station } = await buildEnrolled();
  const document = await publish(station);
  await until(() => shown(station, document), 'offered known');
  const copy = await station.openOn(station.asKilled(), { fileIdentity: identityOf });
  expect(copy.notices().map(({ code }) => code)).toEqual(['data-copied']);
  await until(() => copy.hub.state().state, 'stopped');
  copy.hub.wake();
  await until(() => copy.hub.state().state, 'stopped');
  expect(copy.hub.state()).toMatchObject({ problem: { code: 'data-copied' }, waiting: { publications: 1 } });
  hub.push(JSON.stringify(record));
  await until(() => hub.waiting.size, 0);
  expect([station.inbox.state().total, copy.inbox.state().total]).toEqual([1, 0]);
  expect([copy.hub.state().state, shown(station, document), hub.offers.size]).toEqual(['stopped', 'offered known', 1]);

  // It was moved: the original is not used any more.
  await station.close();
  copy.acknowledgeNotices();
  await until(() => copy.hub.state().state, 'connected');
  hub.push(JSON.stringify({ ...record, Uid: 'U-8' }));
  await until(() => copy.inbox.state().total, 1);
});

/** As a restore leaves it, of the station as it is now. */
async function restoredFrom(station: Pick<TestStation, 'asKilled'>): Promise<string> {
  const folder = station.asKilled();
  await writeFile(join(folder, `restored-${Date.now()}`), '');
  return folder;
}
const codes = (station: Pick<TestStation, 'notices'>) => station.notices().map(({ code }) => code);

test('a backup that is restored next to its original is stopped, until a person has read that it is a copy', async () => {
  const { hub, station } = await buildEnrolled();
  const document = await publish(station);
  await until(() => shown(station, document), 'offered known');
  const folder = await restoredFrom(station);
  // The first to open it may be a command.
  const command = await station.openOn(folder, { sending: 'manual' });
  expect(codes(command)).toEqual(['data-restored', 'data-copied']);
  await command.close();
  const copy = await station.openOn(folder);
  await until(() => copy.hub.state().problem?.code, 'data-copied');
  hub.push(JSON.stringify(record));
  await until(() => hub.waiting.size, 0);
  expect([station.inbox.state().total, copy.inbox.state().total]).toEqual([1, 0]);
  expect([copy.hub.state().state, shown(station, document)]).toEqual(['stopped', 'offered known']);
  await station.close();
  copy.acknowledgeNotices();
  await until(() => copy.hub.state().state, 'connected');
  await until(() => [...hub.offers.values()].map(({ state }) => state), ['withdrawn']);
});

test('a backup that is restored in place of its original, or when that is gone, is connected', async () => {
  const { station } = await buildEnrolled();
  const folder = await restoredFrom(station);
  await station.close();
  await writeFile(join(station.dataDir, `restored-${Date.now()}`), '');
  await station.reopen();
  expect(codes(station)).toEqual(['data-restored']);
  await isConnected(station);
  await station.close();
  await rm(station.dataDir, { recursive: true });
  const other = await station.openOn(folder);
  expect(codes(other)).toEqual(['data-restored']);
  await until(() => other.hub.state().state, 'connected');
  // It is now the one whose copies are noticed.
  const next = await station.openOn(await restoredFrom({ asKilled: () => station.asKilled(folder) }));
  expect(codes(next)).toContain('data-copied');
});

test('a copy that leaves the hub leaves the key to the original', async () => {
  const { station } = await buildEnrolled();
  const copy = await station.openOn(station.asKilled(), { fileIdentity: identityOf });
  await copy.hub.leave();
  await copy.close();
  await station.reopen();
  await isConnected(station);
});

test('of a station and a copy that no one knows of, the hub accepts the first until it ends', async () => {
  const { hub, contents, replicas } = await startHub();
  const stations = createStations(hub);
  const intake = createHubIntake({ ...hub, contents, groupOf: async () => null });
  const push = (uid: string) => intake.ingestPush(Buffer.from(JSON.stringify({ ...record, Uid: uid })), 'provider');
  const station = await build();
  await station.hub.enrol(replicas[0].url, (await stations.startEnrolment('Sucursal Centro')).code);
  await isConnected(station);
  station.visits.create({ name: '', identification: '', transaction: 'TX-1002' });
  const document = await publish(station);
  await until(() => shown(station, document), 'offered known');

  const folder = station.asKilled();
  const copy = await station.openOn(folder);
  await until(() => copy.hub.state().problem?.code, 'hub-elsewhere');
  for (const uid of ['U-1', 'U-2', 'U-3']) {
    await push(uid);
    // The copy asks again, and the station answers each challenge.
    copy.hub.wake();
    await until(() => station.inbox.state().total, Number(uid.slice(2)));
  }
  await isConnected(station);
  expect([copy.hub.state().problem?.code, copy.inbox.state().total]).toEqual(['hub-elsewhere', 0]);

  // A run that ends between two streams keeps its place for half a minute.
  const hasStream = async () => {
    const challenges = () => hub.database.pool.query('SELECT FROM station WHERE challenged_at IS NOT NULL');
    await until(async () => (await challenges()).rowCount, 0);
    await until(() => replicas[0].api.streams(), 1);
  };
  await hasStream();
  await station.close();
  await until(() => {
    copy.hub.wake();
    return copy.hub.state().state;
  }, 'connected');
  await push('U-4');
  await until(() => copy.inbox.state().total >= 1, true);

  await station.reopen();
  await until(() => station.hub.state().problem?.code, 'hub-elsewhere');
  await station.hub.leave();
  // It has left the key to the copy.
  await hasStream();
  await copy.close();
  const again = await station.openOn(folder);
  await until(() => again.hub.state().problem?.code ?? again.hub.state().state, 'connected');
});

test('a run keeps its place while the hub restarts; its end frees it at once, or half a minute after a challenge', async () => {
  const { hub, replicas } = await startHub();
  const place = async () => (await hub.database.pool.query<{ run_id: string | null }>('SELECT run_id FROM station')).rows[0]?.run_id;
  const first = await addStation(hub);
  const second = { ...first, runId: randomUUID() };
  const at = (one: EnrolledStation, { url } = replicas[0]) => createHubClient(url, one);
  const asks = async (one: EnrolledStation, replica?: Replica) => (await at(one, replica).call('GET', hubPaths.station)).status;
  const halfAMinuteLater = () => hub.database.pool.query("UPDATE station SET challenged_at = challenged_at - interval '31 seconds'");

  expect(await asks(first)).toBe(200);
  const challengedStream = await at(first).stream();
  expect(await asks(second)).toBe(403);
  // So that the station connects again, if it lives.
  await challengedStream.ended;
  await halfAMinuteLater();
  expect([await asks(first), await asks(second), await asks(second), await place()]).toEqual([200, 403, 403, first.runId]);
  await halfAMinuteLater();
  expect([await asks(second), await asks(first), await place()]).toEqual([200, 403, second.runId]);

  // The clock of the database was a year ahead.
  expect([await asks(first), await asks(second)]).toEqual([403, 200]);
  await asks(first);
  await hub.database.pool.query("UPDATE station SET challenged_at = challenged_at + interval '1 year'");
  expect(await asks(first)).toBe(403);
  await halfAMinuteLater();
  expect([await asks(first), await asks(second)]).toEqual([200, 403]);
  await halfAMinuteLater();
  expect(await asks(second)).toBe(200);

  const cut = await at(second).stream();
  await replicas[0].close();
  await cut.ended;
  const next = await startReplica(hub);
  expect([await place(), await asks(first, next), await asks(second, next)]).toEqual([second.runId, 403, 200]);
  (await at(second, next).stream()).close();
  await until(place, null);
  expect([await asks(first, next), await place()]).toEqual([200, first.runId]);
});
