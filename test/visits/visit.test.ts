/** A visit from its opening to its storage: records, screenings, documents, the log, and the state after a kill. */
import { hash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { practiceParts } from '../support/doors/app.ts';
import { partsOf, profileSchema } from '../support/doors/domain.ts';
import { recordJson } from '../support/doors/records.ts';
import { startSwitchedLine } from '../support/network/switched-line.ts';
import { startWatchedLine } from '../support/network/watched-line.ts';
import { batchFinished } from '../support/signing/batch-finished.ts';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { inDatabase, spoil } from '../support/storage/damaged-database.ts';
import { withVisitActions } from '../support/visits/visit-actions.ts';
import { longWait } from '../support/waiting.ts';

const all = { text: '', show: 'all' } as const;

describe('a visit', () => {
  test('records each event with its person, and is the same after a restart', async () => {
    const station = withVisitActions(withSigningActions(await buildStation()));
    station.settings.change({ clerk: 'Luz Marina' });
    const id = station.visit({ transaction: 'TX-1002' });
    const record = await station.fetch(id, 'TX-1002', { images: true });
    expect(station.view(id)).toMatchObject({ name: 'ROSALBA INÉS CONTRERAS DUARTE', identification: '52123456', face: 'approved' });
    await station.screen(id, 'Rosalba Contreras', '52123456');
    const ids = await station.contracts('a');
    const { batchId } = await station.signing.send({ documents: station.entries(ids), visitId: id });
    await batchFinished(station, batchId);
    await station.queue.deliver(ids);
    await vi.waitFor(() => expect(station.view(id).documents[0]?.copies).toEqual({ original: true, signed: true }), longWait);

    const { events } = station.view(id);
    expect(events.map(({ kind, by }) => `${kind} ${by}`.trim())).toEqual([
      'opened Luz Marina',
      'record-fetched Luz Marina',
      'screened Luz Marina',
      'queued Luz Marina',
      'document',
    ]);
    const before = station.view(id);
    await station.reopen();
    expect(station.view(id)).toEqual(before);
    expect(station.visits.record(record).view).toMatchObject({ uid: expect.any(String), identification: '52123456' });
    expect(station.audit.verify()).toMatchObject({ intact: true });
  });

  test('is found by name, identification and transaction without accents and dots, last changed first', async () => {
    let seconds = 0;
    // Two changes within a millisecond have no order.
    const now = () => {
      seconds += 1;
      return new Date(Date.UTC(2026, 0, 1, 12, 0, seconds));
    };
    const station = withVisitActions(withSigningActions(await buildStation({ now })));
    station.rules({});
    const ana = station.visit({ name: 'Ana Peñaloza', identification: '52.888.777' });
    const luis = station.visit({ name: 'Luis', transaction: 'TX-9' });
    const found = (text: string) => station.visits.page({ text, show: 'all' }, 0, 10).items.map(({ id }) => id);
    expect(found('')).toEqual([luis, ana]);
    expect([found('penaloza'), found('52888'), found('tx-9'), found('nadie')]).toEqual([[ana], [ana], [luis], []]);
    station.visits.note(ana, 'Volvió');
    expect(found('')).toEqual([ana, luis]);
    expect(await codeOf(() => station.visits.create({ name: ' ', identification: '', transaction: '' }))).toBe('visit-empty');
  });

  test('warns of a record of another transaction than the queried one', async () => {
    const station = withVisitActions(withSigningActions(await buildStation()));
    const id = station.visit({ transaction: 'TX-1002' });
    const answer = (TransactionId: string) =>
      station.provider.misbehave('validation', { status: 200, body: JSON.stringify({ Uid: 'U-1', TransactionId }) });
    answer('TX-9');
    const record = await station.fetch(id, 'TX-1002');
    answer('tx-1002');
    await station.fetch(id, 'TX-1002');
    expect(station.view(id).records.map(({ mismatches }) => mismatches)).toEqual([[], ['other-transaction']]);
    await station.reopen();
    const warning = { kind: 'other-transaction', fields: ['TransactionId'], texts: ['TX-9', 'TX-1002'] };
    expect(station.visits.record(record).view.mismatches).toEqual([warning]);
  });

  test('counts a refused face as an alert where it is not the verdict of the record itself', async () => {
    const station = withVisitActions(withSigningActions(await buildStation()));
    station.rules({ recordAlerts: { level: 'warn' } });
    const findings = async (record: object) => {
      const id = await station.push({ Uid: JSON.stringify(record), ...record });
      return [station.view(id).face, ...station.view(id).findings.map(({ problem }) => problem.code)];
    };
    const refused = { ComparationFacesAproved: false, FaceFound: true };
    expect(await findings(refused)).toEqual(['not-approved', 'policy-face-not-approved']);
    expect(await findings({ Data: refused })).toEqual(['none', 'policy-record-alerts']);
    expect(await findings({ ComparationFacesAproved: 'NO' })).toEqual(['not-approved', 'policy-face-not-approved']);
  });

  test('gets pushed records; a record without a visit opens one', async () => {
    const station = withVisitActions(withSigningActions(await buildStation()));
    const id = station.visit({ transaction: 'TX-1002' });
    expect(await station.push({ Uid: 'U-1', TransactionId: 'TX-1002', IdNumber: '52123456' })).toBe(id);
    const opened = await station.push({ Uid: 'U-2', TransactionId: 'TX-5', FirstName: 'MARTA', FirstSurname: 'GIL' });
    expect(opened).not.toBe(id);
    expect(station.view(opened)).toMatchObject({ name: 'MARTA GIL', transaction: 'TX-5', openedBy: '' });
    expect(station.view(opened).records).toMatchObject([{ source: 'pushed', uid: 'U-2' }]);
    expect(station.logged(opened)).toEqual(['opened', 'record-pushed']);
    expect(await codeOf(station.push({ hello: 'there' }))).toBe('record-not-as-described');
    expect(station.visits.page(all, 0, 10).total).toBe(2);
    // Any member may be null or missing: a record without a name is stored too.
    const nameless = await station.push({ Uid: null, StartingDate: '2026-11-22T10:00:00', ComparationFacesAproved: false });
    expect(station.view(nameless)).toMatchObject({ name: '', identification: '', transaction: '', face: 'not-approved' });
    expect(await station.push({ Uid: null, IdNumber: ' ' })).not.toBe(nameless);
  });

  test.each(['N/A', '0', 'null', '-', '00000000-0000-0000-0000-000000000000', 'No aplica'])(
    'gives two persons a visit each where %j is in place of their numbers',
    async (none) => {
      const station = withVisitActions(withSigningActions(await buildStation()));
      const ana = await station.push({ Uid: 'U-1', TransactionId: none, IdNumber: none, FirstName: 'ANA', SecondName: 'N/A' });
      const eva = await station.push({ Uid: 'U-2', TransactionId: none, IdNumber: none, FirstName: 'EVA' });
      expect(station.view(ana)).toMatchObject({ name: 'ANA', identification: '', transaction: 'U-1' });
      expect(station.view(eva)).toMatchObject({ name: 'EVA', transaction: 'U-2' });
      // Nor are they versions of one record.
      const [luz, mia] = [await station.push({ Uid: none, FirstName: 'LUZ' }), await station.push({ Uid: none, FirstName: 'MIA' })];
      expect([station.view(luz).name, station.view(mia).name]).toEqual(['LUZ', 'MIA']);
    },
  );

  test('gets no record of an answer without one, and the record of an answer that wraps it', async () => {
    const station = withVisitActions(withSigningActions(await buildStation()));
    const id = station.visit({ transaction: 'TX-1002' });
    const answer = (body: string) => station.provider.misbehave('validation', { status: 200, body });
    const exported = async (record: string) => {
      const read = (file: string) => station.visits.recordFile(record, file).read();
      return (await buffer(recordJson(station.visits.record(record).row, read, true))).toString();
    };
    for (const body of ['{}', '[]', '{"uid":"1","idnumber":"2"}', '[{"Uid":"1","FirstName":"A"},{"Uid":"2","FirstName":"B"}]']) {
      answer(body);
      expect(await codeOf(station.fetch(id, 'TX-1002'))).toBe('validation-failed');
    }
    answer('{"error":"sin \\u001b[31mregistro"}');
    await expect(station.fetch(id, 'TX-1002')).rejects.toMatchObject({
      problem: { code: 'validation-failed', detail: { status: 200, providerText: 'sin [31mregistro', context: 'said' } },
    });
    expect(station.view(id).records).toEqual([]);

    answer(`{"ok":true,"data":[{"Uid":"u","IdNumber":12345678901234567890,"FirstName":"ANA","Images":[{"Image":"${'A'.repeat(100)}"}]}]}`);
    const { row, view } = station.visits.record(await station.fetch(id, 'TX-1002', { images: true }));
    // The whole answer is stored, also what is next to the record.
    expect(row).toMatchObject({ within: ['data', 0], files: [{ path: ['data', 0, 'Images', 0, 'Image'] }] });
    expect(row.json).toBe('{"ok":true,"data":[{"Uid":"u","IdNumber":12345678901234567890,"FirstName":"ANA","Images":[{"Image":null}]}]}');
    expect(view).toMatchObject({ uid: 'u', images: [{ file: { path: ['Images', 0, 'Image'] } }], other: { '$.ok': true }, defects: [] });

    expect(() => station.visits.recordFile('none', 'none')).toThrow('record-unknown');
    expect(() => station.visits.recordFile(row.id, 'none')).toThrow('record-file-unknown');

    // So are both values of a member that occurs twice, in the record and around it.
    const twice = '{"data":[{"Uid":"u2","FirstName":"ANA","FirstName":"EVA"}]}';
    answer(twice);
    const second = station.visits.record(await station.fetch(id, 'TX-1002'));
    expect(second.row.json).toBe(twice);
    expect(second.view).toMatchObject({ name: '', mismatches: [{ kind: 'repeated-member', fields: ['FirstName'] }] });
    const twoRecords = '{"data":{"Uid":"u3"},"data":{"Uid":"u4","FirstName":"EVA"}}';
    answer(twoRecords);
    const third = station.visits.record(await station.fetch(id, 'TX-1002'));
    expect(third).toMatchObject({ row: { json: twoRecords }, view: { uid: null, defects: ['record'] } });
    // Both pictures of a repeated member are stored; the last one is the picture, the first one of the other files.
    const [one, two] = ['GIF89a', 'GIF87a'].map((head) => Buffer.from(head.padEnd(100, '.')).toString('base64'));
    answer(`{"Uid":"u5","Images":[{"Image":"${one}","Image":"${two}"}]}`);
    const both = station.visits.record(await station.fetch(id, 'TX-1002')).view;
    const sha256Of = (text = '') => hash('sha256', Buffer.from(text, 'base64'));
    expect(both).toMatchObject({
      images: [{ file: { sha256: sha256Of(two) } }],
      otherFiles: [{ sha256: sha256Of(one) }],
      mismatches: [{ kind: 'repeated-member' }],
    });
    // So is each document of a list that occurs twice.
    const pdfs = ['one', 'two', 'three'].map((text) => Buffer.from(`%PDF-1.7 ${text}`.padEnd(1000, ' ')).toString('base64'));
    const body = `{"data":{"Uid":"u6","SignedDocuments":["${pdfs[0]}","${pdfs[1]}"],"SignedDocuments":["${pdfs[2]}"]},"code":0}`;
    answer(body);
    const sixth = await station.fetch(id, 'TX-1002', { documents: true });
    expect(await exported(sixth)).toBe(body);
    expect(station.visits.record(sixth)).toMatchObject({
      row: { json: '{"data":{"Uid":"u6","SignedDocuments":[null,null],"SignedDocuments":[null]},"code":0}' },
      view: {
        documents: [{ file: { sha256: sha256Of(pdfs[1]) } }, { file: { sha256: sha256Of(pdfs[2]) } }],
        otherFiles: [{ sha256: sha256Of(pdfs[0]) }],
        mismatches: [{ kind: 'repeated-member', fields: ['SignedDocuments'] }],
      },
    });
  });

  test('gets the record that is JSON in the text of a member, when it is the only one', async () => {
    const station = withVisitActions(withSigningActions(await buildStation()));
    const id = station.visit({ transaction: 'TX-1002' });
    const fetched = async (value: unknown) => {
      station.provider.misbehave('validation', { status: 200, body: JSON.stringify(value) });
      return station.visits.record(await station.fetch(id, 'TX-1002', { images: true }));
    };
    const [picture, other] = ['GIF89a', 'GIF87a'].map((head) => Buffer.from(head.padEnd(20_000, '.')).toString('base64'));
    const record = `{"Uid":"u","IdNumber":12345678901234567890,"FirstName":"ANA","Images":[{"Image":"${picture}"}]}`;
    const { row, view } = await fetched({ code: 0, empty: [], d: record, trace: other });
    expect(row).toMatchObject({ within: [], json: record.replace(`"${picture}"`, 'null'), around: '{"code":0,"empty":[],"trace":null}' });
    expect(view).toMatchObject({ uid: 'u', identification: '12345678901234567890', images: [{ file: { size: 20_000 } }], defects: [] });
    expect(view.otherFiles).toMatchObject([{ path: ['$', 'trace'], size: 20_000 }]);
    const short = await fetched({ result: { d: JSON.stringify({ data: [{ Uid: 'v', FirstName: 'EVA' }] }) } });
    expect(short).toMatchObject({ row: { within: ['data', 0], files: [] }, view: { uid: 'v', name: 'EVA' } });
    expect('around' in short.row).toBe(false);
    // The record of the answer itself has its texts.
    const own = await fetched({ Uid: 'w', FirstName: 'ANA', BarcodeText: record });
    expect(own.view).toMatchObject({ uid: 'w', images: [], otherFiles: [{ path: ['BarcodeText'] }] });
    const several = { one: record, two: '{"Uid":"x","FirstName":"EVA"}' };
    await expect(fetched(several)).rejects.toMatchObject({ problem: { code: 'validation-failed', detail: { context: 'several' } } });
    await expect(fetched({ d: record.slice(0, -1) })).rejects.toMatchObject({ problem: { detail: { context: 'no_record' } } });
    expect(station.view(id).records).toHaveLength(3);
    expect(await station.encryptedNames()).toHaveLength(3);
  });

  test('can be read while offline; a failed fetch is reported and can be repeated', async () => {
    const lines: Awaited<ReturnType<typeof startSwitchedLine>>[] = [];
    const through = async (origin: string) => {
      lines.push(await startSwitchedLine(origin));
      return lines[0]?.origin ?? '';
    };
    const station = withVisitActions(withSigningActions(await buildStation({ through })));
    const id = station.visit({ transaction: 'TX-1002' });
    const record = await station.fetch(id, 'TX-1002', { images: true });
    await lines[0]?.down();
    await station.reopen();
    expect(station.view(id).records).toHaveLength(1);
    expect(station.visits.record(record).view.images.length).toBeGreaterThan(3);
    expect(await codeOf(station.fetch(id, 'TX-1002'))).toBe('connection-refused');
    expect(station.logged(id).at(-1)).toBe('record-failed connection-refused');
    await lines[0]?.up();
    await station.fetch(id, 'TX-1002');
    expect(station.view(id).records).toHaveLength(2);
    await lines[0]?.close();
  });

  test('is of the connection that it was queried by, although another one came into use before its answer', async () => {
    const station = withVisitActions(await buildStation({ provider: 'none' }));
    const id = station.visit({ transaction: 'TX-1002' });
    // The practice provider is still being started.
    const fetched = station.fetch(id, 'TX-1002');
    const validation = { baseUrl: 'https://bank.example', path: 'api/{other}/Validation/{transaction}', transactionPart: 'transaction' };
    const other = station.settings.saveProfile(profileSchema.parse({ name: 'Banco', validation }));
    station.settings.change({ activeProfileId: other.id });
    expect(station.visits.record(await fetched).row).toMatchObject({ profile: null, queriedTransaction: 'TX-1002' });
  });

  test('closes without waiting for a provider that never answers', async () => {
    const asked = Promise.withResolvers<void>();
    const onRequest = async (path: string) => {
      if (!path.includes('TX-1002')) return;
      asked.resolve();
      await new Promise(() => {});
    };
    const station = withVisitActions(
      withSigningActions(await buildStation({ through: (origin) => startWatchedLine(origin, { onRequest }) })),
    );
    const id = station.visit({ transaction: 'TX-1002' });
    const fetched = codeOf(station.fetch(id, 'TX-1002'));
    await asked.promise;
    await station.close();
    expect(await fetched).toBe('cancelled');
    await station.reopen();
    expect(station.logged(id)).toEqual(['opened']);
  });

  test('finishes evidence that is being written when the station closes, and logs it', async () => {
    const station = withVisitActions(withSigningActions(await buildStation()));
    const id = station.visit({ transaction: 'TX-1001' });
    await station.fetch(id, 'TX-1001', { images: true, documents: true, video: true });
    const wish = { images: true, video: true };
    const made = station.visits.evidence(id, join(station.folder, 'evidence.zip'), { wish, language: 'es' });
    await station.close();
    const { name } = await made;
    expect(name).toBe('evidence.zip');
    await station.reopen();
    expect(station.logged(id).at(-1)).toBe('evidence');
  });

  test('names its damaged record, and shows the others', async () => {
    const station = withVisitActions(withSigningActions(await buildStation()));
    const id = station.visit({ transaction: 'TX-1002' });
    const [first, second] = [await station.fetch(id, 'TX-1002'), await station.fetch(id, 'TX-1002')];
    await station.close();
    spoil(station.dataDir, station.vaultKey, 'identity_record', 'id = ?', second);
    await station.reopen();
    station.rules({ approvedFace: { level: 'stop' } });
    const view = station.view(id);
    expect(view.records.map((record) => record.problem?.code ?? null)).toEqual(['stored-data-damaged', null]);
    // An older record does not replace an unreadable one.
    expect(view.findings.map(({ problem }) => problem.code)).toEqual(['policy-no-record']);
    expect(await codeOf(() => station.visits.record(second))).toBe('stored-data-damaged');
    expect(station.visits.record(first).view.face).toBe('approved');
  });

  test('makes copies that a kill prevented at the next start', async () => {
    const station = withVisitActions(withSigningActions(await buildStation()));
    const id = station.visit({ name: 'Ana' });
    const ids = await station.contracts('a');
    const { promise, resolve } = Promise.withResolvers<string>();
    station.signing.events.on('changed', ([job]) => job?.status === 'signed' && resolve(station.asKilled()));
    await station.signing.send({ documents: station.entries(ids), visitId: id });
    const killed = await promise;
    const after = await station.openOn(killed, { sending: 'manual' });
    await vi.waitFor(
      () => expect(after.visits.open(id).documents[0]).toMatchObject({ status: 'signed', copies: { original: true, signed: true } }),
      longWait,
    );
    // Once and not again: the log tells each result one time.
    expect(after.visits.open(id).events.filter(({ kind }) => kind === 'document')).toHaveLength(1);
    // Evidence makes the copies that are missing, and no other ones.
    const copies = async () => (await readdir(join(killed, 'encrypted'))).filter((file) => file.startsWith('visit.')).toSorted();
    const [made, wish] = [await copies(), { images: false, video: false }];
    expect(made).toHaveLength(2);
    await after.visits.evidence(id, join(station.folder, 'evidence.zip'), { wish, language: 'es' });
    expect(await copies()).toEqual(made);
  });

  test('makes them also when the clock was ten days ahead at the last start', async () => {
    const [now, day] = [Date.now(), 86_400_000];
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: now + 10 * day });
    const station = withVisitActions(withSigningActions(await buildStation()));
    const id = station.visit({ name: 'Ana' });
    const marks = () =>
      inDatabase(
        station.dataDir,
        station.vaultKey,
        (sql) => sql.prepare("SELECT value FROM json_row WHERE kind = 'followed'").all().length,
      );
    await expect.poll(marks, longWait).toBe(1);
    vi.setSystemTime(now);
    const ids = await station.contracts('a');
    const { batchId } = await station.signing.send({ documents: station.entries(ids), visitId: id });
    await batchFinished(station, batchId);
    await vi.waitFor(() => expect(station.view(id).documents[0]?.copies).toEqual({ original: true, signed: true }), longWait);
    await expect.poll(() => station.jobsOf(ids)[0]?.delivery, longWait).toBe('done');
    const killed = station.asKilled();
    // As it was before the copy of the signed file was stored.
    inDatabase(killed, station.vaultKey, (sql) => sql.exec("UPDATE visit SET value = json_set(value, '$.documents[0].signedCopy', NULL)"));
    const after = await station.openOn(killed, { sending: 'manual' });
    await vi.waitFor(() => expect(after.visits.open(id).documents[0]?.copies).toEqual({ original: true, signed: true }), longWait);
  });

  test('the practice profile has the validation parts that the station reports before practice is started', async () => {
    const { profile } = withVisitActions(withSigningActions(await buildStation()));
    expect(profile.validation && partsOf(profile.validation)).toEqual(practiceParts);
  });
});
