/** The network of the operating system: what is only so there. What is the same by both networks: broken-connections, document-content. */
import { writeFile } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { net, session } from '../electron-host/electron.ts';
import { connectionsOf } from '../electron-host/session.ts';
import { closing } from '../support/closing.ts';
import { networkSchema, profileSchema, searchProfileSchema } from '../support/doors/domain.ts';
import { connectSearch } from '../support/doors/provider.ts';
import { listen } from '../support/network/listening.ts';
import { call, client, memoryStore } from '../support/network/provider-client.ts';
import { proxied } from '../support/network/proxy-server.ts';
import { type Script, startRawServer, withToken } from '../support/network/raw-server.ts';
import { networkOf, systemHas, systemOf } from '../support/network/system-network.ts';
import { makeAuthority } from '../support/network/test-ca.ts';
import { query } from '../support/screening/search-answer.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/waiting.ts';

const answered = { kind: 'answered', items: [], otherTexts: [], defect: null, unread: null };
const answering: Script = async (exchange) => {
  await exchange.body();
  exchange.answer(200, { signedDocuments: [] });
};

async function signing(script: Script, secure?: Parameters<typeof startRawServer>[1]) {
  const server = closing(await startRawServer(withToken(script), secure));
  const provider = closing(client(server.origin, networkOf('system'), { system: systemOf() }));
  return { server, sign: (onSending = () => {}) => provider.signDocuments(call(), memoryStore().incoming, { onSending }) };
}

async function secured() {
  const authority = await makeAuthority();
  const roots = join(await tempDir(), 'roots.pem');
  await writeFile(roots, authority.pem);
  return { certificate: await authority.issue(), roots };
}

describe('a call', () => {
  it('goes out in pieces on a connection of its own, with its headers and without a length', async () => {
    let body: Buffer | null = null;
    const { server, sign } = await signing(async (exchange) => {
      body = await exchange.body();
      exchange.answer(200, { signedDocuments: [] });
    });
    expect(await sign()).toEqual(answered);
    const [token, exchange] = server.exchanges;
    const boundary = exchange?.header('content-type')?.match(/boundary=(\S+)$/)?.[1] ?? '';
    expect(exchange?.headers.filter(([name]) => !/^(host|accept-encoding)$/i.test(name)).sort()).toEqual(
      [
        ['accept', 'application/json'],
        ['authorization', 'Bearer token-1'],
        ['connection', 'close'],
        ['content-type', `multipart/form-data; boundary=${boundary}`],
        ['transfer-encoding', 'chunked'],
        ['x-account-id', 'account-1'],
        ['x-project-id', 'project-1'],
      ].sort(),
    );
    expect(String(body)).toMatch(new RegExp(`^--${boundary}\r\n[^]*%PDF-1.7 one\r\n[^]*--${boundary}--\r\n$`));
    expect(token?.header('content-length')).toBe('87');
    expect(server.connections()).toBe(2);
  });

  it('is reported once the network has connected, and before any document leaves', async () => {
    let received = '';
    const { sign } = await signing(async (exchange) => {
      exchange.socket.on('data', (bytes: Buffer) => {
        received += bytes.toString('latin1');
      });
      await exchange.body();
      exchange.answer(200, { signedDocuments: [] });
    });
    let reported = 0;
    expect(
      await sign(() => {
        reported += 1;
        expect(received).not.toContain('%PDF');
      }),
    ).toEqual(answered);
    expect(reported).toBe(1);
  });

  it('is not reported when the network does not connect', async () => {
    const server = await startRawServer(() => {});
    await server.close();
    const provider = closing(client(server.origin, networkOf('system'), { system: systemOf(), secret: async () => 's' }));
    let reported = 0;
    const onSending = () => {
      reported += 1;
    };
    expect(await provider.signDocuments(call(), memoryStore().incoming, { onSending })).toMatchObject({
      kind: 'refused',
      problem: { code: 'connection-refused' },
    });
    expect(reported).toBe(0);
  });

  it('never completes when the station cannot store that it is sending', async () => {
    const whole = Promise.withResolvers<boolean>();
    const { sign } = await signing((exchange) =>
      exchange.body().then(
        () => whole.resolve(true),
        () => whole.resolve(false),
      ),
    );
    const outcome = await sign(() => {
      throw new Error('disk');
    });
    expect(outcome).toMatchObject({ kind: 'refused', problem: { code: 'internal' }, retryable: false });
    expect(await whole.promise).toBe(false);
  });

  it('that is redirected is not sent to the other place', async () => {
    const { server, sign } = await signing(async (exchange) => {
      await exchange.body();
      exchange.answer(307, 'elsewhere', { location: '/elsewhere' });
    });
    expect(await sign()).toMatchObject({ kind: 'unknown', problem: { code: 'unexpected-answer', detail: { status: 307 } } });
    expect(server.exchanges.map(({ path }) => path)).toEqual(['/token', '/sign-documents']);
  });

  it('ends at an answer with a head of more than 256 KiB', async () => {
    const { sign } = await signing(async (exchange) => {
      await exchange.body();
      exchange.answer(200, { signedDocuments: [] }, { 'x-long': 'x'.repeat(300_000) });
    });
    expect(await sign()).toMatchObject({ kind: 'unknown', problem: { code: 'no-answer' } });
  });
});

it('no call is sent over a connection that served another one, also when the server leaves them open', async () => {
  const served: string[] = [];
  const sockets = new Set<object>();
  const server = http.createServer(async (incoming, answer) => {
    sockets.add(incoming.socket);
    for await (const _ of incoming);
    served.push(incoming.url ?? '');
    // A server that does not obey: it says that the connection stays, and leaves it open.
    answer.shouldKeepAlive = true;
    answer.end(
      JSON.stringify(incoming.url === '/token' ? { access_token: 't', token_type: 'Bearer', expires_in: 3600 } : { signedDocuments: [] }),
    );
  });
  const provider = client(`http://127.0.0.1:${await listen(server)}`, networkOf('system'), { system: systemOf() });
  onTestFinished(async () => {
    await provider.close();
    server.closeAllConnections();
    server.close();
  });
  for (const _ of [1, 2, 3]) {
    expect(await provider.signDocuments(call(), memoryStore().incoming)).toEqual(answered);
    await sleep(20);
  }
  expect(served).toEqual(['/token', ...Array(3).fill('/sign-documents')]);
  expect(sockets.size).toBe(4);
});

describe('a certificate', () => {
  it('is trusted by the authorities of the system', async () => {
    const { certificate, roots } = await secured();
    systemHas({ roots });
    const { sign, server } = await signing(answering, certificate);
    expect(await sign()).toEqual(answered);
    const direct = closing(client(server.origin));
    expect(await direct.signDocuments(call(), memoryStore().incoming)).toMatchObject({ problem: { code: 'certificate-untrusted' } });
  });

  it('of an authority that the system does not know is refused before anything is sent', async () => {
    const { certificate } = await secured();
    const { sign, server } = await signing(answering, certificate);
    expect(await sign()).toMatchObject({
      kind: 'refused',
      problem: { code: 'certificate-untrusted', detail: { host: `127.0.0.1:${server.port}`, cause: 'ERR_CERT_AUTHORITY_INVALID' } },
    });
    expect(server.exchanges).toHaveLength(0);
  });
});

describe('a proxy of the system', () => {
  it('tunnels https', async () => {
    const { certificate, roots } = await secured();
    const proxy = await proxied();
    systemHas({ proxy: `PROXY ${proxy.host}`, roots });
    const { sign, server } = await signing(answering, certificate);
    expect(await sign()).toEqual(answered);
    expect(proxy.seen).toEqual(Array(2).fill(`CONNECT 127.0.0.1:${server.port}`));
  });

  it.each([
    ['https', true],
    ['http', false],
  ])('that asks for credentials which the system does not have is reported, over %s', async (_, secure) => {
    const { certificate, roots } = await secured();
    const proxy = await proxied({ credentials: 'ana:clave' });
    systemHas({ proxy: `PROXY ${proxy.host}`, roots });
    const { sign, server } = await signing(answering, secure ? certificate : undefined);
    expect(await sign()).toEqual({
      kind: 'refused',
      problem: { code: 'proxy-needs-login', message: 'proxy-needs-login', detail: { host: proxy.host } },
      retryable: true,
    });
    expect(server.exchanges).toHaveLength(0);
  });

  it('that is off, or does not reach the provider, is reported', async () => {
    const proxy = await proxied();
    systemHas({ proxy: `PROXY ${proxy.host}` });
    const sign = async (origin: string) => {
      const provider = closing(client(origin, networkOf('system'), { system: systemOf() }));
      return provider.signDocuments(call(), memoryStore().incoming);
    };
    const reported = { kind: 'refused', problem: { code: 'proxy-failed', detail: { host: proxy.host } } };
    expect(await sign('https://127.0.0.1:9')).toMatchObject(reported);
    await proxy.close();
    expect(await sign('https://127.0.0.1:9')).toMatchObject(reported);
    expect(await sign('http://127.0.0.1:9')).toMatchObject(reported);
  });
});

it('a search uses one connection after the other, and is bounded in time', async () => {
  const server = closing(await startRawServer((exchange) => void exchange.body()));
  const search = closing(
    connectSearch({
      search: searchProfileSchema.parse({ url: server.origin, projectName: 'p' }),
      network: networkSchema.parse({ transport: 'system', connectTimeout: 1_000, answerTimeout: 1_000 }),
      apiKey: async () => 'key',
      system: systemOf(),
    }),
  );
  expect(await search.search(query())).toMatchObject({ kind: 'failed', problem: { code: 'search-unanswered' } });
  expect(server.exchanges[0]?.header('connection')).toBe('keep-alive');
});

describe('without Electron', () => {
  it('a profile with the network of the system names the way out, and nothing is sent', async () => {
    const server = closing(await startRawServer(withToken(answering)));
    const provider = closing(client(server.origin, networkOf('system')));
    expect(await provider.signDocuments(call(), memoryStore().incoming)).toMatchObject({
      kind: 'refused',
      problem: { code: 'system-transport-missing' },
      retryable: false,
    });
    expect(server.exchanges).toHaveLength(0);
  });
});

describe('the settings refuse with it', () => {
  it.each([
    ['a certificate file', { caFile: '/ca.pem' }],
    ['no proxy', { proxy: 'none' }],
    ['a fixed proxy', { proxy: 'address', proxyAddress: 'http://proxy:8080' }],
  ])('%s', (_, network) => {
    const parsed = profileSchema.safeParse({ name: 'n', network: { transport: 'system', ...network } });
    expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toEqual(['network.transport']);
    expect(profileSchema.safeParse({ name: 'n', network }).success).toBe(true);
  });
});

describe('net of the Electron host is as strict as Electron', () => {
  type Made = ReturnType<typeof net.request>;
  const failure = (request: Made) => new Promise<string>((resolve) => request.on('error', ({ message }: Error) => resolve(message)));
  const status = (request: Made) =>
    new Promise<number>((resolve) =>
      request.on('response', (answer) => {
        answer.on('data', () => undefined);
        resolve(answer.statusCode);
      }),
    );
  async function serving(script: Script) {
    return closing(await startRawServer(script));
  }

  it('and refuses headers that Chromium sets', async () => {
    for (const name of ['Content-Length', 'Host', 'Transfer-Encoding', 'Proxy-Authorization', 'Keep-Alive']) {
      const request = net.request({ url: 'http://127.0.0.1:9', headers: { [name]: '1' } });
      const failed = failure(request);
      request.end();
      expect(await failed).toBe('net::ERR_INVALID_ARGUMENT');
    }
    expect(() => net.request({ url: 'http://127.0.0.1:9', headers: { a: 'b\nc' } })).toThrow();
    expect(() => net.request('file:///etc/passwd')).toThrow();
  });

  it('and obeys the rules of its session', async () => {
    const own = session.fromPartition('with-rules');
    own.webRequest.onBeforeRequest((_details, answer) => answer({ cancel: true }));
    const request = net.request({ url: 'http://127.0.0.1:9', session: own as never });
    const failed = failure(request);
    request.end();
    expect(await failed).toBe('net::ERR_BLOCKED_BY_CLIENT');
  });

  it('and takes chunked encoding and headers only before the body', async () => {
    const server = await serving((exchange) => void exchange.body());
    const request = net.request({ method: 'POST', url: server.origin });
    request.on('error', () => undefined);
    request.chunkedEncoding = true;
    request.write('x');
    expect(() => request.setHeader('a', 'b')).toThrow();
    expect(() => {
      request.chunkedEncoding = false;
    }).toThrow();
    request.abort();
  });

  it('and sends a body that it has as a whole again when a used connection breaks', async () => {
    const bodies: string[] = [];
    let served = 0;
    const server = http.createServer(async (incoming, answer) => {
      let body = '';
      for await (const bytes of incoming) body += bytes;
      bodies.push(body);
      served += 1;
      if (served === 2) incoming.socket.destroy();
      else answer.end('ok');
    });
    const port = await listen(closing(server));
    const post = async (body: string, headers: Record<string, string> = {}) => {
      const request = net.request({ method: 'POST', url: `http://127.0.0.1:${port}`, headers });
      const ended = Promise.race([status(request), failure(request)]);
      request.end(body);
      return ended;
    };
    expect(await post('one')).toBe(200);
    // A call before that has a connection of its own, which is not tried again when it breaks.
    await until(() => Object.keys(connectionsOf().http.freeSockets).filter((name) => name.includes(`:${port}:`)).length, 1);
    expect(await post('two')).toBe(200);
    expect(bodies).toEqual(['one', 'two', 'two']);
  });
});
