import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { damageRow, damageTable } from '../support/storage/damaged-database.ts';
import { until } from '../support/waiting.ts';
import { buildEnrolled, claimsAt, nothingWaits, publish, record, shown } from './support/station-of-hub.ts';

test('claims that were sent in a later state of the data are passed after a restoring, whatever the clock says', async () => {
  const { hub, station } = await buildEnrolled();
  const ids = ['TX-1', 'TX-2'].map((transaction) => station.visit({ transaction }));
  const [id = '', removed = ''] = ids;
  const valuesAtHub = () => ids.map((one) => claimsAt(hub, one)?.map(({ value }) => value));
  await until(valuesAtHub, [['tx-1'], ['tx-2']]);
  await nothingWaits(station);
  const earlier = station.asKilled();
  for (const transaction of ['TX-3', 'TX-4']) station.visits.change(id, { name: '', identification: '', transaction });
  await station.visits.remove(removed);
  await until(valuesAtHub, [['tx-4'], []]);
  await station.close();
  const next = await station.openOn(earlier);
  await until(() => next.hub.state().state, 'connected');
  next.visits.change(id, { name: '', identification: '', transaction: 'TX-5' });
  next.visits.change(removed, { name: '', identification: '', transaction: 'TX-6' });
  await until(valuesAtHub, [['tx-5'], ['tx-6']]);
  await until(() => next.hub.state().waiting.claims, 0);
});

test.each([
  ['a restore', (folder: string) => writeFile(join(folder, `restored-${Date.now()}`), '')],
  [
    'the loss of its database',
    (folder: string) => Promise.all(['', '-wal', '-shm'].map((end) => rm(join(folder, `station.sqlite${end}`), { force: true }))),
  ],
])('after %s the station has again what it has acknowledged at the hub, each once', async (_, lose) => {
  const { hub, station } = await buildEnrolled();
  const records = ['U-1', 'U-2', 'U-3'].map((Uid) => JSON.stringify({ ...record, Uid, TransactionId: Uid }));
  const [first = '', ...others] = records;
  hub.push(first);
  await until(() => hub.waiting.size, 0);
  const earlier = station.asKilled();
  for (const one of others) hub.push(one);
  await until(() => hub.waiting.size, 0);
  await station.close();
  await rm(station.dataDir, { recursive: true });
  await lose(earlier);
  // Another push comes before the hub knows of it.
  hub.before = (call) => call === 'POST restoration';
  const next = await station.openOn(earlier);
  hub.push(JSON.stringify({ ...record, Uid: 'U-4', TransactionId: 'U-4' }));
  await until(() => hub.waiting.size, 0);
  expect(next.inbox.state().total).toBeLessThan(3);
  hub.before = () => false;
  next.hub.wake();
  await until(() => next.inbox.page({ text: '', show: 'all' }, 0, 10).items.map(({ repeats }) => repeats), [0, 0, 0, 0]);
  await until(() => [hub.waiting.size, next.hub.state().waiting.publications], [0, 0]);
  expect(next.inbox.state().total).toBe(4);
});

test('the hub sends again what a damaged database has lost, also what was received long before the latest', async () => {
  const { hub, station } = await buildEnrolled();
  const id = station.visit({ identification: '52123456' });
  const uids = ['U-1', 'U-2', 'U-3'];
  for (const Uid of uids) hub.push(JSON.stringify({ ...record, Uid, TransactionId: '' }));
  const document = await publish(station);
  await until(() => shown(station, document), 'offered known');
  for (const { id: offer } of hub.offers.values()) hub.fetch(offer);
  await until(() => hub.waiting.size, 0);
  expect(station.view(id).records.map(({ uid }) => uid)).toEqual(uids.toReversed());
  await station.close();
  damageTable(station.dataDir, station.vaultKey, 'identity_record');
  const next = await station.openOn(station.dataDir);
  await until(() => next.visits.open(id).records.map(({ uid }) => uid), uids.toReversed());
  await until(() => hub.waiting.size, 0);
  expect(next.inbox.page({ text: '', show: 'all' }, 0, 10).items.map(({ repeats, version }) => [repeats, version])).toEqual([
    [0, 1],
    [0, 1],
    [0, 1],
  ]);
  // What was not lost is known.
  expect(next.publishing.page({ text: '', show: 'all' }, 0, 1).items[0]?.fetches).toHaveLength(1);
});

test('what a damaged database still has of a hub is not counted when the hub sends it again', async () => {
  const { hub, station } = await buildEnrolled();
  const long = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`Other${at}`, 'x'.repeat(40)]));
  const uids = ['U-1', 'U-2', 'U-3'];
  for (const Uid of uids) hub.push(JSON.stringify({ ...record, Uid, ...long }));
  hub.push(JSON.stringify({ ...record, Uid: 'U-3', ...long, FirstName: 'ROSA' }));
  hub.push('no record');
  await until(() => hub.waiting.size, 0);
  await station.close();
  damageRow(station.dataDir, station.vaultKey, 'identity_record', 1);
  const next = await station.openOn(station.dataDir);
  const sentAgain = hub.calls.length;
  await until(() => hub.calls.slice(sentAgain).includes('POST restoration') && hub.waiting.size, 0);
  const records = next.inbox.page({ text: '', show: 'all' }, 0, 10).items.filter(({ kind }) => kind === 'record');
  expect(records.map(({ uid, version, repeats }) => [uid, version, repeats])).toEqual([
    ['U-2', 1, 0],
    ['U-3', 2, 0],
    ['U-3', 1, 0],
    ['U-1', 1, 0],
  ]);
  const visit = next.visits.open(records[0]?.visitId ?? '');
  expect(visit.records.map(({ uid }) => uid).toSorted()).toEqual(['U-1', 'U-2', 'U-3', 'U-3']);
  // Another push of what was lost counts.
  hub.push(JSON.stringify({ ...record, Uid: 'U-2', ...long }));
  await until(() => next.inbox.page({ text: 'U-2', show: 'all' }, 0, 10).items.map(({ repeats }) => repeats), [1]);
});

test.each([
  ['another record', 2],
  ['the version that arrived again', 0],
  ['the latest version', 1],
])('an arrival of an earlier version counts once after the loss of %s', async (_, place) => {
  const { hub, station } = await buildEnrolled();
  const long = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`Other${at}`, 'x'.repeat(40)]));
  const versions = [false, true].map((isApproved) => JSON.stringify({ ...record, ...long, ComparationFacesAproved: isApproved }));
  const [earlier = '', latest = ''] = versions;
  const id = station.visit({ transaction: record.TransactionId });
  for (const one of [...versions, JSON.stringify({ ...record, ...long, Uid: 'U-8', TransactionId: 'TX-8' })]) hub.push(one);
  const arrivals = hub.pushAgain(earlier, latest, hub.pushAgain(latest, latest, hub.pushAgain(earlier, latest)));
  await until(() => hub.waiting.size, 0);
  await station.close();
  damageRow(station.dataDir, station.vaultKey, 'identity_record', place);
  const next = await station.openOn(station.dataDir);
  const sentAgain = hub.calls.length;
  await until(() => hub.calls.slice(sentAgain).includes('POST restoration') && hub.waiting.size, 0);
  const { items } = next.inbox.page({ text: 'U-7', show: 'all' }, 0, 10);
  expect(items.map(({ repeats, repeatedAt }) => [repeats, repeatedAt]).toSorted()).toEqual([
    [1, arrivals[1]?.at],
    [2, arrivals[2]?.at],
  ]);
  const { face, events } = next.visits.open(id);
  expect(face).toBe('not-approved');
  if (place === 2) expect(events.filter(({ detail }) => detail.receivedAt !== undefined)).toHaveLength(2);
});

test('documents that were published after a backup are withdrawn at the hub once it is restored', async () => {
  const { hub, station } = await buildEnrolled();
  const before = await publish(station);
  await until(() => shown(station, before), 'offered known');
  const earlier = station.asKilled();
  const after = await publish(station, 0, true);
  await until(() => shown(station, after), 'offered known');
  await station.close();
  await rm(station.dataDir, { recursive: true });
  await writeFile(join(earlier, `restored-${Date.now()}`), '');
  hub.faults.down = true;
  const next = await station.openOn(earlier);
  // A person offers one again before the hub can be reached.
  next.publishing.offer(before);
  hub.faults.down = false;
  next.hub.wake();
  await until(() => next.hub.state().waiting.publications, 0);
  expect([...hub.offers.values()].map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn', 'offered']);
});
