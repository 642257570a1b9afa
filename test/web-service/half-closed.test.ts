/** Callers that end their side of the connection after the request, as simple scripts do (`nc -N`). */
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import type { WebServerDeps } from '../support/doors/web-service.ts';
import { makeSelfSigned } from '../support/network/test-ca.ts';
import { longWait } from '../support/waiting.ts';
import { certificateFiles } from '../support/web-service/certificate-files.ts';
import { allOf, documentsPath, openSocket, sendBytes } from '../support/web-service/service-calls.ts';
import { answerOf, goodToken, startLoneService } from '../support/web-service/web-service.ts';

const call = (body: string) =>
  `POST ${documentsPath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${goodToken}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
async function sendAndEnd(url: string, text: string | Buffer): Promise<string> {
  const socket = await openSocket(url);
  const answer = allOf(socket);
  socket.end(text);
  return answer;
}
/** Takes longer than a turn of the event loop, as storing does. */
const slowIntake: WebServerDeps['intake'] = {
  ingestPush: async () => {
    await pause(100);
    return { outcome: 'stored', record: 'r', visit: 'v' };
  },
  quarantine: () => pause(100),
  noteTooLarge: async () => {},
  rehearse: async () => {},
};

test('get their answer, with and without TLS, and the connection then ends', async () => {
  const { settings } = await certificateFiles(await makeSelfSigned());
  for (const service of [await startLoneService({ intake: slowIntake }), await startLoneService({ intake: slowIntake, settings })]) {
    expect(statusOf(await sendAndEnd(service.url, call('{"Uid":1}')))).toBe(200);
    expect(statusOf(await sendAndEnd(service.url, call('{')))).toBe(400);
    await vi.waitFor(
      () =>
        expect(service.events).toMatchObject([
          { kind: 'push', status: 200 },
          { kind: 'quarantined', status: 400 },
        ]),
      longWait,
    );
  }
});

test('with a part of a request, or none, are not waited for', async () => {
  const service = await startLoneService({ intake: slowIntake });
  const whole = call('{"Uid":1}');
  for (const part of [whole.slice(0, -2), whole.slice(0, 10)]) expect(statusOf(await sendAndEnd(service.url, part)), part).toBe(408);
  expect(await sendAndEnd(service.url, '')).toBe('');
  expect(service.pushed).toEqual([]);
});

test('with a body that is shorter than its stated length, or lacks its last piece, are answered when it is whole', async () => {
  // After its answer the service reads on for `unwanted.time`, as long as the caller stays.
  const service = await startLoneService({ limits: { pace: { bytes: 10, every: 200 }, unwanted: { bytes: 1024, time: 100 } } });
  const head = (more: string) => `POST ${documentsPath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${goodToken}\r\n${more}\r\n`;
  const [whole, part] = ['{"Uid":"á"}', '{"Uid":"á"'];
  const sizes = [(body: string) => `${head('Content-Length: 20\r\n')}${body}`];
  sizes.push((body) => `${head('Transfer-Encoding: chunked\r\n')}${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`);
  for (const sized of sizes) {
    for (const send of [sendAndEnd, sendBytes]) {
      const answer = await send(service.url, sized(whole));
      expect(statusOf(answer), `${send.name} ${sized(whole)}`).toBe(200);
      expect(answer).toMatch(/^connection: close$/im);
      const [, refused = ''] = (await send(service.url, sized(part))).split('HTTP/1.1 408');
      expect(refused, `${send.name} ${sized(part)}`).toMatch(/^connection: close$/im);
      expect(refused).toMatch(/\{"error":"the body (broke off|comes too slowly)"\}$/);
    }
  }
  expect(service.pushed.map(String)).toEqual(sizes.flatMap(() => [whole, whole]));
  expect(service.events.map(({ kind, status }) => `${kind} ${status}`)).toEqual(
    sizes.flatMap(() => ['push 200', 'bad-request 408', 'push 200', 'bad-request 408']),
  );
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('with a body in %s that has the length of the body before its compression are answered when it is whole', async (coding, compress) => {
  const service = await startLoneService({ limits: { pace: { bytes: 10, every: 200 } } });
  const whole = JSON.stringify({ Uid: 1, Extras: { text: 'x'.repeat(1000) } });
  const packed = compress(whole);
  const lines = [`POST ${documentsPath} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${goodToken}`];
  const head = [...lines, `Content-Encoding: ${coding}`, `Content-Length: ${whole.length}`].map((line) => `${line}\r\n`).join('');
  const send = (body: Buffer) => sendAndEnd(service.url, Buffer.concat([Buffer.from(`${head}\r\n`), body]));
  expect(statusOf(await send(packed))).toBe(200);
  expect(statusOf(await send(packed.subarray(0, -1)))).toBe(408);
  expect(service.pushed.map(String)).toEqual([whole]);
});

test('get documents, which stay offered: a caller that is gone ends its side too', async () => {
  const finished: boolean[] = [];
  const answer = async () => {
    await pause(50);
    return answerOf(['["AAAA"]'], (complete) => finished.push(complete));
  };
  const service = await startLoneService({ publishing: { answer } });
  expect(await sendAndEnd(service.url, call('{"JsonTransaction":{}}'))).toMatch(/\["AAAA"\]$/);
  await vi.waitFor(() => expect(finished).toHaveLength(1), longWait);
  expect(finished).toEqual([false]);
});
