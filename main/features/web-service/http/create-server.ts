/** Node's own HTTP server with its limits; with TLS from 1.2 on where there is a certificate. */
import { createServer as createHttpServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import type { Calls } from './call.ts';
import type { ServiceCertificate } from './certificate.ts';
import type { Limits } from './limits.ts';
import { everyAnswer, rawAnswer } from './malformed.ts';

/** A server with TLS is made when there is a certificate. */
export function createServer(certificate: ServiceCertificate | null, limits: Limits, calls: Calls, handle: RequestListener): Server {
  const options: ServerOptions = {
    maxHeaderSize: limits.header,
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.idle,
    connectionsCheckingInterval: limits.check,
    // A request that two servers could read differently is refused.
    insecureHTTPParser: false,
    // Without one it is refused too, but as everything else is.
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
  // The body is asked for once it is wanted, or never.
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
    // Node has left this socket to us: one who is gone before the answer would end the process.
    socket.on('error', () => socket.destroy());
    socket.end(rawAnswer(400, 'this is no proxy'), () => socket.destroy());
  });
  // Once it listens: a connection that the system could not hand over. It is lost, and the next one comes.
  server.on('error', () => undefined);
  return server;
}

export const isSecure = (server: Server | HttpsServer): server is HttpsServer => 'setSecureContext' in server;
