/** Each misbehaviour of the practice provider does what it says, for the requested number of calls. */
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Misbehaviour, type Practice, type PracticeOperation, startPractice } from '../../support/doors/practice.ts';
import {
  bytesOf,
  formOf,
  getRecord,
  postSearch,
  postSign,
  postToken,
  signed,
  signFields,
  signHeaders,
} from '../../support/network/practice-calls.ts';
import { plainPdf } from '../../support/pdf/pdfs.ts';

export function practiceMisbehaviours(start: () => Promise<Practice>): void {
  describe('its misbehaviours', () => {
    let practice: Practice;
    let pdf: Uint8Array;
    let headers: Record<string, string>;
    beforeAll(async () => {
      practice = await start();
      pdf = await plainPdf();
      headers = await signHeaders(practice);
      await signed(practice, [pdf]);
    });
    afterAll(() => practice.close());

    const call: Record<PracticeOperation, () => Promise<Response>> = {
      token: () => postToken(practice),
      sign: () => postSign(practice, formOf(signFields([pdf])), headers),
      validation: () => getRecord(practice, 'T-1'),
      search: () => postSearch(practice, { Name: 'Persona Sin Registros' }),
    };
    /** The member that holds the text of a 500, as the description states it for each operation. */
    const errorMember: Record<PracticeOperation, string> = {
      token: 'error',
      sign: 'error',
      validation: 'error',
      search: 'Internal Server Error',
    };

    /** The items of a call with two documents and one misbehaviour. */
    async function itemsWith(how: Misbehaviour) {
      practice.misbehave('sign', how);
      return signed(practice, [pdf, pdf]);
    }

    describe.each<PracticeOperation>(['token', 'sign', 'validation', 'search'])('%s', (operation) => {
      test('answers with another status as often as requested, then normally', async () => {
        practice.misbehave(operation, { status: 500 }, 2);
        practice.misbehave(operation, { status: 503, body: '<p>busy</p>', headers: { 'retry-after': '7' } });
        for (const _ of [1, 2]) {
          const response = await call[operation]();
          expect(response.status).toBe(500);
          expect(await response.json()).toEqual({ [errorMember[operation]]: expect.any(String) });
        }
        const busy = await call[operation]();
        expect([busy.status, busy.headers.get('retry-after'), await busy.text()]).toEqual([503, '7', '<p>busy</p>']);
        expect((await call[operation]()).status).toBe(200);
        expect(
          practice
            .log()
            .slice(-4)
            .map(({ status }) => status),
        ).toEqual([500, 500, 503, 200]);
      });

      test.each(['before-body', 'during-request', 'before-answer'] as const)('drops the connection %s: no answer begins', async (drop) => {
        practice.misbehave(operation, { drop });
        await expect(call[operation]()).rejects.toThrow('fetch failed');
        const entry = practice.log().at(-1);
        expect(entry).toMatchObject({ operation, status: 'dropped' });
        // Only what was read to the end is known to have arrived.
        expect(entry?.documents?.length).toBe(operation === 'sign' && drop === 'before-answer' ? 1 : undefined);
      });

      test('drops the connection within the answer: it begins and does not end', async () => {
        practice.misbehave(operation, { drop: 'during-answer' });
        const response = await call[operation]();
        expect(response.status).toBe(200);
        await expect(response.text()).rejects.toThrow('terminated');
        expect(practice.log().at(-1)).toMatchObject({ operation, status: 'dropped' });
      });

      test('cuts its JSON short, the connection ending properly', async () => {
        practice.misbehave(operation, { json: 'truncated' });
        const text = await (await call[operation]()).text();
        expect(text.startsWith('{')).toBe(true);
        expect(() => JSON.parse(text)).toThrow(SyntaxError);
      });

      test('answers with no JSON at all', async () => {
        practice.misbehave(operation, { json: 'none' });
        const response = await call[operation]();
        expect(response.status).toBe(200);
        expect(await response.text()).toContain('<!doctype html>');
      });
    });

    test('waits before it answers', async () => {
      const [slow, quick] = [await startPractice(), await startPractice()];
      slow.misbehave('token', { delay: 3_600_000 });
      const answer = postToken(slow).then(
        () => 'answered',
        () => 'closed',
      );
      // Another provider's answer comes and goes first; the waiting call ends with its own provider only.
      expect((await postToken(quick)).status).toBe(200);
      await quick.close();
      expect(await Promise.race([answer, Promise.resolve('waiting')])).toBe('waiting');
      await slow.close();
      expect(await answer).toBe('closed');
    });

    test('answers normally after a short delay', async () => {
      practice.misbehave('sign', { delay: 20 });
      expect(await signed(practice, [pdf])).toMatchObject([{ status: 'SUCCESS' }]);
    });

    test('misbehaves without end when requested', async () => {
      const own = await startPractice();
      own.misbehave('token', { status: 500 }, Number.POSITIVE_INFINITY);
      for (const _ of Array(5)) expect((await postToken(own)).status).toBe(500);
      await own.close();
    });

    describe('the entry of the second document', () => {
      test('fail', async () => {
        const items = await itemsWith({ entry: 'fail', at: 1 });
        expect(items).toMatchObject([{ status: 'SUCCESS' }, { status: 'FAIL', signedDocument: null, errorReason: expect.any(String) }]);
      });

      test('success without content', async () => {
        expect((await itemsWith({ entry: 'success-null', at: 1 }))[1]).toMatchObject({ status: 'SUCCESS', signedDocument: null });
      });

      test('no base64', async () => {
        const [, item] = await itemsWith({ entry: 'not-base64', at: 1 });
        expect(item?.status).toBe('SUCCESS');
        expect(item?.signedDocument).toMatch(/[^A-Za-z0-9+/=_-]/);
      });

      test('a malformed PDF', async () => {
        const bytes = bytesOf((await itemsWith({ entry: 'malformed-pdf', at: 1 }))[1]);
        expect(bytes.toString('latin1')).toMatch(/^%PDF-/);
        await expect(PDFDocument.load(bytes).then((document) => document.getPageCount())).rejects.toThrow();
      });

      test('a PDF without a signature', async () => {
        const bytes = bytesOf((await itemsWith({ entry: 'unsigned-pdf', at: 1 }))[1]);
        expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1);
        expect(bytes.includes('/ByteRange')).toBe(false);
      });

      test('missing', async () => {
        expect((await itemsWith({ entry: 'missing', at: 1 })).map((item) => item.referenceNumber)).toEqual(['ref-0']);
      });

      test('twice the same', async () => {
        const [, second, third] = await itemsWith({ entry: 'twice', at: 1 });
        expect(second).toEqual(third);
        expect(second?.referenceNumber).toBe('ref-1');
      });

      test('contradicting', async () => {
        const items = await itemsWith({ entry: 'contradicting', at: 1 });
        expect(items.slice(1).map((item) => [item.referenceNumber, item.status])).toEqual([
          ['ref-1', 'SUCCESS'],
          ['ref-1', 'FAIL'],
        ]);
      });

      test('another reference', async () => {
        expect((await itemsWith({ entry: 'other-reference', at: 1 })).map((item) => item.referenceNumber)).toEqual([
          'ref-0',
          'ref-1-other',
        ]);
      });

      test('URL-safe base64 and a data prefix hold the same kind of file', async () => {
        const safe = (await itemsWith({ entry: 'url-safe-base64', at: 1 }))[1]?.signedDocument ?? '';
        expect(safe).toMatch(/^[\w-]+$/);
        expect(Buffer.from(safe, 'base64url').includes('/ByteRange')).toBe(true);
        const prefixed = (await itemsWith({ entry: 'data-prefix', at: 1 }))[1]?.signedDocument ?? '';
        expect(prefixed.startsWith('data:application/pdf;base64,')).toBe(true);
      });

      test('all entries when no position is given', async () => {
        expect(await itemsWith({ entry: 'fail' })).toMatchObject([{ status: 'FAIL' }, { status: 'FAIL' }]);
      });
    });
  });
}
