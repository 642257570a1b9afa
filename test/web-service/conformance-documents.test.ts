/** The documents endpoint from outside, on a whole station: every status of both uses, and what the description leaves open. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { plainPdf } from '../support/pdf/pdfs.ts';
import { askToken, documentsPath, tokenFor } from '../support/web-service/service-calls.ts';
import { buildDescribed } from '../support/web-service/web-service-actions.ts';

test('the documents endpoint refuses callers without a valid token before it reads the body', async () => {
  const { send, station, token } = await buildDescribed();
  const bare = await send(null, { Uid: '1' });
  expect([bare.status, bare.headers['www-authenticate']]).toEqual([401, 'Bearer realm="Signing Station"']);
  const good = await token();
  const wrong = [
    'Bearer nonsense',
    `Bearer ${good}x`,
    `Bearer ${good.toUpperCase()}`,
    `Basic ${good}`,
    'Bearer',
    good,
    `Bearer ${good} ${good}`,
  ];
  for (const authorization of wrong) {
    const { status, headers } = await send(null, 'not even JSON', { headers: { authorization, 'content-type': 'text/plain' } });
    expect([status, headers['www-authenticate']], authorization).toEqual([401, 'Bearer realm="Signing Station", error="invalid_token"']);
  }
  expect((await send(null, { Uid: '1' }, { path: `${documentsPath}?access_token=${good}` })).status).toBe(401);
  expect(station.inbox.state()).toMatchObject({ total: 0, quarantined: 0 });
  expect((await send(null, { Uid: '1' }, { headers: { authorization: `bearer ${good}` } })).status).toBe(200);
});

test('revoked tokens and those of removed users are invalid; those from a second password are valid', async () => {
  const { send, station, token } = await buildDescribed();
  const { users } = station.service;
  const [user] = users.users();
  const first = await token();
  expect((await send(first, { JsonTransaction: {} })).status).toBe(200);
  expect(users.revoke(user?.id ?? '')).toBe(1);
  expect((await send(first, { JsonTransaction: {} })).status).toBe(401);
  const renewed = await users.renew(user?.id ?? '', 1);
  const [old, fresh] = [await token(), await tokenFor(station.url, { ...station.user, password: renewed.password })];
  for (const one of [old, fresh]) expect((await send(one, { JsonTransaction: {} })).status).toBe(200);
  users.remove(user?.id ?? '');
  for (const one of [old, fresh]) expect((await send(one, { JsonTransaction: {} })).status).toBe(401);
  expect((await askToken(station.url, station.user)).status).toBe(400);
});

test('a record is stored wherever it is in the body, also where the body is a question as well', async () => {
  const { send, station, token } = await buildDescribed();
  const good = await token();
  const record = (uid: string) => `{"Uid":"${uid}","IdNumber":12345678901234567890,"FirstName":"Ana","CreationDate":"2026-04-17"}`;
  expect((await send(good, `{"JsonTransaction":${record('wrapped')}}`)).json).toEqual([]);
  expect((await send(good, `{"Uid":"beside","FirstName":"Luis","JsonTransaction":{"IdNumber":"7"}}`)).json).toEqual([]);
  expect((await send(good, `{"data":[${record('one')},${record('two')}]}`)).json).toEqual({});
  expect((await send(good, JSON.stringify(record('quoted')))).json).toEqual({});
  expect((await send(good, { uid: 'camel', firstName: 'Ana', firstSurname: 'Gil' })).json).toEqual({});
  const { items } = station.inbox.page({ text: '', show: 'all' }, 0, 10);
  const stored = ['record camel', 'record quoted', 'record two', 'record one', 'record beside', 'record wrapped'];
  expect(items.map(({ uid, kind }) => `${kind} ${uid}`)).toEqual(stored);
  expect(items[0]).toMatchObject({ name: 'Ana Gil' });
  expect(items[5]).toMatchObject({ name: 'Ana', identification: '12345678901234567890' });
});

test('a body that has more than its records is stored whole as well, once', async () => {
  const { send, station, token } = await buildDescribed();
  const good = await token();
  const many = Array.from({ length: 150 }, (_, at) => ({ Uid: `U-${at}`, FirstName: 'Ana' }));
  const bodies = [
    JSON.stringify(many),
    '[{"Uid":"N1","FirstName":"x"},{"Uid":"N2","TransactionId":"T","IdNumber":"5"}]',
    '{"JsonTransaction":{"Uid":"N3","FirstName":"x"},"Evento":{"tipo":"RECHAZADO"}}',
  ];
  for (const body of bodies) expect((await send(good, body)).status).toBe(200);
  expect((await send(good, bodies[1])).status).toBe(200);
  expect(station.inbox.state()).toMatchObject({ total: 105, quarantined: 3 });
  const { items } = station.inbox.page({ text: '', show: 'quarantined' }, 0, 10);
  expect(items.map(({ problem, repeats }) => [problem?.code, repeats])).toEqual([
    ['body-has-more', 0],
    ['body-has-more', 1],
    ['body-has-more', 0],
  ]);
  const texts = await Promise.all(items.map(async ({ id }) => (await station.inbox.body(id)).text));
  expect(texts).toEqual(bodies.toReversed());
  expect(station.service.state().errors[0]).toMatchObject({ kind: 'quarantined', status: 200, code: 'body-has-more' });
});

test('one record that is refused does not keep the others from being stored', async () => {
  const { send, station, token } = await buildDescribed();
  const SignedDocuments = Array.from({ length: 1001 }, () => 'A'.repeat(1000));
  const list = [
    { Uid: 'a', FirstName: 'A' },
    { Uid: 'b', FirstName: 'B', SignedDocuments },
    { Uid: 'c', FirstName: 'C' },
  ];
  expect((await send(await token(), list)).status).toBe(400);
  const { items } = station.inbox.page({ text: '', show: 'all' }, 0, 10);
  expect(items.map(({ kind, uid, problem }) => [kind, uid, problem?.code])).toEqual([
    ['record', 'c', undefined],
    ['quarantined', null, 'record-too-large'],
    ['record', 'a', undefined],
  ]);
  expect(station.service.state().counts).toMatchObject({ push: 0, quarantined: 1 });
});

test('the event of a list has its most telling outcome', async () => {
  const { send, station, token } = await buildDescribed();
  const good = await token();
  const [known, changed, other] = ['A', 'B', 'C'].map((FirstName) => ({ Uid: 'u', FirstName }));
  expect((await send(good, known)).status).toBe(200);
  const counts = async (list: unknown) => {
    expect((await send(good, list)).status).toBe(200);
    const { push, 'push-changed': changes, 'push-duplicate': duplicates } = station.service.state().counts;
    return [push, changes, duplicates];
  };
  expect(await counts([changed, known])).toEqual([1, 1, 0]);
  expect(await counts([{ Uid: 'v', FirstName: 'D' }, known])).toEqual([2, 1, 0]);
  expect(await counts([other, { Uid: 'w', FirstName: 'E' }, known])).toEqual([2, 2, 0]);
  expect(await counts([known, known])).toEqual([2, 2, 1]);
});

test('a push is answered 200 once it is stored; a duplicate and a new version also get 200', async () => {
  const { send, station, token } = await buildDescribed();
  const good = await token();
  for (const body of ['{"Uid":"u-1","IdNumber":"123"}', '{ "IdNumber":"123", "Uid":"u-1" }', '{"Uid":"u-1","IdNumber":"124"}']) {
    const { status, json } = await send(good, body);
    expect([status, json]).toEqual([200, {}]);
  }
  const { items } = station.inbox.page({ text: '', show: 'all' }, 0, 10);
  expect(items.map(({ uid, version, repeats }) => ({ uid, version, repeats }))).toEqual([
    { uid: 'u-1', version: 2, repeats: 0 },
    { uid: 'u-1', version: 1, repeats: 1 },
  ]);
  expect(station.service.state().counts).toMatchObject({ push: 1, 'push-duplicate': 1, 'push-changed': 1 });
  const odd = [{ FirstName: null }, { Uid: 7, Unknown: { a: [1] } }, { Extras: {} }, { Scores: 'none' }, { IdNumber: '' }];
  for (const body of odd) expect((await send(good, body)).status, JSON.stringify(body)).toBe(200);
});

test('a body for neither use is answered 400 and quarantined', async () => {
  const { send, station, token } = await buildDescribed();
  const good = await token();
  const bodies = [
    '{',
    '',
    '[]',
    '{}',
    '{"a":1}',
    '{"JsonTransaction":"x"}',
    '{"Uid":"1","Uid":"2"}',
    `{"Extras":${'['.repeat(99)}${']'.repeat(99)}}`,
  ];
  for (const body of bodies) expect((await send(good, body)).status, body.slice(0, 40)).toBe(400);
  expect(station.inbox.state()).toMatchObject({ total: bodies.length, quarantined: bodies.length });
  const { items } = station.inbox.page({ text: '', show: 'quarantined' }, 0, 20);
  const bodyTexts = await Promise.all(items.map(async ({ id }) => (await station.inbox.body(id)).text));
  expect(bodyTexts.sort()).toEqual([...bodies].sort());
  expect(station.service.state().counts.quarantined).toBe(bodies.length);
});

test('bytes that are neither UTF-8 nor in a stated charset are read as windows-1252, with a remark on each record', async () => {
  const { send, station, token } = await buildDescribed();
  const good = await token();
  const bytes = (text: string) => Buffer.from(text.replaceAll('€', '\x80'), 'latin1');
  const type = { headers: { 'content-type': 'application/json' } };
  const record = (Uid: string) => JSON.stringify({ Uid, TransactionId: Uid, FirstName: 'Nuñez €É', FaceFound: true });
  const sent = [record('1'), `{"Data":[${record('2')}]}`, JSON.stringify(record('3'))].map(bytes);
  for (const body of sent) expect((await send(good, body, type)).status).toBe(200);
  expect((await send(good, record('4'), type)).status).toBe(200);
  const { items } = station.inbox.page({ text: '', show: 'all' }, 0, 10);
  const read = items.map(({ uid, name, visitId }) => [uid, name, station.visits.open(visitId ?? '').records[0]?.mismatches]);
  const uncertain = ['1', '2', '3'].map((uid) => [uid, 'Nuñez €É', ['uncertain-text']]);
  expect(read.toReversed()).toEqual([...uncertain, ['4', 'Nuñez €É', []]]);
});

test('a body is read or quarantined whatever its type and charset, and one that is too large leaves a trace', async () => {
  const { send, station, token } = await buildDescribed({ bodyMiB: 1 });
  const good = await token();
  const of = (headers: Record<string, string>) => send(good, { Uid: '1' }, { headers });
  for (const type of ['text/json', 'text/plain', 'application/json; charset=latin1', 'application/x-www-form-urlencoded', 'json', ''])
    expect((await of({ 'content-type': type })).status, type).toBe(200);
  const latin = Buffer.from('{"Uid":"latin","FirstName":"Begoña"}', 'latin1');
  const latinAs = (type: string) => send(good, latin, { headers: { 'content-type': type } });
  expect((await latinAs('application/json; charset=iso-8859-1')).status).toBe(200);
  const wide = (uid: string, mark = '') => Buffer.from(`${mark}{"Uid":"${uid}"}`, 'utf16le');
  for (const [of, type] of ['application/json; charset=utf-16', 'application/json', ''].entries())
    for (const body of [
      wide(`wide-${of}`, '\uFEFF'),
      wide(`wide-${of}`, '\uFEFF').swap16(),
      wide(`wide-${of}`),
      wide(`wide-${of}`).swap16(),
    ])
      expect((await send(good, body, { headers: { 'content-type': type } })).status, type).toBe(200);
  expect(station.inbox.page({ text: 'wide-', show: 'all' }, 0, 10).items.map(({ uid, repeats }) => [uid, repeats])).toEqual([
    ['wide-2', 3],
    ['wide-1', 3],
    ['wide-0', 3],
  ]);
  for (const type of ['application/json', 'application/json; charset=nonsense', 'application/json; charset=euc-jp'])
    expect((await latinAs(type)).status, type).toBe(200);
  expect(station.inbox.page({ text: 'begoña', show: 'all' }, 0, 10).items).toMatchObject([{ uid: 'latin', name: 'Begoña', repeats: 3 }]);
  const quarantined = () => station.inbox.page({ text: '', show: 'quarantined' }, 0, 10).items;
  expect(quarantined()).toEqual([]);
  for (const type of ['application/json;charset=UTF-8', 'Application/JSON; charset="utf-8"', 'application/json; odata=verbose'])
    expect((await of({ 'content-type': type })).status, type).toBe(200);
  const sized = (bytes: number) => `{"OcrTextSideOne":"${'x'.repeat(bytes - 21)}"}`;
  expect((await send(good, sized(1024 * 1024))).status).toBe(200);
  expect((await send(good, sized(1024 * 1024 + 1))).status).toBe(413);
  const [trace] = quarantined();
  expect(trace).toMatchObject({
    user: station.user.username,
    size: 1024 * 1024 + 1,
    sizeIsLowerBound: false,
    problem: { code: 'body-too-large', detail: { size: 2, limit: 1 } },
  });
  expect(trace?.hasContents).toBe(false);
  await expect(station.inbox.body(trace?.id ?? '')).rejects.toMatchObject({ problem: { code: 'contents-not-taken' } });
  // Without a Content-Length.
  const chunked = { headers: { 'transfer-encoding': 'chunked' } };
  expect((await send(good, sized(1024 * 1024), chunked)).status).toBe(200);
  expect((await send(good, sized(3 * 1024 * 1024), chunked)).status).toBe(413);
  const atLeast = { size: 1024 * 1024 + 1, sizeIsLowerBound: true, problem: { detail: { limit: 1, context: 'unstated' } } };
  expect(quarantined()[0]).toMatchObject(atLeast);
});

test('a compressed body is read; one that cannot be, or becomes too large, leaves a trace', async () => {
  const { send, station, token } = await buildDescribed({ bodyMiB: 1 });
  const good = await token();
  const as = (coding: string, body: Buffer) => send(good, body, { headers: { 'content-encoding': coding } });
  const record = (uid: string) => Buffer.from(`{"Uid":"${uid}"}`);
  expect((await as('gzip', gzipSync(record('by gzip')))).status).toBe(200);
  expect((await as('deflate', deflateSync(record('by deflate')))).status).toBe(200);
  expect((await as('br', brotliCompressSync(record('by br')))).status).toBe(200);
  expect((await as('UTF-8', record('in UTF-8'))).status).toBe(200);
  expect((await as('8bit, gzip', gzipSync(record('8bit by gzip')))).status).toBe(200);
  const items = () => station.inbox.page({ text: '', show: 'all' }, 0, 10).items;
  expect(items().map(({ uid }) => uid)).toEqual(['8bit by gzip', 'in UTF-8', 'by br', 'by deflate', 'by gzip']);

  expect((await as('gzip', record('plain'))).status).toBe(400);
  expect((await as('x', record('x'))).status).toBe(415);
  expect((await as('gzip', gzipSync(Buffer.alloc(1024 * 1024 + 1, ' ')))).status).toBe(413);
  const [large, unknown, broken] = items();
  expect(large?.sizeIsLowerBound).toBe(true);
  expect([large, unknown, broken].map((item) => [item?.user, item?.problem?.code])).toEqual(
    ['body-too-large', 'body-coding-unknown', 'body-coding-broken'].map((code) => [station.user.username, code]),
  );
  // Of what was not read, the bytes as they came.
  const texts = [unknown, broken].map(async (item) => (await station.inbox.body(item?.id ?? '')).text);
  expect(await Promise.all(texts)).toEqual(['{"Uid":"x"}', '{"Uid":"plain"}']);
  expect(station.service.state().counts.quarantined).toBe(3);
});

test('published documents are returned in base64 to the transaction that they are for', async () => {
  const { send, station, token } = await buildDescribed();
  const pdf = Buffer.from(await plainPdf());
  const file = join(station.folder, 'contract.pdf');
  writeFileSync(file, pdf);
  const staged = await station.publishing.stage([file]);
  await station.publishing.publish({
    staged: staged.map(({ id }) => id),
    keys: [{ kind: 'identification', value: '1.098.765' }],
    once: true,
    visitId: null,
  });
  const good = await token();
  const nothing = await send(good, { JsonTransaction: { IdNumber: '1098766' } });
  expect([nothing.status, nothing.json]).toEqual([200, []]);
  expect((await send(good, { JsonTransaction: '{"IdNumber":1098766}' })).json).toEqual([]);
  const found = await send(good, '{"JsonTransaction":{"IdNumber":1098765}}');
  expect(found.headers['content-length']).toBe(String(found.text.length));
  expect((found.json as string[]).map((text) => Buffer.from(text, 'base64').equals(pdf))).toEqual([true]);
  expect((await send(good, { JsonTransaction: { IdNumber: '1098765' } })).json).toEqual([]);
});
