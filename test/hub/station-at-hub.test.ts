/** A station at the real hub on PostgreSQL: enrolment, a push for its visit, a document that is fetched, revocation, and TLS at a proxy. */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openContents } from '../../hub/contents.ts';
import { type HubDatabase, openHubDatabase } from '../../hub/database.ts';
import { createHubIntake } from '../../hub/intake.ts';
import { openHubPublishing } from '../../hub/publishing.ts';
import { createStations } from '../../hub/stations.ts';
import { hubChunkBytes } from '../../shared/domain/web-service/hub.ts';
import { comparedSchema } from '../../shared/domain/web-service/web-service.ts';
import { credentials, servingIn, user } from '../support/cli/serving.ts';
import { codeOf } from '../support/code-of.ts';
import { profileSchema } from '../support/doors/domain.ts';
import { classifyBody } from '../support/doors/records.ts';
import { startHaproxy } from '../support/hub/haproxy.ts';
import { openTestHub, type TestHub } from '../support/hub/hub.ts';
import { startHub, startReplica } from '../support/hub/hub-replica.ts';
import { startNginx } from '../support/hub/nginx.ts';
import { workerDatabase } from '../support/hub/postgres.ts';
import { lastingPort } from '../support/network/lasting-port.ts';
import { makeAuthority } from '../support/network/test-ca.ts';
import { paddedPdf, writeFile } from '../support/pdf/pdfs.ts';
import { buildStation } from '../support/station.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/waiting.ts';
import { sendToDocuments, tokenFor } from '../support/web-service/service-calls.ts';

const record = { Uid: 'U-7', TransactionId: 'TX-1002', IdNumber: '52123456', FirstName: 'ROSALBA', ComparationFacesAproved: true };

test('records and documents go through the hub to and from the stations that they belong to', async () => {
  const { hub, contents, replicas } = await startHub(2);
  const { database, keys } = hub;
  const stations = createStations(hub);
  const intake = createHubIntake({ database, keys, contents, groupOf: async () => null });
  const enrolled = async (name: string, url: string) => {
    const station = await buildStation({ provider: 'none', hubPace: { reconnectMs: 20 } });
    const { code } = await stations.startEnrolment(name);
    await station.hub.enrol(url, code);
    await until(() => station.hub.state().state, 'connected');
    return station;
  };
  const [first, second] = replicas;
  const centro = await enrolled('Sucursal Centro', first.url);
  const norte = await enrolled('Sucursal Norte', second?.url ?? first.url);

  // The push comes before its visit, and waits for it. Of its pictures, the hub stores one as bytes; the station checks that none changed.
  const picture = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(1.5 * hubChunkBytes)]);
  const images = (['base64', 'base64url'] as const).map((alphabet, at) => ({ Id: at, ImageTypeId: 1, Image: picture.toString(alphabet) }));
  await intake.ingestPush(Buffer.from(JSON.stringify({ ...record, Images: images })), 'provider');
  const visit = norte.visits.create({ name: '', identification: '', transaction: 'TX-1002' });
  await until(() => norte.visits.open(visit.id).records.map(({ uid, caller }) => [uid, caller]), [['U-7', 'provider']]);
  expect(centro.inbox.state().total).toBe(0);
  // What the hub read of bytes in no stated charset keeps its remark.
  const latin = classifyBody(Buffer.from(JSON.stringify({ ...record, FirstName: 'BEGOÑA' }), 'latin1'));
  if (latin.kind !== 'record') throw new Error('a record');
  await intake.ingestPush(latin.read, 'provider');
  await until(
    () => norte.visits.open(visit.id).records.map(({ name, mismatches }) => [name, mismatches.includes('uncertain-text')]),
    [
      ['BEGOÑA', true],
      ['ROSALBA', false],
    ],
  );
  // Once it is acknowledged, another branch learns where it is.
  await until(async () => (await stations.list()).stations.map(({ waiting }) => waiting), [0, 0]);
  const later = centro.visits.create({ name: '', identification: '', transaction: 'TX-1002' });
  await until(() => centro.hub.elsewhere(later.id).map(({ station }) => station), ['Sucursal Norte', 'Sucursal Norte']);

  const bytes = await paddedPdf(1.5 * hubChunkBytes);
  const path = await writeFile(norte.folder, 'Contrato.pdf', bytes);
  const staged = await norte.publishing.stage([path]);
  const keysOf = [{ kind: 'identification', value: '52123456' } as const];
  await norte.publishing.publish({ staged: staged.map(({ id }) => id), keys: keysOf, once: true, visitId: visit.id });
  await until(() => norte.hub.state().waiting, { claims: 0, publications: 0 });
  const publishing = openHubPublishing({ database, keys, contents, compared: () => comparedSchema.parse({}), report: () => undefined });
  const request = () => publishing.answer({ IdNumber: '52123456' }, 'provider');
  const answer = await request();
  await expect(request()).rejects.toMatchObject({ problem: { code: 'documents-being-read' } });
  let sent = '';
  for await (const piece of answer.body) sent += Buffer.from(piece).toString('latin1');
  const next = await database.transaction(async (client) => {
    await client.query('SELECT FROM publication FOR UPDATE');
    answer.finished(true);
    const requested = request();
    // The end of the answer cannot be stored in that time.
    await Promise.race([requested, client.query('SELECT pg_sleep(0.3)')]);
    return { requested };
  });
  expect((await next.requested).count).toBe(0);
  expect(JSON.parse(sent)).toEqual([Buffer.from(bytes).toString('base64')]);
  await until(() => norte.publishing.ofVisit(visit.id).map(({ state, fetches }) => [state, fetches.length]), [['fetched', 1]]);
  await publishing.close();

  const { id = '' } = (await stations.list()).stations.find(({ name }) => name === 'Sucursal Norte') ?? {};
  await stations.revoke(id);
  await until(() => norte.hub.state().state, 'revoked');
  expect(centro.hub.state().state).toBe('connected');
});

test('a computer that comes back under its name learns that a document was fetched in the meantime, and offers it no second time', async () => {
  const { hub, contents, replicas } = await startHub();
  const stations = createStations(hub);
  const station = await buildStation({ provider: 'none', hubPace: { reconnectMs: 20 } });
  const enrol = async () => station.hub.enrol(replicas[0].url, (await stations.startEnrolment('Sucursal Centro')).code);
  await enrol();
  const publish = async (name: string) => {
    const path = await writeFile(station.folder, name, await paddedPdf(1_000));
    const staged = await station.publishing.stage([path]);
    const [published] = await station.publishing.publish({
      staged: staged.map(({ id }) => id),
      keys: [{ kind: 'identification', value: name }],
      once: true,
      visitId: null,
    });
    return published?.id ?? '';
  };
  const [fetched, left] = [await publish('1.pdf'), await publish('2.pdf')];
  await until(() => station.hub.state().waiting.publications, 0);
  expect(station.hub.state().offers).toBe(2);
  await station.hub.leave();
  expect(station.hub.state().offers).toBe(0);

  const publishing = openHubPublishing({ ...hub, contents, compared: () => comparedSchema.parse({}), report: () => undefined });
  const answer = await publishing.answer({ IdNumber: '1.pdf' }, 'provider');
  for await (const _ of answer.body);
  answer.finished(true);
  await until(async () => (await hub.database.pool.query('SELECT FROM station_event')).rowCount, 1);
  const [former] = (await stations.list()).stations;
  expect(former?.waiting).toBe(1);
  await stations.revoke(former?.id ?? '');

  await enrol();
  const stateOf = (id: string) => {
    const found = station.publishing.page({ text: '', show: 'all' }, 0, 10).items.find((one) => one.id === id);
    return [found?.state, found?.fetches.length];
  };
  await until(() => stateOf(fetched), ['fetched', 1]);
  await until(() => station.hub.state().waiting.publications, 0);
  expect(stateOf(left)).toEqual(['offered', 0]);
  const { rows } = await hub.database.pool.query("SELECT FROM publication WHERE state = 'offered'");
  expect(rows).toHaveLength(1);
  await until(async () => (await stations.list()).stations.map(({ waiting }) => waiting), [0, 0]);
  await publishing.close();
});

test('a hub that was restored to an earlier time hands out nothing that was fetched since, and learns again what its stations have', async () => {
  const hub = await openTestHub();
  const port = await lastingPort();
  const replica = await startReplica(hub, 60_000, port);
  const stations = createStations(hub);
  const station = await buildStation({ provider: 'none', hubPace: { reconnectMs: 20 } });
  await station.hub.enrol(replica.url, (await stations.startEnrolment('Sucursal Centro')).code);
  const publish = async (name: string) => {
    const [staged] = await station.publishing.stage([await writeFile(station.folder, name, await paddedPdf(1_000))]);
    const keys = [{ kind: 'identification', value: name } as const];
    await station.publishing.publish({ staged: [staged?.id ?? ''], keys, once: true, visitId: null });
  };
  const fetchAt = async ({ database }: Pick<TestHub, 'database'>, name: string) => {
    const contents = openContents(database, hub.keys);
    const publishing = openHubPublishing({ ...hub, database, contents, compared: () => comparedSchema.parse({}), report: () => undefined });
    const answer = await publishing.answer({ IdNumber: name }, 'provider');
    let text = '';
    for await (const piece of answer.body) text += piece;
    answer.finished(true);
    await publishing.close();
    return JSON.parse(text).length;
  };
  const settled = () => until(() => station.hub.state().waiting, { claims: 0, publications: 0 });
  await publish('1.pdf');
  await publish('2.pdf');
  await settled();
  await replica.close();
  const backup = await workerDatabase(hub.url);

  const later = await startReplica(hub, 60_000, port);
  expect(await fetchAt(later, '1.pdf')).toBe(1);
  await until(
    () =>
      station.publishing
        .page({ text: '', show: 'all' }, 0, 10)
        .items.map(({ state }) => state)
        .toSorted(),
    ['fetched', 'offered'],
  );
  station.visits.create({ name: '', identification: '', transaction: 'TX-1002' });
  await settled();
  await later.close();

  const countOf = async ({ pool }: Pick<HubDatabase, 'pool'>, rows: string) =>
    (await pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${rows}`)).rows[0]?.count;
  const offered = "publication WHERE state = 'offered'";
  // Before any station is there.
  const database = await openHubDatabase({ url: backup, keys: hub.keys });
  expect(await countOf(database, offered)).toBe(0);
  await database.close();
  const restored = await startReplica({ ...hub, url: backup }, 60_000, port);
  await until(() => countOf(restored.database, 'claim'), 1);
  await until(() => countOf(restored.database, offered), 1);
  expect(await fetchAt(restored, '1.pdf')).toBe(0);
  expect(await fetchAt(restored, '2.pdf')).toBe(1);
});

test('a restored station gets again what it has acknowledged since the backup, each once', async () => {
  const { hub, contents, replicas } = await startHub();
  const stations = createStations(hub);
  const intake = createHubIntake({ ...hub, contents, groupOf: async () => null });
  const station = await buildStation({ provider: 'none', hubPace: { reconnectMs: 20 } });
  await station.hub.enrol(replicas[0].url, (await stations.startEnrolment('Sucursal Centro')).code);
  station.visits.create({ name: '', identification: '52123456', transaction: '' });
  await until(() => station.hub.state().waiting.claims, 0);
  const push = async (Uid: string) => {
    await intake.ingestPush(Buffer.from(JSON.stringify({ ...record, Uid })), 'provider');
    await until(async () => (await stations.list()).stations.map(({ waiting }) => waiting), [0]);
  };
  await push('U-1');
  const earlier = station.asKilled();
  for (const uid of ['U-2', 'U-3']) await push(uid);
  await station.close();
  await rm(station.dataDir, { recursive: true });
  await writeFile(earlier, `restored-${Date.now()}`, Buffer.alloc(0));
  const next = await station.openOn(earlier);
  const received = () => next.inbox.page({ text: '', show: 'all' }, 0, 10).items.map(({ uid, repeats }) => [uid, repeats]);
  await until(() => received().length, 3);
  await until(async () => (await stations.list()).stations.map(({ waiting }) => waiting), [0]);
  expect(received().sort()).toEqual([
    ['U-1', 0],
    ['U-2', 0],
    ['U-3', 0],
  ]);
});

test('the computer that replaces a revoked one gets what that one had, and what it had not received yet', async () => {
  const { hub, contents, replicas } = await startHub();
  const stations = createStations(hub);
  const intake = createHubIntake({ ...hub, contents, groupOf: async () => null });
  const push = (Uid: string, TransactionId: string, ComparationFacesAproved = true) =>
    intake.ingestPush(Buffer.from(JSON.stringify({ ...record, Uid, TransactionId, IdNumber: Uid, ComparationFacesAproved })), 'provider');
  const enrolled = async (name: string) => {
    const station = await buildStation({ provider: 'none', hubPace: { reconnectMs: 20 } });
    await station.hub.enrol(replicas[0].url, (await stations.startEnrolment(name)).code);
    return station;
  };
  const acknowledged = () => until(async () => new Set((await stations.list()).stations.map(({ waiting }) => waiting)), new Set([0]));
  const received = (station: Awaited<ReturnType<typeof enrolled>>) =>
    station.inbox
      .page({ text: '', show: 'all' }, 0, 10)
      .items.map(({ uid, version, repeats }) => `${uid} ${version} ${repeats}`)
      .toSorted();

  const old = await enrolled('Sucursal Centro');
  const norte = await enrolled('Sucursal Norte');
  const visits = ['TX-1', 'TX-2', 'TX-3'].map((transaction) => old.visits.create({ name: '', identification: '', transaction }));
  await until(() => old.hub.state().waiting.claims, 0);
  await push('U-1', 'TX-1');
  await push('U-2', 'TX-2', false);
  await push('U-2', 'TX-2');
  await acknowledged();
  // The earlier version counts again.
  await push('U-2', 'TX-2', false);
  await acknowledged();
  await until(() => old.visits.open(visits[1]?.id ?? '').face, 'not-approved');
  await old.close();
  await push('U-3', 'TX-3');
  const centro = (await stations.list()).stations.find(({ name }) => name === 'Sucursal Centro');
  expect(await stations.revoke(centro?.id ?? '')).toEqual({ freed: 1, fetched: 0 });
  norte.visits.create({ name: '', identification: '', transaction: 'TX-1' });
  await until(() => norte.hub.state().waiting.claims, 0);

  const replacement = await enrolled('SUCURSAL CENTRO');
  await until(() => received(replacement), ['U-1 1 0', 'U-2 1 1', 'U-2 2 0', 'U-3 1 0']);
  const faces = () =>
    replacement.visits
      .page({ text: '', show: 'all' }, 0, 10)
      .items.map(({ transaction, face }) => `${transaction} ${face}`)
      .toSorted();
  await until(faces, ['TX-1 approved', 'TX-2 not-approved', 'TX-3 approved']);
  await acknowledged();
  expect(received(norte)).toEqual([]);
});

test.each([
  ['HAProxy', startHaproxy],
  ['nginx', startNginx],
])('through %s with TLS a station trusts the authority of its profile, no other, reads its stream and uploads', async (_, startProxy) => {
  const hub = await openTestHub();
  const home = await tempDir();
  const env = { STATION_DATABASE_URL: hub.url, STATION_HUB_KEY: hub.hubKey.toString('base64'), ...credentials };
  const served = await servingIn(home, [], env);
  const authority = await makeAuthority();
  const { url } = await startProxy(await lastingPort(), [Number(new URL(served.url).port)], await authority.issue());
  const { code } = await createStations(hub).startEnrolment('Sucursal Centro');

  const station = await buildStation({ provider: 'none', hubPace: { reconnectMs: 20 } });
  expect(await codeOf(() => station.hub.enrol(url, code))).toBe('certificate-untrusted');
  const caFile = await writeFile(home, 'ca.pem', authority.pem);
  const { id } = station.settings.saveProfile(profileSchema.parse({ name: 'Banco', network: { caFile } }));
  station.settings.change({ activeProfileId: id });
  await station.hub.enrol(url, code);
  await until(() => station.hub.state().state, 'connected');

  const visit = station.visits.create({ name: '', identification: '', transaction: 'TX-1002' });
  expect((await sendToDocuments(served.url, await tokenFor(served.url, user), record)).status).toBe(200);
  await until(() => station.visits.open(visit.id).records.map(({ uid }) => uid), ['U-7']);
  expect(station.hub.state().by).toBe('stream');

  const path = await writeFile(station.folder, 'Contrato.pdf', await paddedPdf(1.5 * hubChunkBytes));
  const staged = await station.publishing.stage([path]);
  const keysOf = [{ kind: 'identification', value: '52123456' } as const];
  await station.publishing.publish({ staged: staged.map(({ id: one }) => one), keys: keysOf, once: true, visitId: visit.id });
  await until(() => station.hub.state().waiting, { claims: 0, publications: 0 });
});
