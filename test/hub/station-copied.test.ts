/** A copy of the data folder of a station that is enrolled at a hub: both are the same station there. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { identityOf } from '../support/doors/storage.ts';
import type { TestStation } from '../support/station.ts';
import { until } from '../support/waiting.ts';
import { buildEnrolled, isConnected, publish, record, shown } from './support/station-of-hub.ts';

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
