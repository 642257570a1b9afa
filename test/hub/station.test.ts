/** A station at a hub: enrolment, claims, pushes, publications, and what waits while there is no connection. */
import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hubChunkBytes } from '../../shared/domain/web-service/hub.ts';
import { StationError } from '../support/doors/errors.ts';
import { memoryKeychain } from '../support/doors/keychain.ts';
import { logFolder, openEventLog } from '../support/doors/log.ts';
import { paddedPdf } from '../support/pdf/pdfs.ts';
import { type BuildOptions, buildStation, type TestStation } from '../support/station.ts';
import { damageRow, damageTable } from '../support/storage/damaged-database.ts';
import { findMarkers } from '../support/storage/markers.ts';
import { tempDir } from '../support/temp-dir.ts';
import { withVisitActions } from '../support/visits/visit-actions.ts';
import { until } from '../support/waiting.ts';
import { startTestHub, type TestHub } from './support/test-hub.ts';

const hubPace = { silenceMs: 300, requestsMs: 60_000, waitSeconds: 1, reconnectMs: 20 };
const record = { Uid: 'U-7', TransactionId: 'TX-1002', IdNumber: '52123456', FirstName: 'ROSALBA', ComparationFacesAproved: true };

async function openHub(): Promise<TestHub> {
  const hub = await startTestHub();
  onTestFinished(() => hub.close());
  return hub;
}

async function build(options: BuildOptions = {}) {
  const station = await buildStation({ provider: 'none', hubPace: { ...hubPace, silenceMs: 60_000 }, ...options });
  return withVisitActions(station);
}

async function buildEnrolled(options: BuildOptions = {}) {
  const hub = await openHub();
  const station = await build(options);
  await station.hub.enrol(hub.address, hub.code('Sucursal Centro'));
  await isConnected(station);
  return { hub, station };
}

const isConnected = (station: TestStation) => until(() => station.hub.state().state, 'connected');
const nothingWaits = (station: TestStation) => until(() => station.hub.state().waiting, { claims: 0, publications: 0 });
const claimsAt = (hub: TestHub, visit: string) => hub.stations[0]?.claims.get(visit)?.claims;

async function publish(station: TestStation, size = 0, once = false): Promise<string> {
  const path = join(station.folder, `contrato ${randomBytes(4).toString('hex')}.pdf`);
  await writeFile(path, await paddedPdf(size));
  const staged = await station.publishing.stage([path]);
  const keys = [{ kind: 'identification', value: '52123456' } as const];
  const [one] = await station.publishing.publish({ staged: staged.map(({ id }) => id), keys, once, visitId: null });
  return one?.id ?? '';
}
const shown = (station: TestStation, id: string) => {
  const { state, hub } = station.publishing.page({ text: '', show: 'all' }, 0, 100).items.find((one) => one.id === id) ?? {};
  return `${state} ${hub}`;
};

test('a station is enrolled by a code, and stays enrolled after its restart', async () => {
  const { hub, station } = await buildEnrolled();
  expect(station.hub.state()).toMatchObject({
    by: 'stream',
    problem: null,
    enrolment: { name: 'Sucursal Centro', hubName: 'Banco de prueba' },
  });
  expect(JSON.stringify(station.settings.hub())).not.toContain(hub.stations[0]?.publicKey);
  await station.reopen();
  await isConnected(station);
  expect(hub.stations).toHaveLength(1);
});

test.for([
  ['ftp://hub.example', 'hub-address-unusable'],
  ['http://hub.example', 'hub-address-unusable'],
  ['https://hub.example/path', 'hub-address-unusable'],
  ['http://127.0.0.1:9', 'connection-refused'],
])('an enrolment at %s is refused: %s', async ([address = '', code]) => {
  const station = await build();
  await expect(station.hub.enrol(address, 'x')).rejects.toMatchObject({ problem: { code } });
  expect(station.hub.state().state).toBe('none');
});

test('a wrong code is refused, and a lost answer does not use the code up', async () => {
  const hub = await openHub();
  const station = await build();
  await expect(station.hub.enrol(hub.address, 'wrong')).rejects.toMatchObject({ problem: { code: 'hub-code-refused' } });
  const code = hub.code('Sucursal Centro');
  const { address } = hub;
  hub.faults.loseEnrolment = true;
  await expect(station.hub.enrol(address, code)).rejects.toMatchObject({ problem: { code: 'hub-unavailable' } });
  expect(hub.stations).toHaveLength(1);
  hub.faults.loseEnrolment = false;
  await station.hub.enrol(address, code);
  expect(hub.stations).toHaveLength(1);
  await isConnected(station);
});

test('without a keychain no code is used up', async () => {
  const hub = await openHub();
  const keychain = memoryKeychain();
  const station = await build({ keychain });
  keychain.set = async () => Promise.reject(new StationError('keychain-unavailable', { cause: 'locked' }));
  const enrolling = station.hub.enrol(hub.address, hub.code('Sucursal Centro'));
  await expect(enrolling).rejects.toMatchObject({ problem: { code: 'keychain-unavailable', detail: { cause: 'locked' } } });
  expect([hub.stations, hub.calls]).toEqual([[], []]);
});

test('a visit claims its numbers, also after a change, and lets go when it is removed', async () => {
  const { hub, station } = await buildEnrolled();
  const id = station.visit({ transaction: 'tx 1002', identification: '52.123.456' });
  await until(
    () => claimsAt(hub, id),
    [
      { kind: 'transaction', value: 'tx 1002' },
      { kind: 'identification', value: '52123456' },
    ],
  );
  station.visits.change(id, { name: '', identification: '', transaction: 'TX-1003' });
  await until(() => claimsAt(hub, id), [{ kind: 'transaction', value: 'tx-1003' }]);
  await station.visits.remove(id);
  await until(() => claimsAt(hub, id), []);
  await nothingWaits(station);
});

test('visits and publications from before the enrolment are sent', async () => {
  const hub = await openHub();
  const station = await build();
  const id = station.visit({ transaction: 'TX-1' });
  const document = await publish(station);
  expect(shown(station, document)).toBe('offered none');
  expect(station.hub.state().waiting).toEqual({ claims: 0, publications: 0 });
  await station.hub.enrol(hub.address, hub.code('Sucursal Centro'));
  await until(() => claimsAt(hub, id), [{ kind: 'transaction', value: 'tx-1' }]);
  await until(() => shown(station, document), 'offered known');
});

test('over a line that breaks after each call the backoff does not grow, and all that waits is sent', async () => {
  const hub = await openHub();
  const base = 10;
  const station = await build({ retry: { base, cap: 3_600_000, openAfter: 3 } });
  const ids = Array.from({ length: 30 }, (_, at) => station.visit({ transaction: `TX-${at}` }));
  const waits: number[] = [];
  station.hub.events.on('state', ({ nextAttemptAt }) => {
    if (nextAttemptAt) waits.push(Date.parse(nextAttemptAt) - Date.now());
  });
  let calls = 0;
  hub.before = (call) => {
    if (call === 'POST claims') calls += 1;
    return call === 'POST claims' && calls % 2 === 0;
  };
  await station.hub.enrol(hub.address, hub.code('Sucursal Centro'));
  await nothingWaits(station);
  expect(ids.map((id) => claimsAt(hub, id)?.length)).toEqual(ids.map(() => 1));
  // Each one but the first was lost once.
  expect([calls, Math.max(0, ...waits) <= base]).toEqual([59, true]);
});

test('over a line that cuts every upload the backoff grows, though the calls before it are answered', async () => {
  const { hub, station } = await buildEnrolled({ retry: { base: 10, cap: 3_600_000, openAfter: 3 } });
  let longest = 0;
  station.hub.events.on('state', ({ nextAttemptAt }) => {
    if (nextAttemptAt) longest = Math.max(longest, Date.parse(nextAttemptAt) - Date.now());
  });
  hub.before = (call) => call === 'PUT publications';
  await publish(station, hubChunkBytes);
  await until(() => longest > 100, true);
  expect(hub.calls.filter((call) => call === 'POST publications').length).toBeGreaterThan(2);
});

test('the branch that has a record is known at the visit, until the visit is removed', async () => {
  const { hub, station } = await buildEnrolled();
  hub.elsewhere = [{ station: 'Sucursal Norte', receivedAt: '2026-11-26T15:00:00.000Z' }];
  const id = station.visit({ transaction: 'TX-1' });
  await until(() => station.hub.elsewhere(id), hub.elsewhere);
  await station.visits.remove(id);
  expect(station.hub.elsewhere(id)).toEqual([]);
});

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

test('an event that comes again is acknowledged and counted for no one', async () => {
  const { hub, station } = await buildEnrolled();
  // The acknowledgement is lost, as with a station that is killed before it.
  hub.before = (call) => call === 'POST acknowledgements';
  hub.push(JSON.stringify(record));
  await until(() => station.inbox.state().total, 1);
  await until(() => station.hub.state().problem?.code, 'hub-unavailable');
  const killed = station.asKilled();
  await station.close();
  hub.before = () => false;
  const next = await station.openOn(killed);
  await until(() => hub.waiting.size, 0);
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
  const { hub, station } = await buildEnrolled();
  const id = station.visit({ transaction: 'TX-1002' });
  for (const version of [earlier, latest]) hub.push(version);
  await until(() => hub.waiting.size, 0);
  expect(station.view(id).face).toBe('approved');
  // The acknowledgement is lost, as with a station that is killed before it.
  hub.before = (call) => call === 'POST acknowledgements';
  hub.pushAgain(earlier, latest);
  await until(() => station.view(id).face, 'not-approved');
  await until(() => station.hub.state().problem?.code, 'hub-unavailable');
  const killed = station.asKilled();
  await station.close();
  hub.before = () => false;
  const next = await station.openOn(killed);
  await until(() => hub.waiting.size, 0);
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

test('a published document is offered at the hub, and a fetch there comes back', async () => {
  const { hub, station } = await buildEnrolled();
  const document = await publish(station, 2.5 * hubChunkBytes, true);
  await until(() => shown(station, document), 'offered known');
  const [offer] = hub.offers.values();
  expect(offer).toMatchObject({ state: 'offered', once: true, keys: [{ kind: 'identification', value: '52123456' }] });
  const bytes = hub.fetch(offer?.id ?? '');
  expect(bytes.length).toBe(offer?.size);
  await until(() => hub.waiting.size, 0);
  expect(station.publishing.page({ text: '', show: 'all' }, 0, 1).items).toMatchObject([
    { state: 'fetched', fetches: [{ user: 'provider', complete: true }] },
  ]);
  expect(station.hub.state().offers).toBe(0);
  // Offered again it is another offer, which a late fetch of the first one does not end.
  station.publishing.offer(document);
  await until(() => shown(station, document), 'offered known');
  expect(hub.offers.size).toBe(2);
  if (offer) offer.state = 'offered';
  hub.fetch(offer?.id ?? '');
  await until(() => hub.waiting.size, 0);
  expect(station.publishing.page({ text: '', show: 'all' }, 0, 1).items).toMatchObject([{ state: 'offered', fetches: [{}, {}] }]);
  expect(station.hub.state().offers).toBe(1);
});

test('an upload resumes where it was interrupted', async () => {
  const { hub, station } = await buildEnrolled();
  let pieces = 0;
  hub.before = (call) => {
    if (call === 'PUT publications') pieces += 1;
    return pieces === 3 && call === 'PUT publications';
  };
  const document = await publish(station, 5 * hubChunkBytes);
  await until(() => shown(station, document), 'offered known');
  expect(hub.calls.filter((call) => call === 'PUT publications')).toHaveLength(6);
  expect(pieces).toBe(7);
});

test('a withdrawal without a connection waits, and is sent', async () => {
  const { hub, station } = await buildEnrolled();
  const document = await publish(station);
  await until(() => shown(station, document), 'offered known');
  hub.faults.down = true;
  hub.cutStreams();
  station.publishing.withdraw(document);
  expect(shown(station, document)).toBe('withdrawn waiting');
  await until(() => station.hub.state().state, 'offline');
  expect(station.hub.state().waiting).toEqual({ claims: 0, publications: 1 });
  hub.faults.down = false;
  await until(() => shown(station, document), 'withdrawn known');
  expect([...hub.offers.values()].map(({ state }) => state)).toEqual(['withdrawn']);
  await isConnected(station);
});

test('a document that is withdrawn during its upload is never offered', async () => {
  const { hub, station } = await buildEnrolled();
  const document = await publish(station, 3 * hubChunkBytes);
  hub.before = (call) => {
    if (call === 'PUT publications' && station.publishing.content(document)?.state === 'offered') station.publishing.withdraw(document);
    return false;
  };
  await until(() => shown(station, document), 'withdrawn known');
  expect([...hub.offers.values()].map(({ state }) => state)).toEqual(['withdrawn']);
  expect(hub.calls.filter((call) => call === 'PUT publications')).toHaveLength(1);
});

test('a station with a wrong clock follows the clock of the hub', async () => {
  const hub = await openHub();
  hub.faults.clockMs = 3 * 3_600_000;
  const station = await build();
  await station.hub.enrol(hub.address, hub.code('Sucursal Centro'));
  await isConnected(station);
});

test('where streams deliver nothing, the station asks for events', async () => {
  const hub = await openHub();
  hub.faults.silent = true;
  const station = await build({ hubPace });
  await station.hub.enrol(hub.address, hub.code('Sucursal Centro'));
  await until(() => station.hub.state().by, 'requests');
  hub.push(JSON.stringify(record));
  await until(() => hub.waiting.size, 0);
  expect(station.inbox.state().total).toBe(1);
});

test('a revoked station stops, says so, and can be enrolled again', async () => {
  const { hub, station } = await buildEnrolled();
  const id = station.visit({ transaction: 'TX-1' });
  await until(() => claimsAt(hub, id)?.length, 1);
  const [first] = hub.stations;
  if (first) first.revoked = true;
  hub.cutStreams();
  await until(() => station.hub.state().state, 'revoked');
  const calls = hub.calls.length;
  hub.push(JSON.stringify(record));
  station.visit({ transaction: 'TX-2' });
  station.hub.wake();
  expect(station.inbox.state().total).toBe(0);
  expect(station.hub.state()).toMatchObject({ problem: { code: 'hub-revoked' }, waiting: { claims: 1 } });
  await station.hub.leave();
  expect(station.hub.state()).toMatchObject({ state: 'none', waiting: { claims: 0, publications: 0 }, problem: null });
  expect(hub.calls.length).toBe(calls);
  await station.hub.enrol(hub.address, hub.code('Sucursal Centro'));
  await until(() => hub.stations[1]?.claims.size, 2);
});

test('a station without its key asks to be enrolled again', async () => {
  const { station } = await buildEnrolled();
  await station.reopen({ keychain: memoryKeychain(), vaultKey: station.vaultKey });
  await until(() => station.hub.state().state, 'stopped');
  expect(station.hub.state().problem?.code).toBe('hub-key-missing');
});

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

test('documents that were published after a backup are withdrawn at the hub once it is restored', async () => {
  const { hub, station } = await buildEnrolled();
  const before = await publish(station);
  await until(() => shown(station, before), 'offered known');
  const earlier = station.asKilled();
  const after = await publish(station, 0, true);
  await until(() => shown(station, after), 'offered known');
  await station.close();
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

test('neither the log nor the data folder has the name of the station, an address, a number or a key in clear', async () => {
  const hub = await startTestHub();
  onTestFinished(() => hub.close());
  const dataDir = await tempDir();
  const log = openEventLog(dataDir);
  const keychain = new Map<string, string>();
  const vaultKey = randomBytes(32);
  const station = await build({ dataDir, log, keychain: memoryKeychain(keychain), vaultKey });
  await station.hub.enrol(hub.address, hub.code('Sucursal Qux'));
  await isConnected(station);
  station.visit({ transaction: 'TX-Qux-1' });
  hub.push(JSON.stringify({ ...record, TransactionId: 'TX-Qux-1', FirstName: 'Rosalba Qux' }));
  await until(() => hub.waiting.size, 0);
  await nothingWaits(station);
  const logged = async () => {
    const [file = ''] = await readdir(logFolder(dataDir));
    return readFile(join(logFolder(dataDir), file), 'utf8');
  };
  // States are logged a few times a second.
  await until(async () => (await logged()).includes('"state":"connected"'), true);
  const [first] = hub.stations;
  if (first) first.revoked = true;
  hub.cutStreams();
  await until(() => station.hub.state().state, 'revoked');
  await until(async () => (await logged()).includes('"code":"hub-revoked"'), true);
  await station.close();
  const key = String([...keychain].find(([name]) => name.endsWith('/hubKey'))?.[1]).split('\n')[1] ?? '';
  expect(key).toMatch(/^[\w-]{43}\.[\w-]{43}$/);
  expect(await findMarkers(dataDir, { transaction: 'TX-Qux-1', person: 'Rosalba Qux', privateKey: key.slice(0, 43) })).toEqual([]);
  expect(await findMarkers(logFolder(dataDir), { name: 'Sucursal Qux', address: hub.address, station: first?.id ?? 'none' })).toEqual([]);
  const lines = await logged();
  for (const said of ['"what":"enrolled"', '"what":"record"', '"state":"connected"']) expect(lines).toContain(said);
});
