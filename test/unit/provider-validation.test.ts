/** The validation query without a line: its path, and the record while it arrives (interface description, endpoint E). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSignedDocuments } from '../../main/provider/validation-answer.ts';
import { filledAddress } from '../../main/provider/validation-path.ts';
import { gapsOf, validationProfileSchema } from '../../shared/domain/profile.ts';
import { StationError } from '../../shared/errors.ts';
import { memoryStore } from '../fixtures/provider-client.ts';

describe('the path', () => {
  it.each([
    ['api/{a}/Validation/{b}', ['a', 'b']],
    ['api/17/Validation/{transaction}', ['transaction']],
    ['{all}', ['all']],
    ['api/17/Validation/42', []],
  ])('%s', (path, gaps) => {
    expect(gapsOf(validationProfileSchema.parse({ baseUrl: 'https://api.example', path }).path)).toEqual(gaps);
  });

  it.each(['', 'api/{}/x', 'api/{a', 'api/a}', 'api/{a/b}', 'api/{{a}}', 'api/x?key={a}', 'api/{a}#b', 'api/a b'])('«%s» is none', (path) =>
    expect(validationProfileSchema.safeParse({ baseUrl: 'https://api.example', path }).success).toBe(false),
  );

  it('keeps the base address and encodes the number', () => {
    const filled = (value: string) => filledAddress('https://api.example/v2', '/api/17/Validation/{t}', value)?.href;
    expect(filled('T-1')).toBe('https://api.example/v2/api/17/Validation/T-1');
    expect(filled('a/b?c#d %&ñ"')).toBe('https://api.example/v2/api/17/Validation/a%2Fb%3Fc%23d%20%25%26%C3%B1%22');
  });

  it('is not made with no gap or two, or of what cannot stand in it', () => {
    for (const path of ['api/x', 'api/{a}/{b}']) expect(filledAddress('https://api.example', path, 'T')).toBeNull();
    for (const value of ['', '.', '..']) expect(filledAddress('https://api.example', 'api/{a}/x', value)).toBeNull();
    expect(filledAddress('https://api.example', 'api/T-{a}', '..')?.pathname).toBe('/api/T-..');
  });

  it('whatever is filled in stays one segment, and is read as itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (value) => {
        const url = filledAddress('https://api.example/v2', 'api/{a}/x', value);
        if (url === null) return expect(value).toMatch(/^\.{1,2}$/);
        const segments = url.pathname.split('/');
        expect(segments).toHaveLength(5);
        expect(decodeURIComponent(segments[3] ?? '')).toBe(value.toWellFormed());
        expect([url.origin, url.search, url.hash]).toEqual(['https://api.example', '', '']);
        return undefined;
      }),
    );
  });
});

/** Bytes cut at the given lengths (cycled). */
async function* cut(text: string, lengths: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  for (let turn = 0; at < bytes.length; turn++) {
    const length = lengths[turn % lengths.length] ?? bytes.length;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}
async function read(text: string, lengths: readonly number[] = [65_536]) {
  const store = memoryStore();
  const outcome = await readSignedDocuments(cut(text, lengths), store.incoming).then(
    (contents) => ({ contents: contents.length, problem: null }),
    (error: unknown) => ({ contents: 0, problem: error instanceof StationError ? error.problem : error }),
  );
  return { ...outcome, store, texts: store.live().map((kept) => kept.text) };
}
const long = (letter: string, length = 1000) => letter.repeat(length);
const failed = { problem: { code: 'validation-failed', detail: { status: 200 } }, texts: [] };

describe('the record', () => {
  it('every long text under SignedDocuments is taken, wherever it stands', async () => {
    const record = {
      Uid: 'u',
      OcrTextSideOne: long('o', 5000),
      Extras: { SignedDocuments: [long('e')] },
      SignedDocuments: [
        long('A', 200_000),
        { Document: long('B'), Name: 'short', Pages: [{ Text: [long('C')] }, 7, null, true] },
        [long('D')],
      ],
      Parameters: { Document: long('p') },
    };
    for (const lengths of [[1 << 16], [1000], [7]]) {
      const { contents, texts, store } = await read(JSON.stringify(record), lengths);
      expect(contents).toBe(4);
      expect(texts).toEqual([long('A', 200_000), long('B'), long('C'), long('D')]);
      expect(store.contents.every(({ closed }) => closed)).toBe(true);
    }
  });

  it('as one text, as an object, in a member that comes again', async () => {
    const [a, b, c] = [long('A'), long('B'), long('C')];
    expect((await read(`{"SignedDocuments":"${a}","x":"${c}"}`)).texts).toEqual([a]);
    expect((await read(`{"SignedDocuments":{"x":"${a}","${c}":"${b}"},"x":"${c}"}`)).texts).toEqual([a, b]);
    expect((await read(`{"SignedDocuments":["${a}"],"SignedDocuments":["${b}"]}`)).texts).toEqual([a, b]);
  });

  it('999 characters are no document; JSON escapes are undone', async () => {
    expect(await read(JSON.stringify({ SignedDocuments: [long('A', 999)] }))).toMatchObject({ contents: 0, texts: [] });
    expect((await read(`{"SignedDocuments":["${'\\u0041\\/'.repeat(500)}"]}`, [5])).texts).toEqual(['A/'.repeat(500)]);
  });

  it.each(['{}', '{"SignedDocuments":null}', '{"SignedDocuments":[]}', '{"signedDocuments":["%"]}', '{"Uid":"%"}'])(
    '%s: none',
    async (text) => expect(await read(text.replace('%', long('A')))).toMatchObject({ contents: 0, problem: null, texts: [] }),
  );

  it.each([
    ['nothing', ''],
    ['no JSON', '<!doctype html>'],
    ['a list', `["${long('A')}"]`],
    ['a text', `"${long('A')}"`],
    ['cut off in a text', `{"SignedDocuments":["${long('A', 5000)}`],
    ['cut off after a document', `{"SignedDocuments":["${long('A')}",`],
    ['more after its end', `{"SignedDocuments":["${long('A')}"]} {}`],
    ['nested without end', `{"SignedDocuments":["${long('A')}",${'['.repeat(100_000)}`],
    ['more documents than can be', `{"SignedDocuments":[${`"${long('A')}",`.repeat(1001)}`],
  ])('%s: unusable, and nothing is kept', async (_, text) => expect(await read(text)).toMatchObject(failed));

  it('a line that breaks is unusable', async () => {
    const store = memoryStore();
    const breaking = (async function* () {
      yield new TextEncoder().encode(`{"SignedDocuments":["${long('A')}"]`);
      throw new Error('ECONNRESET');
    })();
    await expect(readSignedDocuments(breaking, store.incoming)).rejects.toMatchObject({ problem: failed.problem });
    expect(store.live()).toEqual([]);
  });

  it('a store that fails has its own problem, and what it had is thrown away', async () => {
    const text = JSON.stringify({ SignedDocuments: [long('A'), long('B')] });
    for (const failing of ['open', 'write', 'close'] as const) {
      const store = memoryStore();
      let opened = 0;
      const full = async () => {
        throw new StationError('disk-full');
      };
      const incoming = {
        async open() {
          opened++;
          if (opened === 2 && failing === 'open') return full();
          const content = await store.incoming.open();
          return opened === 2 && failing !== 'open' ? { ...content, [failing]: full } : content;
        },
      };
      await expect(readSignedDocuments(cut(text, [100]), incoming)).rejects.toMatchObject({ problem: { code: 'disk-full' } });
      expect(opened).toBe(2);
      expect(store.live()).toEqual([]);
    }
  });

  it('whatever stands there: the long texts of JSON.parse, in order, wherever the chunks end', async () => {
    const text = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.string({ unit: fc.constantFrom('A', '"', '\\', 'é', '\n'), minLength: 990, maxLength: 1010 }),
    );
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        text,
        fc.constantFrom(null, 1, true),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 }),
      ),
    })).value;
    const textsOf = (found: unknown): string[] =>
      typeof found === 'string' ? [found] : typeof found === 'object' && found !== null ? Object.values(found).flatMap(textsOf) : [];
    await fc.assert(
      fc.asyncProperty(
        value,
        value,
        fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 4 }),
        async (other, documents, lengths) => {
          const json = JSON.stringify({ other, SignedDocuments: documents, more: other });
          const { problem, texts } = await read(json, lengths);
          expect(problem).toBeNull();
          const { SignedDocuments } = JSON.parse(json) as { SignedDocuments: unknown };
          // Sorted: JSON.parse moves members whose names are numbers.
          expect(texts.toSorted()).toEqual(
            textsOf(SignedDocuments)
              .filter(({ length }) => length >= 1000)
              .toSorted(),
          );
        },
      ),
    );
  });
});
