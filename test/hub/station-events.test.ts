import { expect, test } from 'vitest';
import { until } from '../support/waiting.ts';
import { buildEnrolled, record } from './support/station-of-hub.ts';

test('a push arrives at the visit that claims it, is acknowledged, and is stored once', async () => {
  const { hub, station } = await buildEnrolled();
  const id = station.visit({ transaction: 'TX-1002' });
  hub.push(JSON.stringify(record));
  await until(() => hub.waiting.size, 0);
  expect(station.view(id)).toMatchObject({ identification: '52123456', records: [{ uid: 'U-7', caller: 'provider' }] });
});

test('after a lost acknowledgement the next one shows that the line works, though the stream stayed', async () => {
  const { hub, station } = await buildEnrolled();
  let isLost = false;
  hub.before = (call) => {
    if (isLost || call !== 'POST acknowledgements') return false;
    isLost = true;
    return true;
  };
  station.visit({ transaction: 'TX-1002' });
  hub.push(JSON.stringify(record));
  await until(() => hub.waiting.size, 0);
  await until(() => station.hub.state().problem, null);
  // A new stream would show it, too.
  expect([isLost, hub.calls.filter((call) => call === 'GET events')]).toEqual([true, ['GET events']]);
});

/** The acknowledgement is lost, since the station is killed before it. @returns the station at its next start, with all acknowledged */
async function killedBeforeAcknowledging({ hub, station }: Awaited<ReturnType<typeof buildEnrolled>>) {
  await until(() => station.hub.state().problem?.code, 'hub-unavailable');
  const killed = station.asKilled();
  await station.close();
  hub.before = () => false;
  const next = await station.openOn(killed);
  await until(() => hub.waiting.size, 0);
  return next;
}

test('an event that comes again is acknowledged and counted for no one', async () => {
  const enrolled = await buildEnrolled();
  const { hub, station } = enrolled;
  hub.before = (call) => call === 'POST acknowledgements';
  hub.push(JSON.stringify(record));
  await until(() => station.inbox.state().total, 1);
  const next = await killedBeforeAcknowledging(enrolled);
  expect(next.inbox.page({ text: '', show: 'all' }, 0, 10).items).toMatchObject([{ repeats: 0, version: 1 }]);
});

test('an event whose acknowledgement was lost is known at the next start, also by a clock that jumped two months ahead', async () => {
  const time = { ahead: 0 };
  const { hub, station } = await buildEnrolled({ now: () => new Date(Date.now() + time.ahead) });
  const items = () => station.inbox.page({ text: '', show: 'all' }, 0, 10).items.map(({ repeats }) => repeats);
  hub.before = (call) => call === 'POST acknowledgements';
  const event = hub.push(JSON.stringify(record));
  await until(items, [0]);
  time.ahead = 60 * 86_400_000;
  await station.reopen();
  hub.before = () => false;
  await until(() => hub.waiting.has(event), false);
  expect(items()).toEqual([0]);
});

test('the same content in another push counts as repeated, as at a local service', async () => {
  const { hub, station } = await buildEnrolled();
  hub.push(JSON.stringify(record));
  hub.push(JSON.stringify(record));
  await until(() => hub.waiting.size, 0);
  expect(station.inbox.page({ text: '', show: 'all' }, 0, 10).items).toMatchObject([{ repeats: 1 }]);
});

const versions = [false, true, undefined].map((ComparationFacesAproved) => JSON.stringify({ ...record, ComparationFacesAproved }));
const [earlier = '', latest = '', newest = ''] = versions;

test('an earlier version that arrived at the hub again counts from then on, once for each event', async () => {
  const enrolled = await buildEnrolled();
  const { hub, station } = enrolled;
  const id = station.visit({ transaction: 'TX-1002' });
  for (const version of [earlier, latest]) hub.push(version);
  await until(() => hub.waiting.size, 0);
  expect(station.view(id).face).toBe('approved');
  hub.before = (call) => call === 'POST acknowledgements';
  hub.pushAgain(earlier, latest);
  await until(() => station.view(id).face, 'not-approved');
  const next = await killedBeforeAcknowledging(enrolled);
  expect(next.visits.open(id).face).toBe('not-approved');
  expect(next.inbox.page({ text: '', show: 'all' }, 0, 10).items.map(({ version, repeats }) => [version, repeats])).toEqual([
    [2, 0],
    [1, 1],
  ]);
  hub.pushAgain(latest, latest);
  await until(() => hub.waiting.size, 0);
  expect(next.visits.open(id).face).toBe('approved');
});

test('of an event whose acknowledgement was late, the arrivals in the next one are in the inbox and the timeline once, with their times', async () => {
  const { hub, station } = await buildEnrolled();
  const id = station.visit({ transaction: 'TX-1002' });
  for (const version of [earlier, latest]) hub.push(version);
  const first = hub.pushAgain(earlier, latest);
  await until(() => hub.waiting.size, 0);
  const second = hub.pushAgain(earlier, latest, hub.pushAgain(latest, latest, first));
  await until(() => hub.waiting.size, 0);
  expect(station.inbox.page({ text: '', show: 'all' }, 0, 10).items).toMatchObject([
    { version: 2, repeats: 1, repeatedAt: second[1]?.at },
    { version: 1, repeats: 2, repeatedAt: second[2]?.at },
  ]);
  const again = station.view(id).events.filter(({ kind, detail }) => kind === 'record-pushed' && detail.receivedAt !== undefined);
  expect(again.map(({ detail }) => detail)).toEqual([first[0], second[2]].map((one) => ({ version: 1, receivedAt: one?.at })));
});

test('an earlier version that arrived again before the newest one does not count next to it', async () => {
  const { hub, station } = await buildEnrolled();
  const id = station.visit({ transaction: 'TX-1002' });
  for (const version of [earlier, newest, latest]) hub.push(version);
  hub.pushAgain(earlier, newest);
  await until(() => hub.waiting.size, 0);
  expect(station.view(id).face).toBe('approved');
  hub.pushAgain(earlier, latest);
  await until(() => hub.waiting.size, 0);
  expect(station.view(id).face).toBe('not-approved');
});

test('a version that arrived again and is not here is acknowledged, and changes nothing', async () => {
  const { hub, station } = await buildEnrolled();
  const id = station.visit({ transaction: 'TX-1002' });
  for (const version of [earlier, latest]) hub.push(version);
  await until(() => hub.waiting.size, 0);
  hub.pushAgain(newest, latest);
  await until(() => hub.waiting.size, 0);
  expect(station.view(id).face).toBe('approved');
  await station.visits.remove(id);
  hub.pushAgain(earlier, latest);
  await until(() => hub.waiting.size, 0);
  expect([station.inbox.state().total, station.hub.state().problem]).toEqual([0, null]);
});

test('a body that is no record is quarantined and acknowledged', async () => {
  const { hub, station } = await buildEnrolled();
  hub.push('no record');
  hub.push(JSON.stringify(record));
  await until(() => hub.waiting.size, 0);
  expect(station.inbox.state()).toEqual({ total: 2, unread: 2, quarantined: 1 });
});

test('a record with another one in it is stored alone: the hub sends that one apart', async () => {
  const { hub, station } = await buildEnrolled();
  const inner = { ...record, Uid: 'U-8' };
  hub.push(JSON.stringify({ ...record, JsonTransaction: inner }));
  hub.push(JSON.stringify(inner));
  // What the hub has not taken apart is none.
  hub.push(JSON.stringify([record, inner]));
  await until(() => hub.waiting.size, 0);
  const { items } = station.inbox.page({ text: '', show: 'all' }, 0, 10);
  expect(items.map(({ kind, uid, repeats, problem }) => [kind, uid, repeats, problem?.code])).toEqual([
    ['quarantined', null, 0, 'record-not-as-described'],
    ['record', 'U-8', 0, undefined],
    ['record', 'U-7', 0, undefined],
  ]);
});
