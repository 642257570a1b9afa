/** Evaluates the branch's rules when a batch is queued: findings that block, overrides, and the visits to which they belong. */
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { StationError } from '../support/doors/errors.ts';
import { memoryKeychain } from '../support/doors/keychain.ts';
import { namesIn } from '../support/names-in.ts';
import { paddedPdf, writeFile } from '../support/pdf/pdfs.ts';
import { batchFinished } from '../support/signing/batch-finished.ts';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { blocked, clear, record } from '../support/visits/policy-customers.ts';
import { type VisitStation, withVisitActions } from '../support/visits/visit-actions.ts';
import { longWait } from '../support/waiting.ts';

describe('when a batch is queued', () => {
  test('a blocking finding refuses the batch, a warning does not, and each rule is reported once for all documents', async () => {
    const station = withVisitActions(withSigningActions(await buildStation()));
    const ids = await station.contracts('a', 'b');
    const visitId = station.visit({ transaction: 'TX-1011' });
    station.rules({ clearScreening: { level: 'stop' }, approvedFace: { level: 'stop' } });
    const send = (id: string | null) => station.signing.send({ documents: station.entries(ids), visitId: id });

    expect((await send(null)).faults.map(({ documentId, problem }) => [documentId, problem.code])).toEqual([[null, 'policy-no-visit']]);
    expect((await send(visitId)).faults.map(({ problem }) => problem.code)).toEqual(['policy-not-screened', 'policy-no-record']);
    await station.fetch(visitId, 'TX-1011');
    await station.screen(visitId, ...clear);
    expect((await send(visitId)).faults.map(({ problem }) => problem.code)).toEqual(['policy-face-not-approved']);
    expect(station.jobsOf(ids)).toEqual([]);

    station.rules({ approvedFace: { level: 'warn' } });
    expect(station.visits.findings(visitId, '').findings).toMatchObject([{ rule: 'approvedFace', level: 'warn' }]);
    expect((await send(visitId)).faults).toEqual([]);
  });

  test('a visit of one customer with the transaction of another asks for a reason, until a detail is corrected', async () => {
    const station = withVisitActions(withSigningActions(await buildStation()));
    const visitId = station.visit({ name: 'Zulma Inventada', transaction: 'TX-1002' });
    await station.fetch(visitId, 'TX-1002');
    const found = () => station.view(visitId).findings.map(({ problem, level, needsReason }) => [problem.code, level, needsReason]);
    expect(found()).toEqual([['policy-other-name', 'warn', true]]);
    const ids = await station.contracts('a');
    const send = () => station.signing.send({ documents: station.entries(ids), visitId }, { attended: true });
    expect((await send()).faults.map(({ problem }) => problem.code)).toEqual(['reason-needed']);
    const [of] = station.view(visitId).records;
    station.visits.change(visitId, { name: of?.name ?? '', identification: '', transaction: 'TX-1002' });
    expect(found()).toEqual([]);
    expect((await send()).faults).toEqual([]);
  });

  test('a person is asked for a reason where the record warns, wherever signing starts; a run without a person is not', async () => {
    const station = withVisitActions(withSigningActions(await buildStation()));
    const visitId = station.visit({ transaction: 'TX-1011' });
    await station.fetch(visitId, 'TX-1011');
    station.queue.pause();
    const [unattended, found, named] = await station.contracts('a', 'b', 'c');
    const send = (id: string | undefined, about: object, attended: boolean) =>
      station.signing.send({ documents: station.entries([id ?? ''], { clientInfo: 'TX-1011' }), ...about }, { attended });
    expect((await send(unattended, {}, false)).faults).toEqual([]);
    // By its transaction number, and as the chosen visit.
    for (const [id, about] of [
      [found, {}],
      [named, { visitId }],
    ] as const) {
      const { batchId, faults } = await send(id, about, true);
      expect([batchId, faults.map(({ problem }) => problem.code)]).toEqual([null, ['reason-needed']]);
    }
    expect(await station.signing.check({ documents: station.entries([found ?? '']), visitId })).toEqual([]);
    station.signing.cancel([unattended ?? '']);
    expect(station.queue.needsReason([unattended ?? ''], false)).toEqual([{ documentId: unattended, visitId, clientInfo: 'TX-1011' }]);

    const [warning] = station.view(visitId).findings;
    station.visits.override(visitId, [warning?.key ?? ''], 'Visto en persona');
    expect(station.queue.needsReason([unattended ?? ''], false)).toEqual([]);
    for (const [id, about] of [
      [found, {}],
      [named, { visitId }],
    ] as const)
      expect((await send(id, about, true)).faults).toEqual([]);
  });

  test('documents without a chosen visit belong to the one of their transaction number', async () => {
    const station = withVisitActions(withSigningActions(await buildStation()));
    station.rules({ clearScreening: { level: 'stop' } });
    const visitId = station.visit({ transaction: 'TX-1002' });
    const ids = await station.contracts('a');
    const send = () => station.signing.send({ documents: station.entries(ids, { clientInfo: ' TX-1002 ' }) });
    expect((await send()).faults.map(({ problem }) => problem.code)).toEqual(['policy-not-screened']);
    await station.screen(visitId, ...clear);
    const { batchId } = await send();
    await batchFinished(station, batchId);
    expect(station.view(visitId).documents).toMatchObject([{ name: 'a.pdf', status: 'signed' }]);
  });

  test('an override needs a reason and a rule that allows it, and is written down', async () => {
    const station = withVisitActions(withSigningActions(await buildStation()));
    station.rules({ approvedFace: { level: 'stop' } });
    const visitId = station.visit({ name: 'Fabián' });
    await station.fetch(visitId, 'TX-1011');
    const [found] = station.view(visitId).findings;
    const override = (keys: string[], reason: string) => () => station.visits.override(visitId, keys, reason);
    expect(await codeOf(override([found?.key ?? ''], '  '))).toBe('reason-missing');
    expect(await codeOf(override(['approvedFace:policy-no-record:'], 'x'))).toBe('state-changed');
    station.rules({ approvedFace: { level: 'stop', override: false } });
    expect(await codeOf(override([found?.key ?? ''], 'x'))).toBe('policy-not-overridable');
    station.rules({ approvedFace: { level: 'stop' } });

    const view = station.visits.override(visitId, [found?.key ?? ''], 'Autorizó la gerencia');
    expect(view.findings[0]?.overridden?.reason).toBe('Autorizó la gerencia');
    expect(view.blocking).toBe(0);
    expect(view.events.at(-1)).toMatchObject({ kind: 'overridden', detail: { rules: 'approvedFace', text: 'Autorizó la gerencia' } });
    const ids = await station.contracts('a');
    expect((await station.signing.send({ documents: station.entries(ids), visitId })).faults).toEqual([]);
  });
});

describe('which visits are evaluated', () => {
  const stop = { level: 'stop', override: false } as const;
  async function blockedVisit() {
    const station = withVisitActions(withSigningActions(await buildStation()));
    station.rules({ blockedPerson: stop });
    const visitId = station.visit({ transaction: 'TX-1001', identification: '79.555.001' });
    await station.screen(visitId, ...blocked);
    const ids = await station.contracts('a');
    const send = async (clientInfo: string, chosen: string | null = null) =>
      (await station.signing.send({ documents: station.entries(ids, { clientInfo }), visitId: chosen })).faults.map(
        ({ problem }) => problem.code,
      );
    return { station, visitId, ids, send };
  }

  test('the one whose transaction or identification is the client info, however it is written', async () => {
    const { send } = await blockedVisit();
    for (const clientInfo of ['TX-1001', 'tx-1001 ', '79555001', '79.555.001']) expect(await send(clientInfo)).toEqual(['policy-blocked']);
  });

  test('the visit of the transaction, also when a visit without findings was chosen', async () => {
    const { station, visitId, send } = await blockedVisit();
    const clean = station.visit({ transaction: 'TX-1002', name: 'Rosalba' });
    expect(await send('TX-1001', clean)).toEqual(['policy-other-visit', 'policy-blocked']);
    station.rules({});
    expect(await send('TX-1001', clean)).toEqual(['policy-other-visit']);
    expect(station.visits.findings(clean, 'TX-1001').findings).toMatchObject([{ overridable: false }]);
    expect(await send('TX-1001', visitId)).toEqual([]);
  });

  test('a number that is one visit’s transaction and another’s identification is that of the transaction', async () => {
    const station = withVisitActions(withSigningActions(await buildStation()));
    const ofPerson = station.visit({ identification: '52123456' });
    const ofTransaction = station.visit({ transaction: '52123456' });
    station.queue.pause();
    await station.send(await station.contracts('a'), { clientInfo: '52123456' });
    expect([ofTransaction, ofPerson].map((id) => station.view(id).documents.length)).toEqual([1, 0]);
  });

  test('every visit of the transaction or person, until the person is screened again', async () => {
    const { station, send } = await blockedVisit();
    station.visit({ transaction: 'TX-1001' });
    expect(await send('TX-1001')).toEqual(['policy-blocked']);
    const again = station.visit({ identification: '79555001', name: 'Evaristo' });
    expect(await send('otro dato', again)).toEqual(['policy-blocked']);
    expect(station.view(again)).toMatchObject({ personBlocked: true, blocking: 1 });
  });

  test('queued documents join the visit that is opened for them, and it cannot be removed while they wait', async () => {
    const station = withVisitActions(withSigningActions(await buildStation()));
    station.rules({ blockedPerson: stop });
    station.queue.pause();
    const ids = await station.contracts('a');
    await station.send(ids, { clientInfo: 'TX-1001' });
    const visitId = station.visit({ transaction: 'TX-1001' });
    await station.screen(visitId, ...blocked);
    station.queue.resume();
    await vi.waitFor(() => expect(station.states(ids)).toEqual(['queued policy-blocked']), longWait);
    expect(station.view(visitId).documents).toMatchObject([{ name: 'a.pdf', status: 'queued' }]);
    expect(station.logged(visitId)).toContain('blocked policy-blocked');
    expect(await codeOf(station.visits.remove(visitId))).toBe('visit-busy');
    expect(station.calls()).toEqual([]);
  });

  test('a chosen visit that was removed is reported, and nothing is queued', async () => {
    const { station, ids } = await blockedVisit();
    const { batchId, faults } = await station.signing.send({ documents: station.entries(ids, { clientInfo: 'otro' }), visitId: 'gone' });
    expect([batchId, faults.map(({ problem }) => problem.code)]).toEqual([null, ['visit-unknown']]);
  });

  type During = {
    /** Before the batch is checked. */
    first(visit: { station: VisitStation; visitId: string }): unknown;
    /** Before the second of its two documents is encrypted. */
    change(visit: { station: VisitStation; visitId: string }): unknown;
    fault: string;
  };
  const during: Record<string, During> = {
    'a rule is switched on': {
      first: ({ station, visitId }) => station.screen(visitId, ...blocked),
      change: ({ station }) => station.rules({ blockedPerson: stop }),
      fault: 'policy-blocked',
    },
    'the customer is found blocked': {
      first: ({ station }) => station.rules({ blockedPerson: stop }),
      change: ({ station, visitId }) => station.screen(visitId, ...blocked),
      fault: 'policy-blocked',
    },
    'a record without an approved face is pushed': {
      first: async ({ station, visitId }) => {
        station.rules({ approvedFace: stop });
        await station.fetch(visitId, 'TX-1002');
      },
      change: ({ station }) => station.push(record({ ComparationFacesAproved: false })),
      fault: 'policy-face-not-approved',
    },
    'the visit is removed': {
      first: () => undefined,
      change: ({ station, visitId }) => station.visits.remove(visitId),
      fault: 'visit-unknown',
    },
  };

  test.each(Object.entries(during))(
    'while the documents are encrypted, %s: none is queued, and no copy stays',
    async (_, { first, change, fault }) => {
      const station = withVisitActions(withSigningActions(await buildStation()));
      station.rules({});
      const visitId = station.visit({ transaction: 'TX-1002' });
      await first({ station, visitId });
      // A document of this size is read while it is encrypted.
      const large = await writeFile(station.folder, 'b.pdf', await paddedPdf(9 * 1024 * 1024));
      const ids = [...(await station.contracts('a')), ...(await station.documents.open([large])).ids];
      const read = station.documents.read;
      let isEncrypting = false;
      const reading = vi.spyOn(station.documents, 'read').mockImplementation(async function* (id) {
        if (id === ids[1]) {
          isEncrypting = true;
          await change({ station, visitId });
        }
        yield* read(id);
      });
      const { batchId, faults } = await station.signing.send({ documents: station.entries(ids), visitId });
      // The check had found nothing, or else no copy would have been begun.
      expect(isEncrypting).toBe(true);
      expect([batchId, faults.map(({ documentId, problem }) => [documentId, problem.code])]).toEqual([null, [[null, fault]]]);
      expect(station.jobsOf(ids)).toEqual([]);
      expect(await namesIn(join(station.dataDir, 'encrypted'))).toEqual([]);
      // Nothing of it stays behind that would keep them from being sent once they may.
      reading.mockRestore();
      station.rules({});
      expect((await station.signing.send({ documents: station.entries(ids) })).faults).toEqual([]);
    },
  );

  test('without the keychain nothing can be evaluated, so a blocking rule blocks', async () => {
    const station = withVisitActions(withSigningActions(await buildStation({ keychain: memoryKeychain() })));
    station.visit({ transaction: 'TX-1001' });
    await station.close();
    const unavailable = async () => {
      throw new StationError('keychain-unavailable', { cause: 'locked' });
    };
    const blind = await station.openOn(station.dataDir, { keychain: { get: unavailable, set: unavailable, remove: unavailable } });
    const entry = { documentId: 'x', reference: 'x', clientInfo: 'TX-1001', placement: null };
    const { faults: found } = await blind.signing.send({ documents: [entry] });
    expect(found.map(({ problem }) => problem.code)).toContain('policy-visits-hidden');
  });
});
