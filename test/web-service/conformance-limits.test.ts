/** Callers who ask too much, too slowly, or go away; and what the service answers when something behind it fails. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { type ProblemCode, type ProblemDetail, StationError } from '../support/doors/errors.ts';
import type { Intake } from '../support/doors/web-service.ts';
import { longWait } from '../support/waiting.ts';
import { describedAnswers } from '../support/web-service/described-answers.ts';
import {
  allOf,
  askToken,
  callService,
  documentsPath,
  openSocket,
  sendBytes,
  sendToDocuments,
} from '../support/web-service/service-calls.ts';
import { answerOf, goodToken, goodUser, startLoneService } from '../support/web-service/web-service.ts';

const head = (more: string) =>
  `POST ${documentsPath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${goodToken}\r\nContent-Type: application/json\r\n${more}\r\n`;
const push = '{"Uid":1}';
const wholePush = head(`Content-Length: ${push.length}\r\n`) + push;
/** An end for what should have come long ago. */

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
/** An answer on a bare socket, to compare with the description. */
const called = (answer: string) => {
  const [top = '', text = ''] = answer.split('\r\n\r\n');
  const headers = Object.fromEntries(
    top
      .split('\r\n')
      .slice(1)
      .map((line) => [line.split(':')[0]?.toLowerCase(), line.split(': ')[1]]),
  );
  return { status: statusOf(answer), headers, text, json: JSON.parse(text) as unknown };
};

test('headers and bodies that arrive too slowly are answered 408, headers that are too large 431', async () => {
  const service = await startLoneService({ limits: { headers: 100, request: 400, check: 20, pace: { bytes: 1000, every: 100 } } });
  const described = await describedAnswers(service.url);
  const slow = [
    'POST /api/token HTTP/1.1\r\nHost: x\r\n',
    'POST /api/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\ngrant_type=',
    `${head('Content-Length: 100\r\n')}{"Uid":`,
    `${head('Transfer-Encoding: chunked\r\n')}7\r\n{"Uid":`,
    '',
  ];
  for (const bytes of slow) {
    const answer = called(await sendBytes(service.url, bytes));
    expect(answer.status, bytes).toBe(408);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', connection: 'close' });
    described.check('POST', documentsPath, answer);
    described.check('POST', '/api/token', answer);
  }
  const large = called(await sendBytes(service.url, head(`X-Large: ${'x'.repeat(17 * 1024)}\r\n`)));
  expect(large.status).toBe(431);
  described.check('POST', documentsPath, large);
  expect(service.pushed).toEqual([]);
  const events = service.events.map(({ kind, status }) => `${kind} ${status}`);
  expect(events.sort()).toEqual([...slow.map(() => 'bad-request 408'), 'bad-request 431'].sort());
});

test('a body that arrives fast enough may take any time', async () => {
  const service = await startLoneService({ limits: { pace: { bytes: 5, every: 100 } } });
  const socket = await openSocket(service.url);
  const answer = allOf(socket);
  const body = `{"Uid":"${'x'.repeat(200)}"}`;
  socket.write(head(`Content-Length: ${body.length}\r\nConnection: close\r\n`));
  for (let at = 0; at < body.length; at += 20) {
    socket.write(body.slice(at, at + 20));
    await pause(20);
  }
  expect(statusOf(await answer)).toBe(200);
  expect(String(service.pushed[0])).toBe(body);
});

test('connections are limited in all and per address, and the next one is closed at once', async () => {
  for (const limits of [{ connections: 2 }, { connectionsOfOne: 2 }]) {
    const service = await startLoneService({ limits });
    const [first] = [await openSocket(service.url), await openSocket(service.url)];
    expect(await sendBytes(service.url, wholePush)).toBe('');
    first?.destroy();
    await vi.waitFor(
      async () => expect(await sendBytes(service.url, wholePush.replace('Host', 'Connection: close\r\nHost'))).toMatch(/ 200 /),
      longWait,
    );
  }
});

const limitedTo = (bytes: number, time: number) => ({ limits: { bodies: { bytes, calls: 2, time } } });
/** Begins a push that holds its place until `end`. */
async function beginPush(url: string) {
  const socket = await openSocket(url);
  const answer = allOf(socket);
  socket.write(head(`Content-Length: ${push.length}\r\nConnection: close\r\n`) + push.slice(0, 4));
  return { answer, end: () => socket.write(push.slice(4)) };
}

test('bodies that are read together are limited; who has waited too long is asked to retry', async () => {
  const service = await startLoneService(limitedTo(push.length, 50));
  const described = await describedAnswers(service.url);
  const slow = await beginPush(service.url);
  // Until it holds its place.
  const busy = await vi.waitFor(async () => {
    const asked = await sendToDocuments(service.url, goodToken, push);
    expect(asked.status).toBe(503);
    return asked;
  }, longWait);
  expect(Number(busy.headers['retry-after'])).toBeGreaterThan(0);
  described.check('POST', documentsPath, busy);
  slow.end();
  expect(statusOf(await slow.answer)).toBe(200);
  expect((await sendToDocuments(service.url, goodToken, push)).status).toBe(200);
});

test('a body waits until the ones before it are read; more than may wait are asked to retry at once', async () => {
  const service = await startLoneService(limitedTo(push.length, 600_000));
  const slow = await beginPush(service.url);
  let answered = 0;
  const asked = Array.from({ length: 4 }, async () => {
    const { status } = await sendToDocuments(service.url, goodToken, push);
    answered++;
    return status;
  });
  await vi.waitFor(() => expect(answered).toBe(2), longWait);
  slow.end();
  expect(statusOf(await slow.answer)).toBe(200);
  expect((await Promise.all(asked)).toSorted()).toEqual([200, 200, 503, 503]);
});

test('an answer is finished exactly once: as complete when its last byte was sent', async () => {
  const finished: boolean[] = [];
  let pieces: (string | Error)[] = [];
  const service = await startLoneService({
    publishing: { answer: async () => answerOf(pieces, (complete) => finished.push(complete)) },
  });
  const described = await describedAnswers(service.url);
  const ask = () => sendToDocuments(service.url, goodToken, { JsonTransaction: { Uid: '1' } });
  pieces = ['["AAAA"', ',"BBBB"]'];
  const whole = await ask();
  expect([whole.status, whole.json, whole.headers['content-length']]).toEqual([200, ['AAAA', 'BBBB'], '15']);
  described.check('POST', documentsPath, whole);
  pieces = [new Error('unreadable'), ']'];
  const unread = await ask();
  expect([unread.status, unread.headers['content-length']]).toEqual([500, String(unread.text.length)]);
  described.check('POST', documentsPath, unread);
  pieces = ['["AAAA"', new Error('unreadable'), ']'];
  await expect(ask()).rejects.toMatchObject({ code: 'ECONNRESET' });
  await vi.waitFor(() => expect(service.events).toHaveLength(3), longWait);
  expect(finished).toEqual([true, false, false]);
  expect(service.events.map(({ kind, status, count }) => [kind, status, count])).toEqual([
    ['documents', 200, 2],
    ['documents', 500, 2],
    ['documents', null, 3],
  ]);
});

test('an answer with another length than announced is cut off', async () => {
  const finished: boolean[] = [];
  for (const size of [3, 9]) {
    const service = await startLoneService({
      publishing: { answer: async () => ({ ...answerOf(['["AA"]'], (complete) => finished.push(complete)), size }) },
    });
    await sendToDocuments(service.url, goodToken, { JsonTransaction: {} }).then(
      ({ status }) => expect(status).toBe(500),
      (error) => expect(error).toMatchObject({ code: 'ECONNRESET' }),
    );
    await vi.waitFor(() => expect(service.events).toHaveLength(1), longWait);
  }
  expect(finished).toEqual([false, false]);
});

test('a caller that disconnects or does not read ends the answer', async () => {
  const finished: boolean[] = [];
  let ended = 0;
  const piece = Buffer.alloc(256 * 1024, 0x20);
  const answer = async () => ({
    ...answerOf([], (complete) => finished.push(complete)),
    size: 4_000 * piece.length,
    body: (async function* () {
      try {
        for (let at = 0; at < 4_000; at++) yield piece;
      } finally {
        ended++;
      }
    })(),
  });
  const service = await startLoneService({ publishing: { answer }, limits: { pace: { bytes: 1, every: 200 } } });
  const question = '{"JsonTransaction":{}}';
  const bytes = head(`Content-Length: ${question.length}\r\n`) + question;
  const leaving = await openSocket(service.url);
  leaving.write(bytes);
  await once(leaving, 'data');
  leaving.destroy();
  await vi.waitFor(() => expect(finished).toEqual([false]), longWait);
  const deaf = await openSocket(service.url);
  deaf.pause().write(bytes);
  await vi.waitFor(() => expect(finished).toEqual([false, false]), longWait);
  await vi.waitFor(() => expect(ended).toBe(2), longWait);
  expect(service.events).toMatchObject([
    { kind: 'documents', status: null },
    { kind: 'documents', status: null },
  ]);
  deaf.destroy();
});

test('a caller that disconnects within its body is reported, and nothing is pushed', async () => {
  const service = await startLoneService();
  for (const leave of ['end', 'destroy'] as const) {
    const socket = await openSocket(service.url);
    socket.write(head('Expect: 100-continue\r\nContent-Length: 100\r\n'));
    // It has accepted the call and waits for the body.
    await once(socket, 'data');
    await new Promise((resolve) => socket.write(push.slice(0, -1), resolve));
    socket[leave]();
  }
  await vi.waitFor(() => expect(service.events).toHaveLength(2), longWait);
  expect(service.events.every(({ kind }) => kind === 'bad-request')).toBe(true);
  expect(service.pushed).toEqual([]);
});

test('a 100-continue is sent only when the body is wanted', async () => {
  const service = await startLoneService();
  const expecting = (token: string) =>
    head(`Expect: 100-continue\r\nContent-Length: ${push.length}\r\nConnection: close\r\n`).replace(goodToken, token);
  const refused = await sendBytes(service.url, expecting('none'));
  expect([statusOf(refused), refused.includes('100 Continue')]).toEqual([401, false]);
  const socket = await openSocket(service.url);
  const answer = allOf(socket);
  socket.write(expecting(goodToken));
  const [first] = (await once(socket, 'data')) as [Buffer];
  expect(String(first)).toMatch(/^HTTP\/1\.1 100 Continue\r\n/);
  socket.write(push);
  expect(await answer).toMatch(/ 200 OK/);
  expect(service.pushed).toHaveLength(1);
});

test('a refusal reaches a caller that sends a large body first', async () => {
  const service = await startLoneService({ settings: { bodyMiB: 1 } });
  const large = Buffer.alloc(6 * 1024 * 1024, 0x20);
  expect((await sendToDocuments(service.url, null, large)).status).toBe(401);
  // One that reads nothing before all of it is sent.
  const socket = await openSocket(service.url);
  socket.pause();
  await new Promise((resolve) =>
    socket.write(Buffer.concat([Buffer.from(head(`Connection: close\r\nContent-Length: ${large.length}\r\n`)), large]), resolve),
  );
  await pause(50);
  expect(statusOf(await allOf(socket.resume()))).toBe(413);
  expect((await sendToDocuments(service.url, goodToken, large)).status).toBe(413);
  // One that does not say how large its body is.
  expect((await sendToDocuments(service.url, goodToken, large, { headers: { 'transfer-encoding': 'chunked' } })).status).toBe(413);
  expect((await sendToDocuments(service.url, goodToken, large, { headers: { 'content-encoding': 'gzip' } })).status).toBe(413);
  expect((await callService(service.url, { path: '/nowhere', body: large })).status).toBe(404);
});

test('a connection serves calls one after the other, in order, up to a limit', async () => {
  const service = await startLoneService({ limits: { callsOfConnection: 3, idle: 50 } });
  const third = `${head('Content-Length: 7\r\n')}{"a":1}`;
  const answers = await sendBytes(service.url, `${wholePush}GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n${third}`);
  expect([...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).toEqual(['200', '404', '400']);
  // One call, then nothing: the service ends the connection.
  expect(statusOf(await sendBytes(service.url, wholePush))).toBe(200);
});

test('errors behind the endpoints are answered 500 or 503 without their text', async () => {
  const fail = (code: ProblemCode, detail?: ProblemDetail) => () => Promise.reject(new StationError(code, detail));
  const intake: Intake = {
    ingestPush: fail('push-not-stored'),
    quarantine: fail('inbox-full'),
    noteTooLarge: async () => {},
    rehearse: async () => {},
  };
  const publishing = { answer: fail('disk-full') };
  const access = { token: fail('service-busy', { retryAfter: 7 }), callerOf: () => ({ id: '1', name: 'provider', guest: false }) };
  let ready = false;
  let reading = false;
  const service = await startLoneService({
    access,
    publishing,
    intake,
    ready: () => ready,
    reading: () => reading,
  });
  const described = await describedAnswers(service.url);
  const lastEventIs = (event: object) => vi.waitFor(() => expect(service.events.at(-1)).toMatchObject(event), longWait);
  const ask = async (body: string) => {
    const answer = await sendToDocuments(service.url, 'x', body);
    described.check('POST', documentsPath, answer);
    return answer;
  };
  for (const body of [push, '{"a":1}', '{"JsonTransaction":{}}']) expect((await ask(body)).status, body).toBe(500);
  await vi.waitFor(() => expect(service.events).toHaveLength(3), longWait);
  expect(service.events.every(({ status, user: name }) => status === 500 && name === 'provider')).toBe(true);
  expect(service.events.map(({ kind }) => kind)).toEqual(['not-stored', 'not-stored', 'not-answered']);
  expect(service.events.map(({ code }) => code)).toEqual(['push-not-stored', 'inbox-full', 'disk-full']);
  // A body that is no record is quarantined.
  Object.assign(intake, { ingestPush: fail('record-not-as-described'), quarantine: async () => {} });
  expect((await ask(push)).status).toBe(400);
  await vi.waitFor(
    () => expect(service.events.at(-1)).toMatchObject({ kind: 'quarantined', status: 400, code: 'record-not-as-described' }),
    longWait,
  );
  intake.ingestPush = () => Promise.reject(new TypeError('a fault that names /home/clerk'));
  publishing.answer = fail('documents-being-read');
  expect(await ask('{"JsonTransaction":{}}')).toMatchObject({
    status: 503,
    json: { error: 'the documents are still being read' },
    headers: { 'retry-after': '5' },
  });
  await vi.waitFor(() => expect(service.events.at(-1)).toMatchObject({ kind: 'documents', status: 503 }), longWait);
  const fault = await ask(push);
  expect([fault.status, fault.text.includes('clerk')]).toEqual([500, false]);

  const busy = await askToken(service.url, goodUser);
  described.check('POST', '/api/token', busy);
  expect([busy.status, busy.json, busy.headers['retry-after']]).toEqual([503, { error: 'temporarily_unavailable' }, '7']);
  // Neither is a guess at a password.
  await lastEventIs({ kind: 'token-failed', status: 503, code: 'service-busy' });
  access.token = fail('disk-full');
  expect((await askToken(service.url, goodUser)).status).toBe(500);
  await lastEventIs({ kind: 'token-failed', status: 500, code: 'disk-full' });
  Object.assign(access, { callerOf: fail('hub-database-unusable') });
  expect((await ask(push)).status).toBe(503);
  await lastEventIs({ kind: 'token-failed', status: 503, code: 'hub-database-unusable' });
  const asked = async () => callService(service.url, { method: 'GET', path: '/ready' });
  expect(await asked()).toMatchObject({ status: 503, json: { ready: false, reason: 'storage' } });
  described.check('GET', '/ready', await asked());
  ready = true;
  reading = true;
  expect(await asked()).toMatchObject({ status: 503, json: { ready: false, reason: 'reading-folder' } });
  described.check('GET', '/ready', await asked());
  reading = false;
  expect((await asked()).status).toBe(200);
  expect((await callService(service.url, { method: 'GET', path: '/health' })).status).toBe(200);
});
