/** A station at a hub: enrolment, claims, publications, and what waits while there is no connection. */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hubChunkBytes } from '../../shared/domain/web-service/hub.ts';
import { closing } from '../support/closing.ts';
import { StationError } from '../support/doors/errors.ts';
import { memoryKeychain } from '../support/doors/keychain.ts';
import { logFolder, openEventLog } from '../support/doors/log.ts';
import { findMarkers } from '../support/storage/markers.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/waiting.ts';
import {
  build,
  buildEnrolled,
  claimsAt,
  hubPace,
  isConnected,
  nothingWaits,
  openHub,
  publish,
  record,
  shown,
} from './support/station-of-hub.ts';
import { startTestHub } from './support/test-hub.ts';

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
  await expect(station.hub.enrol(hub.address, hub.code('Otra'))).rejects.toMatchObject({ problem: { code: 'hub-enrolled' } });
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

test('a document that is offered once waits for a person after an enrolment at another hub: the earlier one may have handed it out', async () => {
  const { hub, station } = await buildEnrolled();
  const [once, often] = [await publish(station, 0, true), await publish(station)];
  await nothingWaits(station);
  hub.faults.down = true;
  hub.cutStreams();
  for (const [id, offer] of hub.offers) if (offer.once) hub.fetch(id);
  await station.hub.leave();

  const other = await openHub();
  await station.hub.enrol(other.address, other.code('Sucursal Centro'));
  await nothingWaits(station);
  expect([shown(station, once), shown(station, often)]).toEqual(['withdrawn known', 'offered known']);
  const offered = () => [...other.offers.values()].map((offer) => `${offer.state} ${offer.once}`);
  expect(offered()).toEqual(['offered false']);
  station.publishing.offer(once);
  await nothingWaits(station);
  expect(offered()).toEqual(['offered false', 'offered true']);
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

test('neither the log nor the data folder has the name of the station, an address, a number or a key in clear', async () => {
  const hub = closing(await startTestHub());
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
