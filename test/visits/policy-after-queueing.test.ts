/** Evaluates the branch's rules again while documents are queued, and when the first byte is about to be sent. */
import { describe, expect, test, vi } from 'vitest';
import { startWatchedLine } from '../support/network/watched-line.ts';
import { batchFinished } from '../support/signing/batch-finished.ts';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { type BuildOptions, buildStation } from '../support/station.ts';
import { blocked, record } from '../support/visits/policy-customers.ts';
import { withVisitActions } from '../support/visits/visit-actions.ts';
import { longWait } from '../support/waiting.ts';

describe('findings after queueing', () => {
  async function queued({ level = 'stop', options = {} }: { level?: 'stop' | 'warn'; options?: BuildOptions } = {}) {
    const station = withVisitActions(withSigningActions(await buildStation(options)));
    station.rules({ approvedFace: { level }, blockedPerson: { level: 'stop' } });
    const visitId = station.visit({ transaction: 'TX-1002' });
    await station.fetch(visitId, 'TX-1002');
    station.queue.pause();
    const ids = await station.contracts('a', 'b');
    const { batchId } = await station.signing.send({ documents: station.entries(ids), visitId });
    expect(batchId).not.toBeNull();
    return { station, visitId, ids };
  }
  const byFace = 'queued policy-face-not-approved';

  test('a pushed record with a finding blocks the queued documents until a person overrides it with a reason', async () => {
    const { station, visitId, ids } = await queued();
    expect(await station.push(record({ ComparationFacesAproved: false }))).toBe(visitId);
    station.queue.resume();
    await vi.waitFor(() => expect(station.states(ids)).toEqual([byFace, byFace]), longWait);
    expect(station.calls()).toEqual([]);
    expect(station.logged(visitId).slice(-2)).toEqual(['blocked policy-face-not-approved', 'blocked policy-face-not-approved']);
    expect(station.view(visitId)).toMatchObject({ blocking: 1, waiting: 2 });

    const [found] = station.view(visitId).findings;
    station.visits.override(visitId, [found?.key ?? ''], 'Visto en persona');
    await vi.waitFor(() => expect(station.states(ids)).toEqual(['signed', 'signed']), longWait);
  });

  test('a later good record releases the documents; a warning never blocked them', async () => {
    const { station, ids } = await queued();
    await station.push(record({ ComparationFacesAproved: false }));
    station.queue.resume();
    await vi.waitFor(() => expect(station.states(ids)).toEqual([byFace, byFace]), longWait);
    await station.push(record());
    await vi.waitFor(() => expect(station.states(ids)).toEqual(['signed', 'signed']), longWait);

    const warned = await queued({ level: 'warn' });
    await warned.station.push(record({ ComparationFacesAproved: false }));
    warned.station.queue.resume();
    await vi.waitFor(() => expect(warned.station.states(warned.ids)).toEqual(['signed', 'signed']), longWait);
  });

  test('a released document that waits for its turn does not say any longer that it is blocked', async () => {
    const released: string[][] = [];
    let look = () => {};
    const through = (origin: string) =>
      startWatchedLine(origin, { onRequest: async (path) => (path === '/sign-documents' ? look() : undefined) });
    const { station, ids } = await queued({ options: { through, signing: { maxDocumentsPerCall: 1, concurrency: 1 } } });
    look = () => void released.push(station.states(ids));
    await station.push(record({ ComparationFacesAproved: false }));
    station.queue.resume();
    await vi.waitFor(() => expect(station.states(ids)).toEqual([byFace, byFace]), longWait);
    await station.push(record());
    await vi.waitFor(() => expect(station.states(ids)).toEqual(['signed', 'signed']), longWait);
    // The next call may go out while the answer of the first is checked.
    expect(released).toEqual([
      ['sending', 'queued'],
      [expect.stringMatching(/^(sending|signed)$/), 'sending'],
    ]);
  });

  test('a screening that finds the person blocked blocks the documents, whatever else is overridden', async () => {
    const { station, visitId, ids } = await queued();
    await station.screen(visitId, ...blocked);
    station.queue.resume();
    await vi.waitFor(() => expect(station.states(ids)).toEqual(['queued policy-blocked', 'queued policy-blocked']), longWait);
    station.rules({ approvedFace: { level: 'stop' }, blockedPerson: { level: 'warn' } });
    await vi.waitFor(() => expect(station.states(ids)).toEqual(['signed', 'signed']), longWait);
    expect(station.view(visitId).personBlocked).toBe(true);
  });

  test('a finding that arrives during the token request still blocks: the policy is evaluated before the first byte is sent', async () => {
    const onToken = vi.fn<() => Promise<void>>(async () => undefined);
    const through = (origin: string) =>
      startWatchedLine(origin, { onRequest: async (path) => (path === '/token' ? onToken() : undefined) });
    const { station, visitId, ids } = await queued({ options: { through } });
    onToken.mockImplementation(async () => void (await station.push(record({ ComparationFacesAproved: false }))));
    station.queue.resume();
    await vi.waitFor(() => expect(station.states(ids)).toEqual([byFace, byFace]), longWait);
    // The token was answered, and the call that it was for never began.
    await vi.waitFor(() => expect(station.provider.log().filter(({ operation }) => operation === 'token')).toHaveLength(1), longWait);
    await station.queue.run({ maxWaitMs: 0 });
    expect(station.calls()).toEqual([]);
    expect(station.logged(visitId).filter((one) => one.startsWith('document'))).toEqual([]);
  });

  test('documents stay blocked after a restart, and those of another visit are sent', async () => {
    const { station, ids } = await queued();
    await station.push(record({ ComparationFacesAproved: false }));
    await station.reopen();
    station.queue.resume();
    await vi.waitFor(() => expect(station.states(ids)).toEqual([byFace, byFace]), longWait);
    const other = station.visits.create({ name: 'Otra', identification: '', transaction: '' }).id;
    await station.visits.fetch(other, { parts: ['TX-1001'], wish: { images: false, documents: false, video: false } });
    const [id = ''] = await station.contracts('c');
    const { batchId } = await station.signing.send({ documents: station.entries([id]), visitId: other });
    await batchFinished(station, batchId);
    expect(station.states([id, ...ids])).toEqual(['signed', byFace, byFace]);
  });

  test('a run without a window does not wait for blocked documents', async () => {
    const { station, ids } = await queued();
    await station.push(record({ ComparationFacesAproved: false }));
    await station.queue.run({ maxWaitMs: 60_000 });
    expect(station.states(ids)).toEqual([byFace, byFace]);
  });
});
