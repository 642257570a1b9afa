/** Groups of stations and the rules that choose one by a member's value. */
import { expect, test } from 'vitest';
import { createGroupFinder, createRouting } from '../../hub/routing.ts';
import { createStations } from '../../hub/stations.ts';
import { codeOf } from '../support/code-of.ts';
import { openTestHub } from '../support/hub.ts';
import { addPush, addStation, stationOf } from '../support/hub-rows.ts';

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
  for (const { text } of rows) expect(Buffer.from(text).includes(Buffer.from('CREDIT').toString('hex'))).toBe(false);
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
});

test('what a member took and did not fetch goes back to the group with its membership', async () => {
  const hub = await openTestHub();
  const routing = createRouting(hub);
  const { stationId } = await addStation(hub);
  await routing.addGroup('Norte');
  await routing.addMember('Norte', stationId);
  const [group] = await routing.groups();
  const push = await addPush(hub, { group: group?.id ?? '' });
  await hub.database.pool.query("UPDATE push SET station_id = $1, assigned_by = 'rule'", [stationId]);
  await routing.removeMember('Norte', stationId);
  expect(await stationOf(hub, push)).toBe(null);
  await routing.removeGroup('Norte');
  const { rows } = await hub.database.pool.query('SELECT group_id, assigned_by FROM push');
  expect(rows).toEqual([{ group_id: null, assigned_by: null }]);
});
