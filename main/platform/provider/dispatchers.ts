/** Creates undici dispatchers by the profile's network settings: proxy, certificates, time-outs. */
import { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { checkServerIdentity, type PeerCertificate, type SecureContext } from 'node:tls';
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool, ProxyAgent, Socks5ProxyAgent } from 'undici';
import { type Network, proxySchemes } from '../../../shared/domain/settings/profile.ts';
import { StationError } from '../../../shared/errors.ts';
import type { SystemNetwork } from './account.ts';
import { brokenRule } from './certificate-rules.ts';
import { errorCode, proxyLogin } from './network-problems.ts';

/** `proxy`: the host of the proxy, null for none, undefined where the environment decides (see `proxyOf`). */
type Route = { dispatcher: Dispatcher; proxy: string | null | undefined };

/** One of the routes to an address. `open` creates its dispatcher. @throws StationError `ca-file-unreadable`, `profile-invalid` */
export type RouteChoice = { key: string; open: () => Promise<Route> };

/** Bytes of the headers of an answer; Chromium has the same. undici would refuse more than 16 KiB, and the documents would be in doubt. */
const maxHeaderSize = 256 * 1024;

/** Milliseconds for which a route that failed is tried after the others; Chromium has the same. */
const avoidFailedMs = 300_000;

/** `reuse`: a connection serves one call after the other, for calls that may be repeated. */
export function createDispatchers(
  network: Network,
  trusted: () => Promise<SecureContext>,
  systemProxies: SystemNetwork['proxies'] | undefined,
  reuse: boolean,
) {
  const routes = new Map<string, Promise<Route>>();
  /** Whether the environment names a proxy; null until the first request. */
  let hasVariables: boolean | null = null;
  /** When routes failed to connect, by key; milliseconds of a clock that only goes forward. */
  const failedAt = new Map<string, number>();

  // Explicit, so that no environment variable overrides it.
  const tls = async () => ({
    secureContext: await trusted(),
    rejectUnauthorized: true,
    checkServerIdentity: checkServer,
    timeout: network.connectTimeout,
  });
  // Without `reuse`, one request per connection: an open connection that the provider has just closed would make a call
  // fail after its bytes were sent, and the call would be in doubt for no reason. HTTP/1.1 for the same reason:
  // everything sent on a connection belongs to one call.
  const plain = { pipelining: reuse ? 1 : 0, allowH2: false, connectTimeout: network.connectTimeout, maxHeaderSize } as const;
  // Of its own, a proxy agent sends an unencrypted address to the proxy without these.
  const proxied = { ...plain, factory: (origin: string | URL, options: object) => new Pool(origin, { ...options, ...plain }) };

  const direct = async (): Promise<Route> => ({ dispatcher: new Agent({ ...plain, connect: await tls() }), proxy: null });
  const unencrypted = async (): Promise<Route> => ({ dispatcher: new Agent(plain), proxy: null });

  /** The route without a proxy. The machine's certificates take long to read, and an unencrypted connection needs none. */
  const directTo = (url: URL): Promise<Route> =>
    url.protocol === 'http:' && network.caFile === '' ? cached('http', unencrypted) : cached('https', direct);

  const byEnvironment = async (): Promise<Route> => {
    const connect = await tls();
    return { dispatcher: new EnvHttpProxyAgent({ ...proxied, connect, requestTls: connect, proxyTls: connect }), proxy: undefined };
  };

  const through = async (address: string): Promise<Route> => {
    const url = proxyAddress(address);
    const connect = await tls();
    if (url.protocol === 'socks5:') return { dispatcher: new Agent({ ...plain, connect: throughSocks(url, connect) }), proxy: url.host };
    const dispatcher = new ProxyAgent({
      ...proxied,
      uri: url.href,
      requestTls: connect,
      proxyTls: connect,
      // A proxy that accepts the connection and never answers CONNECT must not block it for undici's 300 s.
      clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: network.connectTimeout }),
    });
    return { dispatcher, proxy: url.host };
  };

  /** Cached by proxy. A dispatcher that could not be created (CA file) is created again at the next call. */
  const cached = (key: string, make: () => Promise<Route>): Promise<Route> => {
    const known = routes.get(key);
    if (known) return known;
    const made = make();
    routes.set(key, made);
    made.catch(() => routes.delete(key));
    return made;
  };

  const choiceOf = (url: URL, address: string | null): RouteChoice => ({
    key: address ?? '',
    open: () => (address === null || address === '' ? directTo(url) : cached(address, () => through(address))),
  });

  const isAvoided = ({ key }: RouteChoice): boolean => performance.now() - (failedAt.get(key) ?? Number.NEGATIVE_INFINITY) < avoidFailedMs;

  return {
    /** Returns the routes to an address, at least one, in the order in which to try them. */
    async routesTo(url: URL): Promise<RouteChoice[]> {
      if (network.proxy === 'address') return [choiceOf(url, network.proxyAddress)];
      if (network.proxy === 'none') return [choiceOf(url, null)];
      if (systemProxies === undefined) {
        const byVariables = { key: 'environment', open: () => cached('environment', byEnvironment) };
        hasVariables ??= proxyVariables.some((name) => process.env[name]);
        return hasVariables ? [byVariables] : [choiceOf(url, null)];
      }
      // A system that fails to answer counts as one without a proxy.
      const addresses = await systemProxies(url.href).catch(() => []);
      const choices = (addresses.length === 0 ? [null] : addresses).map((address) => choiceOf(url, address));
      return [...choices.filter((choice) => !isAvoided(choice)), ...choices.filter(isAvoided)];
    },
    /** Tries the route after the others for some minutes. */
    avoid({ key }: RouteChoice): void {
      failedAt.set(key, performance.now());
    },
    async close(): Promise<void> {
      const made = await Promise.allSettled(routes.values());
      await Promise.all(made.map((route) => (route.status === 'fulfilled' ? route.value.dispatcher.destroy() : null)));
    },
  };
}

/** Its types do not know this method. Its own pools take no size of headers. */
type SocksTunnels = { createSocks5Connection(host: string, port: number): Promise<Socket> };

/** @param tls of the connection to the provider, within the tunnel */
function throughSocks(proxy: URL, tls: buildConnector.BuildOptions): buildConnector.connector {
  const tunnels = new Socks5ProxyAgent(proxy, { connectTimeout: tls.timeout ?? 0 }) as unknown as SocksTunnels;
  const encrypt = buildConnector({ ...tls, allowH2: false });
  return (options, callback) => {
    const { protocol, hostname, port } = options;
    const isEncrypted = protocol === 'https:';
    tunnels.createSocks5Connection(hostname, Number(port) || (isEncrypted ? 443 : 80)).then(
      (socket) => (isEncrypted ? encrypt({ ...options, httpSocket: socket }, callback) : callback(null, socket)),
      (error: Error) => callback(error, null),
    );
  };
}

/** After the chain and its dates: the name, and what one of the two TLS libraries refuses. */
function checkServer(host: string, peer: PeerCertificate): Error | undefined {
  const wrongName = checkServerIdentity(host, peer);
  if (wrongName) return wrongName;
  const rule = brokenRule(new X509Certificate(peer.raw));
  return rule === null ? undefined : Object.assign(new Error(rule), { code: rule });
}

/** The error does not repeat the address: it may contain credentials. */
function proxyAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !proxySchemes.test(url.protocol) || url.host === '')
    throw new StationError('profile-invalid', { field: 'network.proxyAddress' });
  return url;
}

const proxyVariables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];

/** Errors that only a proxy causes. */
const byProxyOnly = new Set(['UND_ERR_PRX_CONN', 'UND_ERR_PRX_TLS', 'UND_ERR_ABORTED', 'UND_ERR_INVALID_ARG', proxyLogin]);

/**
 * Returns the host of the proxy that a failure to connect is about, where the environment chose it: either only a proxy
 * fails in this way, or the error names an unreachable host or port other than the provider's. Null otherwise.
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
