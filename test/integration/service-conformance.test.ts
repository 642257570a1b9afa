/** Endpoints A and B from outside, over real sockets, on a whole station: every status, and what the description leaves open. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { describedAnswers } from '../fixtures/described-answers.ts';
import { plainPdf } from '../fixtures/pdfs.ts';
import {
  askToken,
  type Called,
  callService,
  documentsPath,
  formOf,
  sendBytes,
  sendToDocuments,
  tokenFor,
} from '../fixtures/service-calls.ts';
import { openServiceDesk, type ServiceDeskOptions } from '../fixtures/service-desk.ts';

/** A desk whose every answer is held against the service's own description, and against what all answers have in common. */
async function openDescribedDesk(options: ServiceDeskOptions = {}) {
  const desk = await openServiceDesk(options);
  const described = await describedAnswers(desk.url);
  const checked = (method: string, path: string, answer: Called): Called => {
    described.check(method, path, answer);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(Object.keys(answer.headers).filter((name) => /^(server|x-powered-by|access-control)/.test(name))).toEqual([]);
    return answer;
  };
  type More = Parameters<typeof sendToDocuments>[3];
  return {
    desk,
    described,
    form: async (fields: Parameters<typeof formOf>[0], more: More = {}) =>
      checked('POST', '/api/token', await callService(desk.url, { path: '/api/token', ...formOf(fields), ...more })),
    send: async (token: string | null, body: unknown, more: More = {}) =>
      checked('POST', documentsPath, await sendToDocuments(desk.url, token, body, more)),
    get: async (path: string) => checked('GET', path, await callService(desk.url, { method: 'GET', path })),
    token: () => tokenFor(desk.url, desk.user),
    grant: { grant_type: 'password', ...desk.user },
  };
}

test('the token endpoint issues a token, in the described form', async () => {
  const { form, grant, desk, send } = await openDescribedDesk({ settings: { tokenMinutes: 7 } });
  const before = Date.now();
  const { status, json, headers } = await form(grant);
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
  const answer = json as Record<string, string>;
  expect(Object.keys(answer).sort()).toEqual(
    ['.expires', '.issued', 'access_token', 'expires', 'expires_in', 'issued', 'token_type'].sort(),
  );
  expect(answer).toMatchObject({ token_type: 'bearer', expires_in: 7, issued: answer['.issued'], expires: answer['.expires'] });
  for (const at of [answer.issued, answer.expires])
    expect(at).toMatch(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/);
  expect(Date.parse(answer.expires ?? '') - Date.parse(answer.issued ?? '')).toBe(7 * 60_000);
  expect(Date.parse(answer.issued ?? '')).toBeGreaterThanOrEqual(before - 1000);
  expect(answer.access_token).toMatch(/^[\w-]{43}$/);
  expect((await send(answer.access_token ?? '', { JsonTransaction: {} })).status).toBe(200);
  // Another one each time, and the one before stays good.
  const next = await tokenFor(desk.url, desk.user);
  expect(next).not.toBe(answer.access_token);
  expect((await send(answer.access_token ?? '', { JsonTransaction: {} })).status).toBe(200);
});

test('wrong credentials are refused, and no token comes with the refusal', async () => {
  const { form, grant } = await openDescribedDesk();
  const wrong = [
    { ...grant, password: 'another password' },
    { ...grant, username: 'nobody' },
    { ...grant, password: `${grant.password} ` },
    { ...grant, password: grant.password.toUpperCase() },
  ];
  for (const fields of wrong) {
    const { status, json } = await form(fields);
    expect([status, json]).toEqual([400, { error: 'invalid_grant' }]);
  }
  expect((await form(grant)).status).toBe(200);
});

test('other grants and incomplete forms are refused by the codes of OAuth', async () => {
  const { form, grant } = await openDescribedDesk();
  for (const grant_type of ['client_credentials', 'refresh_token', 'Password', 'authorization_code']) {
    const { status, json } = await form({ ...grant, grant_type });
    expect([status, json], grant_type).toEqual([400, { error: 'unsupported_grant_type' }]);
  }
  const { grant_type, username, password } = grant;
  const incomplete: [string, string][][] = [
    [],
    [
      ['username', username],
      ['password', password],
    ],
    [
      ['grant_type', grant_type],
      ['password', password],
    ],
    [
      ['grant_type', grant_type],
      ['username', username],
    ],
    [
      ['grant_type', grant_type],
      ['username', username],
      ['password', ''],
    ],
    [
      ['grant_type', grant_type],
      ['username', username],
      ['username', username],
      ['password', password],
    ],
    [
      ['grant_type', grant_type],
      ['username', username],
      ['password', password],
      ['password', 'other'],
    ],
  ];
  for (const fields of incomplete) {
    const { status, json } = await form(fields);
    expect([status, json], JSON.stringify(fields)).toEqual([400, { error: 'invalid_request' }]);
  }
  // A member that is not described is no reason to refuse.
  expect((await form({ ...grant, scope: 'documents' })).status).toBe(200);
});

test('after five wrong passwords the right one is refused too, until a time that is told', async () => {
  const { form, grant, desk } = await openDescribedDesk();
  for (let time = 0; time < 5; time++) expect((await form({ ...grant, password: 'wrong' })).status).toBe(400);
  const locked = await form(grant);
  expect([locked.status, locked.json]).toEqual([429, { error: 'temporarily_unavailable' }]);
  expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(locked.headers['retry-after'])).toBeLessThanOrEqual(30);
  expect(desk.station.service.state().counts).toMatchObject({ 'token-refused': 5, 'locked-out': 1, token: 0 });
});

test('the token endpoint reads forms alone, and small ones', async () => {
  const { form, grant } = await openDescribedDesk();
  const types = [
    'application/json',
    'multipart/form-data; boundary=x',
    'text/plain',
    'application/x-www-form-urlencoded; charset=utf-16',
    'nonsense',
  ];
  for (const type of types) expect((await form(grant, { headers: { 'content-type': type } })).status, type).toBe(415);
  expect((await form(grant, { headers: {} })).status).toBe(415);
  const type = 'application/x-www-form-urlencoded';
  expect((await form(grant, { headers: { 'content-type': type, 'content-encoding': 'gzip' } })).status).toBe(415);
  expect((await form(grant, { headers: { 'content-type': `${type.toUpperCase()}; Charset=UTF-8` } })).status).toBe(200);
  const large = await form({ ...grant, scope: 'x'.repeat(4096) });
  expect([large.status, large.json]).toEqual([413, { error: 'invalid_request' }]);
});

test('the documents endpoint answers nobody without a good token, before it looks at the body', async () => {
  const { send, desk, token } = await openDescribedDesk();
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
  expect(desk.station.inbox.state()).toMatchObject({ total: 0, setAside: 0 });
  expect((await send(null, { Uid: '1' }, { headers: { authorization: `bearer ${good}` } })).status).toBe(200);
});

test('a token that was revoked, or whose user is gone, is no token; a second password of a user is one', async () => {
  const { send, desk, token } = await openDescribedDesk();
  const { users } = desk.station.service;
  const [user] = users.users();
  const first = await token();
  expect((await send(first, { JsonTransaction: {} })).status).toBe(200);
  expect(users.revoke(user?.id ?? '')).toBe(1);
  expect((await send(first, { JsonTransaction: {} })).status).toBe(401);
  const renewed = await users.renew(user?.id ?? '', 1);
  const [old, fresh] = [await token(), await tokenFor(desk.url, { ...desk.user, password: renewed.password })];
  for (const one of [old, fresh]) expect((await send(one, { JsonTransaction: {} })).status).toBe(200);
  users.remove(user?.id ?? '');
  for (const one of [old, fresh]) expect((await send(one, { JsonTransaction: {} })).status).toBe(401);
  expect((await askToken(desk.url, desk.user)).status).toBe(400);
});

test('a push is answered 200 once it is kept; again, and with other content, 200 as well', async () => {
  const { send, desk, token } = await openDescribedDesk();
  const good = await token();
  for (const body of ['{"Uid":"u-1","IdNumber":"123"}', '{ "IdNumber":"123", "Uid":"u-1" }', '{"Uid":"u-1","IdNumber":"124"}']) {
    const { status, json } = await send(good, body);
    expect([status, json]).toEqual([200, {}]);
  }
  const { items } = desk.station.inbox.page({ text: '', show: 'all' }, 0, 10);
  expect(items.map(({ uid, version, repeats }) => ({ uid, version, repeats }))).toEqual([
    { uid: 'u-1', version: 2, repeats: 0 },
    { uid: 'u-1', version: 1, repeats: 1 },
  ]);
  expect(desk.station.service.state().counts).toMatchObject({ push: 1, 'push-again': 1, 'push-changed': 1 });
  const odd = [{ FirstName: null }, { Uid: 7, Unknown: { a: [1] } }, { Extras: {} }, { Scores: 'none' }, { IdNumber: '' }];
  for (const body of odd) expect((await send(good, body)).status, JSON.stringify(body)).toBe(200);
});

test('what is for neither use is answered 400 and kept for a look', async () => {
  const { send, desk, token } = await openDescribedDesk();
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
  expect(desk.station.inbox.state()).toMatchObject({ total: bodies.length, setAside: bodies.length });
  const { items } = desk.station.inbox.page({ text: '', show: 'set-aside' }, 0, 20);
  const kept = await Promise.all(items.map(async ({ id }) => (await desk.station.inbox.body(id)).text));
  expect(kept.sort()).toEqual([...bodies].sort());
  expect(desk.station.service.state().counts['set-aside']).toBe(bodies.length);
});

test('the documents endpoint reads JSON in UTF-8 alone, as large as the settings say', async () => {
  const { send, token } = await openDescribedDesk({ settings: { bodyMiB: 1 } });
  const good = await token();
  const of = (headers: Record<string, string>) => send(good, { Uid: '1' }, { headers });
  for (const type of ['text/json', 'text/plain', 'application/json; charset=latin1', 'application/x-www-form-urlencoded', 'json', ''])
    expect((await of({ 'content-type': type })).status, type).toBe(415);
  for (const encoding of ['gzip', 'br', 'deflate', 'gzip, identity', 'x'])
    expect((await of({ 'content-encoding': encoding })).status, encoding).toBe(415);
  for (const type of ['application/json;charset=UTF-8', 'Application/JSON; charset="utf-8"', 'application/json; odata=verbose'])
    expect((await of({ 'content-type': type })).status, type).toBe(200);
  const sized = (bytes: number) => `{"OcrTextSideOne":"${'x'.repeat(bytes - 21)}"}`;
  expect((await send(good, sized(1024 * 1024))).status).toBe(200);
  expect((await send(good, sized(1024 * 1024 + 1))).status).toBe(413);
  // Without a length told beforehand.
  const chunked = { headers: { 'transfer-encoding': 'chunked' } };
  expect((await send(good, sized(1024 * 1024), chunked)).status).toBe(200);
  expect((await send(good, sized(3 * 1024 * 1024), chunked)).status).toBe(413);
});

test('published documents go out in base64, to the transaction that they are for', async () => {
  const { send, desk, token } = await openDescribedDesk();
  const pdf = Buffer.from(await plainPdf());
  const file = join(desk.folder, 'contract.pdf');
  writeFileSync(file, pdf);
  const staged = await desk.station.publishing.stage([file]);
  await desk.station.publishing.publish({
    staged: staged.map(({ id }) => id),
    keys: [{ kind: 'identification', value: '1.098.765' }],
    once: true,
    caseId: null,
  });
  const good = await token();
  const nothing = await send(good, { JsonTransaction: { IdNumber: '1098766' } });
  expect([nothing.status, nothing.json]).toEqual([200, []]);
  const found = await send(good, '{"JsonTransaction":{"IdNumber":1098765}}');
  expect(found.headers['content-length']).toBe(String(found.text.length));
  expect((found.json as string[]).map((text) => Buffer.from(text, 'base64').equals(pdf))).toEqual([true]);
  expect((await send(good, { JsonTransaction: { IdNumber: '1098765' } })).json).toEqual([]);
});

test('other paths, methods and requests that are none', async () => {
  const { desk, get, token } = await openDescribedDesk();
  const ask = (method: string, path: string) => callService(desk.url, { method, path, headers: {} });
  for (const path of ['/', '/api', '/api/token/', '/API/Token', '/api/Integration/documents'])
    expect((await ask('POST', path)).status, path).toBe(404);
  for (const path of ['/api/token', `${documentsPath}?x=1`])
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'PROPFIND', 'HEAD']) {
      const { status, headers } = await ask(method, path);
      expect([status, headers.allow], `${method} ${path}`).toEqual([405, 'POST']);
    }
  expect((await ask('POST', '/health')).headers.allow).toBe('GET, HEAD');
  expect(await get('/health')).toMatchObject({ status: 200, json: { alive: true } });
  expect(await get('/ready')).toMatchObject({ status: 200, json: { ready: true } });
  expect(await ask('HEAD', '/health')).toMatchObject({ status: 200, text: '' });
  expect((await ask('POST', '/%zz')).status).toBe(400);
  // Two lengths, two readings.
  const good = await token();
  const head = `POST ${documentsPath} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${good}\r\n`;
  const refused = [
    `${head}Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{"Uid":1}\r\n0\r\n\r\n`,
    `${head}Content-Length: 9\r\nContent-Length: 10\r\n\r\n{"Uid":1}`,
    `${head}Content-Length: -1\r\n\r\n{"Uid":1}`,
    `${head}Transfer-Encoding: gzip, x\r\n\r\n{"Uid":1}`,
    `${head} folded: x\r\nContent-Length: 9\r\n\r\n{"Uid":1}`,
    'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n',
    'GET /health HTTP/9.9\r\nHost: x\r\n\r\n',
    'nonsense\r\n\r\n',
    'CONNECT other:443 HTTP/1.1\r\nHost: x\r\n\r\n',
    '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001',
  ];
  for (const bytes of refused) expect(await sendBytes(desk.url, bytes), bytes).toMatch(/^HTTP\/1\.1 400 /);
  expect(await sendBytes(desk.url, `GET /health HTTP/1.1\r\nHost: x\r\nExpect: nonsense\r\n\r\n`)).toMatch(/^HTTP\/1\.1 417 /);
  expect(desk.station.inbox.state().total).toBe(0);
});

test('the OpenAPI description is a valid one, and names every use', async () => {
  const { described } = await openDescribedDesk();
  const { valid, errors } = await new Validator().validate(structuredClone(described.document));
  expect([valid, errors]).toEqual([true, undefined]);
  expect(Object.keys(described.document.paths).sort()).toEqual([
    '/api/Integration/Documents',
    '/api/token',
    '/health',
    '/openapi.json',
    '/ready',
  ]);
  expect(JSON.stringify(described.document.paths[documentsPath])).toContain('ResultCompareDocumentFaces');
});

test('the self-test takes every step, and leaves nothing behind', async () => {
  const { desk } = await openDescribedDesk();
  const steps = await desk.station.service.selfTest();
  expect(steps.map(({ step, ok, status }) => [step, ok, status])).toEqual([
    ['reach', true, 200],
    ['wrong-password', true, 400],
    ['token', true, 200],
    ['no-token', true, 401],
    ['documents', true, 200],
    ['push', true, 200],
  ]);
  expect(desk.station.inbox.state()).toEqual({ total: 0, unread: 0, setAside: 0 });
  expect(desk.station.service.state()).toMatchObject({ lastPush: null, lastToken: null, users: 1 });
});
