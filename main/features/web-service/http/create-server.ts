/** Creates Node's HTTP server with limits; with TLS from 1.2 on when there is a certificate. */
import { createServer as createHttpServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import type { Calls } from './call.ts';
import type { ServiceCertificate } from './certificate.ts';
import type { Limits } from './limits.ts';
import { everyAnswer, rawAnswer } from './malformed.ts';

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
  const begin: RequestListener = (request, response) => {
    for (const [name, value] of Object.entries(everyAnswer)) response.setHeader(name, value);
    calls.begin(request, response);
    handle(request, response);
  };
  const server = certificate
    ? createHttpsServer({ ...certificate.options, handshakeTimeout: limits.handshake, ...options }, begin)
    : createHttpServer(options, begin);
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
