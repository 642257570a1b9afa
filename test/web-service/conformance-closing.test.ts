/** Closing the service: what was accepted is finished, nothing more is taken, and it comes to an end. */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { longWait } from '../support/waiting.ts';
import { allOf, callService, documentsPath, openSocket, sendToDocuments } from '../support/web-service/service-calls.ts';
import { goodToken, startLoneService } from '../support/web-service/web-service.ts';

const stored = { outcome: 'stored', record: 'r', visit: 'v' } as const;
const documentsHead = `POST ${documentsPath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${goodToken}\r\nContent-Type: application/json\r\n`;

test('closing finishes accepted calls, accepts no more, and closes idle connections', async () => {
  let release = (): void => {};
  const entered = Promise.withResolvers<void>();
  const service = await startLoneService({
    intake: {
      ingestPush: () =>
        new Promise((resolve) => {
          release = () => resolve(stored);
          entered.resolve();
        }),
      quarantine: async () => {},
      noteTooLarge: async () => {},
      rehearse: async () => {},
    },
  });
  const idle = await openSocket(service.url);
  const idleEnds = allOf(idle);
  const busy = await openSocket(service.url);
  const answers = allOf(busy);
  busy.write(`${documentsHead}Content-Length: 9\r\n\r\n{"Uid":1}`);
  await entered.promise;
  let closed = false;
  const closing = service.close().then(() => {
    closed = true;
  });
  expect(await idleEnds).toBe('');
  // On the connection that is still open: another push is not accepted any more.
  busy.write(`${documentsHead}Content-Length: 9\r\n\r\n{"Uid":2}`);
  await expect(callService(service.url, { method: 'GET', path: '/health' })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(closed).toBe(false);
  release();
  expect(await answers).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close/i);
  await closing;
  expect(service.events.map(({ kind, status }) => [kind, status])[0]).toEqual(['push', 200]);
});

test('closing ends each of many open streams once', async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error) => void warnings.push(message);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const streams = new Set<ServerResponse>();
  const register = async (app: FastifyInstance) => {
    app.addHook('preClose', async () => {
      for (const stream of streams) stream.end();
    });
    app.get('/stream', async (_request, reply) => {
      reply.hijack();
      streams.add(reply.raw.writeHead(200));
      reply.raw.write('x');
    });
  };
  const service = await startLoneService({ extension: { paths: ['/stream'], register } });
  const sockets = await Promise.all(Array.from({ length: 20 }, () => openSocket(service.url)));
  const answers = sockets.map(allOf);
  for (const socket of sockets) socket.write('GET /stream HTTP/1.1\r\nHost: x\r\n\r\n');
  await vi.waitFor(() => expect(streams.size).toBe(20), longWait);
  await service.close();
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*0\r\n\r\n$/);
  expect(warnings).toEqual([]);
});

test('calls of disconnected callers are finished before the service is closed, and reported with their outcome', async () => {
  const entered = Promise.withResolvers<void>();
  const committed = Promise.withResolvers<typeof stored>();
  const push = () => {
    entered.resolve();
    return committed.promise;
  };
  const service = await startLoneService({
    intake: { ingestPush: push, quarantine: async () => {}, noteTooLarge: async () => {}, rehearse: async () => {} },
  });
  const socket = await openSocket(service.url);
  socket.write(`${documentsHead}Content-Length: 9\r\n\r\n{"Uid":1}`);
  await entered.promise;
  // With a reset: a caller that only ended its side may still read.
  socket.resetAndDestroy();
  let written = false;
  const closing = service.close().then(() => expect(written).toBe(true));
  await new Promise((resolve) => setTimeout(resolve, 100));
  written = true;
  committed.resolve(stored);
  await closing;
  await vi.waitFor(() => expect(service.events).toMatchObject([{ kind: 'push', status: null, user: 'provider' }]), longWait);
});

test('a call that does not end is aborted at the end of the closing time', async () => {
  const entered = Promise.withResolvers<void>();
  const push = () => {
    entered.resolve();
    return new Promise<never>(() => {});
  };
  const service = await startLoneService({
    intake: { ingestPush: push, quarantine: async () => {}, noteTooLarge: async () => {}, rehearse: async () => {} },
    limits: { closing: 50 },
  });
  const pushed = sendToDocuments(service.url, goodToken, { Uid: '1' }).catch((error: { code: string }) => error.code);
  await entered.promise;
  await service.close();
  expect(await pushed).toBe('ECONNRESET');
});
