/** undici dispatchers by the profile's network settings: which proxy, whose certificates, how long to wait. */
import type { SecureContext } from 'node:tls';
import { Agent, type Dispatcher, EnvHttpProxyAgent, Pool, ProxyAgent } from 'undici';
import type { Network } from '../../../shared/domain/profile.ts';
import { StationError } from '../../../shared/errors.ts';
import { errorCode } from './network-problems.ts';

/** The proxy that the operating system names for an address (`http://host:port`), null for none. */
export type SystemProxy = (url: string) => Promise<string | null>;

/** A way to an address. `proxy` is the proxy's host, null for none, undefined where the environment decides (see `proxyOf`). */
type Way = { dispatcher: Dispatcher; proxy: string | null | undefined };

/** `reuse`: connections serve one call after the other, for calls that may be made again. */
export function createDispatchers(
  network: Network,
  trusted: () => Promise<SecureContext>,
  systemProxy: SystemProxy | undefined,
  reuse: boolean,
) {
  const ways = new Map<string, Promise<Way>>();

  // Said outright, so that no variable of the environment says otherwise.
  const tls = async () => ({ secureContext: await trusted(), rejectUnauthorized: true, timeout: network.connectTimeout });
  // Otherwise one request a connection: a kept connection that the provider has just closed would make a call fail
  // after its bytes went out, and the call would be in doubt for nothing. HTTP/1.1 for the same reason:
  // what was sent on a connection belongs to one call.
  const plain = { pipelining: reuse ? 1 : 0, allowH2: false, connectTimeout: network.connectTimeout } as const;

  const direct = async (): Promise<Way> => ({ dispatcher: new Agent({ ...plain, connect: await tls() }), proxy: null });
  const unencrypted = async (): Promise<Way> => ({ dispatcher: new Agent(plain), proxy: null });

  /** Without a proxy. The machine's certificates take long to read, and a plain connection needs none. */
  const directTo = (url: URL): Promise<Way> =>
    url.protocol === 'http:' && network.caFile === '' ? cached('http', unencrypted) : cached('https', direct);

  const byEnvironment = async (): Promise<Way> => {
    const connect = await tls();
    return { dispatcher: new EnvHttpProxyAgent({ ...plain, connect, requestTls: connect, proxyTls: connect }), proxy: undefined };
  };

  const through = async (address: string): Promise<Way> => {
    const url = proxyAddress(address);
    const connect = await tls();
    const dispatcher = new ProxyAgent({
      ...plain,
      uri: url.href,
      requestTls: connect,
      proxyTls: connect,
      // A proxy that takes the connection and never answers CONNECT must not hold it for undici's 300 s.
      clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: network.connectTimeout }),
    });
    return { dispatcher, proxy: url.host };
  };

  /** Cached by proxy. A dispatcher that could not be made (CA file) is made again at the next call. */
  const cached = (key: string, make: () => Promise<Way>): Promise<Way> => {
    const known = ways.get(key);
    if (known) return known;
    const made = make();
    ways.set(key, made);
    made.catch(() => ways.delete(key));
    return made;
  };

  return {
    /** @throws StationError `ca-file-unreadable`, `profile-invalid` */
    async wayTo(url: URL): Promise<Way> {
      if (network.proxy === 'address') return cached(network.proxyAddress, () => through(network.proxyAddress));
      if (network.proxy === 'none') return directTo(url);
      if (systemProxy === undefined) {
        return proxyVariables.some((name) => process.env[name]) ? cached('environment', byEnvironment) : directTo(url);
      }
      // A system that cannot say is a system without a proxy.
      const address = await systemProxy(url.href).catch(() => null);
      return address === null || address === '' ? directTo(url) : cached(address, () => through(address));
    },
    async close(): Promise<void> {
      const made = await Promise.allSettled(ways.values());
      await Promise.all(made.map((way) => (way.status === 'fulfilled' ? way.value.dispatcher.destroy() : null)));
    },
  };
}

/** The address is checked without being repeated in the error: it may hold credentials. */
function proxyAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.host === '')
    throw new StationError('profile-invalid', { field: 'network.proxyAddress' });
  return url;
}

const proxyVariables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];

/** Errors that only a proxy causes. */
const byProxyOnly = new Set(['UND_ERR_PRX_CONN', 'UND_ERR_PRX_TLS', 'UND_ERR_ABORTED', 'UND_ERR_INVALID_ARG']);

/**
 * Host of the proxy that a failure to connect is about, where the environment chose it: either only a proxy
 * fails so, or the error names whom it could not reach and that is not the provider. Null otherwise.
 */
export function proxyOf(error: unknown, target: URL, environment: NodeJS.ProcessEnv = process.env): string | null {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  if (typeof first !== 'object' || first === null) return null;
  const own = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80');
  for (const name of proxyVariables) {
    const value = environment[name];
    if (!value || !URL.canParse(value)) continue;
    const proxy = new URL(value);
    const byName = 'hostname' in first && first.hostname === proxy.hostname && proxy.hostname !== target.hostname;
    const byPort = 'port' in first && String(first.port) === own(proxy) && own(proxy) !== own(target);
    if (byName || byPort || byProxyOnly.has(errorCode(error) ?? '')) return proxy.host;
  }
  return null;
}
