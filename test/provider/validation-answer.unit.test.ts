/** The validation query without a line: its path, and the record while it arrives (interface description, endpoint E). */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cut } from '../support/cut.ts';
import { gapsOf, validationProfileSchema } from '../support/doors/domain.ts';
import { StationError } from '../support/doors/errors.ts';
import { canValidate, filledAddress, readRecordAnswer } from '../support/doors/provider.ts';
import { memoryStore } from '../support/network/provider-client.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';

describe('the path', () => {
  it.each([
    ['api/{a}/Validation/{b}', ['a', 'b']],
    ['api/17/Validation/{transaction}', ['transaction']],
    ['{all}', ['all']],
    ['api/17/Validation/42', []],
  ])('%s', (path, gaps) => {
    expect(gapsOf(validationProfileSchema.parse({ baseUrl: 'https://api.example', path }).path)).toEqual(gaps);
  });

  it.each(['', 'api/{}/x', 'api/{a', 'api/a}', 'api/{a/b}', 'api/{{a}}', 'api/x?key={a}', 'api/{a}#b', 'api/a b'])(
    '«%s» is invalid',
    (path) => expect(validationProfileSchema.safeParse({ baseUrl: 'https://api.example', path }).success).toBe(false),
  );

  const filled = (path: string, ...values: string[]) => filledAddress('https://api.example/v2', path, values);

  it('keeps the base address and encodes the values, in their order', () => {
    expect(filled('/api/17/Validation/{t}', 'T-1').href).toBe('https://api.example/v2/api/17/Validation/T-1');
    expect(filled('api/{t}', 'a/b?c#d %&ñ"').href).toBe('https://api.example/v2/api/a%2Fb%3Fc%23d%20%25%26%C3%B1%22');
    expect(filled('api/{a}/Validation/{b}', 'one', '{a}').href).toBe('https://api.example/v2/api/one/Validation/%7Ba%7D');
    expect(filled('api/{a}-{b}/{a}', '1', '2', '3').href).toBe('https://api.example/v2/api/1-2/3');
    expect(filled('api/x').href).toBe('https://api.example/v2/api/x');
    // Half of a character, as a paste may end with.
    expect(filled('api/{t}', 'T\ud83d').href).toBe('https://api.example/v2/api/T%EF%BF%BD');
  });

  it.each<[string[], string]>([
    [[], 'a'],
    [['', '2'], 'a'],
    [['1'], 'b'],
    [['1', ' \t'], 'b'],
  ])('names the first part without a value: %j', (values, part) => {
    expect(() => filled('api/{a}/Validation/{b}', ...values)).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ code: 'validation-parts-missing', detail: { part } }) }),
    );
  });

  it('is not built from invalid values, nor from more values than it has parts', () => {
    const unusable = (part: string) =>
      expect.objectContaining({ problem: expect.objectContaining({ code: 'validation-part-unusable', detail: { part } }) });
    for (const value of ['.', '..']) expect(() => filled('api/{a}/x', value)).toThrow(unusable('a'));
    expect(() => filled('api/{a}/{b}', 'one', '..')).toThrow(unusable('b'));
    // Neither alone, both together.
    expect(() => filled('api/{a}{b}', '.', '.')).toThrow(unusable('a'));
    expect(filled('api/T-{a}', '..').pathname).toBe('/v2/api/T-..');
    expect(() => filled('api/{a}', '1', '2')).toThrow('more values');
  });

  it('holds each value as one segment that decodes to the same value', () => {
    const text = fc.string({ unit: 'binary', minLength: 1 }).filter((any) => any.trim() !== '');
    const value = fc.oneof({ weight: 19, arbitrary: text }, fc.constantFrom('.', '..'));
    fc.assert(
      fc.property(value, value, (one, two) => {
        if ([one, two].some((either) => /^\.{1,2}$/.test(either))) {
          expect(() => filled('api/{a}/x/{b}', one, two)).toThrow('unusable');
          return;
        }
        const url = filled('api/{a}/x/{b}', one, two);
        const segments = url.pathname.split('/');
        expect(segments).toHaveLength(6);
        expect([segments[3], segments[5]].map((text) => decodeURIComponent(text ?? ''))).toEqual([one.toWellFormed(), two.toWellFormed()]);
        expect([url.origin, url.search, url.hash]).toEqual(['https://api.example', '', '']);
        return undefined;
      }),
      { numRuns: runs(30) },
    );
  });
});

describe('canValidate', () => {
  it.each([
    ['api/17/Validation/{t}', {}, true],
    ['api/17/Validation/{t}', { transactionPart: 't' }, true],
    ['api/17/Validation/{t}', { identificationPart: 't' }, false],
    ['api/{a}/Validation/{b}', {}, false],
    ['api/{a}/Validation/{b}', { transactionPart: 'b' }, false],
    ['api/17/Validation/42', {}, false],
  ])('of %s with %j is %s', (path, parts, can) => {
    expect(canValidate(validationProfileSchema.parse({ baseUrl: 'https://api.example', path, ...parts }))).toBe(can);
  });
  it('is false without a section', () => expect(canValidate(undefined)).toBe(false));
});

async function read(text: string | Uint8Array, lengths: readonly number[] = [65_536]) {
  const store = memoryStore();
  const texts = () => store.live().map((stored) => stored.text);
  try {
    const { json, texts: found, size, sha256 } = await readRecordAnswer(cut(text, lengths), store.incoming);
    expect([size, sha256]).toEqual([Buffer.byteLength(text), createHash('sha256').update(text).digest('hex')]);
    expect(store.contents.every(({ closed, discarded }) => closed && !discarded)).toBe(true);
    return { json, paths: found.map(({ path }) => path.join('.')), code: null, texts: texts() };
  } catch (error) {
    if (!(error instanceof StationError)) throw error;
    return { json: null, paths: null, code: error.problem.code, texts: texts() };
  }
}
const long = (letter: string, length = 1000) => letter.repeat(length);

describe('the record', () => {
  it('has null in place of every long text, which goes to the store', async () => {
    const record = {
      Uid: 'u',
      OcrTextSideOne: long('o', 16_383),
      OcrTextSideTwo: long('t', 16_384),
      Extras: { SignedDocuments: [long('e')], Images: [{ Image: long('i') }] },
      Images: [
        { Id: 1, Image: long('p', 63), DownloadCode: long('c') },
        { Image: long('P', 64) },
        null,
        7,
        { Image: null },
        { Image: { a: long('o'), b: long('q', 999) } },
      ],
      SignedDocuments: [
        long('A', 200_000),
        { Document: long('B'), Name: long('n', 999), Pages: [{ Text: [long('C')] }, 7, null, true] },
        [long('D')],
      ],
      [long('k', 20_000)]: { '"ñ\n': [[], {}, [[long('v', 16_384)]]] },
    };
    const taken: [string, string][] = [
      ['OcrTextSideTwo', record.OcrTextSideTwo],
      ['Images.1.Image', long('P', 64)],
      ['Images.5.Image.a', long('o')],
      ['SignedDocuments.0', long('A', 200_000)],
      ['SignedDocuments.1.Document', long('B')],
      ['SignedDocuments.1.Pages.0.Text.0', long('C')],
      ['SignedDocuments.2.0', long('D')],
      [`${long('k', 20_000)}."ñ\n.2.0.0`, long('v', 16_384)],
    ];
    const values = new Set(taken.map(([, text]) => text));
    for (const lengths of [[1 << 16], [1000], [7]]) {
      const { json, paths, texts } = await read(JSON.stringify(record), lengths);
      expect(paths).toEqual(taken.map(([path]) => path));
      expect(texts).toEqual(taken.map(([, text]) => text));
      expect(json).toBe(JSON.stringify(record, (_, value) => (values.has(value) ? null : value)));
    }
  });

  it('has numbers digit for digit, members in their order, and no escapes', async () => {
    const text = '\ufeff { "b" : 9007199254740993123 ,\n"a":[1.10,-0,1E+400, 0.1000],"2":"\\u00e9\\/\\ud83d\\ude00","1":{"x":false}}\n';
    const { json } = await read(Buffer.from(text), [3]);
    expect(json).toBe('{"b":9007199254740993123,"a":[1.10,-0,1E+400,0.1000],"2":"é/😀","1":{"x":false}}');
  });

  it('is the whole list that it is in, whatever that begins with', async () => {
    for (const list of ['[{},{"Uid":"u"}]', '[[],{"Uid":"u"}]', '[200,{"Uid":"u"}]', '[null,{"Uid":"u"}]'])
      expect((await read(`\ufeff ${list}\n<!-- {} -->`)).json).toBe(list);
  });

  it('contains a repeated member twice, with both of its texts', async () => {
    const [a, b, c] = [long('A'), long('B'), long('C')];
    const twice = await read(`{"SignedDocuments":["${a}",1],"SignedDocuments":["${b}"],"x":"${c}"}`);
    expect(twice).toMatchObject({ json: `{"SignedDocuments":[null,1],"SignedDocuments":[null],"x":"${c}"}`, texts: [a, b] });
    expect((await read(`{"SignedDocuments":"${a}","x":"${c}"}`)).paths).toEqual(['SignedDocuments']);
    expect((await read(`{"Images":{"Image":"${a}"},"__proto__":{"x":1}}`)).json).toBe('{"Images":{"Image":null},"__proto__":{"x":1}}');
  });

  it('reads bytes in the stated character encoding, and those of none as windows-1252 with a remark', async () => {
    const readAs = async (bytes: Uint8Array, contentType?: string) => {
      const results = await Promise.all(
        [[1], [3], [65_536]].map((lengths) => readRecordAnswer(cut(bytes, lengths), memoryStore().incoming, { contentType })),
      );
      const [{ json, isTextUncertain } = { json: '', isTextUncertain: null }, ...others] = results;
      for (const other of others) expect(other).toMatchObject({ json, isTextUncertain });
      return [(JSON.parse(json) as { a: string }).a, isTextUncertain];
    };
    const json = (text: string, encoding: BufferEncoding) => Buffer.from(JSON.stringify({ a: text }), encoding);
    for (const stated of ['iso-8859-1', 'Windows-1252', '"latin1"'])
      expect(await readAs(json('Núñez', 'latin1'), `application/json; charset=${stated}`)).toEqual(['Núñez', false]);
    const [little, big] = [json('Núñez', 'utf16le'), json('Núñez', 'utf16le').swap16()];
    for (const stated of ['utf-16', 'utf-16le', 'utf-16be']) {
      const marked = [Buffer.concat([Buffer.from([0xff, 0xfe]), little]), Buffer.concat([Buffer.from([0xfe, 0xff]), big])];
      for (const bytes of [little, big, ...marked]) {
        expect(await readAs(bytes, `application/json; charset=${stated}`)).toEqual(['Núñez', false]);
      }
      expect(await readAs(json('Núñez', 'utf8'), `application/json; charset=${stated}`)).toEqual(['Núñez', false]);
    }
    // The text is what counts, not its label.
    expect(await readAs(json('Núñez €😀', 'utf8'), 'application/json; charset=iso-8859-1')).toEqual(['Núñez €😀', false]);
    for (const stated of [undefined, 'application/json', 'application/json; charset=utf-8', 'application/json; charset=klingon', 'x'])
      expect(await readAs(json('Núñez', 'latin1'), stated)).toEqual(['Núñez', true]);
    // One bad byte spoils no other character.
    const mixed = Buffer.concat([Buffer.from('{"a":"ñ€😀'), Buffer.from([0xe9, 0x80, 0xf1]), Buffer.from('ñ"}')]);
    expect(await readAs(mixed)).toEqual(['ñ€😀é€ññ', true]);
    // Bytes that the stated encoding does not have.
    const [value, isUncertain] = await readAs(
      Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')]),
      'x/y; charset=euc-kr',
    );
    expect([value, isUncertain]).toEqual(['\ufffd', true]);
  });

  it('keeps halves of characters that are escaped', async () => {
    expect((await read('{"a":"\\ud83d","b":"\\ude00"}')).json).toBe('{"a":"\\ud83d","b":"\\ude00"}');
  });

  it('has long texts with whole characters, however the chunks end', async () => {
    const text = `${'é😀\ud800x'.repeat(3300)}\ud83d`;
    for (const lengths of [[1], [1 << 16], [6, 5]]) expect((await read(JSON.stringify({ x: text }), lengths)).texts).toEqual([text]);
  });

  it.each([
    ['nothing', () => '', 'answer-not-json'],
    ['no JSON', () => '<!doctype html>', 'answer-not-json'],
    ['a text', () => `"${long('A')}"`, 'answer-not-as-described'],
    ['null', () => 'null', 'answer-not-as-described'],
    ['cut off in a text', () => `{"SignedDocuments":["${long('A', 5000)}`, 'answer-not-json'],
    ['cut off after a document', () => `{"SignedDocuments":["${long('A')}",`, 'answer-not-json'],
    ['cut off before its end', () => `{"SignedDocuments":["${long('A')}"]`, 'answer-not-json'],
    ['more after its end', () => `{"SignedDocuments":["${long('A')}"]} {"Uid":"u"}`, 'answer-not-json'],
    ['nested without end', () => `{"SignedDocuments":["${long('A')}",${'['.repeat(100_000)}`, 'record-too-large'],
    ['more texts than can be', () => `{"SignedDocuments":[${`"${long('A')}",`.repeat(1001)}`, 'record-too-large'],
    ['a name without end', () => `{"SignedDocuments":["${long('A')}"],"${long('n', 9_000_000)}`, 'record-too-large'],
    ['a number without end', () => `{"SignedDocuments":["${long('A')}"],"x":${long('7', 9_000_000)}`, 'record-too-large'],
    [
      // Exceeds the bound only because braces and commas count.
      'more members and signs than can be',
      () => `{"SignedDocuments":["${long('A')}"],"x":[${'{"y":"0123456789"},'.repeat(250_000)}${'1,'.repeat(2_250_000)}`,
      'record-too-large',
    ],
  ])('is unusable and nothing is stored: %s', async (_, text, code) => expect(await read(text())).toMatchObject({ code, texts: [] }));

  it('may have 64 levels and 1000 texts', async () => {
    const deep = `{"x":${'['.repeat(63)}${']'.repeat(63)}}`;
    expect((await read(deep)).json).toBe(deep);
    expect((await read(deep.replace('[]', '[{}]'))).code).toBe('record-too-large');
    expect((await read(JSON.stringify({ SignedDocuments: Array(1000).fill(long('A')) }))).texts).toHaveLength(1000);
  });

  it('is read up to its bound, and its bytes are counted as they arrive', async () => {
    const text = JSON.stringify({ SignedDocuments: [long('A', 5000)] });
    const store = memoryStore();
    const emitted: number[] = [];
    const options = { onProgress: (bytes: number) => emitted.push(bytes), maxBytes: text.length };
    await readRecordAnswer(cut(text, [2000]), store.incoming, options);
    expect(emitted).toEqual([2000, 4000, text.length]);
    await expect(readRecordAnswer(cut(text, [2000]), store.incoming, { maxBytes: text.length - 1 })).rejects.toMatchObject({
      problem: { code: 'record-too-large' },
    });
    expect(store.live()).toHaveLength(1);
  });

  it('distinguishes a broken connection from a complete text', async () => {
    const store = memoryStore();
    const breaking = (async function* () {
      yield new TextEncoder().encode(`{"SignedDocuments":["${long('A')}"]`);
      throw new Error('ECONNRESET');
    })();
    await expect(readRecordAnswer(breaking, store.incoming)).rejects.toMatchObject({ problem: { code: 'answer-cut-off' } });
    expect(store.live()).toEqual([]);
  });

  it('is whole when the connection breaks behind its last brace', async () => {
    const store = memoryStore();
    const text = `{"Uid":"u","SignedDocuments":["${long('A')}"]}`;
    const breaking = (async function* () {
      yield new TextEncoder().encode(`${text}\r\n`);
      throw new Error('ECONNRESET');
    })();
    expect(await readRecordAnswer(breaking, store.incoming)).toMatchObject({
      json: '{"Uid":"u","SignedDocuments":[null]}',
      texts: [{ path: ['SignedDocuments', 0] }],
    });
  });

  it('has the problem of a failing store, and its stored texts are removed', async () => {
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
      await expect(readRecordAnswer(cut(text, [100]), incoming)).rejects.toMatchObject({ problem: { code: 'disk-full' } });
      expect(opened).toBe(2);
      expect(store.live()).toEqual([]);
    }
  });

  it('equals JSON.parse of any text apart from its long texts, wherever the chunks end', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ unit: fc.constantFrom('A', '"', '\\', 'é', '\n', '😀', '}'), minLength: 990, maxLength: 1010 }),
      fc.string({ unit: fc.constantFrom('A', '}'), minLength: 60, maxLength: 70 }),
    );
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        text,
        fc.constantFrom(null, true, false),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.oneof(fc.constantFrom('Image', 'Id'), fc.string()), tie('value'), { maxKeys: 3 }),
      ),
    })).value;
    /** In the order of `JSON.stringify`, which is that of the text. */
    const apart = (record: object): [string, string][] => {
      const found: [string, string][] = [];
      const walk = (at: unknown, path: string[]): void => {
        if (typeof at === 'string') {
          const means = (name: string | undefined, what: RegExp) => what.test(name?.replace(/[_\s-]/g, '') ?? '');
          const isInPlaceOfImage =
            path[0] === 'Images' && (path.length === 2 || means(path.at(-2), /^image$/i)) && !means(path.at(-1), /^(?:image|id)$/i);
          const isDocument = isInPlaceOfImage || path[0] === 'SignedDocuments';
          const least = path[0] === 'Images' && path.at(-1) === 'Image' ? 64 : isDocument ? 1000 : 16_384;
          if (at.length >= least) found.push([path.join('/'), at]);
        } else if (typeof at === 'object' && at !== null) for (const [key, below] of Object.entries(at)) walk(below, [...path, key]);
      };
      walk(record, []);
      return found;
    };
    const lengths = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(value, value, value, lengths, async (other, documents, images, cuts) => {
        const json = JSON.stringify({ other, SignedDocuments: documents, Images: images });
        const store = memoryStore();
        const answer = await readRecordAnswer(cut(json, cuts), store.incoming);
        const expected = apart(JSON.parse(json) as object);
        expect(answer.texts.map(({ path }, at) => [path.join('/'), store.contents[at]?.text])).toEqual(expected);
        const gone = new Set(expected.map(([path]) => path));
        const emptied = (at: unknown, path: string[]): unknown => {
          if (gone.has(path.join('/')) && typeof at === 'string') return null;
          if (Array.isArray(at)) return at.map((below, index) => emptied(below, [...path, String(index)]));
          if (typeof at !== 'object' || at === null) return at;
          return Object.fromEntries(Object.entries(at).map(([key, below]) => [key, emptied(below, [...path, key])]));
        };
        expect(answer.json).toBe(JSON.stringify(emptied(JSON.parse(json), [])));
      }),
    );
  });
});
