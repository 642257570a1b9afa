/** Connections of the host's `net`: through the proxies of the system, with the authorities of the system, and the names of errors. */
import { readFileSync } from 'node:fs';
import type { Agent as HttpAgent, IncomingMessage, ClientRequest as NodeRequest } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { connect as connectTls, rootCertificates } from 'node:tls';
import type { AuthInfo } from 'electron';
import { resolveProxy } from './system.ts';

// Not imported: see `net.ts`.
const { Agent, request: requestHttp } = process.getBuiltinModule('node:http');

type Wanted = { url: string; method: string; headers: Record<string, string | number> };
type Login = (info: AuthInfo, answer: (name?: string, password?: string) => void) => void;

/** Chromium refuses larger heads of answers. */
const maxHeaderSize = 262_144;

/** The connections of a session. */
export type Connections = { http: HttpAgent; https: HttpsAgent };

export const createConnections = (): Connections => ({
  http: new Agent({ keepAlive: true }),
  https: new HttpsAgent({ keepAlive: true }),
});

/** `ELECTRON_HOST_ROOTS`: a PEM file with authorities that the system trusts, in addition to Node's. */
function authorities(): string[] | undefined {
  const { ELECTRON_HOST_ROOTS: file } = process.env;
  return file ? [...rootCertificates, readFileSync(file, 'utf8')] : undefined;
}

/** An answer 407. */
export class ProxyAnswer extends Error {
  readonly answer: IncomingMessage;
  readonly isTunnel: boolean;

  constructor(answer: IncomingMessage, isTunnel: boolean) {
    super('proxy');
    this.answer = answer;
    this.isTunnel = isTunnel;
  }
}

/** Connects by the first proxy that can be reached. @throws ProxyAnswer, and errors for `netError` */
export async function openExchange(connections: Connections, wanted: Wanted, login: Login): Promise<NodeRequest> {
  const entries = resolveProxy(wanted.url).split(';');
  for (const [at, entry] of entries.entries()) {
    const [kind = 'DIRECT', host = ''] = entry.trim().split(/\s+/);
    try {
      if (kind === 'DIRECT') return direct(connections, wanted);
      return await byProxy(wanted, new URL(`http://${host}`), login);
    } catch (error) {
      if (error instanceof ProxyAnswer || at === entries.length - 1 || netError(error) !== 'ERR_PROXY_CONNECTION_FAILED') throw error;
    }
  }
  throw new Error('no entry');
}

function direct({ http, https }: Connections, { url, method, headers }: Wanted): NodeRequest {
  const options = { method, headers, maxHeaderSize };
  return url.startsWith('https:')
    ? requestHttps(url, { ...options, agent: https, ca: authorities() })
    : requestHttp(url, { ...options, agent: http });
}

async function byProxy(wanted: Wanted, proxy: URL, login: Login): Promise<NodeRequest> {
  const target = new URL(wanted.url);
  const at = { host: proxy.hostname, port: proxy.port };
  if (target.protocol === 'http:') {
    await reachable(at);
    return requestHttp({
      ...at,
      path: wanted.url,
      method: wanted.method,
      headers: { host: target.host, ...wanted.headers },
      maxHeaderSize,
    });
  }
  const tunnel = await tunnelThrough(at, target, login, undefined);
  const socket = connectTls({ socket: tunnel, servername: target.hostname, ca: authorities() });
  return requestHttps(wanted.url, { method: wanted.method, headers: wanted.headers, maxHeaderSize, createConnection: () => socket });
}

type Place = { host: string; port: string };
const coded = (code: string): Error => Object.assign(new Error(code), { code });

/** A proxy that is off is passed over before anything is sent. */
const reachable = (at: Place): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = requestHttp({ ...at, method: 'OPTIONS', path: '*' });
    probe.on('socket', (socket) =>
      socket.once('connect', () => {
        probe.destroy();
        resolve();
      }),
    );
    probe.on('error', () => reject(coded('PROXY')));
  });

async function tunnelThrough(at: Place, target: URL, login: Login, credentials: string | undefined): Promise<Socket> {
  const path = `${target.hostname}:${target.port || '443'}`;
  const { answer, socket } = await new Promise<{ answer: IncomingMessage; socket: Socket }>((resolve, reject) => {
    const headers = credentials === undefined ? { host: path } : { host: path, 'proxy-authorization': credentials };
    const asked = requestHttp({ ...at, method: 'CONNECT', path, headers });
    asked.on('connect', (answer, socket) => resolve({ answer, socket }));
    asked.on('error', () => reject(coded('PROXY')));
    asked.end();
  });
  if (answer.statusCode === 200) return socket;
  socket.destroy();
  if (answer.statusCode !== 407) throw coded('TUNNEL');
  const given = await new Promise<string | null>((resolve) => {
    const info = { isProxy: true, scheme: 'basic', host: at.host, port: Number(at.port), realm: '' };
    login(info, (name, password) => resolve(name === undefined || password === undefined ? null : `${name}:${password}`));
  });
  if (given === null || credentials !== undefined) throw new ProxyAnswer(answer, true);
  return tunnelThrough(at, target, login, `Basic ${Buffer.from(given).toString('base64')}`);
}

const names: readonly [RegExp, string][] = [
  [/^PROXY$/, 'ERR_PROXY_CONNECTION_FAILED'],
  [/^TUNNEL$/, 'ERR_TUNNEL_CONNECTION_FAILED'],
  [/^(ENOTFOUND|EAI_.*)$/, 'ERR_NAME_NOT_RESOLVED'],
  [/^ECONNREFUSED$/, 'ERR_CONNECTION_REFUSED'],
  [/^(ETIMEDOUT)$/, 'ERR_CONNECTION_TIMED_OUT'],
  [/^(EHOSTUNREACH|ENETUNREACH)$/, 'ERR_ADDRESS_UNREACHABLE'],
  [/^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/, 'ERR_CERT_DATE_INVALID'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'ERR_CERT_COMMON_NAME_INVALID'],
  [/^(UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/, 'ERR_CERT_AUTHORITY_INVALID'],
  [/HANDSHAKE_FAILURE|PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/, 'ERR_SSL_VERSION_OR_CIPHER_MISMATCH'],
  [/^(EPROTO|ERR_SSL_)/, 'ERR_SSL_PROTOCOL_ERROR'],
  [/^HPE_HEADER_OVERFLOW$/, 'ERR_RESPONSE_HEADERS_TOO_BIG'],
  [/^HPE_/, 'ERR_INVALID_HTTP_RESPONSE'],
  [/^EPIPE$/, 'ERR_CONNECTION_ABORTED'],
];

/** The name that Chromium has for an error of Node. */
export function netError(error: unknown): string {
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  const [, name] = names.find(([pattern]) => pattern.test(code)) ?? [];
  if (name !== undefined) return name;
  return message === 'socket hang up' ? 'ERR_EMPTY_RESPONSE' : 'ERR_CONNECTION_RESET';
}
