/** The branch's rules: asked when a batch is queued, and again at the moment of sending. */
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { StationError } from '../support/doors/errors.ts';
import { memoryKeychain } from '../support/doors/keychain.ts';
import { namesIn } from '../support/names-in.ts';
import { patiently } from '../support/signing-desk.ts';
import { type VisitDesk, visitDesk } from '../support/visit-desk.ts';
import { startWatchedLine } from '../support/watched-line.ts';

const clear = ['Rosalba Contreras', '52123456'] as const;
const blocked = ['Evaristo Quiroga Beltrán', '79555001'] as const;
/** Of TX-1002, in a push. */
const record = (part: Record<string, unknown> = {}) => ({
  Uid: 'U-7',
  TransactionId: 'TX-1002',
  IdNumber: clear[1],
  FirstName: 'ROSALBA',
  ComparationFacesAproved: true,
  ...part,
});

describe('when a batch is queued', () => {
  test('a stop keeps it back, a warning does not, and each rule is told once for all documents', async () => {
    const desk = await visitDesk();
    const ids = await desk.contracts('a', 'b');
    const caseId = desk.visit({ transaction: 'TX-1011' });
    desk.rules({ clearScreening: { level: 'stop' }, approvedFace: { level: 'stop' } });
    const send = (id: string | null) => desk.signing.send({ documents: desk.entries(ids), caseId: id });

    expect((await send(null)).faults.map(({ documentId, problem }) => [documentId, problem.code])).toEqual([[null, 'policy-no-visit']]);
    expect((await send(caseId)).faults.map(({ problem }) => problem.code)).toEqual(['policy-not-screened', 'policy-no-record']);
    await desk.fetch(caseId, 'TX-1011');
    await desk.screen(caseId, ...clear);
    expect((await send(caseId)).faults.map(({ problem }) => problem.code)).toEqual(['policy-face-not-approved']);
    expect(desk.jobsOf(ids)).toEqual([]);

    desk.rules({ approvedFace: { level: 'warn' } });
    expect(desk.station.cases.findings(caseId, '').findings).toMatchObject([{ rule: 'approvedFace', level: 'warn' }]);
    expect((await send(caseId)).faults).toEqual([]);
  });

  test('documents without a chosen visit belong to the one of their transaction number', async () => {
    const desk = await visitDesk();
    desk.rules({ clearScreening: { level: 'stop' } });
    const caseId = desk.visit({ transaction: 'TX-1002' });
    const ids = await desk.contracts('a');
    const send = () => desk.signing.send({ documents: desk.entries(ids, { clientInfo: ' TX-1002 ' }) });
    expect((await send()).faults.map(({ problem }) => problem.code)).toEqual(['policy-not-screened']);
    await desk.screen(caseId, ...clear);
    const { batchId } = await send();
    await desk.signing.settled(batchId ?? '');
    expect(desk.view(caseId).documents).toMatchObject([{ name: 'a.pdf', status: 'signed' }]);
  });

  test('an override needs a reason and a rule that allows it, and is written down', async () => {
    const desk = await visitDesk();
    desk.rules({ approvedFace: { level: 'stop' } });
    const caseId = desk.visit({ name: 'Fabián' });
    await desk.fetch(caseId, 'TX-1011');
    const [found] = desk.view(caseId).findings;
    const override = (keys: string[], reason: string) => () => desk.station.cases.override(caseId, keys, reason);
    expect(await codeOf(override([found?.key ?? ''], '  '))).toBe('reason-missing');
    expect(await codeOf(override(['approvedFace:policy-no-record:'], 'x'))).toBe('state-changed');
    desk.rules({ approvedFace: { level: 'stop', override: false } });
    expect(await codeOf(override([found?.key ?? ''], 'x'))).toBe('policy-not-overridable');
    desk.rules({ approvedFace: { level: 'stop' } });

    const view = desk.station.cases.override(caseId, [found?.key ?? ''], 'Autorizó la gerencia');
    expect(view.findings[0]?.overridden?.reason).toBe('Autorizó la gerencia');
    expect(view.stops).toBe(0);
    expect(view.events.at(-1)).toMatchObject({ kind: 'overridden', detail: { rules: 'approvedFace', text: 'Autorizó la gerencia' } });
    const ids = await desk.contracts('a');
    expect((await desk.signing.send({ documents: desk.entries(ids), caseId })).faults).toEqual([]);
  });
});

describe('what comes after queueing', () => {
  async function queued({ level = 'stop', options = {} }: { level?: 'stop' | 'warn'; options?: Parameters<typeof visitDesk>[0] } = {}) {
    const desk = await visitDesk(options);
    desk.rules({ approvedFace: { level }, blockedPerson: { level: 'stop' } });
    const caseId = desk.visit({ transaction: 'TX-1002' });
    await desk.fetch(caseId, 'TX-1002');
    desk.station.queue.pause();
    const ids = await desk.contracts('a', 'b');
    const { batchId } = await desk.signing.send({ documents: desk.entries(ids), caseId });
    expect(batchId).not.toBeNull();
    return { desk, caseId, ids };
  }
  const held = 'queued policy-face-not-approved';

  test('a push that says otherwise holds the documents, visibly, until a person goes on with a reason', async () => {
    const { desk, caseId, ids } = await queued();
    expect(await desk.push(record({ ComparationFacesAproved: false }))).toBe(caseId);
    desk.station.queue.resume();
    await vi.waitFor(() => expect(desk.states(ids)).toEqual([held, held]), patiently);
    expect(desk.calls()).toEqual([]);
    expect(desk.told(caseId).slice(-2)).toEqual(['held policy-face-not-approved', 'held policy-face-not-approved']);
    expect(desk.view(caseId)).toMatchObject({ stops: 1, waiting: 2 });

    const [found] = desk.view(caseId).findings;
    desk.station.cases.override(caseId, [found?.key ?? ''], 'Visto en persona');
    await vi.waitFor(() => expect(desk.states(ids)).toEqual(['signed', 'signed']), patiently);
  });

  test('a later push that is good again lets them go; a warning never held them', async () => {
    const { desk, ids } = await queued();
    await desk.push(record({ ComparationFacesAproved: false }));
    desk.station.queue.resume();
    await vi.waitFor(() => expect(desk.states(ids)).toEqual([held, held]), patiently);
    await desk.push(record());
    await vi.waitFor(() => expect(desk.states(ids)).toEqual(['signed', 'signed']), patiently);

    const warned = await queued({ level: 'warn' });
    await warned.desk.push(record({ ComparationFacesAproved: false }));
    warned.desk.station.queue.resume();
    await vi.waitFor(() => expect(warned.desk.states(warned.ids)).toEqual(['signed', 'signed']), patiently);
  });

  test('a search that finds the customer blocked holds them, and an override of something else does not help', async () => {
    const { desk, caseId, ids } = await queued();
    await desk.screen(caseId, ...blocked);
    desk.station.queue.resume();
    await vi.waitFor(() => expect(desk.states(ids)).toEqual(['queued policy-blocked', 'queued policy-blocked']), patiently);
    desk.rules({ approvedFace: { level: 'stop' }, blockedPerson: { level: 'warn' } });
    await vi.waitFor(() => expect(desk.states(ids)).toEqual(['signed', 'signed']), patiently);
    expect(desk.view(caseId).blocked).toBe(true);
  });

  test('while the token is on its way too: the rule is asked at the last moment before the first byte', async () => {
    const onToken = vi.fn<() => Promise<void>>(async () => undefined);
    const through = (origin: string) =>
      startWatchedLine(origin, { onRequest: async (path) => (path === '/token' ? onToken() : undefined) });
    const { desk, caseId, ids } = await queued({ options: { through } });
    onToken.mockImplementation(async () => void (await desk.push(record({ ComparationFacesAproved: false }))));
    desk.station.queue.resume();
    await vi.waitFor(() => expect(desk.states(ids)).toEqual([held, held]), patiently);
    // The token was answered, and the call that it was for never began.
    await vi.waitFor(() => expect(desk.practice.log().filter(({ operation }) => operation === 'token')).toHaveLength(1), patiently);
    await desk.station.queue.run({ patience: 0 });
    expect(desk.calls()).toEqual([]);
    expect(desk.told(caseId).filter((one) => one.startsWith('document'))).toEqual([]);
  });

  test('it is held too after the station was started again, and what another visit sends goes out meanwhile', async () => {
    const { desk, ids } = await queued();
    await desk.push(record({ ComparationFacesAproved: false }));
    await desk.reopen();
    desk.station.queue.resume();
    await vi.waitFor(() => expect(desk.states(ids)).toEqual([held, held]), patiently);
    const other = desk.station.cases.create({ name: 'Otra', identification: '', transaction: '' }).id;
    await desk.station.cases.fetch(other, { parts: ['TX-1001'], wish: { images: false, documents: false, video: false } });
    const [id = ''] = await desk.contracts('c');
    const { batchId } = await desk.signing.send({ documents: desk.entries([id]), caseId: other });
    await desk.signing.settled(batchId ?? '');
    expect(desk.states([id, ...ids])).toEqual(['signed', held, held]);
  });

  test('a run without a window does not wait for what the rules hold', async () => {
    const { desk, ids } = await queued();
    await desk.push(record({ ComparationFacesAproved: false }));
    await desk.station.queue.run({ patience: 60_000 });
    expect(desk.states(ids)).toEqual([held, held]);
  });
});

describe('whose rules count', () => {
  const stop = { level: 'stop', override: false } as const;
  async function blockedVisit() {
    const desk = await visitDesk();
    desk.rules({ blockedPerson: stop });
    const caseId = desk.visit({ transaction: 'TX-1001', identification: '79.555.001' });
    await desk.screen(caseId, ...blocked);
    const ids = await desk.contracts('a');
    const send = async (clientInfo: string, chosen: string | null = null) =>
      (await desk.signing.send({ documents: desk.entries(ids, { clientInfo }), caseId: chosen })).faults.map(({ problem }) => problem.code);
    return { desk, caseId, ids, send };
  }

  test('those of the customer whose transaction or identification is signed, however it is written', async () => {
    const { send } = await blockedVisit();
    for (const clientInfo of ['TX-1001', 'tx-1001 ', '79555001', '79.555.001']) expect(await send(clientInfo)).toEqual(['policy-blocked']);
  });

  test('a clean visit that was chosen does not stand in for the one of the transaction', async () => {
    const { desk, caseId, send } = await blockedVisit();
    const clean = desk.visit({ transaction: 'TX-1002', name: 'Rosalba' });
    expect(await send('TX-1001', clean)).toEqual(['policy-other-visit', 'policy-blocked']);
    desk.rules({});
    expect(await send('TX-1001', clean)).toEqual(['policy-other-visit']);
    expect(desk.station.cases.findings(clean, 'TX-1001').findings).toMatchObject([{ overridable: false }]);
    expect(await send('TX-1001', caseId)).toEqual([]);
  });

  test('a second visit of the same transaction or person lifts nothing, until the person is searched for again', async () => {
    const { desk, send } = await blockedVisit();
    desk.visit({ transaction: 'TX-1001' });
    expect(await send('TX-1001')).toEqual(['policy-blocked']);
    const again = desk.visit({ identification: '79555001', name: 'Evaristo' });
    expect(await send('otro dato', again)).toEqual(['policy-blocked']);
    expect(desk.view(again)).toMatchObject({ blocked: true, stops: 1 });
  });

  test('documents that waited for no visit wait in the one that is opened for them, which cannot be removed meanwhile', async () => {
    const desk = await visitDesk();
    desk.rules({ blockedPerson: stop });
    desk.station.queue.pause();
    const ids = await desk.contracts('a');
    await desk.send(ids, { clientInfo: 'TX-1001' });
    const caseId = desk.visit({ transaction: 'TX-1001' });
    await desk.screen(caseId, ...blocked);
    desk.station.queue.resume();
    await vi.waitFor(() => expect(desk.states(ids)).toEqual(['queued policy-blocked']), patiently);
    expect(desk.view(caseId).documents).toMatchObject([{ name: 'a.pdf', status: 'queued' }]);
    expect(desk.told(caseId)).toContain('held policy-blocked');
    expect(await codeOf(desk.station.cases.remove(caseId))).toBe('case-busy');
    expect(desk.calls()).toEqual([]);
  });

  test('a chosen visit that is gone is told, and nothing is queued for none', async () => {
    const { desk, ids } = await blockedVisit();
    const { batchId, faults } = await desk.signing.send({ documents: desk.entries(ids, { clientInfo: 'otro' }), caseId: 'gone' });
    expect([batchId, faults.map(({ problem }) => problem.code)]).toEqual([null, ['case-unknown']]);
  });

  type During = {
    /** Before the batch is checked. */
    first(visit: { desk: VisitDesk; caseId: string }): unknown;
    /** Once the first of its two documents is encrypted. */
    change(visit: { desk: VisitDesk; caseId: string }): unknown;
    fault: string;
  };
  const during: Record<string, During> = {
    'a rule is switched on': {
      first: ({ desk, caseId }) => desk.screen(caseId, ...blocked),
      change: ({ desk }) => desk.rules({ blockedPerson: stop }),
      fault: 'policy-blocked',
    },
    'the customer is found blocked': {
      first: ({ desk }) => desk.rules({ blockedPerson: stop }),
      change: ({ desk, caseId }) => desk.screen(caseId, ...blocked),
      fault: 'policy-blocked',
    },
    'a record without an approved face is pushed': {
      first: async ({ desk, caseId }) => {
        desk.rules({ approvedFace: stop });
        await desk.fetch(caseId, 'TX-1002');
      },
      change: ({ desk }) => desk.push(record({ ComparationFacesAproved: false })),
      fault: 'policy-face-not-approved',
    },
    'the visit is removed': {
      first: () => undefined,
      change: ({ desk, caseId }) => desk.station.cases.remove(caseId),
      fault: 'case-unknown',
    },
  };

  test.each(Object.entries(during))(
    'while the documents are encrypted, %s: none is queued, and no copy stays',
    async (_, { first, change, fault }) => {
      const desk = await visitDesk();
      desk.rules({});
      const caseId = desk.visit({ transaction: 'TX-1002' });
      await first({ desk, caseId });
      const ids = await desk.contracts('a', 'b');
      const read = desk.documents.read;
      let copied: string[] = [];
      const reading = vi.spyOn(desk.documents, 'read').mockImplementation(async function* (id) {
        if (id === ids[1]) {
          copied = (await namesIn(join(desk.dataDir, 'sealed'))).filter((name) => name.endsWith('.sealed'));
          await change({ desk, caseId });
        }
        yield* read(id);
      });
      const { batchId, faults } = await desk.signing.send({ documents: desk.entries(ids), caseId });
      // The check had found nothing, or else there was no copy.
      expect(copied).toEqual([expect.stringMatching(`^original\\.${ids[0]}\\.`)]);
      expect([batchId, faults.map(({ documentId, problem }) => [documentId, problem.code])]).toEqual([null, [[null, fault]]]);
      expect(desk.jobsOf(ids)).toEqual([]);
      expect(await namesIn(join(desk.dataDir, 'sealed'))).toEqual([]);
      // Nothing of it stays behind that would keep them from being sent once they may.
      reading.mockRestore();
      desk.rules({});
      expect((await desk.signing.send({ documents: desk.entries(ids) })).faults).toEqual([]);
    },
  );

  test('without the keychain nobody can tell what was found, so that a rule that stops has to', async () => {
    const desk = await visitDesk({ station: { keychain: memoryKeychain() } });
    desk.visit({ transaction: 'TX-1001' });
    await desk.station.close();
    const unavailable = async () => {
      throw new StationError('keychain-unavailable', { cause: 'locked' });
    };
    const blind = await desk.openOn(desk.dataDir, { keychain: { get: unavailable, set: unavailable, remove: unavailable } });
    const entry = { documentId: 'x', reference: 'x', clientInfo: 'TX-1001', placement: null };
    const { faults: found } = await blind.signing.send({ documents: [entry] });
    expect(found.map(({ problem }) => problem.code)).toContain('policy-visits-hidden');
  });
});
