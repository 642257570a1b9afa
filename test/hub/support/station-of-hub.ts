/** Stations that are enrolled at a hub of the tests. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closing } from '../../support/closing.ts';
import { paddedPdf } from '../../support/pdf/pdfs.ts';
import { type BuildOptions, buildStation, type TestStation } from '../../support/station.ts';
import { withVisitActions } from '../../support/visits/visit-actions.ts';
import { until } from '../../support/waiting.ts';
import { startTestHub, type TestHub } from './test-hub.ts';

export const hubPace = { silenceMs: 300, requestsMs: 60_000, waitSeconds: 1, reconnectMs: 20 };
export const record = { Uid: 'U-7', TransactionId: 'TX-1002', IdNumber: '52123456', FirstName: 'ROSALBA', ComparationFacesAproved: true };

export async function openHub(): Promise<TestHub> {
  return closing(await startTestHub());
}

export async function build(options: BuildOptions = {}) {
  const station = await buildStation({ provider: 'none', hubPace: { ...hubPace, silenceMs: 60_000 }, ...options });
  return withVisitActions(station);
}

export async function buildEnrolled(options: BuildOptions = {}) {
  const hub = await openHub();
  const station = await build(options);
  await station.hub.enrol(hub.address, hub.code('Sucursal Centro'));
  await isConnected(station);
  return { hub, station };
}

export const isConnected = (station: TestStation) => until(() => station.hub.state().state, 'connected');
export const nothingWaits = (station: TestStation) => until(() => station.hub.state().waiting, { claims: 0, publications: 0 });
export const claimsAt = (hub: TestHub, visit: string) => hub.stations[0]?.claims.get(visit)?.claims;

export async function publish(station: TestStation, size = 0, once = false): Promise<string> {
  const path = join(station.folder, `contrato ${randomBytes(4).toString('hex')}.pdf`);
  await writeFile(path, await paddedPdf(size));
  const staged = await station.publishing.stage([path]);
  const keys = [{ kind: 'identification', value: '52123456' } as const];
  const [one] = await station.publishing.publish({ staged: staged.map(({ id }) => id), keys, once, visitId: null });
  return one?.id ?? '';
}
export const shown = (station: TestStation, id: string) => {
  const { state, hub } = station.publishing.page({ text: '', show: 'all' }, 0, 100).items.find((one) => one.id === id) ?? {};
  return `${state} ${hub}`;
};
