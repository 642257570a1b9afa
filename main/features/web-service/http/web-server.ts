/** The web server: endpoints A and B of the interface description, health, readiness, and their OpenAPI description. */
import { setTimeout as pause } from 'node:timers/promises';
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import fastify, { type FastifyInstance } from 'fastify';
import type { ServiceEvent, ServiceSettings } from '../../../../shared/domain/web-service.ts';
import type { Access } from '../access/access.ts';
import type { Intake } from '../inbox/inbox.ts';
import type { Publishing } from '../publishing/publishing.ts';
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
import { discardBody, hasBody } from './read-body.ts';
import { busy, Refusal } from './refusal.ts';
import { statusEndpoints } from './status-endpoints.ts';
import { tokenEndpoint, tokenPath } from './token-endpoint.ts';

export type WebServerDeps = {
  settings: ServiceSettings;
  /** Passphrase of the PKCS#12 file; null for none. */
  passphrase: string | null;
  access: Pick<Access, 'token' | 'callerOf'>;
  publishing: Pick<Publishing, 'answer'>;
  intake: Intake;
  /** Whether a push could be stored now. */
  ready(): boolean | Promise<boolean>;
  /** Emits each answered call and each refused connection, never their content. */
  emit(event: ServiceEvent): void;
  /** Version of the station, for the OpenAPI description. */
  version: string;
};

export type WebServer = {
  /** `{client_base_url}`, one for each listening address. */
  urls: string[];
  /** End of the certificate, ISO 8601; null without one. */
  certificateEnds: string | null;
  /** The certificate itself, PEM, for the self-test, which trusts no other; null without one. */
  certificate: string | null;
  /** Refuses new calls, finishes the accepted ones, then closes. Readiness is false from its start. */
  close(): Promise<void>;
};

/** Milliseconds for the events of calls that were cut off. */
const lastEventsMs = 100;

/** The paths and their methods, for 405. */
const paths = new Map<string, readonly string[]>([
  [plainPath(tokenPath), ['POST']],
  [plainPath(documentsPath), ['POST']],
  ['/health', ['GET', 'HEAD']],
  ['/ready', ['GET', 'HEAD']],
  ['/openapi.json', ['GET', 'HEAD']],
]);

/**
 * Starts to listen.
 * @param changed limits that replace the defaults
 * @throws StationError `service-needs-tls`, `service-port-taken`, `service-address-unusable`, `service-certificate-unusable`
 */
export async function startWebServer(deps: WebServerDeps, changed: Partial<Limits> = {}): Promise<WebServer> {
  const { settings } = deps;
  const limits = { ...defaultLimits(settings.bodyMiB), ...changed };
  const gate = createGate(settings);
  const address = await addressToListenOn(settings);
  const source = { settings, passphrase: deps.passphrase };
  let certificate = settings.transport === 'files' || settings.transport === 'pkcs12' ? await readCertificate(source) : null;

  let closing = false;
  let connections: Connections | null = null;
  const calls = createCalls(deps.emit, () => {
    if (closing) connections?.closeUnused();
  });
  const app = fastify({
    logger: false,
    // No push is lost over the case of a path or its last slash.
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
    serverFactory: (handle) => createServer(certificate, limits, calls, handle),
    trustProxy: gate.sharesAddress ? gate.trusts : false,
    // Refused by our own hook, in the format of other refusals.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerMalformed(error, socket, calls),
    frameworkErrors: (error, request, reply) => void sendRefusal(refusalOf(error), request, reply),
  });
  connections = watchConnections(app.server, gate, limits, calls.busy, calls.refused);
  addHooks(app, gate, calls, limits, () => closing);
  answerErrors(app, paths);
  app.removeAllContentTypeParsers();
  await app.register(swagger, openApi(deps.version));
  await app.register((scope) => tokenEndpoint(scope, deps.access, calls, limits));
  await app.register((scope) => documentsEndpoint(scope, deps, calls, limits));
  await app.register(async (scope) => statusEndpoints(scope, calls, () => !closing && deps.ready()));

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
    // Work of callers that are gone is finished too, within the same time.
    await Promise.race([calls.allOver(), tooLate.then(() => pause(lastEventsMs))]);
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
    // A caller that waits for "100 Continue" has sent nothing yet, and may never.
    const all = !unread || (calls.of(raw).continues !== 'wanted' && (await discardBody(raw, limits.unwanted)));
    if (!all || closing()) reply.header('connection', 'close');
    return payload;
  });
}

/** The OpenAPI description, generated from the schemas of the routes. */
const openApi = (version: string): FastifyDynamicSwaggerOptions => ({
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Signing Station: the web service of the client',
      description: 'Documents to be signed are fetched here, and transaction records are pushed here.',
      version,
    },
    components: {
      securitySchemes: {
        token: { type: 'oauth2', flows: { password: { tokenUrl: tokenPath, scopes: {} } } },
      },
    },
  },
});
