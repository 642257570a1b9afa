/** A version that arrives again at the hub: when its station gets an event, which one, and what the station makes of it. */
import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openContents } from '../../hub/contents.ts';
import type { HubDatabase } from '../../hub/database.ts';
import { acknowledge } from '../../hub/events.ts';
import { createHubIntake } from '../../hub/intake.ts';
import { createStations } from '../../hub/stations.ts';
import { type HubEvent, hubPaths } from '../../shared/domain/web-service/hub.ts';
import { readPush } from '../support/doors/records.ts';
import type { TestHub } from '../support/hub/hub.ts';
import { createHubClient } from '../support/hub/hub-client.ts';
import { startHub } from '../support/hub/hub-replica.ts';
import { addStation, claim, stationOf } from '../support/hub/hub-rows.ts';
import { sized } from '../support/runner/soak.ts';
import { buildStation, type TestStation } from '../support/station.ts';
import { until } from '../support/waiting.ts';

/** Versions of the record of a Uid, which is its transaction number too. `B` has an approved face. */
const body = (version: string, uid = 'U-1'): Buffer =>
  Buffer.from(
    JSON.stringify({ Uid: uid, TransactionId: uid, IdNumber: '5', FirstName: version, ComparationFacesAproved: version === 'B' }),
  );
const digest = (version: string, uid?: string): string => readPush(body(version, uid)).digest;
const sha256 = (version: string, uid?: string): string => hash('sha256', body(version, uid));

function openIntake({ keys }: Pick<TestHub, 'keys'>, database: HubDatabase) {
  const deps = { database, keys, contents: openContents(database, keys), groupOf: async () => null };
  const intake = createHubIntake(deps);
  return async (versions: string, uid?: string): Promise<void> => {
    for (const version of versions) await intake.ingestPush(body(version, uid), 'provider');
  };
}

/** Two replicas, whose intakes take turns, and a station that is not connected. */
async function openHubOfTwo() {
  // So long that only notifications wake streams.
  const { hub, replicas } = await startHub(2, 3_600_000);
  const intakes = replicas.map(({ database }) => openIntake(hub, database));
  let turn = 0;
  const station = createHubClient(replicas[0].url, await addStation(hub));
  return {
    ...{ hub, station, replicas, intakes },
    async push(versions: string): Promise<void> {
      for (const version of versions) await intakes[turn++ % 2]?.(version);
    },
    async events(): Promise<HubEvent[]> {
      return ((await station.poll(0)).json as { events: HubEvent[] }).events;
    },
    claim: () => claim(hub, station.stationId, [{ kind: 'transaction', value: 'U-1' }]),
  };
}

test('the last arrival is an event once the latest version is acknowledged, also for a station that claims it later', async () => {
  const { hub, station, replicas, push, events, claim: claimIt } = await openHubOfTwo();
  await push('ABA');
  await claimIt();
  const pushes = await events();
  expect(pushes.map((event) => event.kind === 'push' && event.sha256)).toEqual([sha256('A'), sha256('B')]);
  // True wakes its stream.
  expect(await acknowledge(hub.database.pool, station.stationId, [pushes[0]?.id ?? ''])).toBe(false);
  expect(await acknowledge(hub.database.pool, station.stationId, [pushes[1]?.id ?? ''])).toBe(true);
  const [repeated, ...others] = await events();
  expect(others).toEqual([]);
  expect(repeated).toMatchObject({
    kind: 'repeated',
    uid: 'U-1',
    latest: sha256('B'),
    arrivals: [{ id: repeated?.id, digest: digest('A') }],
  });

  // Until it is acknowledged; only the station with the push can do so.
  const other = createHubClient(replicas[1]?.url ?? '', await addStation(hub));
  await other.acknowledge(repeated?.id ?? '');
  await push('A');
  expect(await events()).toEqual([repeated]);
  expect((await createStations(hub).list()).stations.find(({ id }) => id === station.stationId)?.waiting).toBe(1);
  await station.acknowledge(repeated?.id ?? '');
  await push('A');
  expect(await events()).toEqual([]);

  await push('BB');
  const [latest, ...more] = await events();
  expect([latest, more]).toMatchObject([{ kind: 'repeated', latest: sha256('B'), arrivals: [{ digest: digest('B') }] }, []]);
  expect(latest?.id).not.toBe(repeated?.id);
  await station.acknowledge(latest?.id ?? '');
  await push('BB');
  expect(await events()).toEqual([]);
  const { rows } = await hub.database.pool.query('SELECT version, repeats FROM push ORDER BY version');
  expect(rows).toEqual([
    { version: 1, repeats: 3 },
    { version: 2, repeats: 4 },
  ]);
  expect((await hub.database.pool.query('SELECT FROM content')).rowCount).toBe(2);
});

test('an event has all arrivals that its station has not acknowledged, with their times; a late acknowledgement does not end it', async () => {
  const { station, push, events, claim: claimIt } = await openHubOfTwo();
  await claimIt();
  await push('AB');
  await station.acknowledge(...(await events()).map(({ id }) => id));
  const times = [Date.now()];
  for (const version of ['A', 'B', 'B', 'A']) {
    await push(version);
    times.push(Date.now());
  }
  const [first] = await events();
  const arrivals = first?.kind === 'repeated' ? first.arrivals : [];
  expect(arrivals.map((one) => one.digest)).toEqual(['A', 'B', 'A'].map((version) => digest(version)));
  expect(arrivals.at(-1)?.id).toBe(first?.id);
  const periods = [0, 1, 3].map((at) => [times[at], times[at + 1]] as const);
  for (const [at, [from = 0, to = 0]] of periods.entries()) {
    const moment = Date.parse(arrivals[at]?.at ?? '');
    expect([moment >= from, moment <= to]).toEqual([true, true]);
  }
  await push('BC');
  await station.acknowledge(first?.id ?? '');
  expect(await events()).toMatchObject([
    { kind: 'repeated', latest: sha256('B'), arrivals: [...arrivals, { digest: digest('B') }] },
    { kind: 'push', sha256: sha256('C') },
  ]);
});

test('a provider that sends two versions in turns has the last hundred arrivals in the event', async () => {
  const { station, push, events, claim: claimIt } = await openHubOfTwo();
  await claimIt();
  await push('AB');
  await station.acknowledge(...(await events()).map(({ id }) => id));
  await push('AB'.repeat(55));
  const [event] = await events();
  const found = event?.kind === 'repeated' ? event.arrivals : [];
  expect([found.length, new Set(found.map(({ id }) => id)).size, found.at(-1)?.id]).toEqual([100, 100, event?.id]);
});

test('a stream gets the event at once', async () => {
  const { station, push, events, claim: claimIt } = await openHubOfTwo();
  await claimIt();
  await push('AB');
  await station.acknowledge(...(await events()).map(({ id }) => id));
  const stream = await station.stream();
  await push('A');
  await until(() => stream.events.map(({ kind }) => kind), ['repeated']);
  stream.close();
});

test('duplicates of latest versions cost one statement for all of a batch, and no event', async () => {
  const { hub, station, events, claim: claimIt } = await openHubOfTwo();
  await claimIt();
  const statements: string[] = [];
  const database: HubDatabase = {
    ...hub.database,
    transaction: (work, hashes) =>
      hub.database.transaction((client, commit) => {
        const query = (...args: unknown[]) => {
          const [first] = args as [string | { text: string }];
          statements.push((typeof first === 'string' ? first : first.text).trim().split(' ', 1).join());
          return Reflect.apply(client.query, client, args);
        };
        return work({ query } as typeof client, commit);
      }, hashes),
  };
  const push = openIntake(hub, database);
  const uids = ['U-1', 'U-2', 'U-3'];
  for (const uid of uids) await push('AB', uid);
  await station.acknowledge(...(await events()).map(({ id }) => id));
  statements.length = 0;
  await Promise.all(uids.map((uid) => push('B', uid)));
  expect(statements).toEqual(['SELECT', 'UPDATE']);
  expect(await events()).toEqual([]);
});

test('a restored station learns again which version arrived last', async () => {
  const { station, push, events, claim: claimIt } = await openHubOfTwo();
  await claimIt();
  await push('ABA');
  const pushes = (await events()).map(({ id }) => id);
  await station.acknowledge(...pushes);
  const [repeated] = await events();
  await station.acknowledge(repeated?.id ?? '');
  expect(await events()).toEqual([]);
  await station.call('POST', hubPaths.restoration, { known: [] });
  expect((await events()).map(({ id }) => id)).toEqual(pushes);
  await station.acknowledge(...pushes);
  expect(await events()).toEqual([repeated]);
});

test('at several replicas at once the event says what arrived last', async () => {
  const { hub, station, events, intakes } = await openHubOfTwo();
  const uids = Array.from({ length: 8 }, (_, at) => `U-${at}`);
  for (const value of uids) await claim(hub, station.stationId, [{ kind: 'transaction', value }]);
  await Promise.all(uids.map((uid) => intakes[0]?.('AB', uid)));
  await station.acknowledge(...(await events()).map(({ id }) => id));
  await Promise.all(uids.flatMap((uid) => intakes.flatMap((push) => ['AABA', 'BBAB', 'ABAB'].map((versions) => push(versions, uid)))));
  // Whatever came last of those, the last is known now.
  await Promise.all(uids.map((uid) => intakes[1]?.('BA', uid)));
  const last = (await events()).map((event) => event.kind === 'repeated' && [event.uid, event.arrivals.at(-1)?.digest]);
  expect(last.toSorted()).toEqual(uids.map((uid) => [uid, digest('A', uid)]));
});

test('the station of the latest version gets the event, also when another one has the earlier version', async () => {
  const { hub, push, station, events, replicas, claim: claimIt } = await openHubOfTwo();
  await claimIt();
  await push('A');
  const [first] = await events();
  await station.acknowledge(first?.id ?? '');
  const other = createHubClient(replicas[0].url, await addStation(hub));
  await claim(hub, other.stationId, [{ kind: 'transaction', value: 'U-1' }]);
  await push('B');
  const [second] = ((await other.poll(0)).json as { events: HubEvent[] }).events;
  expect(await stationOf(hub, second?.id ?? '')).toBe(other.stationId);
  await other.acknowledge(second?.id ?? '');
  await push('A');
  expect(await events()).toEqual([]);
  expect((await other.poll(0)).json).toMatchObject({ events: [{ kind: 'repeated', arrivals: [{ digest: digest('A') }] }] });
});

const shown = ({ visits }: TestStation) =>
  visits.page({ text: '', show: 'all' }, 0, 10).items.map(({ id }) => {
    const { face, records, events } = visits.open(id);
    return {
      face,
      versions: records.map(({ version, name }) => [version, name]),
      // An arrival that follows the acknowledgement of its version can come after a newer version.
      arrivals: events.flatMap(({ kind, detail }) => (kind === 'record-pushed' ? [detail.version ?? 1] : [])).toSorted(),
    };
  });

/** A dot is a time without a connection, from there to the next dot. The first ones are short, with each kind of arrival. */
const sequences = [
  ...['AB.ABABA.', 'AB.ABAC.', '.ABA.', 'ABCBAC', 'A.BAC.A', 'AB.A.B'],
  ...['AB.ABAB.', 'ABA', 'ABAB', 'ABAC', 'ABACA', 'ABCB', 'ABCAB', 'AB.A.', 'AB.AB.', 'AB.AC.', '.ABAC.'],
];

test.for(sequences.slice(0, sized(6, sequences.length)))(
  'a station behind a hub comes to the same state as a station alone: %s',
  async (sequence) => {
    const { hub, replicas } = await startHub();
    const alone = await buildStation({ provider: 'none' });
    const behind = await buildStation({ provider: 'none', hubPace: { reconnectMs: 20 } });
    const stations = createStations(hub);
    await behind.hub.enrol(replicas[0].url, (await stations.startEnrolment('Centro')).code);
    for (const station of [alone, behind]) station.visits.create({ name: '', identification: '', transaction: 'U-1' });
    await until(() => behind.hub.state(), expect.objectContaining({ state: 'connected', waiting: { claims: 0, publications: 0 } }));
    const push = openIntake(hub, hub.database);
    const nothingWaits = () => until(async () => (await stations.list()).stations[0]?.waiting, 0);

    const [online = '', offline = '', ...rest] = sequence.split('.');
    const pushed = async (versions: string, settled: () => Promise<void>) => {
      for (const version of versions) {
        await alone.inbox.ingestPush(body(version), 'provider');
        await push(version);
        await settled();
      }
    };
    const compare = () => expect(shown(behind)).toEqual(shown(alone));
    await pushed(online, nothingWaits);
    if (offline !== '') await behind.reopen({}, () => pushed(offline, async () => undefined));
    await nothingWaits();
    compare();
    await pushed(rest.join(''), nothingWaits);
    compare();
  },
);
