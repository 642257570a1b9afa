import { expect, test } from 'vitest';
import { classifyBody, recordMembers } from '../support/doors/records.ts';
import { fc } from '../support/runner/property.ts';

const of = (text: string | object) => classifyBody(Buffer.from(typeof text === 'string' ? text : JSON.stringify(text)));
const why = (text: string | object) => {
  const body = of(text);
  return body.kind === 'unreadable' ? body.why.code : body.kind;
};

test('a body with JsonTransaction is a request for documents, whatever else it has', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.dictionary(fc.string(), fc.string()), (rest, transaction) => {
      const body = of({ ...rest, JsonTransaction: transaction });
      expect(body).toEqual({ kind: 'question', transaction });
    }),
  );
});

test('a body with any described member is a record, whatever its value', () => {
  fc.assert(
    fc.property(fc.constantFrom(...recordMembers), fc.jsonValue(), fc.string(), (name, value, other) => {
      fc.pre(other !== 'JsonTransaction');
      expect(of({ [other]: 1, [name]: value }).kind).toBe('record');
    }),
  );
});

test('an object with neither is neither, and inherited names are no members', () => {
  const known = new Set([...recordMembers, 'JsonTransaction']);
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string().filter((name) => !known.has(name)),
        fc.jsonValue(),
      ),
      (body) => {
        expect(why(body)).toBe('body-neither');
      },
    ),
  );
  expect(why('{"__proto__":{"Uid":"1"},"constructor":{"Uid":1}}')).toBe('body-neither');
  expect(why('{"uid":"1","images":[]}')).toBe('body-neither');
});

test('the sections of a record in another case are no records, though they have their members as described', () => {
  const sections = { response_ANI: { FirstName: 'ANA' }, scores: [{ StartingDate: '2026-01-01' }, { StartingDate: '2026-01-02' }] };
  const record = { uid: '1', firstName: 'ANA', firstSurname: 'GIL', ...sections };
  expect(of(record)).toMatchObject({ kind: 'record', records: [[]], hasMore: false });
  expect(of({ code: 0, data: [record] })).toMatchObject({ kind: 'record', records: [['data', 0]], hasMore: false });
  // A record elsewhere counts, and is not all of the body.
  const wrapped = { images: [{ Image: 'x' }], scores: [1], data: { Uid: '1', FirstName: 'ANA' } };
  expect(of(wrapped)).toMatchObject({ kind: 'record', records: [['data']], hasMore: true });
  // Without members of a record around them, such objects are what they look like.
  expect(of({ scores: sections.scores })).toMatchObject({
    kind: 'record',
    records: [
      ['scores', 0],
      ['scores', 1],
    ],
  });
});

test('byte order marks before a body, and zeros and blanks behind it, are none of it', () => {
  const plain = of('{"Uid":"1"}');
  for (const body of ['\ufeff\ufeff{"Uid":"1"}', '{"Uid":"1"}\0', '\ufeff{"Uid":"1"}\r\n\0\0']) expect(of(body)).toEqual(plain);
  for (const body of ['\0{"Uid":"1"}', '{"Uid":"1"}\ufeff', '\ufeff\0']) expect(why(body)).toBe('body-not-json');
});

test('numbers of digits only are read as text, digit for digit; others stay numbers', () => {
  const asked = (value: string) => of(`{"JsonTransaction":{"IdNumber":${value},"deeper":[${value}]}}`);
  for (const digits of ['0', '12345678901234567890', '1098765432'])
    expect(asked(digits)).toEqual({ kind: 'question', transaction: { IdNumber: digits, deeper: [digits] } });
  for (const other of ['1.10', '1e2', '-1', '0.1000', '1020304.0', '1e400'])
    expect(asked(other)).toEqual({ kind: 'question', transaction: { IdNumber: Number(other), deeper: [Number(other)] } });
});

test('a body that is no object or no JSON is invalid', () => {
  for (const text of [
    '[]',
    '1',
    '"x"',
    'null',
    '[{"Uid":"1"},7]',
    '{"JsonTransaction":null}',
    '{"JsonTransaction":[]}',
    '{"JsonTransaction":"{"}',
  ])
    expect(why(text), text).toBe('body-not-an-object');
  for (const text of ['', '{', '{"Uid":1}}', "{'Uid':1}", '{"Uid":1,}', '{"Uid":NaN}', 'Uid=1', '{"Uid":"\u0001"}', '{"Uid":01}'])
    expect(why(text), text).toBe('body-not-json');
  const bytes = (count: number) => Buffer.from(`{"Uid":"${'\xff'.repeat(count)}"}`, 'latin1');
  expect(classifyBody(bytes(1_000_000))).toMatchObject({ kind: 'record', read: { isTextUncertain: true } });
  expect(classifyBody(bytes(1_000_001))).toMatchObject({ why: { code: 'body-not-json' } });
  expect(classifyBody(Buffer.from('{"Uid":"1"}', 'utf16le'))).toMatchObject({ why: { code: 'body-not-json' } });
  expect(of('\uFEFF{"Uid":"1"}').kind).toBe('record');
  const nested = (levels: number) => `{"Parameters":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  expect(why(nested(63))).toBe('record');
  expect(why(nested(64))).toBe('body-too-deep');
  expect(why(nested(49_000))).toBe('body-too-deep');
  expect(why(`{"Parameters":[${'1,'.repeat(99_000)}1]}`)).toBe('record');
  expect(why(`{"Parameters":[${'1,'.repeat(100_000)}1]}`)).toBe('body-too-deep');
});

test('a repeated member, anywhere and however it is escaped, makes a body invalid', () => {
  for (const text of [
    '{"Uid":"1","Uid":"1"}',
    '{"Uid":"1","Extras":{"a":1,"b":{},"a":2}}',
    '{"JsonTransaction":{"Uid":"1","U\\u0069d":"2"}}',
    '{"Scores":[{"Id":1,"Id":1}]}',
  ])
    expect(why(text), text).toBe('body-repeats-member');
  expect(why('{"Uid":"1","Extras":{"Uid":"1"},"Scores":[{"Id":1},{"Id":1}]}')).toBe('record');
});

test('any bytes are classified without throwing', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) =>
      ['question', 'record', 'both', 'unreadable'].includes(classifyBody(Buffer.from(bytes)).kind),
    ),
  );
  fc.assert(fc.property(fc.json(), fc.nat(), (text, at) => void classifyBody(Buffer.from(text).subarray(0, at % (text.length + 1)))));
});

const whole = { Uid: 'u', IdNumber: '1', FirstName: 'Ana', CreationDate: '2026-04-17T10:00:00' };

test('a record is found wherever it is, also as what could be a question', () => {
  for (const [body, records] of [
    [{ JsonTransaction: whole }, [['JsonTransaction']]],
    [{ ...whole, JsonTransaction: { IdNumber: '1' } }, [[]]],
    [{ ...whole, JsonTransaction: whole }, [[]]],
    [{ ...whole, JsonTransaction: { ...whole, Uid: 'v' } }, [[], ['JsonTransaction']]],
    [{ JsonTransaction: { data: [whole] } }, [['JsonTransaction', 'data', 0]]],
  ] as const)
    expect(of(body)).toMatchObject({ kind: 'both', records });
  for (const [body, records] of [
    [whole, [[]]],
    [{ ...whole, JsonTransaction: null }, [[]]],
    [{ data: whole, status: 'ok' }, [['data']]],
    [[whole], [[0]]],
    [
      { records: [whole, whole] },
      [
        ['records', 0],
        ['records', 1],
      ],
    ],
  ] as const)
    expect(of(body)).toMatchObject({ kind: 'record', records });
});

test('a record and a question are found in any letter case', () => {
  const inCamel = { uid: 'u', idNumber: '1', firstName: 'Ana', creationDate: '2026-04-17T10:00:00' };
  for (const record of [inCamel, { UID: 'u', FIRST_NAME: 'Ana', CREATION_DATE: '' }, { uid: 'u', first_name: 'Ana', response_ani: {} }])
    for (const [body, records] of [
      [record, [[]]],
      [{ transactionId: 't', images: [], data: record }, [['data']]],
      [
        [record, record],
        [[0], [1]],
      ],
    ] as const)
      expect(of(body), JSON.stringify(body)).toMatchObject({ kind: 'record', records, hasMore: false });
  expect(of({ jsonTransaction: { idNumber: 7 } })).toEqual({ kind: 'question', transaction: { idNumber: '7' } });
  expect(of({ json_transaction: inCamel })).toMatchObject({ kind: 'both', records: [['json_transaction']] });
  expect(of({ ...inCamel, jsonTransaction: { ...inCamel, uid: 'v' } })).toMatchObject({ kind: 'both', records: [[], ['jsonTransaction']] });
  // Any other object may have one such name.
  for (const body of [{ images: [] }, { uid: 'u', transactionId: 't', parameters: {} }, { data: { home: 'x', idNumber: '1' } }])
    expect(why(body), JSON.stringify(body)).toBe('body-neither');
});

test('a body that has more than its records is recognised', () => {
  const id = { Uid: 'v', TransactionId: 't' };
  const hasMore = (body: object) => {
    const found = of(body);
    return 'hasMore' in found ? found.hasMore : found.kind;
  };
  for (const body of [
    Array.from({ length: 101 }, () => whole),
    { JsonTransaction: { data: Array.from({ length: 101 }, () => whole) } },
    [whole, id],
    { data: whole, other: id },
    { data: whole, picture: 'A'.repeat(100_000) },
    [whole, { a: { b: { c: { d: whole } } } }],
  ])
    expect(hasMore(body), JSON.stringify(body).slice(0, 80)).toBe(true);
  for (const body of [
    whole,
    { ...whole, Evento: 'RECHAZADO', other: { a: { b: { c: { d: whole } } } } },
    { ...whole, JsonTransaction: { ...whole, Uid: 'v', a: { b: { c: { d: whole } } } } },
    Array.from({ length: 100 }, () => ({ ...whole, JsonTransaction: { IdNumber: '1' } })),
    { JsonTransaction: whole, Evento: 'RECHAZADO', code: 7 },
    { data: [whole, whole], empty: {}, none: [], error: null },
    { data: { picture: 'A'.repeat(100_000), ...whole } },
    { data: whole, JsonTransaction: { IdNumber: '1' } },
    { JsonTransaction: { IdNumber: '1', data: [whole] } },
  ])
    expect(hasMore(body), JSON.stringify(body).slice(0, 80)).toBe(false);
});

test('a question with members that identify stays a question', () => {
  const transaction = { Uid: 'u', TransactionId: 't', IdNumber: '1', DocumentType: 1, CustomerIdFromClient: 'c', ProviderProjectId: 'p' };
  expect(of({ JsonTransaction: transaction }).kind).toBe('question');
  expect(why({ data: transaction })).toBe('body-neither');
});

test('a body or a JsonTransaction that is JSON in a text counts as the object in it, digit for digit', () => {
  const record = '{"Uid":"1","FirstName":"Ana","TransactionId":9007199254740993,"ResultComparationFaces":99.70}';
  const body = of(JSON.stringify(record));
  expect(body).toMatchObject({ kind: 'record', records: [[]], hasMore: false });
  expect('read' in body && body.read.body.toString()).toBe(record);

  const asked = { kind: 'question', transaction: { IdNumber: '9007199254740993' } };
  expect(of({ JsonTransaction: '{"IdNumber":9007199254740993}' })).toEqual(asked);
  expect(of(JSON.stringify('{"JsonTransaction":{"IdNumber":9007199254740993}}'))).toEqual(asked);
  const both = of(`{"n":9007199254740993,"JsonTransaction":${JSON.stringify(record)}}`);
  expect(both).toMatchObject({ kind: 'both', records: [['JsonTransaction']] });
  expect('read' in both && both.read.body.toString()).toBe(`{"n":9007199254740993,"JsonTransaction":${record}}`);
});

test('a record or a question in the text of any member counts, and so do several', () => {
  const record = '{"Uid":"1","FirstName":"Ana","TransactionId":9007199254740993,"ResultComparationFaces":99.70}';
  const event = of({ event: 'completed', n: 1, payload: record });
  expect(event).toMatchObject({ kind: 'record', records: [['payload']], hasMore: false });
  expect('read' in event && event.read.body.toString()).toBe(`{"event":"completed","n":1,"payload":${record}}`);
  expect(of([record, JSON.stringify({ data: whole })])).toMatchObject({ kind: 'record', records: [[0], [1, 'data']] });
  expect(of({ JsonTransaction: `[${record},${record}]` })).toMatchObject({
    kind: 'record',
    records: [
      ['JsonTransaction', 0],
      ['JsonTransaction', 1],
    ],
  });
  expect(of({ d: '{"JsonTransaction":{"IdNumber":9007199254740993}}' })).toEqual({
    kind: 'question',
    transaction: { IdNumber: '9007199254740993' },
  });
  // A record has its own texts.
  expect(of({ ...whole, note: record })).toMatchObject({ kind: 'record', records: [[]], hasMore: false });
  expect(why({ d: '{"Uid":"1","Uid":"2"}' })).toBe('body-neither');
  expect(why({ d: '{"a":1}', e: '[' })).toBe('body-neither');
});

test('a question is found within members and lists, when it is the only one', () => {
  const question = { JsonTransaction: { IdNumber: 7 } };
  const expected = { kind: 'question', transaction: { IdNumber: '7' } };
  for (const body of [
    [question],
    { data: question },
    { JsonTransaction: [{ IdNumber: 7 }] },
    { data: [{ json_transaction: { IdNumber: 7 } }] },
  ])
    expect(of(body), JSON.stringify(body)).toEqual(expected);
  for (const body of [[question, question], { JsonTransaction: [{ IdNumber: 7 }, { IdNumber: 8 }] }])
    expect(of(body).kind).toBe('unreadable');
});

test.each([
  ['another text', '{"JsonTransaction":"x"}'],
  ['a text that ends the object', JSON.stringify({ JsonTransaction: '{},"Uid":"1","FirstName":"Ana"' })],
  ['a number in a text', JSON.stringify({ JsonTransaction: '1' })],
  ['a text within a text', JSON.stringify(JSON.stringify('{"Uid":"1"}'))],
  ['an object with a member twice, in a text', JSON.stringify('{"Uid":"1","Uid":"2"}')],
  ['a text with more levels than a body may have', JSON.stringify(`${'{"Uid":'.repeat(70)}1${'}'.repeat(70)}`)],
])('%s is no object', (_, text) => expect(why(text)).toBe('body-not-an-object'));
