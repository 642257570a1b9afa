import { describe, expect, it } from 'vitest';
import { cut } from '../support/cut.ts';
import { readSignAnswer } from '../support/doors/provider.ts';
import { bound, read, store } from '../support/network/read-sign-answer.ts';

const signed = (reference: string, content: string) => ({
  referenceNumber: reference,
  documentId: `d-${reference}`,
  signedDocument: content,
  status: 'SUCCESS',
  errorReason: null,
});
const item = (reference: string, over: object = {}) => ({
  referenceNumber: reference,
  providerDocumentId: `d-${reference}`,
  status: 'SUCCESS',
  errorReason: null,
  has: true,
  ...over,
});

const defectOf = async (text: string) => (await readSignAnswer(cut(text, [7]), store().incoming, bound)).defect;

describe('a valid answer', () => {
  it('returns every entry, and its content separately', async () => {
    const fail = { referenceNumber: 'b', documentId: '2', signedDocument: null, status: 'FAIL', errorReason: 'identidad' };
    const answer = await read(JSON.stringify({ signedDocuments: [signed('a', 'QUJD'), fail] }));
    expect(answer.defect).toBeNull();
    expect(answer.items).toEqual([item('a'), item('b', { providerDocumentId: '2', status: 'FAIL', errorReason: 'identidad', has: false })]);
    expect(answer.texts).toEqual(['QUJD']);
  });

  it('may have members in any order and unknown members', async () => {
    const entry =
      '{"hash":{"alg":["sha",256,{"x":null}]},"signedDocument":"QQ==","n":-1.5e2,"status":"SUCCESS","ok":true,"referenceNumber":"r"}';
    const answer = await read(`\uFEFF {"took":[[1],{"signedDocuments":[1]}],"signedDocuments":[${entry}],"later":{"a":"b"}}`);
    expect(answer.defect).toBeNull();
    expect(answer.items).toEqual([item('r', { providerDocumentId: null })]);
  });

  it('writes a long content in pieces', async () => {
    const content = 'Q'.repeat(500_000);
    const answer = await read(JSON.stringify({ signedDocuments: [signed('a', content)] }), [16_384]);
    expect(answer.texts).toEqual([content]);
    expect(answer.sinks[0]?.pieces).toBeGreaterThan(20);
  });

  it.each([7, 4096, 1_000_000])('may have control characters in its texts, in chunks of %i bytes', async (size) => {
    const content = 'QUJD'.repeat(19).concat('\r\n', '\0').repeat(100);
    const json = JSON.stringify({ signedDocuments: [signed('a b', 'here'), signed('c', 'QQ==')] });
    const answer = await read(json.replace('a b', 'a\tb').replace('here', content), [size]);
    expect(answer.defect).toBeNull();
    expect(answer.items).toEqual([item('a b', { providerDocumentId: 'd-a b' }), item('c')]);
    expect(answer.texts.map((text) => text.replaceAll(/\p{Cc}| /gu, ''))).toEqual(['QUJD'.repeat(1900), 'QQ==']);
  });

  it('has JSON escapes in the content decoded', async () => {
    const answer = await read(
      '{"signedDocuments":[{"signedDocument":"a\\/b\\u002bc\\n","referenceNumber":"r\\u00e9","status":"SUCCESS"}]}',
      [1],
    );
    expect(answer.texts).toEqual(['a/b+c\n']);
    expect(answer.items[0]?.referenceNumber).toBe('ré');
  });

  it.each(['SignedDocuments', 'signeddocuments', 'signed_documents', 'SIGNED_DOCUMENTS', 'ns2:signedDocuments', 'Signed Documents'])(
    'may write its members as in %s',
    async (name) => {
      const inCase = (key: string) =>
        name.includes('_')
          ? key.replaceAll(/[A-Z]/g, '_$&')[name === name.toUpperCase() ? 'toUpperCase' : 'toLowerCase']()
          : name.startsWith('S')
            ? key[0]?.toUpperCase() + key.slice(1)
            : key.toLowerCase();
      const entries = [signed('a', 'QUJD')].map((entry) =>
        Object.fromEntries(Object.entries(entry).map(([key, value]) => [inCase(key), value])),
      );
      expect(await read(JSON.stringify({ [name]: entries }))).toMatchObject({ defect: null, items: [item('a')], texts: ['QUJD'] });
    },
  );

  it('may be an empty list', async () => expect(await read('{"signedDocuments":[]}')).toMatchObject({ items: [], defect: null }));
});

describe('an answer without signedDocuments at its top', () => {
  const long = 'Q'.repeat(1000);
  const entry = (reference: string) => ({
    status: 'SUCCESS',
    errorReason: null,
    signedDocument: long,
    documentId: `d-${reference}`,
    referenceNumber: reference,
  });
  const refused = { errorReason: { code: 7, message: 'no coincide' }, referenceNumber: 'b', documentId: '2', status: 'FAIL' };
  const both = [item('a'), item('b', { providerDocumentId: '2', status: 'FAIL', errorReason: '7; no coincide', has: false })];

  it.each<[string, unknown]>([
    ['in a member', { status: 'OK', data: { signedDocuments: [entry('a'), refused] } }],
    ['in a member of another name', { result: { documents: [entry('a'), refused] } }],
    ['a bare list', [entry('a'), refused]],
    ['in an element that is like an entry', [{ referenceNumber: 'batch', status: 'SUCCESS', documents: [entry('a'), refused] }]],
    ['a list of answers', [{ signedDocuments: [entry('a')] }, { signedDocuments: [refused] }]],
  ])('has its entries: %s', async (_, value) => {
    for (const size of [1, 100])
      expect(await read(JSON.stringify(value), [size])).toMatchObject({ items: both, texts: [long], others: 0, defect: null });
  });

  it('may be its only entry, or have it in place of the list', async () => {
    for (const value of [entry('a'), { ok: true, response: entry('a') }, { signedDocuments: entry('a') }])
      expect(await read(JSON.stringify(value))).toMatchObject({ items: [item('a')], texts: [long], defect: null });
  });

  it('has them under their references', async () => {
    const byReference = (...entries: { referenceNumber: string }[]) =>
      Object.fromEntries(entries.map(({ referenceNumber, ...rest }) => [referenceNumber, rest]));
    const { signedDocument: _, ...bare } = { ...refused, signedDocument: null };
    for (const value of [
      { signedDocuments: byReference(entry('a'), refused) },
      { signedDocuments: { ...byReference(entry('a'), bare), summary: { status: 'OK' } } },
      { signedDocuments: [byReference(entry('a')), byReference({ ...refused, signedDocument: null } as typeof refused)] },
    ])
      expect(await read(JSON.stringify(value), [7])).toMatchObject({ items: both, texts: [long], others: 0, defect: null });
    // Its own reference counts, and the name of a list is none of its elements.
    const bared = { ...refused, referenceNumber: null, signedDocument: long };
    for (const value of [{ signedDocuments: { a: entry('b'), c: [bared] } }, { b: entry('b'), data: bared }])
      expect((await read(JSON.stringify(value))).items.map(({ referenceNumber }) => referenceNumber)).toEqual(['b', null]);
  });

  it('has an entry with a part that is like an entry', async () => {
    const value = {
      data: [{ signedDocument: long, hash: { referenceNumber: 'x', status: 'SUCCESS' }, referenceNumber: 'a', status: 'SUCCESS' }],
    };
    expect(await read(JSON.stringify(value))).toMatchObject({ items: [item('a', { providerDocumentId: null })], defect: null });
  });

  it('has no entries where signedDocuments has them', async () => {
    const value = { audit: [entry('a'), { referenceNumber: 'b', status: 'FAIL' }], signedDocuments: [signed('a', 'QUJD')] };
    expect(await read(JSON.stringify(value))).toMatchObject({ items: [item('a')], texts: [long, 'QUJD'], others: 1, defect: null });
  });

  it('that breaks off has the entries with a document, and every text', async () => {
    const text = JSON.stringify({ data: [entry('a'), { referenceNumber: 'b', status: 'FAIL' }] });
    expect(await read(text.slice(0, -1))).toMatchObject({ items: [item('a')], texts: [long], defect: 'answer-cut-off' });
  });
});

describe('an answer whose entries are not the elements of signedDocuments themselves', () => {
  const long = 'Q'.repeat(1000);
  const fail = { referenceNumber: 'b', status: 'FAIL', errorReason: 'no' };
  const failed = item('b', { providerDocumentId: null, status: 'FAIL', errorReason: 'no', has: false });

  it.each<[string, unknown]>([
    ['in lists', [[signed('a', long), fail]]],
    ['in lists of lists', [[[signed('a', long)]], [fail]]],
    ['each in an object', [{ document: signed('a', long) }, { document: fail }]],
    ['in lists within objects', [{ items: [signed('a', long), fail] }]],
    ['as the list of a member, as converters from XML write it', { signedDocument: [signed('a', long), fail] }],
  ])('has them %s', async (_, signedDocuments) => {
    for (const size of [1, 100])
      expect(await read(JSON.stringify({ signedDocuments }), [size])).toMatchObject({
        items: [item('a'), failed],
        texts: [long],
        others: 0,
        defect: null,
      });
  });

  it('has entries with parts that are like entries, also when it breaks off', async () => {
    const steps = [{ referenceNumber: 'b', status: 'FAIL' }];
    const text = JSON.stringify({
      signedDocuments: [
        { steps, ...signed('a', long) },
        { ...fail, steps: [{ ...fail, status: 'SUCCESS' }] },
      ],
    });
    expect(await read(text)).toMatchObject({ items: [item('a'), failed], texts: [long], others: 0, defect: null });
    expect(await read(text.slice(0, text.indexOf(']}') + 1))).toMatchObject({ items: [item('a')], defect: 'answer-cut-off' });
    const first = JSON.stringify({ signedDocuments: [{ steps, ...signed('a', long) }] });
    expect(await read(first.slice(0, first.indexOf(']') + 1))).toMatchObject({ items: [], defect: 'answer-cut-off' });
  });

  const answer = JSON.stringify({ signedDocuments: [signed('a', long), fail] });
  it.each<[string, unknown]>([
    ['signedDocuments', { signedDocuments: JSON.stringify([signed('a', long), fail]) }],
    ['another member', { code: 0, message: 'OK', d: answer }],
    ['a member, with others behind it', { d: { result: answer }, log: 'x'.repeat(10), more: [1] }],
    ['a text of a member', { d: JSON.stringify({ result: answer }) }],
  ])('has them as JSON in the text of %s', async (_, value) => {
    for (const size of [1, 100])
      expect(await read(JSON.stringify(value), [size])).toMatchObject({
        items: [item('a'), failed],
        texts: [long],
        others: 0,
        defect: null,
      });
  });

  it('has them in a short text', async () => {
    for (const value of [{ signedDocuments: JSON.stringify([fail]) }, { d: JSON.stringify({ signedDocuments: [fail] }) }])
      expect(await read(JSON.stringify(value))).toMatchObject({ items: [failed], texts: [], defect: null });
  });

  it('has them in one of its first texts that are JSON', async () => {
    const behind = (count: number) => JSON.stringify([...Array.from({ length: count }, () => '{"a":1}'), 'text', '{no}', answer]);
    expect(await read(behind(19))).toMatchObject({ items: [item('a'), failed], defect: null });
    expect(await read(behind(20))).toMatchObject({ items: [], others: 1 });
  });

  it('has no entries of texts where it has some itself, where two texts have some, and where a text is not whole', async () => {
    const own = { signedDocuments: [signed('c', 'QUJD')], log: answer };
    expect(await read(JSON.stringify(own))).toMatchObject({ items: [item('c')], texts: ['QUJD', answer], others: 1, defect: null });
    const cutText = { log: answer.slice(0, -1), more: [answer.slice(0, 1100)] };
    expect(await read(JSON.stringify(cutText))).toMatchObject({ items: [], texts: [cutText.log, cutText.more[0]], others: 2 });
    const two = { first: answer, second: answer };
    expect(await read(JSON.stringify(two))).toMatchObject({ items: [], texts: [answer, answer], others: 2 });
    const cut = JSON.stringify({ d: answer });
    expect(await read(cut.slice(0, -1))).toMatchObject({ items: [], texts: [answer], others: 1, defect: 'answer-cut-off' });
    expect(await read(cut.slice(0, -100))).toMatchObject({ items: [], texts: [], defect: 'answer-cut-off' });
  });
});

describe('an invalid answer', () => {
  const whole = JSON.stringify(signed('good', 'QQ'));
  it.each([
    ['no object', '[]'],
    ['a bare string', '"signedDocuments"'],
    ['no signedDocuments', '{}'],
    ['null', '{"signedDocuments":null}'],
    ['an object', '{"signedDocuments":{"referenceNumber":"a","status":"SUCCESS"}}'],
  ])('has no entries: %s', async (_, text) => expect(await read(text)).toMatchObject({ items: [], defect: 'answer-not-as-described' }));

  it.each([
    ['a document number', '"documentId":9007199254740993', { providerDocumentId: '9007199254740993' }],
    ['a reference', '"referenceNumber":20260042', { referenceNumber: '20260042' }],
    ['both, as booleans', '"referenceNumber":true,"documentId":false', { referenceNumber: 'true', providerDocumentId: 'false' }],
    ['a document number that is a list', '"documentId":[1]', { providerDocumentId: '1' }],
    ['a reference in an object', '"referenceNumber":{"$":"a"}', { referenceNumber: 'a' }],
    ['a reference of several texts', '"referenceNumber":{"id":1,"name":"a"}', { referenceNumber: '1; a' }],
    ['an empty reference in an object', '"documentId":{"a":null,"b":{}}', { providerDocumentId: null }],
    ['a status in an object', '"status":{"code":"SUCCESS","description":"Firmado"}', { status: 'SUCCESS' }],
    ['a status in a list', '"status":["Success"]', { status: 'SUCCESS' }],
    ['a document number past all bounds', `"documentId":"${'1'.repeat(70_000)}"`, { providerDocumentId: null }],
    ['a status in lower case', '"status":" success "', { status: 'SUCCESS' }],
    ['the same status twice, and one of its own', '"status":"SUCCESS","Status":"success","STATUS":"OK"', { status: 'SUCCESS' }],
    ['a status in mixed case', '"status":"Success"', { status: 'SUCCESS' }],
    ['a reason that is a number', '"errorReason":7', { errorReason: '7' }],
    ['a reason that is an object', '"errorReason":{"code":7,"message":"no coincide"}', { errorReason: '7; no coincide' }],
    ['a reason that is a list', '"errorReason":["uno",null,"dos"]', { errorReason: 'uno; dos' }],
  ])('is read with %s of another type or case, and the content belongs to the entry', async (_, member, over) => {
    const text = `{"signedDocuments":[{"referenceNumber":"r","status":"SUCCESS","signedDocument":"QQ",${member}},${whole}]}`;
    expect(await read(text)).toMatchObject({
      items: [item('r', { providerDocumentId: null, ...over }), item('good')],
      texts: ['QQ', 'QQ'],
      others: 0,
      defect: null,
    });
  });

  it.each([
    ['a status of its own', '"referenceNumber":"a","status":"OK"', { referenceNumber: 'a', status: null, errorReason: 'OK' }],
    [
      'a status of its own and a reason',
      '"errorReason":"no face","referenceNumber":"a","status":"FAILED"',
      { referenceNumber: 'a', status: null, errorReason: 'FAILED; no face' },
    ],
    [
      'two statuses',
      '"referenceNumber":"a","status":"SUCCESS","Status":"Fail"',
      { referenceNumber: 'a', status: null, errorReason: 'SUCCESS; Fail' },
    ],
    [
      'two statuses, the other way round',
      '"status":"FAIL","referenceNumber":"a","status":"SUCCESS"',
      { referenceNumber: 'a', status: null, errorReason: 'FAIL; SUCCESS' },
    ],
    ['no status', '"referenceNumber":"a"', { referenceNumber: 'a', status: null }],
    [
      'two statuses in one',
      '"referenceNumber":"a","status":{"was":"SUCCESS","is":"FAIL"}',
      { referenceNumber: 'a', status: null, errorReason: 'SUCCESS; FAIL' },
    ],
    ['no reference', '"status":"SUCCESS"', { referenceNumber: null }],
    ['a reference that is null', '"referenceNumber":null,"status":"SUCCESS"', { referenceNumber: null }],
    ['a reference past all bounds', `"referenceNumber":"${'r'.repeat(70_000)}","status":"SUCCESS"`, { referenceNumber: null }],
  ])('has an incomplete entry with its content: %s', async (_, members, over) => {
    expect(await read(`{"signedDocuments":[{${members},"signedDocument":"QQ=="},${whole}]}`)).toMatchObject({
      items: [item('', { providerDocumentId: null, ...over }), item('good')],
      texts: ['QQ==', 'QQ'],
      defect: 'answer-not-as-described',
    });
  });

  it.each([
    ['{"error":"Proyecto suspendido"}', 'Proyecto suspendido'],
    ['{"ok":false,"error":{"code":"E1","message":"sin\\nsaldo"},"signedDocuments":null}', 'E1; sin saldo'],
    ['{"signedDocuments":[],"errors":[{"message":"sin saldo"}]}', 'sin saldo'],
    ['"mantenimiento"', 'mantenimiento'],
  ])('without entries has the texts that it has: %s', async (text, said) => {
    expect((await defectOf(text))?.detail).toEqual({ providerText: said, context: 'said' });
  });

  it('with entries, or not complete, has no such texts', async () => {
    expect((await defectOf(`{"error":"e","list":[],"signedDocuments":[${whole}]}`))?.detail).toBeUndefined();
    expect(await defectOf('{"error":"e",')).toMatchObject({ code: 'answer-cut-off' });
  });

  const long = 'Q'.repeat(1000);
  it.each([
    ['a document under another name', `{"referenceNumber":"a","status":"SUCCESS","document":"${long}"}`],
    ['an entry that is a text', `"${long}"`],
  ])('has its other entries and a separate text: %s', async (_, entry) => {
    const answer = await read(`{"signedDocuments":[${entry},${whole}]}`, [100]);
    expect(answer.items.at(-1)).toEqual(item('good'));
    expect(answer.items.slice(0, -1).map(({ has }) => has)).not.toContain(true);
    expect(answer).toMatchObject({ texts: [long, 'QQ'], others: 1 });
  });

  it.each<[string, unknown]>([
    ['an object', { contentType: 'application/pdf', base64: long }],
    ['a list', [long]],
    ['an object of a list', [{ name: 'a.pdf', data: { content: long } }]],
  ])('may have a document in %s', async (_, signedDocument) => {
    const entry = { referenceNumber: 'a', status: 'SUCCESS', signedDocument, documentId: '1' };
    for (const value of [{ signedDocuments: [entry, signed('good', long)] }, { data: [entry, signed('good', long)] }])
      expect(await read(JSON.stringify(value), [100])).toMatchObject({
        items: [item('a', { providerDocumentId: '1' }), item('good')],
        texts: [long, long],
        others: 0,
        defect: null,
      });
  });

  it('has no document of an entry in several long texts, which are all stored', async () => {
    const entry = { referenceNumber: 'a', status: 'SUCCESS', signedDocument: { sent: long, signed: long } };
    const answer = await read(JSON.stringify({ signedDocuments: [entry] }));
    expect(answer).toMatchObject({ items: [{ has: false }], texts: [long, long], others: 2 });
    const both = { ...entry, signedDocument: [long, 'QQ'], SignedDocument: 'QUJD' };
    expect(await read(JSON.stringify({ signedDocuments: [both] }))).toMatchObject({ items: [{ has: true }], others: 1 });
    const cut = JSON.stringify({ signedDocuments: [{ ...entry, signedDocument: [long] }] }).slice(0, -3);
    expect(await read(cut)).toMatchObject({ items: [], texts: [long], others: 1, defect: 'answer-cut-off' });
  });

  it('has a long text outside the entries stored separately, a shorter one as the defect of an answer without entries', async () => {
    const text = (length: number) =>
      `{"log":"${'x'.repeat(length)}","data":{"signedDocuments":["${'y'.repeat(length)}"]},"signedDocuments":[]}`;
    expect(await read(text(1000))).toMatchObject({ texts: ['x'.repeat(1000), 'y'.repeat(1000)], others: 2, defect: null });
    expect(await read(text(999))).toMatchObject({ texts: [], others: 0, defect: 'answer-not-as-described' });
  });

  it('with a repeated member uses the last one and loses no content', async () => {
    const answer = await read(
      '{"signedDocuments":[{"referenceNumber":"a","signedDocument":"one","referenceNumber":"b","signedDocument":"two","status":"SUCCESS"}]}',
    );
    expect(answer).toMatchObject({ items: [item('b', { providerDocumentId: null })], texts: ['one', 'two'], others: 1 });
    const none = await read(
      '{"signedDocuments":[{"referenceNumber":"a","signedDocument":"one","signedDocument":null,"status":"SUCCESS"}]}',
    );
    expect(none).toMatchObject({ items: [{ has: false }], texts: ['one'], others: 1 });
  });

  it('with repeated signedDocuments gives all their entries and a defect', async () => {
    const answer = await read(`{"signedDocuments":[${whole}],"signedDocuments":[${JSON.stringify(signed('second', 'Qw'))}]}`);
    expect(answer).toMatchObject({ items: [item('good'), item('second')], texts: ['QQ', 'Qw'], defect: 'answer-not-as-described' });
  });

  it('ignores signedDocuments below its first level', async () => {
    const answer = await read(`{"more":{"signedDocuments":[${whole}]},"signedDocuments":[]}`);
    expect(answer).toMatchObject({ items: [], texts: [], defect: 'answer-not-as-described' });
  });

  it('is not changed by unknown members or keys of prototypes', async () => {
    const others = Array.from({ length: 100 }, (_, number) => `"m${number}":1`).join(',');
    const traps = '"__proto__":{"status":"SUCCESS"},"constructor":1,"toString":"x"';
    const answer = await read(
      `{"__proto__":{"a":1},"signedDocuments":[{${others},${traps},"${'k'.repeat(70_000)}":1,"n":${'1'.repeat(70_000)},"referenceNumber":"a","status":"FAIL"}]}`,
    );
    expect(answer).toMatchObject({ items: [item('a', { providerDocumentId: null, status: 'FAIL', has: false })], defect: null });
    expect('status' in {}).toBe(false);
  });

  it('gives the first 64 KiB of a longer reason', async () => {
    const reason = (length: number) =>
      `{"signedDocuments":[{"referenceNumber":"a","status":"FAIL","errorReason":"${'r'.repeat(length)}"}]}`;
    expect((await read(reason(65_536))).items[0]?.errorReason).toHaveLength(65_536);
    expect((await read(reason(65_537))).items[0]?.errorReason).toHaveLength(65_536);
  });

  it('is read at exactly the maximum size, and not with one byte more', async () => {
    const bytes = new TextEncoder().encode(`{"signedDocuments":[${whole}]}`);
    const defectWithin = async (maxBytes: number) =>
      (await readSignAnswer(cut(bytes, [16]), store().incoming, maxBytes)).defect?.code ?? null;
    expect(await defectWithin(bytes.length)).toBeNull();
    expect(await defectWithin(bytes.length - 1)).toBe('answer-not-as-described');
  });

  it('is read up to a bound of nesting, entries and bytes', async () => {
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

describe('an answer that is truncated or not JSON', () => {
  it.each([
    ['nothing', ''],
    ['white space', ' \n'],
    ['a page', '<!doctype html><p>Not found</p>'],
    ['words', 'upstream error'],
    ['text after the end', '{"signedDocuments":[]} {"a":1}'],
  ])('%s', async (_, text) => expect((await read(text)).defect).toBe('answer-not-json'));

  it('returns the entries before the break, however the chunks end', async () => {
    const text = `{"signedDocuments":[${JSON.stringify(signed('a', 'QQ'))},{"x":}]}`;
    for (const lengths of [[1], [7], [text.length]]) {
      expect(await read(text, lengths)).toMatchObject({ items: [item('a')], texts: ['QQ'], defect: 'answer-not-json' });
    }
  });

  it('is complete if the connection breaks after the last brace', async () => {
    const { incoming } = store();
    const breaking = (async function* () {
      yield new TextEncoder().encode(JSON.stringify({ signedDocuments: [signed('a', 'QQ')] }));
      throw new Error('ECONNRESET');
    })();
    expect(await readSignAnswer(breaking, incoming, bound)).toMatchObject({ defect: null, items: [{ referenceNumber: 'a' }] });
  });

  it('returns a complete content of an incomplete entry', async () => {
    const text = `{"signedDocuments":[${JSON.stringify(signed('a', 'QQ'))},{"signedDocument":"Qw==","status":"SUCC`;
    for (const lengths of [[1], [7], [text.length]])
      expect(await read(text, lengths)).toMatchObject({ items: [item('a')], texts: ['QQ', 'Qw=='], others: 1, defect: 'answer-cut-off' });
  });

  it('returns the complete entries when the store fails', async () => {
    const text = JSON.stringify({ signedDocuments: [signed('a', 'QQ'), signed('b', 'Q'.repeat(100)), signed('c', 'QQ')] });
    expect(await read(text, [64], 50)).toMatchObject({ items: [item('a')], defect: 'disk-full', texts: ['QQ'] });
  });
});
