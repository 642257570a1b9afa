/** The whole service under bodies and headers that nobody should send: always a proper answer, never one too many, and right afterwards. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AbusedService, documentsPath, form, large, openAbusedService, small } from '../fixtures/abused-service.ts';
import { type Heard, type RawAnswer, request, speak } from '../fixtures/raw-calls.ts';
import { recordMembers } from '../fixtures/record-members.ts';

const mib = 1024 * 1024;
let service: AbusedService;
beforeAll(async () => {
  service = await openAbusedService({
    settings: { bodyMiB: 2 },
    limits: { headers: 4_000, request: 4_000, check: 100, unwanted: { bytes: 16 * mib, time: 300 } },
  });
});
afterAll(() => service.close());

const refusals = [400, 401, 403, 404, 405, 408, 411, 413, 414, 415, 417, 429, 431];
const told = ({ body }: RawAnswer): unknown => JSON.parse(body.toString());

/** Only whole answers came, each of a status that this service has, and the server closed. */
function expectProper({ answers, rest, how }: Heard, statuses: readonly number[] = [200, ...refusals]): void {
  expect(rest.toString('latin1')).toBe('');
  expect(how).not.toBe('open');
  for (const answer of answers) {
    expect(statuses).toContain(answer.status);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    if (answer.status >= 400) expect(told(answer)).toEqual({ error: expect.any(String) });
  }
}

async function statusOf(bytes: Uint8Array): Promise<number | undefined> {
  const heard = await speak(service.url, [bytes]);
  expectProper(heard);
  expect(heard.answers).toHaveLength(1);
  return heard.answers[0]?.status;
}

const keys = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...recordMembers) },
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'JsonTransaction', 'Images', 'then', 'toJSON', ''),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const { value: anything } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constant(null), fc.constantFrom(small, 1e308, -0)),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  // Entries, not objects: `__proto__` has to be a member, and texts are not to be well-formed at any price.
  object: fc.uniqueArray(fc.tuple(keys, tie('value')), { selector: ([key]) => key, maxLength: 6 }).map((entries) => ({ entries })),
}));
function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const { entries } = value as { entries: [string, unknown][] };
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${textOf(inner)}`).join(',')}}`;
}

describe('bodies', () => {
  test('of any JSON: kept or refused, and nobody’s document goes out', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (value) => {
        const heard = await speak(service.url, [service.documents(textOf(value))]);
        expectProper(heard, [200, 400]);
        expect(heard.answers).toHaveLength(1);
        const asked = JSON.parse(textOf(value))?.JsonTransaction;
        const named = typeof asked === 'object' && asked !== null && Object.hasOwn(asked, 'IdNumber') ? asked.IdNumber : null;
        const [answer] = heard.answers;
        if (named !== small && answer?.status === 200) expect([[], {}]).toContainEqual(told(answer));
      }),
      { numRuns: 150 },
    );
    await service.expectRight();
  });

  test('of any bytes, in any part of a push or a form: a proper answer', async () => {
    const push = service.documents(JSON.stringify({ Uid: 'U-1', IdNumber: '88', Extras: { IdState: '1' } }));
    const asks = request({ path: '/api/token', headers: form, body: 'grant_type=refresh_token&username=a&password=b' });
    const change = fc.record({
      at: fc.nat({ max: push.length }),
      remove: fc.nat({ max: 20 }),
      insert: fc.oneof(
        fc.uint8Array({ maxLength: 12 }),
        fc.constantFrom(
          '\r\n',
          '\r\n\r\n',
          '\n',
          '\0',
          ': ',
          '{',
          '"',
          'Content-Length: 5\r\n',
          'Transfer-Encoding: chunked\r\n',
          ' HTTP/1.1\r\n',
        ),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(push, asks), fc.array(change, { minLength: 1, maxLength: 4 }), async (whole, changes) => {
        let bytes = whole;
        for (const { at, remove, insert } of changes) {
          bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(insert as string), bytes.subarray(at + remove)]);
        }
        expectProper(await speak(service.url, [bytes], { half: true }));
      }),
      { numRuns: 250 },
    );
    await service.expectRight();
  });

  test('of any bytes at all in place of a request', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 4 }), async (pieces) => {
        expectProper(await speak(service.url, pieces, { half: true }), [400]);
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    ['a hundred thousand arrays', '['.repeat(100_000), 400],
    ['as many objects', '{"Extras":'.repeat(20_000), 400],
    ['closed ones', `{"Extras":${'['.repeat(5000)}${']'.repeat(5000)}}`, 400],
    ['65 levels', `{"Extras":${'['.repeat(64)}${']'.repeat(64)}}`, 400],
    ['within a question', `{"JsonTransaction":{"IdNumber":"${small}","a":${'['.repeat(70)}${']'.repeat(70)}}}`, 400],
    ['64 levels', `{"Uid":"deep","Parameters":${'['.repeat(63)}${']'.repeat(63)}}`, 200],
    ['half a million members', `{"Uid":"u",${Array.from({ length: 100_001 }, (_, n) => `"${n}":0`).join(',')}}`, 400],
  ])('that are deep or broad: %s', async (_, body, status) => {
    expect(await statusOf(service.documents(body))).toBe(status);
  });

  test.each([
    ['at the top', '{"Uid":"a","Uid":"b"}'],
    ['deep in it', '{"Uid":"a","Extras":{"x":[{"y":1,"y":1}]}}'],
    ['in another spelling', '{"Uid":"a","\\u0055id":"b"}'],
    ['of the question', `{"JsonTransaction":{"IdNumber":"999"},"JsonTransaction":{"IdNumber":"${small}"}}`],
    ['in the question', `{"JsonTransaction":{"IdNumber":"999","IdNumber":"${small}"}}`],
    ['of the prototype', '{"Uid":"a","__proto__":1,"__proto__":2}'],
  ])('with a member twice, %s', async (_, body) => {
    expect(await statusOf(service.documents(body))).toBe(400);
  });

  test.each([
    ['the question', `{"__proto__":{"JsonTransaction":{"IdNumber":"${small}"}}}`, 400, null],
    ['the key', `{"JsonTransaction":{"__proto__":{"IdNumber":"${small}"}}}`, 200, []],
    ['the key of its maker', `{"JsonTransaction":{"constructor":{"prototype":{"IdNumber":"${small}"}}}}`, 200, []],
    ['an array', `{"JsonTransaction":{"IdNumber":["${small}"]}}`, 200, []],
    ['an object with a text', `{"JsonTransaction":{"IdNumber":{"toString":"${small}","valueOf":"${small}"}}}`, 200, []],
    ['a record', '{"__proto__":{"Uid":"x"},"constructor":{"prototype":{"IdNumber":"1"}}}', 400, null],
  ])('that hide %s in what every object inherits find nothing', async (_, body, status, answer) => {
    const { answers } = await speak(service.url, [service.documents(body)]);
    expect(answers.map((one) => one.status)).toEqual([status]);
    if (answer && answers[0]) expect(told(answers[0])).toEqual(answer);
    await service.expectRight();
  });

  test('that are no text in UTF-8, or no JSON', async () => {
    const bodies = [
      Buffer.from('{"Uid":"\xff\xfe"}', 'latin1'),
      Buffer.from('{"Uid":"\xed\xa0\x80"}', 'latin1'),
      Buffer.from('{"Uid":"a"}', 'utf16le'),
      '{"Uid":"a"}{"Uid":"b"}',
      '{"Uid":NaN}',
      "{'Uid':'a'}",
      '{"Uid":"a",}',
      '{"Uid":01}',
      '{"Uid":"a\u0000"}',
      '{"Uid":"\\ud800"',
      '"Uid"',
      'null',
      '',
    ];
    for (const body of bodies) expect(await statusOf(service.documents(body))).toBe(400);
    expect(await statusOf(service.documents('\ufeff{"Uid":"with a mark before it"}'))).toBe(200);
    expect(await statusOf(service.documents('{"Uid":"half a letter \\ud800"}'))).toBe(200);
  });
});

describe('what is packed or too large', () => {
  test('a gzip bomb is not unpacked, whatever it says it is', async () => {
    const bomb = Buffer.concat(Array(16).fill(gzipSync(Buffer.alloc(64 * mib))));
    expect(bomb.length).toBeLessThan(2 * mib);
    const before = await service.memory();
    for (const encoding of ['gzip', 'x-gzip', 'deflate', 'br', 'zstd', 'compress', 'gzip, gzip', 'identity, gzip', 'GZIP']) {
      expect(await statusOf(service.documents(bomb, { 'content-encoding': encoding }))).toBe(415);
    }
    expect(await statusOf(service.documents(bomb))).toBe(400);
    const chunk = Buffer.concat([Buffer.from(`${bomb.length.toString(16)}\r\n`), bomb, Buffer.from('\r\n0\r\n\r\n')]);
    for (const coding of ['gzip, chunked', 'chunked']) {
      const head = service.documents('', { 'transfer-encoding': coding });
      const heard = await speak(service.url, [head, chunk]);
      expectProper(heard, [400, 413, 415]);
      expect(heard.answers).toHaveLength(1);
    }
    // Unpacked it would be 1 GiB.
    expect((await service.memory()).peak - before.peak).toBeLessThan(400 * mib);
    await service.expectRight();
  });

  test.each(['identity', 'IDENTITY', ''])('what is not packed may say so: %j', async (encoding) => {
    expect(await statusOf(service.documents('{"Uid":"not packed"}', { 'content-encoding': encoding }))).toBe(200);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
    'application/jsonx',
    'json',
    '',
    'application/json, text/plain',
  ])('the documents endpoint does not read %s', async (type) => {
    const { answers } = await speak(service.url, [service.documents('{"Uid":"x"}', { 'content-type': type })]);
    expect(answers.map(({ status }) => status)).toEqual([415]);
  });

  test('a body over the limit is refused, announced or not', async () => {
    const body = Buffer.alloc(2 * mib + 1, ' ');
    const { setAside } = (await service.state()).inbox;
    expect(await statusOf(service.documents(body))).toBe(413);
    expect(await statusOf(service.documents('', { 'content-length': String(2 ** 53) }))).toBe(413);
    const head = service.documents('', { 'transfer-encoding': 'chunked' });
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, ' '), Buffer.from('\r\n')]);
    const heard = await speak(service.url, [head, ...Array<Buffer>(64).fill(chunk)]);
    expectProper(heard, [413]);
    expect(heard.answers).toHaveLength(1);
    const of = (length: number) =>
      request({ path: '/api/token', headers: form, body: `grant_type=password&username=a&password=${'x'.repeat(length)}` });
    expect(await statusOf(of(5_000))).toBe(413);
    expect(await statusOf(of(100_000))).toBe(413);
    expect((await service.state()).inbox.setAside).toBe(setAside);
    await service.expectRight();
  });

  test('a form that comes byte by byte', async () => {
    const head = request({ path: '/api/token', headers: { ...form, 'content-length': '2000' } });
    const letters = Array.from({ length: 1000 }, () => Buffer.from('a'));
    const heard = await speak(service.url, [head, ...letters], { pause: 50 });
    expectProper(heard, [408]);
    expect(heard.answers).toHaveLength(1);
  });

  test('forms that are no forms, or say a thing twice', async () => {
    const forms = [
      '',
      'grant_type=password',
      'grant_type=password&username=a',
      'grant_type=password&username=provider&username=other&password=x',
      'grant_type[]=password&username[a]=b&password[__proto__]=c',
      '__proto__[grant_type]=password&username=a&password=b',
      '{"grant_type":"password"}',
      'grant_type=password&username=%zz&password=%',
      '&'.repeat(3000),
    ];
    for (const body of forms) expect(await statusOf(request({ path: '/api/token', headers: form, body }))).toBe(400);
    await service.expectRight();
  });
});

describe('lines and headers', () => {
  test('wrong methods and paths', async () => {
    for (const path of ['/api/token', documentsPath]) {
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
        const { answers } = await speak(service.url, [request({ method, path })]);
        expect([method, answers.map(({ status }) => status)]).toEqual([method, [405]]);
        expect(answers[0]?.headers.get('allow')).toBe('POST');
      }
    }
    const elsewhere = [
      '/',
      '/api',
      '/api/token/',
      '/API/TOKEN',
      '//api/token',
      '/api//token',
      '/api/token/..',
      '/../etc/passwd',
      '/api/%',
      '/%00',
      '/*',
    ];
    for (const path of elsewhere) {
      const { answers } = await speak(service.url, [request({ path, headers: form, body: 'grant_type=x&username=a&password=b' })]);
      expect([path, answers.map(({ status }) => [400, 404].includes(status))]).toEqual([path, [true]]);
    }
    for (const bytes of [
      'CONNECT station.example:443 HTTP/1.1\r\nHost: a\r\n\r\n',
      'post /api/token HTTP/1.1\r\nHost: a\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    ]) {
      expectProper(await speak(service.url, [bytes], { half: true }), [400, 404, 405]);
    }
    const head = await speak(service.url, [request({ method: 'HEAD', path: '/health' })], { head: true });
    expect(head).toMatchObject({ answers: [{ status: 200 }], how: 'closed' });
    expect(head.rest).toHaveLength(0);
    await service.expectRight();
  });

  test('no host, or two', async () => {
    for (const host of ['', 'Host: a\r\nHost: b\r\n']) {
      for (const path of ['/health', '/nowhere', documentsPath]) {
        const heard = await speak(service.url, [`GET ${path} HTTP/1.1\r\n${host}\r\n`], { half: true });
        expectProper(heard, [400]);
        expect(heard.answers).toHaveLength(1);
      }
    }
  });

  test('headers without measure', async () => {
    const many = (count: number, length: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`x-${n}`, 'y'.repeat(length)]));
    expect(await statusOf(service.documents('{"Uid":"many"}', many(1000, 10)))).toBe(431);
    expect(await statusOf(service.documents('{"Uid":"long"}', many(1, 100_000)))).toBe(431);
    expect(await statusOf(request({ path: `/${'a'.repeat(100_000)}` }))).toBe(431);
    // Within what is allowed all of them are just not looked at.
    expect(await statusOf(service.documents('{"Uid":"some"}', many(200, 10)))).toBe(200);
    for (const authorization of [
      '',
      'Bearer',
      'Bearer ',
      `Bearer ${service.token} x`,
      `Basic ${service.token}`,
      service.token,
      `Bearer ${'x'.repeat(10_000)}`,
      'Bearer __proto__',
    ]) {
      expect([authorization, await statusOf(service.documents('{"Uid":"x"}', { authorization }))]).toEqual([authorization, 401]);
    }
    await service.expectRight();
  });
});

test('in the end no other customer’s document has gone out', async () => {
  const { fetches } = await service.state();
  expect(fetches[large]).toEqual([]);
});
