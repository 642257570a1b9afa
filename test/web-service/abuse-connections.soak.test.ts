/** The whole service under callers who are slow, cut off, do not read, or talk so that two servers would hear two things. */
import net from 'node:net';
import { setTimeout as pass } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { longWait } from '../support/waiting.ts';
import { type AbusedService, documentsPath, json, large, openAbusedService, small } from '../support/web-service/abused-service.ts';
import { type Heard, read, request, speak } from '../support/web-service/raw-calls.ts';

const mib = 1024 * 1024;
/** Milliseconds that a caller has for its headers. */
const headers = 1_000;
const maxConnections = 64;
let service: AbusedService;
beforeAll(async () => {
  service = await openAbusedService({
    settings: { bodyMiB: 2 },
    // As in use, but for the time: what takes a minute there takes a second here, which a proper caller has on a busy machine too.
    limits: {
      headers,
      request: 60_000,
      idle: 2_000,
      check: 50,
      pace: { bytes: 1024, every: 1_000 },
      unwanted: { bytes: 4 * mib, time: 1_000 },
    },
  });
});
afterAll(() => service.close());

const statuses = ({ answers }: Heard) => answers.map(({ status }) => status);
const push = (uid: string, more: object = {}) => service.documents(JSON.stringify({ Uid: uid, IdNumber: '66', ...more }));
const storedCount = async () => (await service.state()).inbox.total;
const slowly = (bytes: Uint8Array, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size));

describe('slow callers', () => {
  test('headers that arrive byte by byte: the connection is closed, and others are served', async () => {
    const before = await storedCount();
    const callers = Array.from({ length: 40 }, (_, n) => speak(service.url, slowly(push(`slow ${n}`), 1), { pause: 30 }));
    await service.expectRight();
    for (const heard of await Promise.all(callers)) {
      // One that still sends may be reset before it has read the answer.
      expect(heard).toMatchObject({ how: expect.stringMatching(/^(closed|reset)$/), rest: Buffer.alloc(0) });
      if (heard.how === 'closed') expect(statuses(heard)).toEqual([408]);
    }
    await service.expectRight();
    // Of those that are right alone.
    expect((await storedCount()) - before).toBe(2);
  });

  test('a connection without a request, or with half a line, is closed', async () => {
    const heard = await Promise.all([speak(service.url, []), speak(service.url, ['POST /api/to']), speak(service.url, ['\r\n\r\n'])]);
    for (const one of heard) {
      expect(one.how).toBe('closed');
      expect(one.rest).toHaveLength(0);
      for (const status of statuses(one)) expect(status).toBe(408);
    }
  });

  test('bodies that arrive byte by byte: 408, and nothing is stored', async () => {
    const before = await storedCount();
    const body = push('slow body', { FirstName: 'x'.repeat(5_000) });
    const start = body.indexOf('\r\n\r\n') + 4;
    const pieces = [body.subarray(0, start), ...slowly(body.subarray(start), 1)];
    const chunked = [
      service.documents('', { 'transfer-encoding': 'chunked' }),
      ...Array.from({ length: 1000 }, () => Buffer.from('1\r\n \r\n')),
    ];
    const callers = [pieces, chunked].flatMap((one) => Array.from({ length: 3 }, () => speak(service.url, one, { pause: 20 })));
    await service.expectRight();
    for (const heard of await Promise.all(callers)) {
      expect(statuses(heard)).toEqual([408]);
      expect(heard.how).not.toBe('open');
    }
    expect((await storedCount()) - before).toBe(1);
  });

  test('slow bodies keep no one else from being read', async () => {
    const head = service.documents('', { 'content-length': '100000' });
    const callers = Array.from({ length: 12 }, () => speak(service.url, [head, Buffer.alloc(500, ' ')]));
    await service.expectRight();
    const all = (await Promise.all(callers)).flatMap(({ answers }) => answers);
    expect(all.map(({ status }) => status)).toEqual(Array(12).fill(408));
    await service.expectRight();
  });
});

describe('interrupted requests', () => {
  test('a push that is cut anywhere is stored only if it was complete', async () => {
    const whole = push('cut', { FirstName: 'Persona' });
    const before = await storedCount();
    for (let at = 1; at < whole.length; at += 11) {
      const heard = await speak(service.url, [whole.subarray(0, at)], { half: true });
      expect(heard).toMatchObject({ how: 'closed', rest: Buffer.alloc(0) });
      for (const status of statuses(heard)) expect([400, 408]).toContain(status);
    }
    const torn = Array.from({ length: 30 }, async (_, n) => {
      const socket = net.connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' });
      socket.on('error', () => {});
      socket.write(whole.subarray(0, Math.floor((whole.length * n) / 30)));
      await pass(20);
      socket.resetAndDestroy();
    });
    await Promise.all(torn);
    expect(await storedCount()).toBe(before);
    expect(statuses(await speak(service.url, [whole], { half: true }))).toEqual([200]);
    expect(await storedCount()).toBe(before + 1);
    await service.expectRight();
  });

  test('a caller that disconnects before the answer: the push is stored once', async () => {
    const before = await storedCount();
    const bytes = push('gone');
    for (let n = 0; n < 20; n++) {
      const socket = net.connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' });
      socket.on('error', () => {});
      await new Promise((resolve) => socket.write(bytes, resolve));
      socket.destroy();
    }
    await vi.waitFor(async () => expect(await storedCount()).toBe(before + 1), longWait);
    await service.expectRight();
  });
});

test('callers that do not read a large answer: disconnected, without buffering it in memory', async () => {
  const { documents = 0 } = (await service.state()).counts;
  const before = await service.memory();
  const asks = service.documents(JSON.stringify({ JsonTransaction: { IdNumber: large } }), { connection: 'keep-alive' });
  const callers = Array.from({ length: 30 }, () => {
    const socket = net.connect({ port: Number(new URL(service.url).port), host: '127.0.0.1' });
    socket.on('error', () => {}).pause();
    socket.write(asks);
    return socket;
  });
  // A caller with a place that does not read is reported as an incomplete answer.
  await vi.waitFor(
    async () => {
      const { fetches, counts } = await service.state();
      const fetched = fetches[large] ?? [];
      expect(fetched.length).toBeGreaterThan(0);
      expect(fetched.every(({ complete }) => !complete)).toBe(true);
      expect((counts.documents ?? 0) - documents).toBe(fetched.length);
    },
    { ...longWait, interval: 300 },
  );
  const memory = await service.memory();
  expect(memory.used - before.used).toBeLessThan(64 * mib);
  expect(memory.peak - before.peak).toBeLessThan(300 * mib);
  for (const socket of callers) socket.destroy();
  await service.expectRight();
  const read = await service.post(documentsPath, JSON.stringify({ JsonTransaction: { IdNumber: large } }), {
    ...json,
    authorization: `Bearer ${service.token}`,
  });
  expect(((await read.json()) as string[]).map((text) => Buffer.from(text, 'base64').subarray(0, 5).toString())).toEqual(['%PDF-']);
  expect((await service.state()).fetches[large]?.[0]).toMatchObject({ complete: true });
});

describe('pipelined requests', () => {
  test('each get their answer, in order', async () => {
    const keep = { connection: 'keep-alive' };
    const one = (n: number): [Buffer, number] => {
      if (n % 4 === 0) return [service.documents(`{"Uid":"breath ${n}"}`, keep), 200];
      if (n % 4 === 1) return [request({ method: 'GET', path: '/health', headers: keep }), 200];
      if (n % 4 === 2) return [request({ path: '/nowhere', headers: keep, body: '{}' }), 404];
      return [service.documents('{"Uid":"x"}', { ...keep, authorization: 'Bearer x' }), 401];
    };
    const all = Array.from({ length: 80 }, (_, n) => one(n));
    const heard = await speak(service.url, [Buffer.concat(all.map(([bytes]) => bytes))], { until: 80 });
    expect(statuses(heard)).toEqual(all.map(([, status]) => status));
    await service.expectRight();
  });

  test('bytes after an unreadable request are not read as a request', async () => {
    const before = await storedCount();
    const heard = await speak(service.url, [Buffer.concat([Buffer.from('nonsense\r\n\r\n'), push('behind nonsense')])]);
    expect(statuses(heard)).toEqual([400]);
    expect(await storedCount()).toBe(before);
  });
});

describe('request smuggling', () => {
  const line = `POST ${documentsPath} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`;
  const auth = () => `Authorization: Bearer ${service.token}\r\n`;
  const hidden = () => push('smuggled').toString('latin1');
  const shapes: [string, () => string][] = [
    ['length and chunks', () => `${line}${auth()}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden()}`],
    ['chunks and length', () => `${line}${auth()}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${hidden()}`],
    ['two lengths', () => `${line}${auth()}Content-Length: 0\r\nContent-Length: 300\r\n\r\n${hidden()}`],
    ['a list of lengths', () => `${line}${auth()}Content-Length: 0, 300\r\n\r\n${hidden()}`],
    ['a length with a sign', () => `${line}${auth()}Content-Length: +0\r\n\r\n${hidden()}`],
    ['a length below none', () => `${line}${auth()}Content-Length: -1\r\n\r\n${hidden()}`],
    ['a length in another base', () => `${line}${auth()}Content-Length: 0x0\r\n\r\n${hidden()}`],
    ['a length past all numbers', () => `${line}${auth()}Content-Length: 18446744073709551616\r\n\r\n${hidden()}`],
    ['a blank before the colon', () => `${line}${auth()}Content-Length : 0\r\n\r\n${hidden()}`],
    ['another coding last', () => `${line}${auth()}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden()}`],
    ['a coding nobody knows', () => `${line}${auth()}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden()}`],
    ['chunks told twice', () => `${line}${auth()}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${hidden()}`],
    ['a folded header', () => `${line}${auth()}X: a\r\n Content-Length: 0\r\nTransfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${hidden()}`],
    ['bare line feeds', () => `${line}${auth()}Content-Length: 0\n\n${hidden()}`],
    ['bare carriage returns', () => `${line}${auth()}X: a\rContent-Length: 0\r\r${hidden()}`],
    ['a chunk of no number', () => `${line}${auth()}Transfer-Encoding: chunked\r\n\r\nzz\r\n${hidden()}`],
    ['a chunk past all numbers', () => `${line}${auth()}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n${hidden()}`],
    ['a chunk below none', () => `${line}${auth()}Transfer-Encoding: chunked\r\n\r\n-1\r\n${hidden()}`],
    ['a chunk without its end', () => `${line}${auth()}Transfer-Encoding: chunked\r\n\r\n1\r\n 0\r\n\r\n${hidden()}`],
    ['a zero in a name', () => `${line}${auth()}Content-\0Length: 0\r\n\r\n${hidden()}`],
    ['two hosts', () => `${line}Host: b\r\n${auth()}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden()}`],
  ];
  test.each(shapes)('%s: one refusal, the connection is closed, and the hidden request is not served', async (_, bytes) => {
    const before = (await service.state()).counts;
    const heard = await speak(service.url, [Buffer.from(bytes(), 'latin1')]);
    expect(statuses(heard)).toEqual([400]);
    expect(heard).toMatchObject({ how: 'closed', rest: Buffer.alloc(0) });
    const { push = 0, documents = 0 } = (await service.state()).counts;
    expect([push, documents]).toEqual([before.push ?? 0, before.documents ?? 0]);
  });

  test('a request hidden in the body of one that is refused before its body is read is not served', async () => {
    const before = (await service.state()).counts;
    const inner = hidden();
    const outer = [
      request({ path: '/nowhere', headers: { ...json, connection: 'keep-alive' }, body: inner }),
      request({ path: documentsPath, headers: { ...json, connection: 'keep-alive' }, body: inner }),
      request({ method: 'GET', path: '/health', headers: { connection: 'keep-alive' }, body: inner }),
    ];
    for (const bytes of outer) {
      const { answers } = await speak(service.url, [bytes, request({ method: 'GET', path: '/health' })]);
      expect(answers).toHaveLength(2);
      expect(answers[1]?.body.toString()).toBe('{"alive":true}');
    }
    // What cannot be decompressed ends the connection: nothing after it is served.
    const packed = service.documents(inner, { 'content-encoding': 'gzip', connection: 'keep-alive' });
    const { answers } = await speak(service.url, [packed, request({ method: 'GET', path: '/health' })]);
    expect(answers.map(({ status }) => status)).toEqual([400]);
    expect((await service.state()).counts.push ?? 0).toBe(before.push ?? 0);
  });
});

test('hundreds of idle connections of one caller: the first stay open, the others are closed, and service is normal afterwards', async () => {
  const port = Number(new URL(service.url).port);
  const begun = performance.now();
  const sockets = Array.from({ length: 300 }, () => net.connect({ port, host: '127.0.0.1' }).on('error', () => {}));
  const closed = sockets.map(
    (socket) =>
      new Promise<Buffer>((resolve) => {
        const chunks: Buffer[] = [];
        socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('close', () => resolve(Buffer.concat(chunks)));
      }),
  );
  // Accepted ones get the reason of the refusal; the others get nothing.
  const heard = (await Promise.all(closed)).map((bytes) => read(bytes).answers.map(({ status }) => status));
  const timedOut = heard.filter(([status]) => status === 408).length;
  // A busy machine connects the last ones when the first were closed already, and their places are free again.
  const turns = 1 + Math.floor((performance.now() - begun) / headers);
  expect(timedOut).toBeLessThanOrEqual(maxConnections * turns);
  expect(heard.filter((all) => all.length === 0).length).toBe(300 - timedOut);
  await service.expectRight();
});

test('only the right document was returned by these tests', async () => {
  const { fetches } = await service.state();
  expect(fetches[small]?.every(({ complete }) => complete)).toBe(true);
});
