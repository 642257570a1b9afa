/** A copy of the data folder of a station that is enrolled at a hub: both are the same station there. */
import { expect, test } from 'vitest';
import { identityOf } from '../support/doors/storage.ts';
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

test('a copy that leaves the hub leaves the key to the original', async () => {
  const { station } = await buildEnrolled();
  const copy = await station.openOn(station.asKilled(), { fileIdentity: identityOf });
  await copy.hub.leave();
  await copy.close();
  await station.reopen();
  await isConnected(station);
});
