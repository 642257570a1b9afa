/** Answers of the provider with arbitrary contents, chunks and ends. */
import { describe, expect, it } from 'vitest';
import { read } from '../support/network/read-sign-answer.ts';
import { between, fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';

const contents = fc.string({ unit: fc.constantFrom('A', 'z', '+', '/', '=', '-', '_', 'é', '😀', '"', '\\', '\n') });
const entries = fc.array(
  fc.record({
    referenceNumber: fc.string({ unit: 'grapheme', maxLength: 20 }),
    documentId: fc.string(),
    signedDocument: fc.option(contents),
    status: fc.constantFrom('SUCCESS', 'FAIL'),
    errorReason: fc.option(fc.string()),
    more: fc.jsonValue({ maxDepth: 3 }),
  }),
  { maxLength: 6 },
);
const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

describe('any answer', () => {
  it('is read like JSON.parse, wherever the chunks end', async () => {
    await fc.assert(
      fc.asyncProperty(entries, lengths, async (list, sizes) => {
        const answer = await read(JSON.stringify({ signedDocuments: list }), sizes);
        expect(answer.defect).toBeNull();
        // JSON.parse, since a value such as -0 does not survive JSON.
        expect(answer.items).toEqual(
          list.map(({ signedDocument, documentId: providerDocumentId, more: _, ...entry }) => ({
            ...entry,
            providerDocumentId,
            has: signedDocument !== null,
          })),
        );
        expect(answer.texts).toEqual(list.flatMap((entry) => entry.signedDocument ?? []));
      }),
    );
  });

  it('that is truncated gives the first entries and never an invented one', async () => {
    await fc.assert(
      fc.asyncProperty(entries, lengths, between(0, 1), async (list, sizes, part) => {
        const bytes = new TextEncoder().encode(JSON.stringify({ signedDocuments: list }));
        const end = Math.min(Math.floor(part * bytes.length), bytes.length - 1);
        const answer = await read(bytes.subarray(0, end), sizes);
        expect(answer.defect).toBe(end === 0 ? 'answer-not-json' : 'answer-cut-off');
        expect(answer.items.map((entry) => entry.referenceNumber)).toEqual(
          list.slice(0, answer.items.length).map((entry) => entry.referenceNumber),
        );
        const complete = list.slice(0, answer.items.length).flatMap((entry) => entry.signedDocument ?? []);
        const cutEntry = list[answer.items.length]?.signedDocument;
        expect([complete, [...complete, cutEntry]]).toContainEqual(answer.texts);
        const braces = new TextDecoder().decode(bytes.subarray(0, end));
        expect(answer.items.length).toBeLessThanOrEqual((braces.match(/}/g) ?? []).length);
      }),
    );
  });

  it.each(['-', '-1', '-1.', '1e', '1.5e-', 'tru'])('that ends within a value (%s) is cut off', async (cut) => {
    const entry = '{"referenceNumber":"a","status":"SUCCESS"}';
    const answer = await read(`{"signedDocuments":[${entry},{"more":[2,${cut}`, [40]);
    expect(answer).toMatchObject({ defect: 'answer-cut-off', items: [{ referenceNumber: 'a' }] });
  });

  it('gives a result that does not depend on its chunks', async () => {
    const junk = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc.json().map((json) => `{"signedDocuments":${json}}`),
      fc.string({
        unit: fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\', 'u', '1', '-', 'null', '"signedDocuments":[', '"status"'),
      }),
    );
    await fc.assert(
      fc.asyncProperty(junk, lengths, async (text, sizes) => {
        const whole = await read(text, [1 << 20]);
        const inPieces = await read(text, sizes);
        expect(inPieces.items).toEqual(whole.items);
        expect(inPieces.defect).toBe(whole.defect);
        expect(inPieces.texts).toEqual(whole.texts);
      }),
      { numRuns: runs(400) },
    );
  });
});
