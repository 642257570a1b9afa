/**
 * Tests any provider against the interface description, sections C to F and Errors: only behaviour that the description states, nothing
 * that the practice provider adds. Against another provider the tests send documents to sign and a screening of an invented person.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bytesOf,
  formOf,
  getRecord,
  postSearch,
  postSign,
  postToken,
  searched,
  searchHeaders,
  signed,
  signFields,
  signHeaders,
  type Target,
  tokenForm,
} from '../../support/network/practice-calls.ts';
import { plainPdf } from '../../support/pdf/pdfs.ts';
import { recordMembers } from '../../support/records/records.ts';

export type DescribedProvider = Target & {
  /** A transaction that the provider knows. */
  transaction: string;
  close(): Promise<unknown>;
};

export function describedProvider(start: () => Promise<DescribedProvider>): void {
  let provider: DescribedProvider;
  let pdf: Uint8Array;
  beforeAll(async () => {
    provider = await start();
    pdf = await plainPdf(2);
  });
  afterAll(() => provider.close());

  async function refused(response: Response, status: number, member = 'error'): Promise<void> {
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ [member]: expect.stringMatching(/./) });
  }

  describe('C, the signing token', () => {
    test('200: a token with its type and validity, as JSON', async () => {
      const response = await postToken(provider);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain('application/json');
      expect(await response.json()).toMatchObject({
        access_token: expect.stringMatching(/./),
        token_type: expect.stringMatching(/./),
        expires_in: expect.any(Number),
      });
    });

    const changes: [string, Record<string, string>][] = [
      ['a wrong secret', { client_secret: 'wrong' }],
      ['a wrong client', { client_id: 'wrong' }],
      ['another grant', { grant_type: 'password' }],
    ];
    test.each(changes)('400 for %s', async (_name, change) => {
      await refused(await postToken(provider, { ...tokenForm(provider), ...change }), 400);
    });

    test.each(['client_id', 'client_secret', 'grant_type'])('400 without %s', async (name) => {
      const { [name]: _, ...rest } = tokenForm(provider);
      await refused(await postToken(provider, rest), 400);
    });
  });

  describe('D, signing documents', () => {
    test('200: one item for each document; a document that cannot be signed is FAIL, and the others are signed', async () => {
      const items = await signed(provider, [pdf, new TextEncoder().encode('plain text'), pdf]);
      expect(items.map(({ referenceNumber, status }) => [referenceNumber, status])).toEqual([
        ['ref-0', 'SUCCESS'],
        ['ref-1', 'FAIL'],
        ['ref-2', 'SUCCESS'],
      ]);
      for (const item of items) expect(item.documentId).toEqual(expect.stringMatching(/./));
      expect(items[1]).toMatchObject({ signedDocument: null, errorReason: expect.stringMatching(/./) });
      for (const item of [items[0], items[2]]) {
        expect(item?.errorReason).toBeNull();
        expect(bytesOf(item).subarray(0, 5).toString()).toBe('%PDF-');
      }
    });

    test.each<[string, Record<string, string>]>([
      ['without a token', {}],
      ['with a token that the provider did not issue', { authorization: 'Bearer invented' }],
    ])('401 %s', async (_name, replacement) => {
      const { authorization: _, ...rest } = await signHeaders(provider);
      await refused(await postSign(provider, formOf(signFields([pdf])), { ...rest, ...replacement }), 401);
    });

    test.each(['clientInfo', 'documentPairs[0].referenceNumber', 'documentPairs[0].document'])('400 without %s', async (name) => {
      const { [name]: _, ...fields } = signFields([pdf]);
      await refused(await postSign(provider, formOf(fields)), 400);
    });

    test.each(['x-account-id', 'x-project-id'])('400 without %s', async (name) => {
      const { [name]: _, ...headers } = await signHeaders(provider);
      await refused(await postSign(provider, formOf(signFields([pdf])), headers), 400);
    });
  });

  describe('E, the validation query', () => {
    const answered = async (query: string, headers?: Record<string, string>) => {
      const response = await getRecord(provider, provider.transaction, query, headers);
      expect(response.status).toBe(200);
      return (await response.json()) as Record<string, unknown>;
    };

    test('200: members of the record; images and documents only when asked for', async () => {
      const bare = await answered('');
      expect(Object.keys(bare).filter((name) => name === 'Images' || name === 'SignedDocuments')).toEqual([]);
      expect(recordMembers).toEqual(expect.arrayContaining(Object.keys(bare)));
      expect(bare.Uid).toEqual(expect.stringMatching(/./));
      expect((await answered('?returnImages=true')).Images).toEqual(expect.any(Array));
      expect((await answered('?returnDocuments=true')).SignedDocuments).toEqual(expect.any(Array));
      expect(await answered('?returnImages=false&returnDocuments=false')).toEqual(bare);
    });

    test.each<[string, number, string, Record<string, string>]>([
      ['without an API key', 401, '', { apiKey: '' }],
      ['with a wrong API key', 401, '', { apiKey: 'wrong' }],
      ['with a flag that is no Boolean', 400, '?returnDocuments=yes', {}],
    ])('%s: %i', async (_name, status, query, headers) => {
      await refused(await getRecord(provider, provider.transaction, query, headers), status);
    });

    test('404 for a transaction that the provider does not know', async () => {
      await refused(await getRecord(provider, `T-unknown-${crypto.randomUUID()}`), 404);
    });
  });

  describe('F, the risk-list search', () => {
    const person = { Name: 'Persona Sin Registros', Identification: '123' };

    test('200: the members of the answer and of its one result', async () => {
      const answer = await searched(provider, person);
      expect(answer).toMatchObject({
        datetime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        id_bitacora: expect.any(Number),
        elapsed_time: expect.any(Number),
        results: [
          {
            item_no: expect.any(Number),
            nombre: person.Name,
            doc_id: person.Identification,
            block: expect.any(Boolean),
            datos_tsti: expect.any(Array),
          },
        ],
      });
      expect(Number.isInteger(answer.id_bitacora)).toBe(true);
      expect(answer.results).toHaveLength(1);
      expect(Object.keys(answer.results[0])).toEqual(
        expect.arrayContaining(['datos_pro', 'datos_ramajudicial', 'datos_amlnews', 'datos_tsti', 'datos_twitter']),
      );
    });

    test.each<[string, unknown]>([
      ['without a name', { Identification: '1' }],
      ['with a name that is no text', { Name: 7 }],
      ['with a body that is no JSON', 'Name=x'],
    ])('400 %s', async (_name, body) => {
      await refused(await postSearch(provider, body), 400, 'Bad Request');
    });

    test('401 with a wrong API key', async () => {
      await refused(await postSearch(provider, person, { ...searchHeaders(provider), 'X-API-Key': 'wrong' }), 401, 'Unauthorized');
    });
  });
}
