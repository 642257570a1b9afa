/** Rows of the hub that cannot be decrypted: each is reported, and the others go on. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openContents } from '../../hub/contents.ts';
import type { HubDatabase } from '../../hub/database.ts';
import { acknowledge } from '../../hub/events.ts';
import { createHubIntake } from '../../hub/intake.ts';
import { openHubPublishing } from '../../hub/publishing.ts';
import { openHubQuarantine } from '../../hub/quarantine.ts';
import { createRouting } from '../../hub/routing.ts';
import { listUnclaimed, readPerson } from '../../hub/unclaimed.ts';
import { createUploads } from '../../hub/uploads.ts';
import { comparedSchema } from '../support/doors/domain.ts';
import { openTestHub } from '../support/hub/hub.ts';
import { createHubClient } from '../support/hub/hub-client.ts';
import { startHub } from '../support/hub/hub-replica.ts';
import { addPush, addStation, claim } from '../support/hub/hub-rows.ts';
import { sha256 } from '../support/sha256.ts';
import { until } from '../support/waiting.ts';

const damage = ({ pool }: HubDatabase, table: string, column: string, id: string) =>
  pool.query(`UPDATE ${table} SET ${column} = set_byte(${column}, 20, 255 - get_byte(${column}, 20)) WHERE id = $1`, [id]);
const damaged = expect.objectContaining({ problem: expect.objectContaining({ code: 'stored-data-damaged' }) });

test('a damaged push is quarantined with its body, and the station gets the others', async () => {
  const { hub, replicas } = await startHub(1, 3_600_000);
  const station = createHubClient(replicas[0].url, await addStation(hub));
  await claim(hub, station.stationId, [{ kind: 'transaction', value: 't1' }]);
  const body = Buffer.from('{"TransactionId":"t1"}');
  const ids = [await addPush(hub, { transaction: 't1' }, body), await addPush(hub, { transaction: 't1' })];
  await damage(hub.database, 'push', 'details', ids[0] ?? '');
  const stream = await station.stream();
  await until(() => stream.events.map(({ id }) => id), [ids[1]]);
  stream.close();
  expect(await station.poll(0)).toMatchObject({ json: { events: [{ id: ids[1] }] } });
  expect(replicas[0].faults).toEqual([damaged]);

  const quarantine = openHubQuarantine(hub);
  expect(await quarantine.list()).toMatchObject([{ id: ids[0], problem: { code: 'stored-data-damaged' }, hasContents: true }]);
  expect(Buffer.concat(await Array.fromAsync(quarantine.read(ids[0] ?? '')))).toEqual(body);
});

test('a push whose contents are damaged is quarantined once its station requests it, and stored again when it is repeated', async () => {
  const { hub, contents, replicas } = await startHub(1, 3_600_000);
  const intake = createHubIntake({ ...hub, contents, groupOf: async () => null });
  const station = createHubClient(replicas[0].url, await addStation(hub));
  await claim(hub, station.stationId, [{ kind: 'transaction', value: 'u-1' }]);
  const body = Buffer.from('{"Uid":"U-1","TransactionId":"U-1","FirstName":"ANA"}');
  const due = async () => ((await station.poll(0)).json as { events: { id: string }[] }).events.map(({ id }) => id);
  await intake.ingestPush(body, 'provider');
  const [id = ''] = await due();
  const { rows } = await hub.database.pool.query<{ content_id: string }>('SELECT content_id FROM push');
  await hub.database.pool.query('UPDATE content_chunk SET bytes = set_byte(bytes, 40, 255 - get_byte(bytes, 40)) WHERE content_id = $1', [
    rows[0]?.content_id,
  ]);
  const fetched = await station.push(id).then(
    ({ status, bytes }) => status === 200 && bytes.equals(body),
    () => false,
  );
  expect(fetched).toBe(false);
  await until(due, []);
  expect(replicas[0].faults).toEqual([damaged]);
  expect(await openHubQuarantine(hub).list()).toMatchObject([{ id, problem: { code: 'stored-data-damaged' } }]);

  expect(await intake.ingestPush(body, 'provider')).toEqual({ outcome: 'stored' });
  const [again = ''] = await due();
  expect((await station.push(again)).bytes).toEqual(body);
});

test('a push whose contents are damaged after its station has it is not quarantined when that requests it again', async () => {
  const { hub, replicas } = await startHub(1, 3_600_000);
  const station = createHubClient(replicas[0].url, await addStation(hub));
  await claim(hub, station.stationId, [{ kind: 'transaction', value: 't1' }]);
  const id = await addPush(hub, { transaction: 't1' });
  await station.acknowledge(id);
  await hub.database.pool.query('UPDATE content_chunk SET bytes = set_byte(bytes, 40, 255 - get_byte(bytes, 40))');
  await station.push(id).catch(() => undefined);
  await until(() => replicas[0].faults.length, 1);
  expect(await openHubQuarantine(hub).list()).toEqual([]);
});

test('more damaged events than are read at a time do not stop the next one', async () => {
  const { hub, replicas } = await startHub(1, 3_600_000);
  const station = createHubClient(replicas[0].url, await addStation(hub));
  const { pool } = hub.database;
  await pool.query(
    `INSERT INTO station_event (id, station_id, kind, at, details)
      SELECT gen_random_uuid(), $1, 'fetched', now() - interval '1 hour', '\\x00' FROM generate_series(1, 250)`,
    [station.stationId],
  );
  await claim(hub, station.stationId, [{ kind: 'transaction', value: 't1' }]);
  const id = await addPush(hub, { transaction: 't1' });
  expect(await station.poll(0)).toMatchObject({ json: { events: [{ id }] } });
  expect(replicas[0].faults).toEqual([damaged, damaged, damaged]);
});

test('a repeat whose event or latest version is damaged is a duplicate like others, and the next one is an event', async () => {
  const { hub, replicas } = await startHub(1, 3_600_000);
  const faults: unknown[] = [];
  const contents = openContents(hub.database, hub.keys);
  const report = (fault: unknown) => void faults.push(fault);
  const intake = createHubIntake({ ...hub, contents, groupOf: async () => null, report });
  const station = createHubClient(replicas[0].url, await addStation(hub));
  await claim(hub, station.stationId, [{ kind: 'transaction', value: 'u-1' }]);
  const push = (name: string) =>
    intake.ingestPush(Buffer.from(JSON.stringify({ Uid: 'U-1', TransactionId: 'U-1', FirstName: name })), 'provider');
  const events = async () => ((await station.poll(0)).json as { events: { id: string; arrivals?: unknown[] }[] }).events;
  for (const name of ['A', 'B']) await push(name);
  const [, latest] = await events();
  await acknowledge(
    hub.database.pool,
    station.stationId,
    (await events()).map(({ id }) => id),
  );
  await push('A');
  expect(await events()).toHaveLength(1);

  // The next arrival reads the earlier ones.
  await damage(hub.database, 'push', 'repeat_details', latest?.id ?? '');
  expect(await push('B')).toEqual({ outcome: 'duplicate' });
  expect((await events()).map(({ arrivals }) => arrivals?.length)).toEqual([1]);
  expect(faults).toEqual([damaged]);

  await damage(hub.database, 'push', 'repeat_details', latest?.id ?? '');
  expect(await events()).toEqual([]);
  expect(replicas[0].faults).toEqual([damaged]);
  await push('A');
  expect(await events()).toHaveLength(1);

  // Its station has not learnt that this one counts.
  await damage(hub.database, 'push', 'repeat_details', latest?.id ?? '');
  expect(await events()).toEqual([]);
  await push('A');
  expect(await events()).toHaveLength(1);

  await damage(hub.database, 'push', 'details', latest?.id ?? '');
  expect(await push('B')).toEqual({ outcome: 'duplicate' });
  expect(faults).toEqual([damaged, damaged]);
});

test('a damaged document is in no answer, and the others of the customer are', async () => {
  const hub = await openTestHub();
  const { stationId } = await addStation(hub);
  const contents = openContents(hub.database, hub.keys);
  const uploads = createUploads({ ...hub, contents });
  const keys = [{ kind: 'identification', value: '1020' } as const];
  const offer = async (text: string): Promise<string> => {
    const [id, bytes] = [randomUUID(), Buffer.from(text)];
    await uploads.begin(stationId, { id, name: 'contract.pdf', size: bytes.length, sha256: sha256(bytes), keys, once: false });
    await uploads.append(stationId, id, 0, bytes);
    return id;
  };
  const first = await offer('one');
  await offer('two');
  await damage(hub.database, 'publication', 'details', first);
  const faults: unknown[] = [];
  const publishing = openHubPublishing({
    ...hub,
    contents,
    compared: () => comparedSchema.parse({}),
    report: (fault) => faults.push(fault),
  });
  const answer = await publishing.answer({ IdNumber: '1020' }, 'provider');
  const sent = Buffer.concat(await Array.fromAsync(answer.body)).toString();
  answer.finished(true);
  await publishing.close();
  expect(JSON.parse(sent)).toEqual([Buffer.from('two').toString('base64')]);
  expect(faults).toEqual([damaged]);
});

test('a damaged rule is listed without its value', async () => {
  const hub = await openTestHub();
  const routing = createRouting(hub);
  await routing.addGroup('Créditos');
  const ids = [await routing.addRule('ProductId', 'A', 'Créditos'), await routing.addRule('ProductId', 'B', 'Créditos')];
  await damage(hub.database, 'routing_rule', 'details', ids[0] ?? '');
  expect((await routing.rules()).map(({ id, value }) => [id, value])).toEqual([
    [ids[0], null],
    [ids[1], 'B'],
  ]);
});

test('the person of a damaged record is unknown', async () => {
  const hub = await openTestHub();
  await addPush(hub, {}, Buffer.from('{"Uid":"U-1"}'));
  const contents = openContents(hub.database, hub.keys);
  const [push] = await listUnclaimed(hub.database);
  const contentId = push?.contentId ?? '';
  expect(await readPerson(contents, contentId)).toMatchObject({ uid: 'U-1' });
  await damage(hub.database, 'content', 'wrapped', contentId);
  expect(await readPerson(contents, contentId)).toMatchObject({ uid: null });
});
