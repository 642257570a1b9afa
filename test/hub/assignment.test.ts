/** Which station gets a push: by claims, by earlier records, by groups and rules; and that a claim and a push at the same time never miss each other. */
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freeAbandoned, takeOfGroups } from '../../hub/assignment.ts';
import { openContents } from '../../hub/contents.ts';
import { acknowledge, fetchPush, maxUnacknowledged, readEvents } from '../../hub/events.ts';
import { removeExpired } from '../../hub/retention.ts';
import { createGroupFinder, createRouting } from '../../hub/routing.ts';
import { createStations } from '../../hub/stations.ts';
import { maxElsewhere } from '../../shared/domain/web-service/hub.ts';
import { codeOf } from '../support/code-of.ts';
import { openTestHub } from '../support/hub/hub.ts';
import { addGroup, addPush, addStation, claim, insertPush, stationOf } from '../support/hub/hub-rows.ts';
import { rounds } from '../support/runner/soak.ts';
import { sha256 } from '../support/sha256.ts';
import { until } from '../support/waiting.ts';

const transaction = (value: string) => ({ kind: 'transaction' as const, value });
const identification = (value: string) => ({ kind: 'identification' as const, value });

test('a claim gets pushes that come later and pushes that wait; without one a push is unclaimed', async () => {
  const hub = await openTestHub();
  const { stationId } = await addStation(hub);
  const waiting = await addPush(hub, { transaction: 't1', identification: 'A1' });
  const other = await addPush(hub, { transaction: 't2', identification: 'A2' });
  expect(await stationOf(hub, waiting)).toBe(null);
  // As people type them: case and blanks of a number, punctuation of an identification.
  await claim(hub, stationId, [transaction(' T1 '), identification('a-9')]);
  expect(await stationOf(hub, waiting)).toBe(stationId);
  expect(await stationOf(hub, await addPush(hub, { identification: 'A9' }))).toBe(stationId);
  expect(await stationOf(hub, other)).toBe(null);
});

test('a transaction number counts more than an identification, and the newest of several claims most', async () => {
  const hub = await openTestHub();
  const [one, two, three] = [await addStation(hub), await addStation(hub), await addStation(hub)];
  await claim(hub, one.stationId, [transaction('t1')]);
  await claim(hub, two.stationId, [identification('A1')]);
  await claim(hub, three.stationId, [identification('A1')]);
  expect(await stationOf(hub, await addPush(hub, { transaction: 't1', identification: 'A1' }))).toBe(one.stationId);
  expect(await stationOf(hub, await addPush(hub, { transaction: 't9', identification: 'A1' }))).toBe(three.stationId);
});

test('a newer claim moves a push until its station has fetched it, and then names that station', async () => {
  const hub = await openTestHub();
  const [one, two] = [await addStation(hub, 'Centro'), await addStation(hub, 'Norte')];
  await claim(hub, one.stationId, [identification('A1')]);
  const moved = await addPush(hub, { transaction: 't1', identification: 'A1' });
  const fetched = await addPush(hub, { transaction: 't1', identification: 'A1' });
  expect(await fetchPush(hub.database, two.stationId, fetched)).toBe(null);
  expect(await fetchPush(hub.database, one.stationId, fetched)).not.toBe(null);
  const answer = await claim(hub, two.stationId, [transaction('t1')]);
  expect(await stationOf(hub, moved)).toBe(two.stationId);
  expect(await stationOf(hub, fetched)).toBe(one.stationId);
  expect(answer?.elsewhere.map(({ station }) => station)).toEqual(['Centro']);
  const { events } = await readEvents(hub.database.pool, hub.keys, two.stationId, { known: new Set(), max: 10 });
  expect(events).toMatchObject([{ kind: 'push', id: moved, user: 'provider', sha256: sha256(moved), size: 36 }]);
  // The one that it was moved from cannot acknowledge it.
  await acknowledge(hub.database.pool, one.stationId, [moved]);
  const { rows } = await hub.database.pool.query('SELECT acknowledged_at FROM push WHERE id = $1', [moved]);
  expect(rows).toEqual([{ acknowledged_at: null }]);
});

test('later records of a Uid go where the first one was fetched, before claims of an identification', async () => {
  const hub = await openTestHub();
  const [one, two] = [await addStation(hub), await addStation(hub)];
  await claim(hub, one.stationId, [transaction('t1')]);
  const first = await addPush(hub, { uid: 'u1', transaction: 't1' });
  const waiting = await addPush(hub, { uid: 'u1' });
  expect(await stationOf(hub, waiting)).toBe(null);
  await fetchPush(hub.database, one.stationId, first);
  expect(await stationOf(hub, waiting)).toBe(one.stationId);
  await claim(hub, two.stationId, [identification('A1')]);
  expect(await stationOf(hub, await addPush(hub, { uid: 'u1', identification: 'A1' }))).toBe(one.stationId);
  await createStations(hub).revoke(one.stationId);
  expect(await stationOf(hub, await addPush(hub, { uid: 'u1', identification: 'A1' }))).toBe(two.stationId);
});

test('a visit that is removed lets go of what was not fetched', async () => {
  const hub = await openTestHub();
  const [one, two] = [await addStation(hub), await addStation(hub)];
  const visitId = randomUUID();
  await claim(hub, two.stationId, [transaction('t1')]);
  await claim(hub, one.stationId, [transaction('t1'), identification('A1')], { visitId });
  const [shared, alone] = [await addPush(hub, { transaction: 't1' }), await addPush(hub, { identification: 'A1' })];
  expect(await stationOf(hub, shared)).toBe(one.stationId);
  await claim(hub, one.stationId, [], { visitId });
  expect([await stationOf(hub, shared), await stationOf(hub, alone)]).toEqual([two.stationId, null]);
});

test('a number that two visits of a station claim stays its own while one of them has it; its streams look after each change', async () => {
  const hub = await openTestHub();
  const { stationId } = await addStation(hub);
  const [first, second] = [{ visitId: randomUUID() }, { visitId: randomUUID() }];
  await claim(hub, stationId, [transaction('t1')], first);
  const waiting = await addPush(hub, { transaction: 't1' });
  await claim(hub, stationId, [transaction('t1')], second);
  await claim(hub, stationId, [], first);
  expect(await stationOf(hub, waiting)).toBe(stationId);
  const wake = vi.spyOn(hub.database, 'wake');
  await claim(hub, stationId, [], second);
  expect(await stationOf(hub, waiting)).toBe(null);
  await claim(hub, stationId, [transaction('t1')], second);
  expect(await stationOf(hub, waiting)).toBe(stationId);
  expect(wake.mock.calls.at(-1)?.[0]).toContain(stationId);
});

test('a request for claims that arrives late changes nothing, and says what is newer; a repeated one has the same answer', async () => {
  const hub = await openTestHub();
  const { stationId } = await addStation(hub);
  const visitId = randomUUID();
  await claim(hub, stationId, [transaction('t1')], { visitId, version: 1 });
  await claim(hub, stationId, [], { visitId, version: 2 });
  await claim(hub, stationId, [], { version: 9 });
  // The versions of a station are its own.
  await claim(hub, (await addStation(hub)).stationId, [], { version: 99 });
  expect(await claim(hub, stationId, [transaction('t1')], { visitId, version: 1 })).toEqual({ elsewhere: [], newest: 9 });
  expect(await stationOf(hub, await addPush(hub, { transaction: 't1' }))).toBe(null);
  for (const _ of [1, 2]) expect(await claim(hub, stationId, [transaction('t2')], { visitId, version: 3 })).toEqual({ elsewhere: [] });
  expect(await stationOf(hub, await addPush(hub, { transaction: 't2' }))).toBe(stationId);
});

test('a push of a group goes to one member that takes it, a part to each, and back when it is not fetched', async () => {
  const hub = await openTestHub();
  const { pool } = hub.database;
  const [one, two, stranger] = [await addStation(hub), await addStation(hub), await addStation(hub)];
  const group = await addGroup(hub, [one.stationId, two.stationId]);
  const ids = await Promise.all(Array.from({ length: 12 }, () => addPush(hub, { group })));
  await takeOfGroups(pool, stranger.stationId);
  await Promise.all([takeOfGroups(pool, one.stationId), takeOfGroups(pool, two.stationId)]);
  const takers = await Promise.all(ids.map((id) => stationOf(hub, id)));
  expect(new Set(takers)).toEqual(new Set([one.stationId, two.stationId]));
  expect(await hub.database.transaction(freeAbandoned)).toEqual([]);
  // A claim counts more than a group.
  await claim(hub, stranger.stationId, [transaction('t1')]);
  const claimed = await addPush(hub, { group, transaction: 't1' });
  expect(await stationOf(hub, claimed)).toBe(stranger.stationId);
  await fetchPush(hub.database, takers[0] ?? '', ids[0] ?? '');
  await pool.query("UPDATE push SET assigned_at = now() - interval '2 minutes'");
  expect(await hub.database.transaction(freeAbandoned)).toEqual([group]);
  expect(await Promise.all(ids.map((id) => stationOf(hub, id)))).toEqual(ids.map((_, at) => (at === 0 ? takers[0] : null)));
  expect(await stationOf(hub, claimed)).toBe(stranger.stationId);
});

test('a member takes the oldest pushes of its groups, ten at a time, and more once it has fetched some', async () => {
  const hub = await openTestHub();
  const { stationId } = await addStation(hub);
  const group = await addGroup(hub, [stationId]);
  const ids: string[] = [];
  for (let count = 0; count < 12; count += 1) ids.push(await addPush(hub, { group }));
  const taken = async () => {
    await takeOfGroups(hub.database.pool, stationId);
    const stations = await Promise.all(ids.map((id) => stationOf(hub, id)));
    return ids.filter((_, at) => stations[at] === stationId);
  };
  expect(await taken()).toEqual(ids.slice(0, 10));
  expect(await taken()).toEqual(ids.slice(0, 10));
  await fetchPush(hub.database, stationId, ids[3] ?? '');
  expect(await taken()).toEqual(ids.slice(0, 11));
});

test('a push of a group whose claim ends goes back to the group, also when a member had claimed it', async () => {
  const hub = await openTestHub();
  const { stationId } = await addStation(hub);
  const group = await addGroup(hub, [stationId]);
  const visitId = randomUUID();
  await claim(hub, stationId, [transaction('t1')], { visitId });
  const push = await addPush(hub, { group, transaction: 't1' });
  expect(await stationOf(hub, push)).toBe(stationId);
  await claim(hub, stationId, [], { visitId });
  expect(await stationOf(hub, push)).toBe(null);
});

test('a claim that stays is as old as before, and one of which nothing is compared is none', async () => {
  const hub = await openTestHub();
  const [one, two] = [await addStation(hub), await addStation(hub)];
  const visitId = randomUUID();
  await claim(hub, one.stationId, [identification('A1')], { visitId });
  await claim(hub, two.stationId, [identification('A1')]);
  await claim(hub, one.stationId, [identification('A1'), transaction('t1'), transaction(' '), identification('-')], { visitId });
  expect(await stationOf(hub, await addPush(hub, { identification: 'A1' }))).toBe(two.stationId);
  expect((await hub.database.pool.query('SELECT FROM claim')).rowCount).toBe(3);
});

test('a claim names what other stations have of it, fetched or known before, the latest first and not without bound', async () => {
  const hub = await openTestHub();
  const [one, two] = [await addStation(hub, 'Centro'), await addStation(hub, 'Norte')];
  await claim(hub, one.stationId, [transaction('t1')]);
  const add = () => addPush(hub, { transaction: 't1', identification: 'A1' });
  const [fetched, known] = [await add(), await add()];
  await add();
  await fetchPush(hub.database, one.stationId, fetched);
  await acknowledge(hub.database.pool, one.stationId, [known]);
  const received = await hub.database.pool.query<{ at: Date }>(
    'SELECT received_at AS at FROM push WHERE id = ANY($1) ORDER BY received_at DESC',
    [[fetched, known]],
  );
  const elsewhere = async ({ stationId }: { stationId: string }) => (await claim(hub, stationId, [identification('A1')]))?.elsewhere;
  expect(await elsewhere(two)).toEqual(received.rows.map(({ at }) => ({ station: 'Centro', receivedAt: at.toISOString() })));
  expect(await elsewhere(one)).toEqual([]);
  for (let count = 0; count < maxElsewhere; count += 1) await fetchPush(hub.database, one.stationId, await add());
  expect(await elsewhere(two)).toHaveLength(maxElsewhere);
});

test('a revoked station gives its pushes back, and gets no others', async () => {
  const hub = await openTestHub();
  const [one, two] = [await addStation(hub), await addStation(hub)];
  await claim(hub, two.stationId, [identification('A1')]);
  await claim(hub, one.stationId, [transaction('t1')]);
  const [acknowledged, fetched, alone] = [
    await addPush(hub, { transaction: 't1' }),
    await addPush(hub, { transaction: 't1', identification: 'A1' }),
    await addPush(hub, { transaction: 't1' }),
  ];
  await acknowledge(hub.database.pool, one.stationId, [acknowledged]);
  await fetchPush(hub.database, one.stationId, fetched);
  expect(await createStations(hub).revoke(one.stationId)).toEqual({ freed: 2, fetched: 1 });
  expect([await stationOf(hub, acknowledged), await stationOf(hub, fetched), await stationOf(hub, alone)]).toEqual([
    one.stationId,
    two.stationId,
    null,
  ]);
  expect(await claim(hub, one.stationId, [transaction('t1')])).toBe(null);
  expect(await fetchPush(hub.database, one.stationId, acknowledged)).toBe(null);
  // Assigned in the moment of the revocation.
  await hub.database.pool.query('UPDATE push SET station_id = $2 WHERE id = $1', [alone, one.stationId]);
  await hub.database.transaction(freeAbandoned);
  expect(await stationOf(hub, alone)).toBe(null);
});

test('a claim waits for a push with its number that is not committed yet, and gets it', async () => {
  const hub = await openTestHub();
  const { pool, transaction: within } = hub.database;
  const { stationId } = await addStation(hub);
  const [stored, mayCommit] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
  const pushing = within(async (client) => {
    stored.resolve((await insertPush(client, hub, { transaction: 't1' })).id);
    await mayCommit.promise;
  });
  const id = await stored.promise;
  let isClaimed = false;
  const claiming = claim(hub, stationId, [transaction('t1')]).finally(() => {
    isClaimed = true;
  });
  const isWaiting = async () => {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_locks JOIN pg_database ON database = pg_database.oid
        WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`,
    );
    return rowCount === 1;
  };
  await until(async () => isClaimed || (await isWaiting()), true);
  const claimedBefore = isClaimed;
  mayCommit.resolve();
  await Promise.all([pushing, claiming]);
  expect([claimedBefore, await stationOf(hub, id)]).toEqual([false, stationId]);
});

test('a claim and a push at the same time never miss each other, and one of twenty stations gets it', async () => {
  const hub = await openTestHub();
  const stations = await Promise.all(Array.from({ length: 20 }, () => addStation(hub)));
  for (let round = 0; round < rounds(2); round += 1) {
    const [number, person] = [`t${round}`, `P${round}`];
    const claims = stations.map(({ stationId }, at) => claim(hub, stationId, [at % 2 ? transaction(number) : identification(person)]));
    const pushes = [
      addPush(hub, { transaction: number, identification: person }),
      addPush(hub, { transaction: number, identification: person }),
    ];
    const [ids] = await Promise.all([Promise.all(pushes), Promise.all(claims)]);
    for (const id of ids) {
      const { rows } = await hub.database.pool.query<{ assigned_by: string | null }>('SELECT assigned_by FROM push WHERE id = $1', [id]);
      expect(rows).toEqual([{ assigned_by: 'transaction' }]);
    }
    // The newest claim of the number.
    const { rows } = await hub.database.pool.query<{ station_id: string }>(
      "SELECT station_id FROM claim WHERE kind = 'transaction' AND value_hash = $1 ORDER BY claimed_at DESC LIMIT 1",
      [hub.keys.lookup('transaction', number)],
    );
    for (const id of ids) expect(await stationOf(hub, id)).toBe(rows[0]?.station_id);
  }
});

test('a record goes to the group of the oldest rule that it matches', async () => {
  const hub = await openTestHub();
  const routing = createRouting(hub);
  await routing.addGroup('Créditos');
  await routing.addGroup('Cuentas');
  await routing.addRule('ProductId', 'CREDIT', 'créditos');
  await routing.addRule('Channel', '7', 'Cuentas');
  const [credits, accounts] = (await routing.groups()).map(({ id }) => id);
  const groupOf = createGroupFinder(hub.database, hub.keys);
  expect(await groupOf({ ProductId: ' credit ' })).toBe(credits);
  // In the wide letters of a form for East Asian texts.
  expect(await groupOf({ ProductId: 'ＣＲＥＤＩＴ' })).toBe(credits);
  expect(await groupOf({ Channel: 7 })).toBe(accounts);
  expect(await groupOf({ Channel: '7', ProductId: 'CREDIT' })).toBe(credits);
  expect(await groupOf({ ProductId: 'other' })).toBe(null);
  expect(await groupOf({ ProductId: ['CREDIT'], productid: 'CREDIT', Channel: null })).toBe(null);
  expect((await routing.rules()).map(({ member, value, group }) => [member, value, group])).toEqual([
    ['ProductId', 'CREDIT', 'Créditos'],
    ['Channel', '7', 'Cuentas'],
  ]);
  // The value of a rule may be personal.
  const { rows } = await hub.database.pool.query<{ text: string }>('SELECT routing_rule::text AS text FROM routing_rule');
  expect(rows).toHaveLength(2);
  for (const { text } of rows) expect(Buffer.from(text).includes(Buffer.from('CREDIT').toString('hex'))).toBe(false);
  await hub.database.pool.query("UPDATE routing_rule SET details = '' WHERE member = 'Channel'");
  expect((await routing.rules()).map(({ value }) => value)).toEqual(['CREDIT', null]);
});

test('rules that could not be read are read again for the next record', async () => {
  const hub = await openTestHub();
  const routing = createRouting(hub);
  await routing.addGroup('Cuentas');
  await routing.addRule('Channel', '7', 'Cuentas');
  const groupOf = createGroupFinder(hub.database, hub.keys);
  vi.spyOn(hub.database.pool, 'query').mockRejectedValueOnce(new Error('no connection'));
  await expect(groupOf({ Channel: 7 })).rejects.toThrow('no connection');
  expect(await groupOf({ Channel: 7 })).toBe((await routing.groups())[0]?.id);
});

test('a replica reads the rules again, also when its clock was put back', async () => {
  const hub = await openTestHub();
  const routing = createRouting(hub);
  await routing.addGroup('Créditos');
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const groupOf = createGroupFinder(hub.database, hub.keys);
  expect(await groupOf({ ProductId: 'CREDIT' })).toBe(null);
  await routing.addRule('ProductId', 'CREDIT', 'Créditos');
  vi.advanceTimersByTime(5_000);
  vi.setSystemTime(Date.now() - 86_400_000);
  expect(await groupOf({ ProductId: 'CREDIT' })).not.toBe(null);
});

test('names are unique, and what does not exist is refused', async () => {
  const hub = await openTestHub();
  const routing = createRouting(hub);
  const { stationId } = await addStation(hub, 'Centro');
  await routing.addGroup('Norte');
  await routing.addRule('ProductId', 'x', 'Norte');
  expect(await codeOf(routing.addGroup('NORTE'))).toBe('hub-name-taken');
  expect(await codeOf(routing.addRule('ProductId', 'X', 'Norte'))).toBe('hub-rule-taken');
  expect(await codeOf(routing.addRule('ProductId', 'y', 'Sur'))).toBe('hub-group-unknown');
  expect(await codeOf(routing.addMember('Norte', '0b5c2f6e-54c1-4a9b-9d0e-3a4f6d1c2b7a'))).toBe('hub-station-unknown');
  expect(await codeOf(routing.removeRule('0b5c2f6e-54c1-4a9b-9d0e-3a4f6d1c2b7a'))).toBe('hub-rule-unknown');
  await routing.addMember('Norte', stationId);
  await routing.addMember('Norte', stationId);
  expect(await routing.groups()).toMatchObject([{ name: 'Norte', stations: [{ id: stationId, name: 'Centro' }] }]);
  await createStations(hub).revoke(stationId);
  expect(await routing.groups()).toMatchObject([{ stations: [] }]);
  expect(await codeOf(routing.addMember('Norte', stationId))).toBe('hub-station-unknown');
});

test('what a member took and did not fetch goes back to the group with its membership', async () => {
  const hub = await openTestHub();
  const routing = createRouting(hub);
  const wake = vi.spyOn(hub.database, 'wake');
  const { stationId } = await addStation(hub);
  await routing.addGroup('Norte');
  await routing.addMember('Norte', stationId);
  expect(wake).toHaveBeenLastCalledWith([stationId]);
  const [found] = await routing.groups();
  const group = found?.id ?? '';
  const [push, fetched] = [await addPush(hub, { group }), await addPush(hub, { group })];
  await hub.database.pool.query("UPDATE push SET station_id = $1, assigned_by = 'rule'", [stationId]);
  await fetchPush(hub.database, stationId, fetched);
  await routing.removeMember('Norte', stationId);
  expect(wake).toHaveBeenLastCalledWith([stationId, group]);
  expect([await stationOf(hub, push), await stationOf(hub, fetched)]).toEqual([null, stationId]);
  await routing.removeGroup('Norte');
  const { rows } = await hub.database.pool.query('SELECT id, group_id, assigned_by FROM push ORDER BY received_at');
  expect(rows).toEqual([
    { id: push, group_id: null, assigned_by: null },
    { id: fetched, group_id: null, assigned_by: 'rule' },
  ]);
});

test('a push that its station acknowledges without fetching it, since it knows it, belongs to it: later records of its Uid follow', async () => {
  const hub = await openTestHub();
  const { stationId } = await addStation(hub);
  await claim(hub, stationId, [transaction('t1')]);
  const push = await addPush(hub, { transaction: 't1', uid: 'U-1' });
  expect(await stationOf(hub, await addPush(hub, { uid: 'U-1' }))).toBe(null);
  await acknowledge(hub.database.pool, stationId, [push]);
  expect(await stationOf(hub, await addPush(hub, { uid: 'U-1' }))).toBe(stationId);
});

test('what a revoked station leaves goes to the next one of its name only, by enrolment or by a new name, and no claim moves it', async () => {
  const hub = await openTestHub();
  const { pool } = hub.database;
  const stations = createStations(hub);
  const [first, other] = [await addStation(hub, 'Sucursal Centro'), await addStation(hub, 'Sucursal Norte')];
  const take = async (number: string, stationId: string) => {
    await claim(hub, stationId, [transaction(number)]);
    const id = await addPush(hub, { transaction: number });
    await acknowledge(pool, stationId, [id]);
    return id;
  };
  const [had, emptied, foreign] = [await take('t1', first.stationId), await take('t2', first.stationId), await take('t3', other.stationId)];
  await pool.query('UPDATE push SET content_id = NULL WHERE id = $1', [emptied]);
  const group = await addGroup(hub, [first.stationId]);
  for (const number of ['t4', 't5']) await claim(hub, first.stationId, [transaction(number)]);
  const [waiting, claimed] = [await addPush(hub, { transaction: 't4' }), await addPush(hub, { transaction: 't5' })];
  const grouped = await addPush(hub, { transaction: 't6', group });
  await takeOfGroups(pool, first.stationId);
  expect(await stationOf(hub, grouped)).toBe(first.stationId);
  const unclaimed = await addPush(hub, { transaction: 't7' });
  await stations.revoke(first.stationId);
  await claim(hub, other.stationId, [transaction('t5')]);
  const due = async (stationId: string) => [...(await readEvents(pool, hub.keys, stationId, { known: new Set(), max: 9 })).due].toSorted();

  const unlike = await addStation(hub, 'Sucursal Sur');
  expect(await due(unlike.stationId)).toEqual([]);
  await stations.rename(unlike.stationId, 'SUCURSAL CENTRO');
  expect(await due(unlike.stationId)).toEqual([had, waiting].toSorted());
  await claim(hub, other.stationId, [transaction('t4')]);
  expect(await stationOf(hub, waiting)).toBe(unlike.stationId);

  await acknowledge(pool, unlike.stationId, [had]);
  await stations.revoke(unlike.stationId);
  const next = await addStation(hub, 'Sucursal Centro');
  expect(await due(next.stationId)).toEqual([had]);
  expect(await Promise.all([emptied, foreign, claimed, grouped, unclaimed, waiting].map((id) => stationOf(hub, id)))).toEqual([
    ...[first.stationId, other.stationId, other.stationId, null, null, other.stationId],
  ]);
});

test('the next station of a name has the documents of the former one, and learns again of their fetches and of repeated versions', async () => {
  const hub = await openTestHub();
  const { pool } = hub.database;
  const first = await addStation(hub, 'Sucursal Centro');
  await claim(hub, first.stationId, [transaction('t1')]);
  const push = await addPush(hub, { transaction: 't1' });
  const [document, event, repeat] = [randomUUID(), randomUUID(), randomUUID()];
  await acknowledge(pool, first.stationId, [push]);
  await pool.query('UPDATE push SET repeat_acknowledged = $1', [repeat]);
  await pool.query(
    `INSERT INTO publication (id, station_id, state, once, size, details, created_at, changed_at)
      VALUES ($1, $2, 'fetched', true, 5, '', now(), now())`,
    [document, first.stationId],
  );
  await pool.query(
    `INSERT INTO station_event (id, station_id, kind, at, details, acknowledged_at) VALUES ($1, $2, 'fetched', now(), '', now())`,
    [event, first.stationId],
  );
  await createStations(hub).revoke(first.stationId);
  const { stationId } = await addStation(hub, 'Sucursal Centro');
  const found = async (query: string) => (await pool.query(query, [stationId])).rows;
  expect(await found('SELECT id FROM publication WHERE station_id = $1')).toEqual([{ id: document }]);
  expect(await found('SELECT id FROM station_event WHERE station_id = $1 AND acknowledged_at IS NULL')).toEqual([{ id: event }]);
  expect(await found('SELECT id, repeat_id FROM push WHERE station_id = $1')).toEqual([{ id: push, repeat_id: repeat }]);
});

test('the claims of a revoked station wait for the next one of its name, until that claims for the visit, a newer claim comes, or they are old', async () => {
  const hub = await openTestHub();
  const stations = createStations(hub);
  const [first, other] = [await addStation(hub, 'Sucursal Centro'), await addStation(hub)];
  const visitId = randomUUID();
  await claim(hub, first.stationId, [transaction('t1')], { visitId });
  for (const number of ['t2', 't3']) await claim(hub, first.stationId, [transaction(number)]);
  await stations.revoke(first.stationId);
  const group = await addGroup(hub, []);
  const [waiting, grouped] = [await addPush(hub, { transaction: 't1' }), await addPush(hub, { transaction: 't2', group })];
  expect(await Promise.all([waiting, grouped].map((id) => stationOf(hub, id)))).toEqual([null, null]);

  const next = await addStation(hub, 'Sucursal Centro');
  expect(await Promise.all([waiting, grouped].map((id) => stationOf(hub, id)))).toEqual([next.stationId, next.stationId]);
  expect(await stationOf(hub, await addPush(hub, { transaction: 't3' }))).toBe(next.stationId);
  await claim(hub, other.stationId, [transaction('t3')]);
  expect(await stationOf(hub, await addPush(hub, { transaction: 't3' }))).toBe(other.stationId);
  await claim(hub, next.stationId, [], { visitId });
  expect(await stationOf(hub, waiting)).toBe(null);

  const own = randomUUID();
  await claim(hub, next.stationId, [transaction('t4')], { visitId: own });
  const withoutNext = await addStation(hub);
  await claim(hub, withoutNext.stationId, [transaction('t6')]);
  await stations.revoke(withoutNext.stationId);
  const claims = async () => (await hub.database.pool.query('SELECT FROM claim')).rowCount;
  const removeAfter = async (days: number) => {
    const clock = { now: new Date(Date.now() + days * 86_400_000), steadySince: new Date(0) };
    const contents = openContents(hub.database, hub.keys);
    await removeExpired({ database: hub.database, contents, days: { content: 7, metadata: 90, unclaimed: 365 }, clock });
  };
  await removeAfter(364);
  expect(await stationOf(hub, await addPush(hub, { transaction: 't2' }))).toBe(next.stationId);
  expect(await claims()).toBe(5);
  await removeAfter(366);
  expect(await claims()).toBe(2);
  expect(await stationOf(hub, await addPush(hub, { transaction: 't2' }))).toBe(null);
  expect(await stationOf(hub, await addPush(hub, { transaction: 't4' }))).toBe(next.stationId);

  // The station's own claims for a visit count, also none, when it gets the name of another revoked one.
  const north = await addStation(hub, 'Sucursal Norte');
  await claim(hub, north.stationId, [transaction('t4'), transaction('t5')], { visitId: own });
  await stations.revoke(north.stationId);
  await stations.rename(next.stationId, 'Sucursal Norte');
  expect(await stationOf(hub, await addPush(hub, { transaction: 't5' }))).toBe(null);
  await stations.revoke(next.stationId);
  const last = await addStation(hub, 'Sucursal Norte');
  expect(await stationOf(hub, await addPush(hub, { transaction: 't4' }))).toBe(last.stationId);
  expect(await stationOf(hub, await addPush(hub, { transaction: 't5' }))).toBe(null);
});

test('what was assigned to a station at the moment of its revocation goes to the next one of its name that was enrolled before that was found', async () => {
  const hub = await openTestHub();
  const first = await addStation(hub, 'Sucursal Centro');
  const [assigned, other] = [await addPush(hub, { transaction: 't1' }), await addPush(hub, { transaction: 't2' })];
  await createStations(hub).revoke(first.stationId);
  const next = await addStation(hub, 'SUCURSAL CENTRO');
  await hub.database.pool.query('UPDATE push SET station_id = $2 WHERE id = $1', [assigned, first.stationId]);
  expect(await hub.database.transaction(freeAbandoned)).toEqual([next.stationId]);
  expect(await Promise.all([assigned, other].map((id) => stationOf(hub, id)))).toEqual([next.stationId, null]);
  const { due } = await readEvents(hub.database.pool, hub.keys, next.stationId, { known: new Set(), max: 9 });
  expect([...due]).toEqual([assigned]);
});

test('an acknowledgement says whether there were more events than a stream sends at a time', async () => {
  const hub = await openTestHub();
  const { stationId } = await addStation(hub);
  await hub.database.pool.query(
    `INSERT INTO station_event (id, station_id, kind, at, details)
      SELECT gen_random_uuid(), $1, 'fetched', now(), '' FROM generate_series(1, $2)`,
    [stationId, maxUnacknowledged + 1],
  );
  const { rows } = await hub.database.pool.query<{ id: string }>('SELECT id FROM station_event');
  const answers: boolean[] = [];
  for (const { id } of rows.slice(0, 2)) answers.push(await acknowledge(hub.database.pool, stationId, [id]));
  // The same once more acknowledges none.
  expect([...answers, await acknowledge(hub.database.pool, stationId, [rows[0]?.id ?? ''])]).toEqual([true, false, false]);
});
