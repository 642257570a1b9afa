/** A station at the real hub on PostgreSQL: enrolment, a push for its visit, a document that is fetched, and revocation. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createHubIntake } from '../../hub/intake.ts';
import { openHubPublishing } from '../../hub/publishing.ts';
import { createStations } from '../../hub/stations.ts';
import { hubChunkBytes } from '../../shared/domain/hub.ts';
import { comparedSchema } from '../../shared/domain/web-service.ts';
import { startHub } from '../support/hub-replica.ts';
import { paddedPdf } from '../support/pdfs.ts';
import { buildStation } from '../support/station.ts';
import { until } from '../support/waiting.ts';

const record = { Uid: 'U-7', TransactionId: 'TX-1002', IdNumber: '52123456', FirstName: 'ROSALBA', ComparationFacesAproved: true };

test('records and documents go through the hub to and from the stations that they belong to', async () => {
  const { hub, contents, replicas } = await startHub(2);
  const { database, keys } = hub;
  const stations = createStations(hub);
  const intake = createHubIntake({ database, keys, contents, now: () => new Date(), groupOf: async () => null });
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

  // The push comes before its visit, and waits for it.
  await intake.ingestPush(Buffer.from(JSON.stringify(record)), 'provider');
  const visit = norte.visits.create({ name: '', identification: '', transaction: 'TX-1002' });
  await until(() => norte.visits.open(visit.id).records.map(({ uid, caller }) => [uid, caller]), [['U-7', 'provider']]);
  expect(centro.inbox.state().total).toBe(0);
  // Once it is acknowledged, another branch learns where it is.
  await until(async () => (await stations.list()).stations.map(({ waiting }) => waiting), [0, 0]);
  const later = centro.visits.create({ name: '', identification: '', transaction: 'TX-1002' });
  await until(() => centro.hub.elsewhere(later.id).map(({ station }) => station), ['Sucursal Norte']);

  const path = join(norte.folder, 'Contrato.pdf');
  const bytes = await paddedPdf(1.5 * hubChunkBytes);
  await writeFile(path, bytes);
  const staged = await norte.publishing.stage([path]);
  const keysOf = [{ kind: 'identification', value: '52123456' } as const];
  await norte.publishing.publish({ staged: staged.map(({ id }) => id), keys: keysOf, once: true, visitId: visit.id });
  await until(() => norte.hub.state().waiting, { claims: 0, publications: 0 });
  const publishing = openHubPublishing({ database, keys, contents, compared: () => comparedSchema.parse({}) });
  const answer = await publishing.answer({ IdNumber: '52123456' }, 'provider');
  let sent = '';
  for await (const piece of answer.body) sent += Buffer.from(piece).toString('latin1');
  answer.finished(true);
  expect(JSON.parse(sent)).toEqual([Buffer.from(bytes).toString('base64')]);
  await until(() => norte.publishing.ofVisit(visit.id).map(({ state, fetches }) => [state, fetches.length]), [['fetched', 1]]);
  await publishing.close();

  const { id = '' } = (await stations.list()).stations.find(({ name }) => name === 'Sucursal Norte') ?? {};
  await stations.revoke(id);
  await until(() => norte.hub.state().state, 'revoked');
  expect(centro.hub.state().state).toBe('connected');
});
