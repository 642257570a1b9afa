/** Starts the web server and closes it. */
import { setTimeout as pause } from 'node:timers/promises';
import swagger from '@fastify/swagger';
import fastify, { type FastifyInstance } from 'fastify';
import { answerErrors, plainPath, refusalOf, sendRefusal } from './answer-errors.ts';
import { type Calls, createCalls } from './call.ts';
import { followCertificate, readCertificate } from './certificate.ts';
import { type Connections, watchConnections } from './connections.ts';
import { createServer, isSecure } from './create-server.ts';
import { documentsEndpoint, documentsPath } from './documents-endpoint.ts';
import { createGate, type Gate } from './gate.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { addressToListenOn, listenProblem, urlsOf } from './listening.ts';
import { answerMalformed } from './malformed.ts';
import { describe } from './openapi.ts';
import { hasBody, throwAway } from './read-body.ts';
import { busy, Refusal } from './refusal.ts';
import { statusEndpoints } from './status-endpoints.ts';
import { tokenEndpoint, tokenPath } from './token-endpoint.ts';
import type { WebServer, WebServerDeps } from './web-server.ts';

/** Milliseconds for calls that were cut off to be told of. */
const lastWords = 100;

/** The paths and their methods, for 405. */
const paths = new Map<string, readonly string[]>([
  [plainPath(tokenPath), ['POST']],
  [plainPath(documentsPath), ['POST']],
  ['/health', ['GET', 'HEAD']],
  ['/ready', ['GET', 'HEAD']],
  ['/openapi.json', ['GET', 'HEAD']],
]);

/**
 * Listens.
 * @param changed limits that replace the defaults
 * @throws StationError `service-needs-tls`, `service-port-taken`, `service-address-unusable`, `service-certificate-unusable`
 */
export async function startWebServer(parts: WebServerDeps, changed: Partial<Limits> = {}): Promise<WebServer> {
  const { settings } = parts;
  const limits = { ...defaultLimits(settings.bodyMiB), ...changed };
  const gate = createGate(settings);
  const address = await addressToListenOn(settings);
  const source = { settings, passphrase: parts.passphrase };
  let certificate = settings.transport === 'files' || settings.transport === 'pkcs12' ? await readCertificate(source) : null;

  let closing = false;
  let connections: Connections | null = null;
  const calls = createCalls(parts.told, () => {
    if (closing) connections?.closeUnused();
  });
  const app = fastify({
    logger: false,
    // Whatever the case of a path and its last slash: a push must not be lost over them.
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
    serverFactory: (handle) => createServer(certificate, limits, calls, handle),
    trustProxy: gate.sharesAddress ? gate.trusts : false,
    // Refused here, with the same body as everything else.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerMalformed(error, socket, calls),
    frameworkErrors: (error, request, reply) => void sendRefusal(refusalOf(error), request, reply),
  });
  connections = watchConnections(app.server, gate, limits, calls.busy, calls.refused);
  addHooks(app, gate, calls, limits, () => closing);
  answerErrors(app, paths);
  app.removeAllContentTypeParsers();
  await app.register(swagger, describe(parts.version));
  await app.register((scope) => tokenEndpoint(scope, parts.access, calls, limits));
  await app.register((scope) => documentsEndpoint(scope, parts, calls, limits));
  await app.register(async (scope) => statusEndpoints(scope, calls, () => !closing && parts.ready()));

  try {
    await app.listen({ host: address, port: settings.port, exclusive: true });
  } catch (thrown) {
    await app.close();
    throw listenProblem(thrown, settings);
  }
  const { server } = app;
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : settings.port;
  const stopFollowing =
    certificate && isSecure(server)
      ? followCertificate(server, source, limits.certificate, certificate, (renewed) => {
          certificate = renewed;
        })
      : null;

  let closed: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    closing = true;
    stopFollowing?.();
    let late: NodeJS.Timeout | undefined;
    const tooLate = new Promise<void>((resolve) => {
      late = setTimeout(resolve, limits.closing);
    });
    void tooLate.then(connections.closeAll);
    connections.closeUnused();
    await app.close();
    // What a caller who is gone began is finished too; what then hangs for longer is left behind.
    await Promise.race([calls.allOver(), tooLate.then(() => pause(lastWords))]);
    clearTimeout(late);
  };
  return {
    urls: urlsOf(certificate ? 'https' : 'http', address, port),
    get certificateEnds() {
      return certificate?.own.validToDate.toISOString() ?? null;
    },
    get certificate() {
      return certificate?.own.toString() ?? null;
    },
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

function addHooks(app: FastifyInstance, gate: Gate, calls: Calls, limits: Limits, closing: () => boolean): void {
  app.addHook('onRequest', async ({ raw, ip, url }) => {
    // RFC 9112 section 3.2.
    if (raw.httpVersion === '1.1' && raw.headersDistinct.host?.length !== 1) throw new Refusal(400, 'one Host header is needed');
    if (!gate.mayCall(ip)) {
      calls.of(raw).kind = 'not-allowed';
      throw new Refusal(403, 'calls from this address are not allowed');
    }
    if (closing() && paths.get(plainPath(url))?.includes('POST')) throw busy('the service is being closed');
  });
  app.addHook('onSend', async ({ raw }, reply, payload) => {
    const unread = hasBody(raw) && !raw.readableEnded;
    // Who waits to be told to go on has sent nothing yet, and may never.
    const all = !unread || (calls.of(raw).continues !== 'wanted' && (await throwAway(raw, limits.unwanted)));
    if (!all || closing()) reply.header('connection', 'close');
    return payload;
  });
}
