import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StationError } from '../support/doors/errors.ts';
import { type IncomingStore, readSignAnswer } from '../support/doors/provider.ts';
import { runs } from '../support/soak.ts';

const bound = 1 << 24;
type Sink = { text: string; pieces: number; closed: boolean; discarded: boolean };

/** Keeps what is written and remembers how each sink ended. */
function store(failAfter = Number.POSITIVE_INFINITY) {
  const sinks: Sink[] = [];
  const incoming: IncomingStore = {
    async open() {
      const sink: Sink = { text: '', pieces: 0, closed: false, discarded: false };
      sinks.push(sink);
      return {
        async write(text) {
          if (sink.closed || sink.discarded) throw new Error('written after its end');
          sink.pieces++;
          sink.text += text;
          if (sink.text.length > failAfter) throw new StationError('disk-full');
        },
        async close() {
          sink.closed = true;
        },
        async discard() {
          sink.discarded = true;
        },
      };
    },
  };
  return { incoming, sinks };
}

/** Bytes cut at the given lengths (cycled). */
async function* cut(bytes: Uint8Array, lengths: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (let turn = 0; at < bytes.length; turn++) {
    const length = lengths[turn % lengths.length] ?? bytes.length;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

async function read(text: string | Uint8Array, lengths: readonly number[] = [1 << 16], failAfter?: number) {
  const kept = store(failAfter);
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const { items, defect } = await readSignAnswer(cut(bytes, lengths), kept.incoming, bound);
  const open = kept.sinks.filter((sink) => !sink.discarded);
  const plain = items.map(({ content, ...item }) => ({ ...item, has: content !== null }));
  return { items: plain, defect: defect?.code ?? null, texts: open.map((sink) => sink.text), sinks: kept.sinks };
}

const signed = (reference: string, content: string) => ({
  referenceNumber: reference,
  documentId: `d-${reference}`,
  signedDocument: content,
  status: 'SUCCESS',
  errorReason: null,
});
const item = (reference: string, over: object = {}) => ({
  referenceNumber: reference,
  documentId: `d-${reference}`,
  status: 'SUCCESS',
  errorReason: null,
  extra: {},
  has: true,
  ...over,
});

describe('an answer as described', () => {
  it('gives every entry, its content apart', async () => {
    const fail = { referenceNumber: 'b', documentId: '2', signedDocument: null, status: 'FAIL', errorReason: 'identidad' };
    const answer = await read(JSON.stringify({ signedDocuments: [signed('a', 'QUJD'), fail] }));
    expect(answer.defect).toBeNull();
    expect(answer.items).toEqual([item('a'), item('b', { documentId: '2', status: 'FAIL', errorReason: 'identidad', has: false })]);
    expect(answer.texts).toEqual(['QUJD']);
  });

  it('takes members in any order, with others anywhere', async () => {
    const entry =
      '{"hash":{"alg":["sha",256,{"x":null}]},"signedDocument":"QQ==","n":-1.5e2,"status":"SUCCESS","ok":true,"referenceNumber":"r"}';
    const answer = await read(`\uFEFF {"took":[[1],{"signedDocuments":[1]}],"signedDocuments":[${entry}],"later":{"a":"b"}}`);
    expect(answer.defect).toBeNull();
    const extra = { hash: { alg: ['sha', 256, { x: null }] }, n: -150, ok: true };
    expect(answer.items).toEqual([item('r', { documentId: null, extra })]);
  });

  it('writes a long content in pieces', async () => {
    const content = 'Q'.repeat(500_000);
    const answer = await read(JSON.stringify({ signedDocuments: [signed('a', content)] }), [16_384]);
    expect(answer.texts).toEqual([content]);
    expect(answer.sinks[0]?.pieces).toBeGreaterThan(20);
  });

  it('undoes JSON escapes within the content', async () => {
    const answer = await read(
      '{"signedDocuments":[{"signedDocument":"a\\/b\\u002bc\\n","referenceNumber":"r\\u00e9","status":"SUCCESS"}]}',
      [1],
    );
    expect(answer.texts).toEqual(['a/b+c\n']);
    expect(answer.items[0]?.referenceNumber).toBe('ré');
  });

  it('an empty list is an answer', async () => expect(await read('{"signedDocuments":[]}')).toMatchObject({ items: [], defect: null }));
});

describe('an answer that is not as described', () => {
  const whole = JSON.stringify(signed('good', 'QQ'));
  it.each([
    ['no object', '[]'],
    ['a bare string', '"signedDocuments"'],
    ['no signedDocuments', '{}'],
    ['null', '{"signedDocuments":null}'],
    ['an object', '{"signedDocuments":{"referenceNumber":"a","status":"SUCCESS"}}'],
  ])('%s: no entries', async (_, text) => expect(await read(text)).toMatchObject({ items: [], defect: 'answer-not-as-described' }));

  it.each([
    ['a status of its own', '{"referenceNumber":"a","status":"OK","signedDocument":"QQ"}'],
    ['a reference that is a number', '{"referenceNumber":1,"status":"SUCCESS","signedDocument":"QQ"}'],
    ['no reference', '{"status":"SUCCESS","signedDocument":"QQ"}'],
    ['a document that is a number', '{"referenceNumber":"a","status":"SUCCESS","signedDocument":7}'],
    ['a document that is a list', '{"referenceNumber":"a","status":"SUCCESS","signedDocument":["QQ"]}'],
    ['a reason that is an object', '{"referenceNumber":"a","status":"FAIL","errorReason":{}}'],
    ['a reference past all bounds', `{"referenceNumber":"${'r'.repeat(70_000)}","status":"SUCCESS"}`],
    ['a reason past all bounds', `{"referenceNumber":"a","status":"FAIL","errorReason":"${'r'.repeat(70_000)}"}`],
    ['an entry that is a list', '[{"referenceNumber":"a","status":"SUCCESS","signedDocument":"QQ"}]'],
    ['an entry that is null', 'null'],
  ])('%s: that entry falls, the others stay', async (_, entry) => {
    const answer = await read(`{"signedDocuments":[${entry},${whole}]}`);
    expect(answer.items).toEqual([item('good')]);
    expect(answer.texts).toEqual(['QQ']);
    expect(answer.defect).toBe('answer-not-as-described');
  });

  it('of a name that comes twice the last counts', async () => {
    const answer = await read(
      '{"signedDocuments":[{"referenceNumber":"a","signedDocument":"one","referenceNumber":"b","signedDocument":"two","status":"SUCCESS"}]}',
    );
    expect(answer.items).toEqual([item('b', { documentId: null })]);
    expect(answer.texts).toEqual(['two']);
    const none = await read(
      '{"signedDocuments":[{"referenceNumber":"a","signedDocument":"one","signedDocument":null,"status":"SUCCESS"}]}',
    );
    expect(none.items[0]?.has).toBe(false);
    expect(none.texts).toEqual([]);
  });

  it('signedDocuments that come twice give all their entries, and a defect', async () => {
    const answer = await read(`{"signedDocuments":[${whole}],"signedDocuments":[${JSON.stringify(signed('second', 'Qw'))}]}`);
    expect(answer).toMatchObject({ items: [item('good'), item('second')], texts: ['QQ', 'Qw'], defect: 'answer-not-as-described' });
  });

  it('signedDocuments elsewhere than in the answer itself are none', async () => {
    const answer = await read(`{"more":{"signedDocuments":[${whole}]},"signedDocuments":[]}`);
    expect(answer).toMatchObject({ items: [], texts: [], defect: null });
  });

  it('64 members that are not described are read, and a described one counts wherever it comes', async () => {
    const names = Array.from({ length: 65 }, (_, number) => `m${number}`);
    const extras = names.map((name) => `"${name}":1`).join(',');
    const answer = await read(`{"signedDocuments":[{${extras},"referenceNumber":"a","status":"FAIL","documentId":"d","errorReason":"x"}]}`);
    expect(answer.defect).toBeNull();
    expect(answer.items).toMatchObject([{ referenceNumber: 'a', status: 'FAIL', documentId: 'd', errorReason: 'x' }]);
    expect(Object.keys(answer.items[0]?.extra ?? {})).toEqual(names.slice(0, 64));
  });

  it('a described member is read up to 64 KiB less 16 characters, and one that is longer spoils its entry', async () => {
    const reason = (length: number) =>
      `{"signedDocuments":[{"referenceNumber":"a","status":"FAIL","errorReason":"${'r'.repeat(length)}"}]}`;
    expect((await read(reason(65_520))).items[0]?.errorReason).toHaveLength(65_520);
    expect(await read(reason(65_521))).toMatchObject({ items: [], defect: 'answer-not-as-described' });
    // Past the bound of one text as well, which is no null.
    expect(await read(reason(65_537))).toMatchObject({ items: [], defect: 'answer-not-as-described' });
  });

  it('a content that is replaced by something else, or whose entry falls, is thrown away', async () => {
    const contents = [
      '"signedDocument":"one","signedDocument":7',
      '"signedDocument":"one","status":"OK"',
      '"signedDocument":"one","documentId":{}',
    ];
    for (const content of contents) {
      const answer = await read(`{"signedDocuments":[{"referenceNumber":"a","status":"SUCCESS",${content}},${whole}]}`);
      expect([content, answer.items, answer.texts]).toEqual([content, [item('good')], ['QQ']]);
      expect(answer.sinks.map(({ closed, discarded }) => closed && discarded)).toEqual([true, false]);
    }
  });

  it('keys of prototypes are harmless', async () => {
    const answer = await read(
      '{"__proto__":{"a":1},"signedDocuments":[{"__proto__":{"status":"SUCCESS"},"constructor":1,"x":{"__proto__":{"polluted":1}},"referenceNumber":"a","status":"FAIL"}]}',
    );
    expect(answer.items[0]).toMatchObject({ referenceNumber: 'a', status: 'FAIL' });
    expect(Object.keys(answer.items[0]?.extra ?? {}).sort()).toEqual(['constructor', 'x']);
    expect('polluted' in {}).toBe(false);
    expect(Object.getPrototypeOf(answer.items[0]?.extra.x)).toBe(Object.prototype);
  });

  it('long extras are dropped, the entry stays', async () => {
    const answer = await read(
      `{"signedDocuments":[{"log":"${'x'.repeat(100_000)}","n":${'1'.repeat(70_000)},"${'k'.repeat(70_000)}":1,"referenceNumber":"a","status":"FAIL","ok":1}]}`,
    );
    expect(answer.defect).toBeNull();
    expect(answer.items[0]).toMatchObject({ referenceNumber: 'a', extra: { ok: 1 } });
    expect(Object.keys(answer.items[0]?.extra ?? {})).toEqual(['ok']);
  });

  it('an answer of exactly the largest size is read, one byte more is not', async () => {
    const bytes = new TextEncoder().encode(`{"signedDocuments":[${whole}]}`);
    const defectWithin = async (most: number) => (await readSignAnswer(cut(bytes, [16]), store().incoming, most)).defect?.code ?? null;
    expect(await defectWithin(bytes.length)).toBeNull();
    expect(await defectWithin(bytes.length - 1)).toBe('answer-not-as-described');
  });

  it('endless nesting, entries and bytes are left at a bound', async () => {
    expect(await read(`{"signedDocuments":[${whole},{"x":${'['.repeat(200_000)}`)).toMatchObject({
      defect: 'answer-not-as-described',
      texts: ['QQ'],
    });
    expect(await read('['.repeat(200_000))).toMatchObject({ items: [], defect: 'answer-not-as-described' });
    const many = await read(`{"signedDocuments":[${'{"referenceNumber":"a","status":"FAIL"},'.repeat(10_001)}`);
    expect(many.items).toHaveLength(10_000);
    const { incoming } = store();
    const endless = (async function* () {
      for (;;) yield new TextEncoder().encode(' '.repeat(65_536));
    })();
    expect((await readSignAnswer(endless, incoming, 1 << 20)).defect?.code).toBe('answer-not-as-described');
  });
});

describe('an answer that ends early or is something else', () => {
  it.each([
    ['nothing', ''],
    ['white space', ' \n'],
    ['a page', '<!doctype html><p>Not found</p>'],
    ['words', 'upstream error'],
    ['text after the end', '{"signedDocuments":[]} {}'],
  ])('%s', async (_, text) => expect((await read(text)).defect).toBe('answer-not-json'));

  it('keeps the entries before the break, however the line cut the bytes', async () => {
    const text = `{"signedDocuments":[${JSON.stringify(signed('a', 'QQ'))},{"x":}]}`;
    for (const lengths of [[1], [7], [text.length]]) {
      expect(await read(text, lengths)).toMatchObject({ items: [item('a')], texts: ['QQ'], defect: 'answer-not-json' });
    }
  });

  it('a line that breaks after the last brace costs nothing', async () => {
    const { incoming } = store();
    const breaking = (async function* () {
      yield new TextEncoder().encode(JSON.stringify({ signedDocuments: [signed('a', 'QQ')] }));
      throw new Error('ECONNRESET');
    })();
    expect(await readSignAnswer(breaking, incoming, bound)).toMatchObject({ defect: null, items: [{ referenceNumber: 'a' }] });
  });

  it('a store that fails ends the reading and keeps what was whole', async () => {
    const text = JSON.stringify({ signedDocuments: [signed('a', 'QQ'), signed('b', 'Q'.repeat(100)), signed('c', 'QQ')] });
    expect(await read(text, [64], 50)).toMatchObject({ items: [item('a')], defect: 'disk-full', texts: ['QQ'] });
  });
});

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

describe('for every answer', () => {
  it('what JSON.parse reads is what is read, wherever the chunks end', async () => {
    await fc.assert(
      fc.asyncProperty(entries, lengths, async (list, sizes) => {
        const answer = await read(JSON.stringify({ signedDocuments: list }), sizes);
        expect(answer.defect).toBeNull();
        // JSON.parse, since a value such as -0 does not survive JSON.
        expect(answer.items).toEqual(
          list.map(({ signedDocument, more, ...entry }) => ({
            ...entry,
            extra: { more: JSON.parse(JSON.stringify(more)) },
            has: signedDocument !== null,
          })),
        );
        expect(answer.texts).toEqual(list.flatMap((entry) => entry.signedDocument ?? []));
      }),
    );
  });

  it('a truncation keeps a beginning of the entries, and never makes one up', async () => {
    await fc.assert(
      fc.asyncProperty(entries, lengths, fc.double({ min: 0, max: 1, noNaN: true }), async (list, sizes, part) => {
        const bytes = new TextEncoder().encode(JSON.stringify({ signedDocuments: list }));
        const end = Math.min(Math.floor(part * bytes.length), bytes.length - 1);
        const answer = await read(bytes.subarray(0, end), sizes);
        expect(answer.defect).toBe(end === 0 ? 'answer-not-json' : 'answer-cut-off');
        expect(answer.items.map((entry) => entry.referenceNumber)).toEqual(
          list.slice(0, answer.items.length).map((entry) => entry.referenceNumber),
        );
        expect(answer.texts).toEqual(list.slice(0, answer.items.length).flatMap((entry) => entry.signedDocument ?? []));
        const braces = new TextDecoder().decode(bytes.subarray(0, end));
        expect(answer.items.length).toBeLessThanOrEqual((braces.match(/}/g) ?? []).length);
      }),
    );
  });

  it('any JSON and any junk gives a result that does not depend on the chunks', async () => {
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
