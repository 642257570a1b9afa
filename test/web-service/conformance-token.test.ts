/** The token endpoint from outside, on a whole station: every status, and what the description leaves open. */
import { expect, test } from 'vitest';
import { callService, tokenFor } from '../support/web-service/service-calls.ts';
import { buildDescribed } from '../support/web-service/web-service-actions.ts';

test('the token endpoint issues a token, in the described form', async () => {
  const { form, grant, station, send } = await buildDescribed({ tokenMinutes: 7 });
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
  const next = await tokenFor(station.url, station.user);
  expect(next).not.toBe(answer.access_token);
  expect((await send(answer.access_token ?? '', { JsonTransaction: {} })).status).toBe(200);
});

test('wrong credentials are refused without a token', async () => {
  const { form, grant } = await buildDescribed();
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

test('other grants and incomplete forms are refused with the codes of OAuth', async () => {
  const { form, grant } = await buildDescribed();
  for (const grant_type of ['client_credentials', 'refresh_token', 'passwords', 'authorization_code']) {
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

test('fields are read in any spelling, each once, and what else a client sends is ignored', async () => {
  const { station, form, grant } = await buildDescribed();
  const { username, password } = grant;
  const send = (body: string, headers: Record<string, string> = {}) =>
    callService(station.url, { path: '/api/token', headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers }, body });
  const [name, word] = [username, password].map(encodeURIComponent);
  for (const body of [
    `grantType=password&userName=${name}&passWord=${word}`,
    `GRANT_TYPE=PASSWORD&USERNAME=${name}&PASSWORD=${word}`,
    `Grant-Type=%20Password&User_Name=${name}&Password=${word}`,
    `client_id=x&client_secret=y&scope=a+b&grant_type=password&username=${name}&password=${word}&__proto__=z&hasOwnProperty=z&=&x`,
  ])
    expect((await send(body)).status, body).toBe(200);
  const client = `Basic ${Buffer.from('client:secret').toString('base64')}`;
  expect((await form(grant, { headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: client } })).status).toBe(200);
  // A client is no user, and of two spellings none counts.
  const asUser = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const refused: [string, Record<string, string>?][] = [
    [`grant_type=password&username=${name}&Username=${name}&password=${word}`],
    [`grant_type=password&grantType=password&username=${name}&password=${word}`],
    [`grant_type=password&username=${name}&password=wrong&Password=${word}`],
    ['', { authorization: asUser }],
    ['grant_type=password', { authorization: asUser }],
  ];
  for (const [body, headers] of refused) {
    const { status, json } = await send(body, headers);
    expect([status, json], body).toEqual([400, { error: 'invalid_request' }]);
  }
  expect((await send(JSON.stringify(grant), { 'content-type': 'application/json' })).status).toBe(415);
});

test('after five wrong passwords the right one is refused too, until the stated time', async () => {
  const { form, grant, station } = await buildDescribed();
  for (let time = 0; time < 5; time++) expect((await form({ ...grant, password: 'wrong' })).status).toBe(400);
  const locked = await form(grant);
  expect([locked.status, locked.json]).toEqual([429, { error: 'temporarily_unavailable' }]);
  expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(locked.headers['retry-after'])).toBeLessThanOrEqual(30);
  expect(station.service.state().counts).toMatchObject({ 'token-refused': 5, 'locked-out': 1, token: 0 });
});

test('the token endpoint accepts only small forms', async () => {
  const { form, grant } = await buildDescribed();
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
  expect((await form(grant, { headers: { 'content-type': type, 'content-encoding': 'utf-8' } })).status).toBe(200);
  for (const charset of ['ISO-8859-1', 'us-ascii', 'windows-1252', '"UTF-8"'])
    expect((await form(grant, { headers: { 'content-type': `${type}; charset=${charset}` } })).status, charset).toBe(200);
  const large = await form({ ...grant, scope: 'x'.repeat(4096) });
  expect([large.status, large.json]).toEqual([413, { error: 'invalid_request' }]);
});

test('a form is read in UTF-8 or ISO-8859-1, without what its sender puts around it', async () => {
  const { station } = await buildDescribed();
  await station.service.users.provide('caller', 'contraseña de 5 €');
  const escaped = (bytes: Buffer) => [...bytes].map((byte) => `%${byte.toString(16)}`).join('');
  const formIn = (charset: 'utf8' | 'latin1') => {
    // The byte 0x80 is the euro sign, as in windows-1252: on the web ISO-8859-1 means windows-1252.
    const of = (text: string) => escaped(charset === 'utf8' ? Buffer.from(text) : Buffer.from(text.replace('€', '\x80'), 'latin1'));
    return `grant_type=password&username=caller&password=${of('contraseña de 5 €')}`;
  };
  const plain = 'grant_type=password&username=caller&password=contraseña+de+5+€';
  for (const body of [formIn('utf8'), formIn('latin1'), plain, `${plain}\r\n`, `\ufeff${plain}`]) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await callService(station.url, { path: '/api/token', headers, body })).status, body).toBe(200);
  }
});
