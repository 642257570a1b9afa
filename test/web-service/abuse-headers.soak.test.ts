/** The whole service under encodings, sizes, forms, paths and headers of abusive callers: proper answers, and a working service afterwards. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AbusedService, documentsPath, form, large, openAbusedService, soonTooMuch } from '../support/web-service/abused-service.ts';
import { expectProper, statusAt } from '../support/web-service/proper-answers.ts';
import { request, speak } from '../support/web-service/raw-calls.ts';

const mib = 1024 * 1024;
let service: AbusedService;
beforeAll(async () => {
  service = await openAbusedService(soonTooMuch);
});
afterAll(() => service.close());

const statusOf = (bytes: Uint8Array): Promise<number | undefined> => statusAt(service.url, bytes);

describe('compressed and oversized requests', () => {
  test('a gzip bomb is decompressed up to the limit alone, whatever its headers say', async () => {
    const bomb = Buffer.concat(Array(16).fill(gzipSync(Buffer.alloc(64 * mib))));
    expect(bomb.length).toBeLessThan(2 * mib);
    const before = await service.memory();
    const expected = {
      413: ['gzip', 'x-gzip', 'identity, gzip', 'GZIP'],
      400: ['deflate', 'br'], // it is none
      415: ['zstd', 'compress', 'gzip, gzip'],
    };
    for (const [status, encodings] of Object.entries(expected))
      for (const encoding of encodings)
        expect([encoding, await statusOf(service.documents(bomb, { 'content-encoding': encoding }))]).toEqual([encoding, Number(status)]);
    expect(await statusOf(service.documents(bomb))).toBe(400);
    const chunk = Buffer.concat([Buffer.from(`${bomb.length.toString(16)}\r\n`), bomb, Buffer.from('\r\n0\r\n\r\n')]);
    for (const coding of ['gzip, chunked', 'chunked']) {
      const head = service.documents('', { 'transfer-encoding': coding });
      const heard = await speak(service.url, [head, chunk]);
      expectProper(heard, [400, 413, 415]);
      expect(heard.answers).toHaveLength(1);
    }
    // Decompressed it would be 1 GiB.
    expect((await service.memory()).peak - before.peak).toBeLessThan(400 * mib);
    await service.expectRight();
  });

  test.each(['identity', 'IDENTITY', ''])('an uncompressed body may say so: %j', async (encoding) => {
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
  ])('the documents endpoint reads a body of type %s', async (type) => {
    const { answers } = await speak(service.url, [service.documents('{"Uid":"x"}', { 'content-type': type })]);
    expect(answers.map(({ status }) => status)).toEqual([200]);
  });

  test('a body over the limit is refused, with or without its length announced', async () => {
    const body = Buffer.alloc(2 * mib + 1, ' ');
    const { quarantined } = (await service.state()).inbox;
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
    // Each of the three pushes leaves a trace without contents.
    expect((await service.state()).inbox.quarantined).toBe(quarantined + 3);
    await service.expectRight();
  });

  test('a form that arrives byte by byte', async () => {
    const head = request({ path: '/api/token', headers: { ...form, 'content-length': '2000' } });
    const letters = Array.from({ length: 1000 }, () => Buffer.from('a'));
    const heard = await speak(service.url, [head, ...letters], { pause: 50 });
    expectProper(heard, [408]);
    expect(heard.answers).toHaveLength(1);
  });

  test('invalid forms, and forms with a repeated field', async () => {
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

describe('request lines and headers', () => {
  test('wrong methods and paths are refused', async () => {
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

  test('a missing host, or two, is refused', async () => {
    for (const host of ['', 'Host: a\r\nHost: b\r\n']) {
      for (const path of ['/health', '/nowhere', documentsPath]) {
        const heard = await speak(service.url, [`GET ${path} HTTP/1.1\r\n${host}\r\n`], { half: true });
        expectProper(heard, [400]);
        expect(heard.answers).toHaveLength(1);
      }
    }
  });

  test('oversized headers are refused', async () => {
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

test('no document of another customer was returned by any of these tests', async () => {
  const { fetches } = await service.state();
  expect(fetches[large]).toEqual([]);
});
