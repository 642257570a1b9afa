/** Endpoint D of the practice provider: which calls it refuses beyond the description, and what its log has. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Practice, startPractice } from '../../support/doors/practice.ts';
import { type Fields, formOf, postSign, postToken, signed, signFields, signHeaders } from '../../support/network/practice-calls.ts';
import { damagedPdf, plainPdf, protectedPdf } from '../../support/pdf/pdfs.ts';
import { sha256 } from '../../support/sha256.ts';

export function practiceSign(start: () => Promise<Practice>): void {
  describe('its signing endpoint', () => {
    let practice: Practice;
    let pdf: Uint8Array;
    beforeAll(async () => {
      practice = await start();
      pdf = await plainPdf(2);
    });
    afterAll(() => practice.close());

    async function expectRefused(response: Response, status: number): Promise<void> {
      expect(response.status).toBe(status);
      expect(await response.json()).toEqual({ error: expect.any(String) });
    }

    describe('authentication', () => {
      test('401 for another scheme', async () => {
        const headers = { ...(await signHeaders(practice)), authorization: 'Basic YTpi' };
        await expectRefused(await postSign(practice, formOf(signFields([pdf])), headers), 401);
      });

      test('403 for a token that was spoiled as expired, 401 as unknown, and a fresh one works', async () => {
        const headers = await signHeaders(practice);
        practice.spoilTokens('expired');
        await expectRefused(await postSign(practice, formOf(signFields([pdf])), headers), 403);
        practice.spoilTokens('unknown');
        await expectRefused(await postSign(practice, formOf(signFields([pdf])), headers), 401);
        expect(await signed(practice, [pdf])).toMatchObject([{ status: 'SUCCESS' }]);
      });

      test('403 for a token whose life of 0 seconds is over', async () => {
        practice.misbehave('token', { expiresIn: 0 });
        expect(((await (await postToken(practice)).json()) as { expires_in: number }).expires_in).toBe(0);
        practice.misbehave('token', { expiresIn: 0 });
        await expectRefused(await postSign(practice, formOf(signFields([pdf]))), 403);
      });
    });

    describe('400 for', () => {
      test('a call without accept', async () => {
        const { accept: _, ...headers } = await signHeaders(practice);
        await expectRefused(await postSign(practice, formOf(signFields([pdf])), headers), 400);
      });

      test.each(['x-account-id', 'x-project-id'])('another %s', async (name) => {
        const headers = { ...(await signHeaders(practice)), [name]: 'other' };
        await expectRefused(await postSign(practice, formOf(signFields([pdf])), headers), 400);
      });

      test.each(['x1', 'y1', 'x2', 'y2', 'signaturePage'])('a call without %s', async (name) => {
        const { [name]: _, ...fields } = signFields([pdf]);
        await expectRefused(await postSign(practice, formOf(fields)), 400);
      });

      const odd: [string, Fields][] = [
        ['client info of blanks', { clientInfo: '  ' }],
        ['a coordinate with a fraction', { x1: '100.5' }],
        ['a coordinate that is no number', { y2: 'top' }],
        ['an empty coordinate', { y1: '' }],
        ['a rectangle of no area', { x2: '100' }],
        ['a rectangle that leaves the page', { x2: '900' }],
        ['page 0', { signaturePage: '0' }],
        ['a page past the end', { signaturePage: '3' }],
        ['an unknown field', { surprise: '1' }],
        ['an unknown file', { attachment: new Uint8Array([1]) }],
        ['a document that is no file', { 'documentPairs[0].document': 'text' }],
        ['an empty document', { 'documentPairs[0].document': new Uint8Array() }],
        ['an empty reference', { 'documentPairs[0].referenceNumber': '' }],
        ['a repeated reference', { 'documentPairs[1].referenceNumber': 'ref-0' }],
        ['a pair without its document', { 'documentPairs[2].referenceNumber': 'ref-2' }],
      ];
      test.each(odd)('%s', async (_name, change) => {
        await expectRefused(await postSign(practice, formOf(signFields([pdf, pdf], change))), 400);
      });

      test('a gap in the positions', async () => {
        const fields = { ...signFields([pdf]), 'documentPairs[2].referenceNumber': 'ref-2', 'documentPairs[2].document': pdf };
        await expectRefused(await postSign(practice, formOf(fields)), 400);
      });

      test('a field that comes twice', async () => {
        const form = formOf(signFields([pdf]));
        form.append('x1', '100');
        await expectRefused(await postSign(practice, form), 400);
      });

      test('a form of another type, and a multipart body that is cut off', async () => {
        const headers = await signHeaders(practice);
        await expectRefused(await postSign(practice, new URLSearchParams({ clientInfo: 'T-1' }), headers), 400);
        const cut = { ...headers, 'content-type': 'multipart/form-data; boundary=b' };
        await expectRefused(await postSign(practice, '--b\r\nContent-Disposition: form-data; name="x1"\r\n\r\n10', cut), 400);
      });
    });

    test('413 beyond its bytes and beyond its documents, and not at them', async () => {
      const small = await startPractice({ maxBytes: pdf.length + 1000, maxDocuments: 2 });
      try {
        await expectRefused(await postSign(small, formOf(signFields([pdf, pdf]))), 413);
        expect(await signed(small, [pdf])).toHaveLength(1);
        const tiny = new TextEncoder().encode('%PDF-');
        await expectRefused(await postSign(small, formOf(signFields([tiny, tiny, tiny]))), 413);
        expect(await signed(small, [tiny, tiny])).toHaveLength(2);
      } finally {
        await small.close();
      }
    });

    test('one document that cannot be signed is FAIL with a reason; the others are signed, in the order sent', async () => {
      const documents = [pdf, new TextEncoder().encode(damagedPdf()), await protectedPdf(), new TextEncoder().encode('plain text'), pdf];
      const items = await signed(practice, documents);
      expect(items.map(({ referenceNumber, status }) => [referenceNumber, status])).toEqual([
        ['ref-0', 'SUCCESS'],
        ['ref-1', 'FAIL'],
        ['ref-2', 'FAIL'],
        ['ref-3', 'FAIL'],
        ['ref-4', 'SUCCESS'],
      ]);
      expect(items.map(({ errorReason }) => errorReason)).toEqual([
        null,
        'the document is damaged',
        'the document is encrypted',
        'the document is not a PDF',
        null,
      ]);
      expect(items[1]?.signedDocument).toBeNull();
      expect(new Set(items.map(({ documentId }) => documentId)).size).toBe(5);
    });

    test('client info that begins with FAIL stands for a failed identity validation', async () => {
      const items = await signed(practice, [pdf, pdf], { clientInfo: 'FAIL-7' });
      expect(items).toMatchObject([
        { status: 'FAIL', errorReason: 'identity validation failed', signedDocument: null },
        { status: 'FAIL' },
      ]);
    });

    test('the log has the documents that arrived, by their hash', async () => {
      await signed(practice, [pdf], { 'documentPairs[0].referenceNumber': 'Señal ’ñ’ 📄' });
      expect(practice.log().at(-1)).toEqual({
        at: expect.any(String),
        operation: 'sign',
        status: 200,
        documents: [{ reference: 'Señal ’ñ’ 📄', sha256: sha256(pdf) }],
        clientInfo: expect.any(String),
      });
      expect(JSON.stringify(practice.log())).not.toContain(practice.secrets.clientSecret);
    });
  });
}
