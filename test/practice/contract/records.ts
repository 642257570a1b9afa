/** The invented records of the practice provider: each shows what the table of its README says. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { castRecords, type Practice, startPractice } from '../../support/doors/practice.ts';
import { askRecord, searched, signed } from '../../support/network/practice-calls.ts';
import { plainPdf } from '../../support/pdf/pdfs.ts';
import { describedAni, describedExtras, describedImage, describedScore, recordMembers } from '../../support/records/records.ts';

const sections = { Extras: describedExtras, Images: describedImage, Scores: describedScore, Response_ANI: describedAni };

export function practiceRecords(start: () => Promise<Practice>): void {
  describe('its invented records', () => {
    let practice: Practice;
    beforeAll(async () => {
      practice = await start();
    });
    afterAll(() => practice.close());

    const everything = '?returnImages=true&returnDocuments=true&returnVideoLiveness=true';
    const record = (transaction: string, query = '') => askRecord(practice, transaction, query);
    const identificationOf = async (transaction: string) => (await record(transaction)).IdNumber;

    describe('members', () => {
      it('all that are described, and no other, are in a complete record; of a dead person none is null', async () => {
        for (const transaction of ['TX-1001', 'TX-1015']) {
          const complete = await record(transaction, everything);
          expect(Object.keys(complete).sort()).toEqual([...recordMembers].sort());
          expect(Object.keys(complete).filter((name) => complete[name] === null)).toEqual(transaction === 'TX-1001' ? ['DateOfDeath'] : []);
          for (const [section, members] of Object.entries(sections)) {
            const one = Array.isArray(complete[section]) ? complete[section][0] : complete[section];
            expect(Object.keys(one as object).sort()).toEqual(members.map(([name]) => name).sort());
          }
        }
      });

      it('of the minimal record are the Uid alone, of the empty one all, and null', async () => {
        expect(await record('TX-1004')).toEqual({ Uid: expect.stringMatching(/./) });
        expect(await record('TX-1005', everything)).toEqual(Object.fromEntries(recordMembers.map((name) => [name, null])));
      });

      it('name their transaction, and are the same at each call', async () => {
        expect(await record('TX-1002')).toMatchObject({ TransactionId: 'TX-1002', ProviderProjectId: practice.profile.signing?.projectId });
        expect(await record('TX-1002')).toEqual(await record('TX-1002'));
        const uids = await Promise.all([...castRecords.keys()].filter((name) => !/TX-(1005|2)/.test(name)).map((name) => record(name)));
        expect(new Set(uids.map(({ Uid }) => Uid)).size).toBe(uids.length);
      });

      it('that are not described are at the top and within each section', async () => {
        expect(await record('TX-1010', '?returnImages=true')).toMatchObject({
          NivelConfianza: 'ALTO',
          Auditoria: { pasos: ['captura', 'comparación'] },
          Extras: { IdState: '2', Canal: 'Oficina' },
          Response_ANI: { CedulaState: '0', Fuente: 'Registro de práctica' },
          Scores: [{ Peso: 0.75 }],
          Images: Array(7).fill(expect.objectContaining({ Calidad: 'BUENA' })),
        });
      });

      it('have dates of every form, and other types than described', async () => {
        const dates = await record('TX-1020');
        expect(dates).toMatchObject({
          StartingDate: expect.stringMatching(/T\d\d:\d\d:\d\d$/),
          CreationDate: expect.stringMatching(/\.\d{7}$/),
          BirthDate: expect.stringMatching(/:\d\dZ$/),
          DateOfIdentification: expect.stringMatching(/:\d\d-05:00$/),
          MarriageDate: expect.stringMatching(/\.\d{3}\+05:30$/),
          ExpirationDate: expect.stringMatching(/\.\d{3}Z$/),
          IssueDate: expect.stringMatching(/^[\d-]{10}$/),
        });
        expect(await record('TX-1021', everything)).toMatchObject({
          IdNumber: 71333222,
          DocumentType: '1',
          Extras: expect.any(String),
          Response_ANI: [expect.any(String)],
        });
      });
    });

    describe('records with something to notice', () => {
      it.each<[string, Record<string, unknown>]>([
        ['TX-1011', { ComparationFacesAproved: false, ComparationFacesSuccesful: false }],
        ['TX-1012', { ComparationFacesAproved: true, ResultCompareDocumentFaces: 62.5, ThresholdCompareDocumentFaces: 80 }],
        ['TX-1013', { IdNumber: '52123456', IdNumberFromClient: '52123465' }],
        ['TX-1014', { ExpirationDate: '2026-09-13T00:00:00', StartingDate: expect.stringMatching(/^2026-09-14/) }],
        ['TX-1015', { DateOfDeath: '2025-11-02T00:00:00' }],
        ['TX-1016', { FoundOnProviderAlert: true }],
        ['TX-1017', { Response_ANI: expect.objectContaining({ CedulaState: '22', FirstName: 'YOLIMA' }) }],
        ['TX-1018', { FirstName: 'CARLOS', Response_ANI: expect.objectContaining({ FirstName: 'CAMILO', CedulaState: '0' }) }],
        ['TX-1019', { Scores: [expect.objectContaining({ CausalRejectionName: 'Documento ilegible' }), expect.anything()] }],
      ])('of %s have nothing else to notice', async (transaction, expected) => {
        const about = await record(transaction);
        expect(about).toMatchObject(expected);
        const quiet = {
          ComparationFacesAproved: true,
          ResultCompareDocumentFaces: 91.7,
          IdNumberFromClient: about.IdNumber,
          ExpirationDate: '2038-03-01T00:00:00',
          DateOfDeath: null,
          FoundOnProviderAlert: false,
        };
        expect(about).toMatchObject({ ...quiet, ...expected });
      });

      it('agree with the search about the same persons', async () => {
        const outcome = async (transaction: string) => {
          const { FirstName, SecondName, FirstSurname, SecondSurname, IdNumber } = await record(transaction);
          const name = [FirstName, SecondName, FirstSurname, SecondSurname].join(' ');
          const { results } = await searched(practice, { Name: name, Identification: IdNumber });
          return [results[0].block, results[0].datos_tsti.length];
        };
        expect(await outcome('TX-1001')).toEqual([true, 2]);
        expect(await outcome('TX-1002')).toEqual([false, 0]);
        expect(await outcome('TX-1003')).toEqual([false, 1]);
        expect(await outcome('TX-1016')).toEqual([true, 1]);
        expect(await outcome('TX-1022')).toEqual([true, 1]);
        expect(await identificationOf('TX-1001')).toBe('79555001');
      });
    });

    describe('a record that changes', () => {
      it('is approved at first, and later created again and not approved', async () => {
        const first = await record('TX-2001');
        const second = await record('TX-2001');
        expect([first.ComparationFacesAproved, second.ComparationFacesAproved]).toEqual([true, false]);
        expect(Date.parse(String(second.CreationDate))).toBeGreaterThan(Date.parse(String(first.CreationDate)));
        expect(await record('TX-2001')).toEqual(second);
      });

      it.each([
        ['TX-2400', 400],
        ['TX-2404', 404],
        ['TX-2500', 500],
      ])('%s is refused with %i, unless another misbehaviour was requested', async (transaction, status) => {
        await expect(record(transaction)).rejects.toThrow(`answered ${status}: {"error":`);
        practice.misbehave('validation', { status: 503 });
        await expect(record(transaction)).rejects.toThrow('answered 503');
      });

      it('is answered late, and its call ends with the provider', async () => {
        const own = await startPractice();
        const late = askRecord(own, 'TX-2003', '').then(
          () => 'answered',
          () => 'closed',
        );
        // A later call of the same operation is answered, and the late one still waits.
        await askRecord(own, 'TX-1004', '');
        await own.close();
        expect(await late).toBe('closed');
      });

      it('lists documents signed since after those signed before', async () => {
        await signed(practice, [await plainPdf()], { clientInfo: 'TX-1002' });
        await signed(practice, [await plainPdf()], { clientInfo: 'TX-1005' });
        const references = async (transaction: string) =>
          ((await record(transaction, '?returnDocuments=true')).SignedDocuments as { ReferenceNumber: string }[]).map(
            ({ ReferenceNumber }) => ReferenceNumber,
          );
        expect(await references('TX-1002')).toEqual(['TX-1002-1', 'ref-0']);
        expect(await references('TX-1005')).toEqual(['ref-0']);
      });
    });
  });
}
