/** `hub`, `hub group`, `hub rule` and `quarantine` as an administrator runs them, against a real database. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openContents } from '../../hub/contents.ts';
import { fetchPush } from '../../hub/events.ts';
import { createHubIntake } from '../../hub/intake.ts';
import { createGroupFinder } from '../../hub/routing.ts';
import { createStations } from '../../hub/stations.ts';
import { createStationKeyPair } from '../../main/platform/hub/signature.ts';
import { jsonBy, runHere } from '../support/cli/run-cli.ts';
import { problem } from '../support/doors/errors.ts';
import { openTestHub } from '../support/hub/hub.ts';
import { addPush, addStation, claim } from '../support/hub/hub-rows.ts';
import { sha256 } from '../support/sha256.ts';
import { tempDir } from '../support/temp-dir.ts';

async function administrator() {
  const [hub, home] = [await openTestHub(), await tempDir()];
  const env = { STATION_DATABASE_URL: hub.url, STATION_HUB_KEY: hub.hubKey.toString('base64') };
  const run = (...args: string[]) => runHere(['hub', ...args], home, env);
  const json = jsonBy(run);
  return { hub, home, env, run, json };
}

test('stations are enrolled, listed, renamed and revoked', async () => {
  const { hub, run, json } = await administrator();
  expect(await json('list')).toEqual({ stations: [], enrolments: [] });
  const printed = await run('enrol', '--name', ' Sucursal Centro ');
  expect([printed.code, printed.stdout]).toEqual([0, expect.stringMatching(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}\n$/)]);
  expect(printed.stderr).toContain('“Sucursal Centro”');
  expect(await json('list')).toMatchObject({ enrolments: [{ name: 'Sucursal Centro' }] });
  const enrolled = await createStations(hub).enrol(printed.stdout.trim(), createStationKeyPair().publicKey, '192.0.2.1');
  const { id } = enrolled as { id: string };
  await claim(hub, id, [{ kind: 'transaction', value: 't1' }]);
  await fetchPush(hub.database, id, await addPush(hub, { transaction: 't1' }));
  await addPush(hub, { transaction: 't1' });
  const stored = await addPush(hub, { transaction: 't1' });
  await hub.database.pool.query('UPDATE push SET acknowledged_at = now() WHERE id = $1', [stored]);
  expect(await json('rename', id, '--name', 'Sucursal Norte')).toEqual({ id, name: 'Sucursal Norte' });
  expect(await json('list')).toMatchObject({
    stations: [{ id, name: 'Sucursal Norte', revokedAt: null, seenAt: null, groups: [], waiting: 2 }],
    enrolments: [],
  });
  expect((await run('list')).stdout).toMatch(/Sucursal Norte +enrolled +— +2/);
  const taken = await run('enrol', '--name', 'SUCURSAL NORTE');
  expect([taken.code, taken.stdout, taken.stderr]).toEqual([2, '', expect.stringContaining('in use at the hub')]);
  expect(await json('revoke', id)).toEqual({ id, freed: 2, fetched: 1 });
  expect(await json('list')).toMatchObject({ stations: [{ id, revokedAt: expect.any(String), waiting: 0 }] });
  expect((await run('revoke', id)).code).toBe(2);
  expect((await run('rename', id, '--name', 'Otra')).stderr).toContain('no such station');
  // The name is free again, and the code may be typed in any manner.
  const again = await run('enrol', '--name', 'sucursal norte');
  const typed = again.stdout.trim().toLowerCase().replaceAll('-', ' ');
  const next = await createStations(hub).enrol(typed, createStationKeyPair().publicKey, '192.0.2.1');
  expect(await json('list')).toMatchObject({ stations: [{ ...(next as { id: string }), revokedAt: null }, { id }], enrolments: [] });
  expect((await run('rename', 'no id', '--name', 'x')).stderr).toContain('no such station');
  const { rows } = await hub.database.pool.query('SELECT kind FROM audit_entry WHERE subject = $1 ORDER BY number', [id]);
  expect(rows.map(({ kind }) => kind)).toEqual(['station-enrolled', 'station-renamed', 'station-revoked']);
});

test('a name is the same in upper and lower case, with accents too', async () => {
  const { run, json } = await administrator();
  expect(await json('group', 'add', 'Crédito Ñuñoa')).toEqual({ group: 'Crédito Ñuñoa' });
  const again = await run('group', 'add', 'CRÉDITO ÑUÑOA');
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('in use at the hub')]);
  await run('enrol', '--name', 'Sucursal Bogotá');
  await run('enrol', '--name', 'SUCURSAL BOGOTÁ');
  expect(await json('list')).toMatchObject({ enrolments: [{ name: 'SUCURSAL BOGOTÁ' }] });
});

test('groups and rules are added, listed and removed', async () => {
  const { hub, run, json } = await administrator();
  const { stationId } = await addStation(hub, 'Centro');
  expect(await json('group', 'add', 'Créditos')).toEqual({ group: 'Créditos' });
  await json('group', 'add-station', 'créditos', '--station', stationId);
  const { id } = await json('rule', 'add', '--member', 'ProductId', '--value', 'CREDIT', '--group', 'Créditos');
  const groups = await json('group', 'list');
  expect(groups).toMatchObject({ groups: [{ name: 'Créditos', stations: [{ id: stationId, name: 'Centro' }] }] });
  expect(await createGroupFinder(hub.database, hub.keys)({ ProductId: 'credit' })).toBe(groups.groups[0].id);
  expect(await json('rule', 'list')).toEqual({ rules: [{ id, member: 'ProductId', value: 'CREDIT', group: 'Créditos' }] });
  expect((await run('rule', 'add', '--member', 'ProductId', '--value', 'credit', '--group', 'Créditos')).code).toBe(2);
  expect((await run('list')).stdout).toMatch(/Centro .*Créditos/);
  await json('group', 'remove-station', 'Créditos', '--station', stationId);
  expect((await run('group', 'list')).stdout).not.toContain('Centro');
  await json('rule', 'remove', id);
  await json('group', 'remove', 'Créditos');
  expect(await json('rule', 'list')).toEqual({ rules: [] });
  expect(await json('group', 'list')).toEqual({ groups: [] });
});

test('unclaimed pushes are listed without personal data, unless asked', async () => {
  const { hub, run, json } = await administrator();
  const record = { Uid: 'U-1', TransactionId: 'TX-7', IdNumber: '1020', FirstName: 'Ana', FirstSurname: 'Pérez' };
  const bytes = Buffer.from(JSON.stringify(record));
  const id = await addPush(hub, { transaction: 'tx-7' }, bytes);
  expect(await json('unclaimed')).toEqual({
    unclaimed: [{ id, receivedAt: expect.any(String), user: 'provider', size: bytes.length, group: null }],
  });
  const plain = await run('unclaimed');
  expect(plain.stdout).not.toMatch(/TX-7|1020|Ana|U-1/);
  expect(await json('unclaimed', '--details')).toMatchObject({
    unclaimed: [{ id, uid: 'U-1', transaction: 'TX-7', identification: '1020', name: expect.stringContaining('Ana') }],
  });
  expect((await run('unclaimed', '--details')).stdout).toMatch(/U-1 +TX-7 +1020 +.*Ana/);
});

test('the pushes with a number are found with their stations and times, and the number is not repeated', async () => {
  const { hub, home, run, json } = await administrator();
  const { stationId } = await addStation(hub, 'Sucursal Norte');
  await claim(hub, stationId, [{ kind: 'transaction', value: 'tx-7' }]);
  const taken = await addPush(hub, { transaction: 'tx-7', identification: '1020', uid: 'U-1' });
  const free = await addPush(hub, { transaction: 'tx-8', identification: '1020' });
  await fetchPush(hub.database, stationId, taken);
  const found = { receivedAt: expect.any(String), user: 'provider', version: 1, group: null, acknowledgedAt: null };
  const ofNorte = { id: taken, station: 'Sucursal Norte', fetchedAt: expect.any(String), ...found };
  expect(await json('find', '--transaction', ' TX-7 ')).toEqual({ pushes: [ofNorte] });
  expect(await json('find', '--uid', 'U-1')).toEqual({ pushes: [ofNorte] });
  expect(await json('find', '--identification', '10.20')).toEqual({
    pushes: [ofNorte, { id: free, station: null, fetchedAt: null, ...found }],
  });
  const { stdout } = await run('find', '--transaction', 'TX-7');
  expect(stdout).toMatch(/Sucursal Norte/);
  expect(stdout).not.toMatch(/tx-7/i);
  await writeFile(join(home, 'number.txt'), 'TX-9\n');
  const none = await run('find', '--transaction', '@number.txt');
  expect([none.code, none.stdout, none.stderr]).toEqual([0, '', expect.stringContaining('no push with this number')]);
  expect((await json('audit')).entries[0]).toMatchObject({ kind: 'pushes-found', subject: null });
});

test('a database that cannot be used is named with the cause in words, and without its address', async () => {
  const { home, env } = await administrator();
  for (const [url, cause] of [
    ['postgresql://u:top-secret@127.0.0.1:1/x', 'nothing answers at its address'],
    [env.STATION_DATABASE_URL.replace(/[^/]*$/, 'none'), 'it has no database of that name'],
    [env.STATION_DATABASE_URL.replace('postgres@', 'nobody@'), 'it refuses the user'],
  ] as const) {
    const { code, stdout, stderr } = await runHere(['hub', 'list'], home, { ...env, STATION_DATABASE_URL: url });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`Cause: ${cause}. It needs PostgreSQL 15 or later`);
    expect(stderr).not.toMatch(/top-secret|127\.0|nobody/);
  }
});

test('wrong use ends with 2 and one sentence', async () => {
  const { home, env, run } = await administrator();
  for (const args of [
    [],
    ['enrol'],
    ['rename'],
    ['revoke'],
    ['group'],
    ['group', 'add'],
    ['group', 'add', 'x'.repeat(101)],
    ['group', 'add-station', 'x'],
    ['rule'],
    ['rule', 'add', '--member', 'x'],
    ['rule', 'remove'],
    ['unclaimed', '--name', 'x'],
    ['find'],
    ['find', '--transaction', ' '],
    ['find', '--transaction', 'x', '--uid', 'y'],
    ['list', '--uid', 'y'],
  ]) {
    const { code, stdout, stderr } = await run(...args);
    expect([args, code, stdout]).toEqual([args, 2, '']);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toMatch(/usage\.|\{\{/);
  }
  const withoutKey = await runHere(['hub', 'list'], home, { STATION_DATABASE_URL: env.STATION_DATABASE_URL });
  expect([withoutKey.code, withoutKey.stderr]).toEqual([2, expect.stringContaining('STATION_HUB_KEY')]);
  const other = await runHere(['hub', 'list'], home, { ...env, STATION_HUB_KEY: Buffer.alloc(32).toString('base64') });
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('another key')]);
  const nowhere = await runHere(['hub', 'list'], home, { ...env, STATION_DATABASE_URL: 'postgres://127.0.0.1:1/x' });
  expect([nowhere.code, nowhere.stdout]).toEqual([2, '']);
});

test('quarantined bodies are listed, saved unchanged and removed, with their keys', async () => {
  const { hub, home, env } = await administrator();
  const contents = openContents(hub.database, hub.keys);
  const intake = createHubIntake({ ...hub, contents, groupOf: async () => null });
  const body = Buffer.from('{ "Uid": "a", not JSON ñ');
  // The second time it is counted.
  for (let time = 0; time < 2; time++) await intake.quarantine(body, 'provider', problem('body-not-json'));
  await intake.noteTooLarge(9, 'provider', problem('body-too-large', { limit: 8, context: 'unstated' }));
  await intake.ingestPush(Buffer.from('{"Uid":"U-1"}'), 'provider');

  const run = (...args: string[]) => runHere(['quarantine', ...args], home, { ...env });
  const json = jsonBy(run);
  const [noted, found, ...more] = (await json('list')).quarantined;
  expect(more).toEqual([]);
  expect(noted).toMatchObject({ size: 9, sizeIsLowerBound: true, sha256: '', hasContents: false, code: 'body-too-large' });
  expect(found).toMatchObject({ user: 'provider', size: body.length, sha256: sha256(body), hasContents: true, code: 'body-not-json' });

  const { name } = await json('save', found.id, '--out', 'body.txt');
  expect(await readFile(join(home, name))).toEqual(body);
  for (const [args, says] of [
    [['save', noted.id, '--out', 'x'], 'their contents were not stored'],
    [['remove', 'U-1'], 'no quarantined data have that ID'],
    [['list', '--data-dir', 'data'], 'leave out --data-dir'],
  ] as const) {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(says)]);
  }

  expect(await json('remove', found.id)).toEqual({ id: found.id, removed: true });
  expect(await json('remove', noted.id)).toEqual({ id: noted.id, removed: true });
  expect(await json('list')).toEqual({ quarantined: [] });
  const { rows } = await hub.database.pool.query('SELECT count(*)::int AS count FROM content');
  expect(rows).toEqual([{ count: 1 }]);
});

test('the audit log says what was done, without names', async () => {
  const { home, env, run, json } = await administrator();
  await json('enrol', '--name', 'Sucursal Centro');
  await json('unclaimed', '--details');
  await runHere(['users', 'add', 'provider'], home, { ...env });
  const { entries } = await json('audit');
  expect(entries.map(({ kind }: { kind: string }) => kind)).toEqual(['user-added', 'persons-shown', 'enrolment-code']);
  expect(entries[0]).toEqual({
    at: expect.stringMatching(/Z$/),
    kind: 'user-added',
    actor: expect.any(String),
    subject: expect.any(String),
  });
  const { stdout } = await run('audit');
  expect(stdout).toMatch(/user added +\S+ +[0-9a-f-]{36}\n.*unclaimed pushes listed with persons +\S+ +—\n/);
  expect(stdout).not.toMatch(/Centro|provider/);
});
