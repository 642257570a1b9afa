/** What becomes of a call for every way in which the line can fail it (design, section 2.5). */
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { blockThread } from '../support/block-thread.ts';
import { closing } from '../support/closing.ts';
import { listen } from '../support/network/listening.ts';
import { call, client, memoryStore, sentBytes } from '../support/network/provider-client.ts';
import { type Script, startRawServer, withToken } from '../support/network/raw-server.ts';
import { networkOf, systemOf, transports } from '../support/network/system-network.ts';

describe.each(transports)('by the network of the %s,', (transport) => {
  async function scripted(script: Script, network: object = {}) {
    const server = closing(await startRawServer(withToken(script)));
    const provider = closing(client(server.origin, networkOf(transport, network), { system: systemOf() }));
    return { server, provider };
  }
  async function at(origin: string, network: object = {}) {
    const provider = closing(client(origin, networkOf(transport, network), { system: systemOf() }));
    return provider.signDocuments(call(), memoryStore().incoming);
  }
  const big = () => call({ documents: [{ reference: 'r', fileName: 'a.pdf', content: sentBytes(Buffer.alloc(32_000_000, 'x')) }] });
  const sent = (name: string) =>
    `{"signedDocuments":[{"referenceNumber":"${name}","documentId":"1","signedDocument":"QUJD","status":"SUCCESS","errorReason":null}`;

  describe('a call that sends nothing is refused', () => {
    it('when the host name is unknown', async () =>
      expect(await at('https://host.invalid')).toEqual({
        kind: 'refused',
        problem: { code: 'address-not-found', message: 'address-not-found', detail: { host: 'host.invalid' } },
        retryable: true,
      }));

    it('when the port is closed', async () => {
      const server = await startRawServer(() => {});
      await server.close();
      const host = `127.0.0.1:${server.port}`;
      expect(await at(server.origin)).toMatchObject({
        kind: 'refused',
        problem: { code: 'connection-refused', detail: { host } },
        retryable: true,
      });
    });

    it('when the port accepts connections and never answers TLS', async () => {
      const port = await listen(closing(net.createServer(() => {})));
      expect(await at(`https://127.0.0.1:${port}`, { connectTimeout: 300 })).toMatchObject({
        kind: 'refused',
        problem: { code: 'timed-out-connecting' },
        retryable: true,
      });
    });

    it('when the port closes during TLS or speaks another protocol', async () => {
      const port = await listen(closing(net.createServer((socket) => void socket.destroy())));
      expect(await at(`https://127.0.0.1:${port}`)).toMatchObject({ kind: 'refused', problem: { code: 'offline' }, retryable: true });
      const other = await listen(closing(net.createServer((socket) => void socket.end('HTTP/1.1 400 Bad\r\n\r\n'))));
      expect(await at(`https://127.0.0.1:${other}`)).toMatchObject({
        kind: 'refused',
        problem: { code: 'certificate-untrusted' },
        retryable: true,
      });
    });

    it('when the connection breaks during the token request', async () => {
      const server = closing(await startRawServer((exchange) => void exchange.socket.destroy()));
      expect(await at(server.origin)).toMatchObject({ kind: 'refused', problem: { code: 'offline' }, retryable: true });
    });

    it('when it is cancelled before the first byte', async () => {
      const { provider, server } = await scripted(() => {});
      const outcome = await provider.signDocuments(call(), memoryStore().incoming, { signal: AbortSignal.abort() });
      expect(outcome).toMatchObject({ kind: 'refused', problem: { code: 'cancelled' }, retryable: false });
      expect(server.exchanges.every((exchange) => exchange.path === '/token')).toBe(true);
    });

    it('when it is cancelled while it waits for the token', async () => {
      const asked = Promise.withResolvers<void>();
      const server = closing(await startRawServer(() => asked.resolve()));
      const provider = closing(client(server.origin, networkOf(transport), { system: systemOf() }));
      const stop = new AbortController();
      const outcome = provider.signDocuments(call(), memoryStore().incoming, { signal: stop.signal });
      await asked.promise;
      stop.abort();
      expect(await outcome).toMatchObject({ kind: 'refused', problem: { code: 'cancelled' }, retryable: false });
    });
  });

  describe('a call that was sent and got no answer is in doubt', () => {
    const unknown = { kind: 'unknown', problem: { code: 'no-answer' } };

    it.each<[string, Script]>([
      ['when the connection closes before the body is read', (exchange) => void exchange.socket.destroy()],
      ['when the connection is reset before the body is read', (exchange) => void exchange.socket.resetAndDestroy()],
      [
        'when the connection is reset within the body',
        async (exchange) => {
          exchange.socket.resume();
          await new Promise((resolve) => exchange.socket.once('data', resolve));
          exchange.socket.resetAndDestroy();
        },
      ],
      [
        'when the connection closes after the body',
        async (exchange) => {
          await exchange.body();
          exchange.socket.destroy();
        },
      ],
      [
        'when the server ends the connection after the body',
        async (exchange) => {
          await exchange.body();
          exchange.socket.end();
        },
      ],
      [
        'when the answer ends within the status line',
        async (exchange) => {
          await exchange.body();
          exchange.socket.end('HTTP/1.1 20');
        },
      ],
    ])('%s', async (_, script) => {
      const { provider, server } = await scripted(script);
      expect(await provider.signDocuments(big(), memoryStore().incoming)).toEqual({
        ...unknown,
        problem: { code: 'no-answer', message: 'no-answer' },
      });
      expect(server.exchanges.filter((exchange) => exchange.path === '/sign-documents')).toHaveLength(1);
    });

    it('when the answer is not HTTP', async () => {
      const { provider } = await scripted(async (exchange) => {
        await exchange.body();
        exchange.socket.end('220 mail.example ESMTP\r\n');
      });
      const problem = { ...unknown.problem, detail: { context: 'unreadable' } };
      expect(await provider.signDocuments(big(), memoryStore().incoming)).toMatchObject({ ...unknown, problem });
    });

    it('when no answer comes in time', async () => {
      const { provider } = await scripted(async (exchange) => void (await exchange.body()), { answerTimeout: 300 });
      expect(await provider.signDocuments(call(), memoryStore().incoming)).toMatchObject(unknown);
    });

    it('when the body is not read in time', async () => {
      const { provider } = await scripted(() => {}, { answerTimeout: 300 });
      expect(await provider.signDocuments(big(), memoryStore().incoming)).toMatchObject(unknown);
    });

    it('when it is cancelled after it was sent', async () => {
      const arrived = Promise.withResolvers<void>();
      const { provider } = await scripted(async (exchange) => {
        await exchange.body();
        arrived.resolve();
      });
      const stop = new AbortController();
      const outcome = provider.signDocuments(call(), memoryStore().incoming, { signal: stop.signal });
      await arrived.promise;
      stop.abort();
      expect(await outcome).toMatchObject(unknown);
    });

    it('when the station closes while it waits', async () => {
      const arrived = Promise.withResolvers<void>();
      const { provider } = await scripted(async (exchange) => {
        await exchange.body();
        arrived.resolve();
      });
      const outcome = provider.signDocuments(call(), memoryStore().incoming);
      await arrived.promise;
      await provider.close();
      expect(await outcome).toMatchObject(unknown);
    });
  });

  describe('complete entries of a truncated answer count', () => {
    const begun = (exchange: { socket: net.Socket }, text: string, length = 10_000) =>
      exchange.socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n${text}`);

    it.each<[string, (socket: net.Socket) => void]>([
      ['when the connection ends', (socket) => void socket.end()],
      ['when the connection is reset', (socket) => void setTimeout(() => socket.resetAndDestroy(), 50)],
      ['when the server goes silent', () => {}],
    ])('%s', async (_, end) => {
      const { provider } = await scripted(
        async (exchange) => {
          await exchange.body();
          begun(exchange, `${sent('one')},{"referenceNumber":"two","signedDocument":"QUJ`);
          end(exchange.socket);
        },
        { silenceTimeout: 300 },
      );
      const store = memoryStore();
      const outcome = await provider.signDocuments(call(), store.incoming);
      expect(outcome).toMatchObject({
        kind: 'answered',
        defect: { code: 'answer-cut-off' },
        items: [{ referenceNumber: 'one', status: 'SUCCESS' }],
      });
      expect(store.live()).toEqual([{ text: 'QUJD', closed: true, discarded: false }]);
      expect(store.contents).toHaveLength(2);
    });

    it('a slow answer is read to its end', async () => {
      const { provider } = await scripted(
        async (exchange) => {
          await exchange.body();
          const text = `${sent('one')}]}`;
          begun(exchange, '', text.length);
          for (const part of text.match(/.{1,30}/g) ?? []) {
            exchange.socket.write(part);
            await sleep(20);
          }
          exchange.socket.end();
        },
        { silenceTimeout: 2000 },
      );
      expect(await provider.signDocuments(call(), memoryStore().incoming)).toMatchObject({
        kind: 'answered',
        defect: null,
        items: [{ referenceNumber: 'one' }],
      });
    });
  });

  describe('the time limit of a whole call', () => {
    it('ends an answer that never goes silent, and its complete entries count', async () => {
      const { provider } = await scripted(
        async (exchange) => {
          await exchange.body();
          const entry = { referenceNumber: 'one', status: 'SUCCESS', signedDocument: 'QQ==' };
          exchange.socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9000000\r\n\r\n');
          exchange.socket.write(`{"signedDocuments":[${JSON.stringify(entry)},`);
          while (!exchange.socket.destroyed) {
            exchange.socket.write(' ');
            await sleep(20);
          }
        },
        // Time enough for the beginning of the answer on a busy machine.
        { silenceTimeout: 60_000, answerTimeout: 60_000, callTimeout: 2_000 },
      );
      expect(await provider.signDocuments(call(), memoryStore().incoming)).toMatchObject({
        kind: 'answered',
        defect: { code: 'answer-cut-off', detail: { context: 'limit', seconds: 2 } },
        items: [{ referenceNumber: 'one' }],
      });
    });

    it('leaves an answer that arrived while the machine slept', async () => {
      const { provider } = await scripted(
        async (exchange) => {
          await exchange.body();
          exchange.answer(200, { signedDocuments: [{ referenceNumber: 'one', status: 'SUCCESS', signedDocument: 'QQ==' }] });
          blockThread(1_000);
        },
        { callTimeout: 500 },
      );
      expect(await provider.signDocuments(call(), memoryStore().incoming)).toMatchObject({
        kind: 'answered',
        defect: null,
        items: [{ referenceNumber: 'one' }],
      });
    });

    it('ends a call without an answer, which is in doubt', async () => {
      const { provider } = await scripted(async (exchange) => void (await exchange.body()), { answerTimeout: 60_000, callTimeout: 300 });
      expect(await provider.signDocuments(call(), memoryStore().incoming)).toMatchObject({
        kind: 'unknown',
        problem: { code: 'no-answer', detail: { context: 'limit', seconds: 0.3 } },
      });
    });
  });

  describe('an answer before the body is read', () => {
    /** Answers at once and closes its side, reading on so that no reset overtakes the answer. */
    const early =
      (status: number): Script =>
      (exchange) => {
        exchange.answer(status, { error: 'early' });
        exchange.socket.resume();
      };

    it('of 401 is read, and the second try succeeds', async () => {
      let tries = 0;
      const { provider, server } = await scripted(async (exchange) => {
        if (++tries === 1) return early(401)(exchange);
        await exchange.body();
        exchange.answer(200, `${sent('one')}]}`);
      });
      expect(await provider.signDocuments(big(), memoryStore().incoming)).toMatchObject({ kind: 'answered', defect: null });
      expect(server.exchanges.map((exchange) => exchange.path)).toEqual(['/token', '/sign-documents', '/token', '/sign-documents']);
    });

    it('of 413 is read', async () => {
      const { provider } = await scripted(early(413));
      expect(await provider.signDocuments(big(), memoryStore().incoming)).toEqual({ kind: 'too-large' });
    });

    it('of 413 is read even if the server resets the connection', async () => {
      const { provider } = await scripted((exchange) => {
        exchange.answer(413, { error: 'early' });
        setTimeout(() => exchange.socket.resetAndDestroy(), 50);
      });
      expect(await provider.signDocuments(big(), memoryStore().incoming)).toEqual({ kind: 'too-large' });
    });

    it('of 413 is read even if the server never reads the body', async () => {
      const { provider } = await scripted((exchange) => exchange.answer(413, { error: 'early' }), { answerTimeout: 500 });
      // Chromium reads an answer only after it has sent the body.
      const expected = transport === 'system' ? { kind: 'unknown', problem: { code: 'no-answer' } } : { kind: 'too-large' };
      expect(await provider.signDocuments(big(), memoryStore().incoming)).toMatchObject(expected);
    });
  });
});
