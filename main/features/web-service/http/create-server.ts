/** Node's HTTP server with limits: TLS from 1.2 on when there is a certificate, connections by address, and input that is no request. */

import type { RequestListener, Server, ServerOptions } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { type Calls, connectionKey } from './call.ts';
import type { ServiceCertificate } from './certificate.ts';
import { bareAddress, type Gate } from './gate.ts';
import type { Limits } from './limits.ts';

// Not imported: an import reads all exports, and `WebSocket` loads Node's own undici (docs/performance.md, start).
const { createServer: createHttpServer, STATUS_CODES } = process.getBuiltinModule('node:http');

/** @param certificate null for a server without TLS */
export function createServer(certificate: ServiceCertificate | null, limits: Limits, calls: Calls, handle: RequestListener): Server {
  const options: ServerOptions = {
    maxHeaderSize: limits.header,
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.idle,
    connectionsCheckingInterval: limits.check,
    // A request that two servers could read differently is refused.
    insecureHTTPParser: false,
    // A request without Host is refused by our own hook, in the format of other refusals.
    requireHostHeader: false,
    noDelay: true,
  };
  // For TLS; without it Node's server always sets it.
  const halfOpen = { allowHalfOpen: true };
  const begin: RequestListener = (request, response) => {
    for (const [name, value] of Object.entries(everyAnswer)) response.setHeader(name, value);
    calls.begin(request, response);
    handle(request, response);
  };
  const server = certificate
    ? createHttpsServer({ ...certificate.options, handshakeTimeout: limits.handshake, ...halfOpen, ...options }, begin)
    : createHttpServer(options, begin);
  // A caller that ends its side after its request gets the answer, and the connection ends with it. Not in Node's types.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.maxRequestsPerSocket = limits.callsOfConnection;
  server.setTimeout(limits.silence);
  // "100 Continue" is sent once the body is wanted, or never.
  server.on('checkContinue', (request, response) => {
    for (const [name, value] of Object.entries(everyAnswer)) response.setHeader(name, value);
    calls.begin(request, response).continues = 'wanted';
    handle(request, response);
  });
  server.on('checkExpectation', (request, response) => {
    calls.begin(request, response);
    response.writeHead(417, { ...everyAnswer, 'content-type': 'application/json; charset=utf-8', connection: 'close' });
    response.end(JSON.stringify({ error: 'this expectation cannot be met' }));
  });
  server.on('connect', (_request, socket) => {
    // Node leaves this socket to us: an unhandled error of a caller that is gone would end the process.
    socket.on('error', () => socket.destroy());
    socket.end(rawAnswer(400, 'this is no proxy'), () => socket.destroy());
  });
  // While listening: a connection that the system could not accept. It is lost; the next one is accepted.
  server.on('error', () => undefined);
  return server;
}

export const isSecure = (server: Server | HttpsServer): server is HttpsServer => 'setSecureContext' in server;

export type Connections = {
  /** Ends idle connections; those that are ending are left to their last bytes. */
  closeUnused(): void;
  closeAll(): void;
};

/**
 * Limits the connections of a server, in all and of one address.
 * @param busy whether a connection, by its key, has a call in progress
 * @param noteNotAllowed called for a connection from an address that may not connect
 */
export function watchConnections(
  server: Server,
  gate: Gate,
  limits: Limits,
  busy: (key: string) => boolean,
  noteNotAllowed: () => void,
): Connections {
  const open = new Map<Socket, string>();
  const counts = new Map<string, number>();

  server.on('connection', (socket: Socket) => {
    // A connection that is destroyed in this event has had no byte read, and TLS has not begun.
    if (!gate.mayConnect(socket)) {
      socket.destroy();
      return noteNotAllowed();
    }
    const address = bareAddress(socket.remoteAddress ?? '') ?? '';
    const count = counts.get(address) ?? 0;
    if (open.size >= limits.connections || (!gate.sharesAddress && count >= limits.connectionsOfOne)) {
      socket.destroy();
      return;
    }
    open.set(socket, connectionKey(socket));
    counts.set(address, count + 1);
    socket.once('close', () => {
      open.delete(socket);
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
  });

  return {
    closeUnused() {
      for (const [socket, key] of open) if (!socket.writableEnded && !busy(key)) socket.destroySoon();
    },
    closeAll() {
      for (const socket of open.keys()) socket.destroy();
    },
  };
}

/** Headers of every answer: no answer may be cached or sniffed. */
const everyAnswer = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

const brokenOff = 'HPE_INVALID_EOF_STATE';

const statuses: Record<string, [number, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request comes too slowly'],
  HPE_HEADER_OVERFLOW: [431, 'the headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'the body is too large'],
  [brokenOff]: [408, 'the request broke off'],
};

/** For `clientError`. The parser is Node's strict one: two lengths, a bare line feed and the like end here. */
export function answerMalformed(error: Error & { code?: string }, socket: Socket, calls: Calls): void {
  const code = error.code ?? '';
  // No answer to a reset connection, a failed TLS handshake, or a connection with an answer in progress.
  if (!(code.startsWith('HPE_') || code in statuses) || !socket.writable || calls.answering(socket)) {
    socket.destroy();
    return;
  }
  if (code === brokenOff && calls.endBody(socket)) return;
  const [status, text] = statuses[code] ?? [400, 'this is no HTTP request'];
  calls.malformed(socket, status);
  socket.end(rawAnswer(status, text), () => socket.destroy());
}

/** A whole answer, after which the connection ends. */
function rawAnswer(status: number, text: string): string {
  const body = JSON.stringify({ error: text });
  const headers = {
    ...everyAnswer,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
