/** Proxies: of the profile, of the system, of the environment; tunnels, forwarding, credentials and failures. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { closing } from '../support/closing.ts';
import type { SigningDeps } from '../support/doors/provider.ts';
import { call, client, memoryStore } from '../support/network/provider-client.ts';
import { type ProxyServer, proxied, startProxy } from '../support/network/proxy-server.ts';
import { startRawServer, withToken } from '../support/network/raw-server.ts';
import { type SocksServer, startSocks } from '../support/network/socks-server.ts';
import { systemOf } from '../support/network/system-network.ts';
import { makeAuthority } from '../support/network/test-ca.ts';
import { tempDir } from '../support/temp-dir.ts';

const answered = { kind: 'answered', items: [], otherTexts: [], defect: null, unread: null };

const largeHeaders = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`x-cookie-${at}`, 'x'.repeat(5_000)]));

async function target(secure = false, headers: Record<string, string> = {}) {
  const authority = secure ? await makeAuthority() : null;
  const caFile = authority ? join(await tempDir(), 'ca.pem') : '';
  if (authority) await writeFile(caFile, authority.pem);
  const script = withToken(async (exchange) => {
    await exchange.body();
    // A proxy may have asked for it (RFC 9110, 10.1.1).
    exchange.socket.write('HTTP/1.1 100 Continue\r\n\r\n');
    exchange.answer(200, { signedDocuments: [] }, headers);
  });
  const server = closing(await startRawServer(script, await authority?.issue()));
  return { server, caFile };
}
/** A proxy that is off. */
async function offProxy(): Promise<ProxyServer> {
  const proxy = await startProxy();
  await proxy.close();
  return proxy;
}
async function socks(credentials?: string): Promise<SocksServer> {
  return closing(await startSocks(credentials));
}
function sign(origin: string, network: object, parts: Partial<SigningDeps> = {}) {
  const provider = closing(client(origin, network, parts));
  return provider.signDocuments(call(), memoryStore().incoming);
}

afterEach(() => vi.unstubAllEnvs());

describe('a proxy of the profile', () => {
  it('tunnels https, and the certificate is still checked', async () => {
    const { server, caFile } = await target(true);
    const proxy = await proxied();
    const network = { proxy: 'address', proxyAddress: proxy.address };
    expect(await sign(server.origin, { ...network, caFile })).toEqual(answered);
    expect(proxy.seen).toEqual(Array(2).fill(`CONNECT 127.0.0.1:${server.port}`));
    expect(await sign(server.origin, network)).toMatchObject({
      kind: 'refused',
      problem: { code: 'certificate-untrusted', detail: { host: `127.0.0.1:${server.port}` } },
    });
  });

  it('forwards http, one call a connection', async () => {
    const { server } = await target();
    const proxy = await proxied();
    expect(await sign(server.origin, { proxy: 'address', proxyAddress: proxy.address })).toEqual(answered);
    expect(proxy.seen).toEqual([`POST ${server.origin}/token`, `POST ${server.origin}/sign-documents`]);
    expect(proxy.connections()).toBe(2);
  });

  it.each([
    ['https', 'an HTTP', proxied],
    ['http', 'an HTTP', proxied],
    ['https', 'a SOCKS', socks],
    ['http', 'a SOCKS', socks],
  ])('passes many large headers of an answer: %s through %s proxy', async (scheme, _, open) => {
    const { server, caFile } = await target(scheme === 'https', largeHeaders);
    expect(await sign(server.origin, { proxy: 'address', proxyAddress: (await open()).address, caFile })).toEqual(answered);
  });

  it('is reported when it is off', async () => {
    const { server } = await target();
    const proxy = await offProxy();
    const expected = { kind: 'refused', problem: { code: 'proxy-failed', detail: { host: proxy.host } } };
    expect(await sign(server.origin, { proxy: 'address', proxyAddress: proxy.address })).toMatchObject(expected);
    expect(await sign('https://host.invalid', { proxy: 'address', proxyAddress: proxy.address })).toMatchObject(expected);
  });

  it('is reported when it never answers', async () => {
    const proxy = await proxied({ mute: true });
    const network = { proxy: 'address', proxyAddress: proxy.address, connectTimeout: 300 };
    expect(await sign('https://127.0.0.1:9', network)).toMatchObject({
      kind: 'refused',
      problem: { code: 'proxy-failed', detail: { host: proxy.host } },
    });
  });

  it('is reported when it cannot reach the provider', async () => {
    const proxy = await proxied();
    expect(await sign('https://127.0.0.1:9', { proxy: 'address', proxyAddress: proxy.address })).toMatchObject({
      kind: 'refused',
      problem: { code: 'proxy-failed' },
    });
  });
});

describe('a call through a proxy that breaks after bytes were sent is in doubt', () => {
  const unknown = { kind: 'unknown', problem: { code: 'no-answer', message: 'no-answer' } };

  it.each([
    ['https through a tunnel', true],
    ['forwarded http', false],
  ])('over %s', async (_, secure) => {
    const authority = secure ? await makeAuthority() : null;
    const caFile = authority ? join(await tempDir(), 'ca.pem') : '';
    if (authority) await writeFile(caFile, authority.pem);
    const proxy = await proxied();
    const cut = withToken(async (exchange) => {
      await exchange.body();
      await proxy.close();
    });
    const server = closing(await startRawServer(cut, await authority?.issue()));
    expect(await sign(server.origin, { proxy: 'address', proxyAddress: proxy.address, caFile })).toEqual(unknown);
  });

  it('when no answer comes in time', async () => {
    const proxy = await proxied();
    const server = closing(await startRawServer(withToken(async (exchange) => void (await exchange.body()))));
    expect(await sign(server.origin, { proxy: 'address', proxyAddress: proxy.address, answerTimeout: 300 })).toEqual(unknown);
  });

  it('but is refused when the proxy asks for credentials, because it did not forward the call', async () => {
    const server = closing(
      await startRawServer(
        withToken(async (exchange) => {
          await exchange.body();
          exchange.answer(407, '');
        }),
      ),
    );
    const proxy = await proxied();
    expect(await sign(server.origin, { proxy: 'address', proxyAddress: proxy.address })).toMatchObject({
      kind: 'refused',
      problem: { code: 'proxy-needs-login' },
      retryable: true,
    });
  });
});

describe('the proxy of the system', () => {
  it('is looked up for each address', async () => {
    const { server } = await target();
    const proxy = await proxied();
    const asked: string[] = [];
    const systemProxy = async (url: string) => {
      asked.push(url);
      return [url.endsWith('/token') ? proxy.address : null];
    };
    expect(await sign(server.origin, { proxy: 'system' }, { system: systemOf(systemProxy) })).toEqual(answered);
    expect(asked).toEqual([`${server.origin}/token`, `${server.origin}/sign-documents`]);
    expect(proxy.seen).toEqual([`POST ${server.origin}/token`]);
  });

  it('gets the credentials of its address, and the provider does not', async () => {
    const { server, caFile } = await target(true);
    const proxy = await proxied({ credentials: 'ana:clave' });
    expect(await sign(server.origin, { proxy: 'system', caFile }, { system: systemOf(async () => [proxy.address]) })).toEqual(answered);
    expect(server.exchanges.flatMap((exchange) => exchange.headers.map(([name]) => name))).not.toContain('proxy-authorization');
  });

  it.each([
    ['https', true],
    ['http', false],
  ])('is reported without its credentials when it asks for others, over %s', async (_, secure) => {
    const { server, caFile } = await target(secure);
    const proxy = await proxied({ credentials: 'ana:clave' });
    const systemProxy = async () => [`http://ana:mala@${proxy.host}`];
    const outcome = await sign(server.origin, { proxy: 'system', caFile }, { system: systemOf(systemProxy) });
    expect(outcome).toEqual({
      kind: 'refused',
      problem: { code: 'proxy-needs-login', message: 'proxy-needs-login', detail: { host: proxy.host } },
      retryable: true,
    });
    expect(server.exchanges).toHaveLength(0);
  });

  it.each(['proxy.example', 'ftp://u:p@host'])('is reported when its address is invalid: "%s"', async (address) =>
    expect(await sign('http://127.0.0.1:9', { proxy: 'system' }, { system: systemOf(async () => [address]) })).toEqual({
      kind: 'refused',
      retryable: false,
      problem: { code: 'profile-invalid', message: 'profile-invalid', detail: { field: 'network.proxyAddress' } },
    }),
  );

  it('is not used when the lookup fails', async () => {
    const { server } = await target();
    const systemProxy = () => Promise.reject(new Error('no answer'));
    expect(await sign(server.origin, { proxy: 'system' }, { system: systemOf(systemProxy) })).toEqual(answered);
  });
});

describe('the proxies of the system are tried in order', () => {
  const connected = (origin: string, addresses: (string | null)[], network: object = {}) => {
    const provider = closing(client(origin, { proxy: 'system', ...network }, { system: systemOf(async () => addresses) }));
    return () => provider.signDocuments(call(), memoryStore().incoming);
  };

  it('and one that is off is passed over, at once and in the next calls', async () => {
    const { server } = await target();
    const [off, proxy] = [await offProxy(), await proxied()];
    const signAgain = connected(server.origin, [off.address, proxy.address, null]);
    expect(await signAgain()).toEqual(answered);
    expect(proxy.seen).toEqual([`POST ${server.origin}/token`, `POST ${server.origin}/sign-documents`]);
    const back = await proxied({ port: Number(off.host.split(':')[1]) });
    expect(await signAgain()).toEqual(answered);
    expect([back.seen, proxy.seen.length]).toEqual([[], 3]);
  });

  it('down to a direct connection where the system names one', async () => {
    const { server } = await target();
    expect(await connected(server.origin, [(await offProxy()).address, null])()).toEqual(answered);
  });

  it('and no direct connection is made where the system names none: the first proxy is reported', async () => {
    const { server } = await target();
    const [off, other] = [await offProxy(), await offProxy()];
    expect(await connected(server.origin, [off.address, other.address])()).toMatchObject({
      kind: 'refused',
      problem: { code: 'proxy-failed', detail: { host: off.host } },
    });
    expect(server.exchanges).toHaveLength(0);
  });

  it('and one that never answers costs one connection time-out', async () => {
    const { server, caFile } = await target(true);
    const [mute, proxy] = [await proxied({ mute: true }), await proxied()];
    const signAgain = connected(server.origin, [mute.address, proxy.address], { caFile, connectTimeout: 300 });
    expect(await signAgain()).toEqual(answered);
    expect(mute.seen).toHaveLength(1);
  });

  it('but a call that began is not repeated over another one', async () => {
    const proxy = await proxied();
    const other = await proxied();
    const server = closing(
      await startRawServer(
        withToken(async (exchange) => {
          await exchange.body();
          await proxy.close();
        }),
      ),
    );
    expect(await connected(server.origin, [proxy.address, other.address])()).toMatchObject({ kind: 'unknown' });
    expect(other.seen).toEqual([]);
  });

  it('nor is a request of which the body could be sent twice, such as that for a token', async () => {
    const [proxy, other] = [await proxied(), await proxied()];
    const server = closing(await startRawServer(() => proxy.close()));
    expect(await connected(server.origin, [proxy.address, other.address])()).toMatchObject({ kind: 'refused' });
    expect([server.exchanges.length, other.seen]).toEqual([1, []]);
  });

  it('and an untrusted certificate is reported, not avoided by another way', async () => {
    const { server } = await target(true);
    const [proxy, other] = [await proxied(), await proxied()];
    expect(await connected(server.origin, [proxy.address, other.address])()).toMatchObject({ problem: { code: 'certificate-untrusted' } });
    expect(other.seen).toEqual([]);
  });
});

describe('a SOCKS proxy', () => {
  it.each([
    ['https', true],
    ['http', false],
  ])('of the profile tunnels %s, one call a connection', async (_, secure) => {
    const { server, caFile } = await target(secure);
    const proxy = await socks();
    expect(await sign(server.origin, { proxy: 'address', proxyAddress: proxy.address, caFile })).toEqual(answered);
    expect(proxy.seen).toEqual(Array(2).fill(`127.0.0.1:${server.port}`));
  });

  it('checks the certificate of the provider', async () => {
    const { server } = await target(true);
    expect(await sign(server.origin, { proxy: 'address', proxyAddress: (await socks()).address })).toMatchObject({
      problem: { code: 'certificate-untrusted', detail: { host: `127.0.0.1:${server.port}` } },
    });
  });

  it('of the system gets the credentials of its address', async () => {
    const { server } = await target();
    const proxy = await socks('ana:clave');
    expect(await sign(server.origin, { proxy: 'system' }, { system: systemOf(async () => [proxy.address]) })).toEqual(answered);
  });

  it('that refuses the credentials, is off, or does not reach the provider is reported', async () => {
    const { server } = await target();
    const proxy = await socks('ana:clave');
    const reported = (host: string) => ({ kind: 'refused', problem: { code: 'proxy-failed', detail: { host } } });
    const by = (address: string, origin = server.origin) => sign(origin, { proxy: 'system' }, { system: systemOf(async () => [address]) });
    expect(await by(`socks5://ana:mala@${proxy.host}`)).toMatchObject(reported(proxy.host));
    expect(await by(`socks5://${proxy.host}`)).toMatchObject(reported(proxy.host));
    expect(await by(proxy.address, 'http://127.0.0.1:9')).toMatchObject(reported(proxy.host));
    await proxy.close();
    expect(await by(proxy.address)).toMatchObject(reported(proxy.host));
    expect(server.exchanges).toHaveLength(0);
  });

  it('that breaks after bytes were sent leaves the call in doubt', async () => {
    const proxy = await socks();
    const server = closing(
      await startRawServer(
        withToken(async (exchange) => {
          await exchange.body();
          await proxy.close();
        }),
      ),
    );
    expect(await sign(server.origin, { proxy: 'address', proxyAddress: proxy.address })).toMatchObject({ kind: 'unknown' });
  });
});

describe('the proxy of the environment', () => {
  const environment = (http: string, no = '') => {
    for (const name of ['http_proxy', 'https_proxy', 'no_proxy']) vi.stubEnv(name, undefined);
    vi.stubEnv('HTTP_PROXY', http);
    vi.stubEnv('HTTPS_PROXY', undefined);
    vi.stubEnv('NO_PROXY', no);
  };

  it('is used where the system is not asked', async () => {
    const { server } = await target(false, largeHeaders);
    const proxy = await proxied();
    environment(proxy.address);
    expect(await sign(server.origin, { proxy: 'system' })).toEqual(answered);
    expect(proxy.seen).toHaveLength(2);
  });

  it('is bypassed for the listed hosts', async () => {
    const { server } = await target();
    const proxy = await proxied();
    environment(proxy.address, '127.0.0.1');
    expect(await sign(server.origin, { proxy: 'system' })).toEqual(answered);
    expect(proxy.seen).toEqual([]);
  });

  it('is reported when it is off, and not used where the profile says none', async () => {
    const { server } = await target();
    const proxy = await offProxy();
    environment(proxy.address);
    expect(await sign(server.origin, { proxy: 'system' })).toMatchObject({
      problem: { code: 'proxy-failed', detail: { host: proxy.host } },
    });
    expect(await sign(server.origin, { proxy: 'none' })).toEqual(answered);
  });
});
