/** Endpoint E of the practice provider: strict about the query, and knowing what it signed whatever became of the answer. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closing } from '../../support/closing.ts';
import { profileSchema } from '../../support/doors/domain.ts';
import { createRecords, type Misbehaviour, type Practice, startPractice } from '../../support/doors/practice.ts';
import { bytesOf, formOf, getRecord, postSign, recordOf, signed, signFields } from '../../support/network/practice-calls.ts';
import { plainPdf } from '../../support/pdf/pdfs.ts';
import { inSoak } from '../../support/runner/soak.ts';

export function practiceValidation(start: () => Promise<Practice>): void {
  describe('its validation query', () => {
    let practice: Practice;
    let pdf: Uint8Array;
    beforeAll(async () => {
      practice = await start();
      pdf = await plainPdf();
    });
    afterAll(() => practice.close());

    const references = async (transaction: string) =>
      (await recordOf(practice, transaction)).SignedDocuments?.map(({ ReferenceNumber }) => ReferenceNumber);

    describe('the record', () => {
      it('holds what was signed for that client info, byte by byte, and nothing of others', async () => {
        const transaction = `Trámite 7/8 «ñ» ${'x'.repeat(300)}`;
        const [first] = await signed(practice, [pdf], { clientInfo: transaction });
        await signed(practice, [pdf], { clientInfo: 'other' });
        const record = await recordOf(practice, transaction);
        expect(record.TransactionId).toBe(transaction);
        expect(record).toMatchObject({ Uid: expect.stringMatching(/^[\w-]{36}$/), IdNumber: expect.any(String), TransactionType: 1 });
        expect(record.SignedDocuments).toEqual([
          { ReferenceNumber: 'ref-0', DocumentName: 'ref-0.pdf', Document: bytesOf(first).toString('base64') },
        ]);
      });

      it('gives documents only when asked, by query or by header', async () => {
        await signed(practice, [pdf], { clientInfo: 'T-flags' });
        const keys = async (...query: [string, Record<string, string>?]) =>
          Object.keys((await (await getRecord(practice, 'T-flags', ...query)).json()) as object).filter((key) =>
            /Documents|Images/.test(key),
          );
        expect(await keys('')).toEqual([]);
        expect(await keys('?returnDocuments=false&returnVideoLiveness=true')).toEqual([]);
        expect(await keys('?returnDocuments=true&returnImages=true')).toEqual(['Images', 'SignedDocuments']);
        expect(await keys('', { returnDocuments: 'true' })).toEqual(['SignedDocuments']);
      });

      it('exists for client info that was sent and not signed, without documents', async () => {
        await signed(practice, [pdf], { clientInfo: 'FAIL-1' });
        expect(await references('FAIL-1')).toEqual([]);
      });

      it('is in the practice profile, whose one gap is the transaction', () => {
        expect(profileSchema.parse(practice.profile).validation).toEqual({
          baseUrl: practice.origin,
          path: 'api/practice/Validation/{transaction}',
          flagsAs: 'query',
          transactionPart: '',
          identificationPart: '',
        });
      });
    });

    describe('signed documents are in the record although the answer was spoiled', () => {
      it.each<[Misbehaviour, string[]]>([
        [{ drop: 'before-answer' }, ['ref-0', 'ref-1']],
        [{ drop: 'during-answer' }, ['ref-0', 'ref-1']],
        [{ json: 'truncated' }, ['ref-0', 'ref-1']],
        [{ status: 500 }, ['ref-0', 'ref-1']],
        [{ entry: 'missing', at: 1 }, ['ref-0', 'ref-1']],
        [{ entry: 'twice', at: 1 }, ['ref-0', 'ref-1']],
        [{ entry: 'fail', at: 1 }, ['ref-0']],
        [{ entry: 'unsigned-pdf', at: 1 }, ['ref-0']],
      ])('%j', async (how, expected) => {
        const clientInfo = JSON.stringify(how);
        practice.misbehave('sign', how);
        await postSign(practice, formOf(signFields([pdf, pdf], { clientInfo })))
          .then((response) => response.text())
          .catch(() => {});
        expect(await references(clientInfo)).toEqual(expected);
      });

      it.each(['before-body', 'during-request'] as const)('nothing was signed with %s', async (drop) => {
        practice.misbehave('sign', { drop });
        await expect(postSign(practice, formOf(signFields([pdf], { clientInfo: drop })))).rejects.toThrow();
        expect((await getRecord(practice, drop)).status).toBe(404);
      });
    });

    describe('refusals, each with a reason', () => {
      it.each<[string, number, () => Promise<Response>]>([
        ['a wrong API key, before anything is told of the transaction', 401, () => getRecord(practice, 'unknown', '', { apiKey: 'x' })],
        ['no accept header', 400, () => getRecord(practice, 'T-1', '', { accept: '*/*' })],
        ['a flag that comes twice', 400, () => getRecord(practice, 'T-1', '?returnDocuments=true&returnDocuments=true')],
        ['a flag in a header that is no truth value', 400, () => getRecord(practice, 'T-1', '', { returnImages: '1' })],
        ['an unknown parameter', 400, () => getRecord(practice, 'T-1', '?documents=true')],
        ['an unknown transaction', 404, () => getRecord(practice, 'T-nobody')],
      ])('%s: %i', async (_, status, ask) => {
        const response = await ask();
        expect(response.status).toBe(status);
        expect(await response.json()).toEqual({ error: expect.stringMatching(/\w/) });
        expect(practice.log().at(-1)).toMatchObject({ operation: 'validation', status });
      });
    });

    it('remembers the last 200 documents, whoever they are for', () => {
      const records = createRecords('p');
      records.met('a');
      records.met('b');
      for (let count = 0; count < 150; count++) records.signed('a', `a${count}`, new Uint8Array(1));
      for (let count = 0; count < 100; count++) records.signed('b', `b${count}`, new Uint8Array(1));
      const sizeOf = (transaction: string) => {
        const documents = records.record(transaction, { documents: true, images: false })?.SignedDocuments;
        return Array.isArray(documents) ? documents.length : null;
      };
      expect([sizeOf('a'), sizeOf('b')]).toEqual([100, 100]);
      records.signed('b', 'huge', { length: 300 * 1024 * 1024 } as Uint8Array);
      expect([sizeOf('a'), sizeOf('b')]).toEqual([0, 0]);
    });

    it.runIf(inSoak)('signs hundreds of documents in one call and keeps the last of them', async () => {
      const own = closing(await startPractice({ maxDocuments: 300 }));
      const items = await signed(own, Array(201).fill(pdf), { clientInfo: 'many' });
      expect(items.filter(({ status }) => status === 'SUCCESS')).toHaveLength(201);
      expect((await recordOf(own, 'many')).SignedDocuments).toHaveLength(200);
    });
  });
}
