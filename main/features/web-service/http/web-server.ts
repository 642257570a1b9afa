/** The web server: endpoints A and B of the interface description, health, readiness, and their OpenAPI description. */

import { randomUUID } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { ServiceEvent, ServiceSettings } from '../../../../shared/domain/web-service/web-service.ts';
import { StationError } from '../../../../shared/errors.ts';
import { systemCode } from '../../../platform/files/disk-problem.ts';
import type { Access } from '../access/access.ts';
import type { Intake } from '../inbox/ingest-push.ts';
import type { Publishing } from '../publishing/publishing.ts';
import { type Calls, createCalls, selfTestHeader } from './call.ts';
import { type CertificateNote, followCertificate, readCertificate } from './certificate.ts';
import { answerMalformed, type Connections, createServer, isSecure, watchConnections } from './create-server.ts';
import { type CallerOf, documentsEndpoint, documentsPath } from './documents-endpoint.ts';
import { bareAddress, createGate, type Gate, isLoopback } from './gate.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { discardBody, hasBody } from './receive-body.ts';
import { busy, Refusal } from './refusal.ts';
import { type NotReady, statusEndpoints } from './status-endpoints.ts';
import { tokenEndpoint, tokenPath } from './token-endpoint.ts';

export type WebServerDeps = {
  settings: ServiceSettings;
  /** Passphrase of the PKCS#12 file; null for none. */
  passphrase: string | null;
  access: Pick<Access, 'token'> & CallerOf;
  publishing: Pick<Publishing, 'answer'>;
  intake: Intake;
  /** Whether a push could be stored now. */
  ready(): boolean | Promise<boolean>;
  /** See `Publishing`; without it there is no watched folder. */
  reading?(): boolean;
  /** Emits each answered call and each refused connection, never their content. */
  emit(event: ServiceEvent): void;
  /** Called with what the log says of the certificate's files. */
  noteCertificate?(note: CertificateNote): void;
  /** Version of the station, for the OpenAPI description. */
  version: string;
  extension?: Extension;
};

/**
 * Further endpoints in the same server, for other callers than the provider, below these paths: the list of allowed callers does not apply
 * to them, and their calls emit no events.
 */
export type Extension = {
  paths: readonly string[];
  register(app: FastifyInstance): Promise<unknown>;
};

export type WebServer = {
  /** `{client_base_url}`, one for each listening address. */
  urls: string[];
  /** End of the certificate, ISO 8601; null without one. */
  certificateEnds: string | null;
  /** The certificate itself, PEM, for the self-test, which trusts no other; null without one. */
  certificate: string | null;
  /** Calls with this value in the header `selfTestHeader` are those of the self-test: they emit no events. */
  selfTestMark: string;
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

  const selfTestMark = randomUUID();
  let closing = false;
  let connections: Connections | null = null;
  const calls = createCalls(deps.emit, () => {
    if (closing) connections?.closeUnused();
  });
  const app = fastify({
    logger: false,
    // No push is lost over the case of a path, its last slash or a repeated one.
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true },
    // A whole address in place of the path, as to a proxy (RFC 9112, 3.2.2).
    rewriteUrl: ({ url = '/' }) => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/'),
    serverFactory: (handle) => createServer(certificate, limits, calls, handle),
    trustProxy: gate.sharesAddress ? gate.trusts : false,
    // Refused by our own hook, in the format of other refusals.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerMalformed(error, socket, calls),
    frameworkErrors: (error, request, reply) => void sendRefusal(refusalOf(error), request, reply),
  });
  connections = watchConnections(app.server, gate, limits, calls.busy, calls.noteNotAllowed);
  addHooks(app, { gate, calls, limits, selfTestMark, closing: () => closing, extended: extended(deps.extension) });
  answerErrors(app);
  app.removeAllContentTypeParsers();
  try {
    await app.register(swagger, openApi(deps.version));
    await app.register((scope) => tokenEndpoint(scope, deps.access, calls, limits));
    await app.register((scope) => documentsEndpoint(scope, deps, calls, limits));
    await app.register(async (scope) => statusEndpoints(scope, calls, () => notReady(deps, closing)));
    await deps.extension?.register(app);
    await app.listen({ host: address, port: settings.port, exclusive: true }).catch((thrown: unknown) => {
      throw listenProblem(thrown, settings);
    });
  } catch (thrown) {
    await app.close();
    throw thrown;
  }
  const { server } = app;
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : settings.port;
  const stopFollowing =
    certificate && isSecure(server)
      ? followCertificate(server, {
          source,
          first: certificate,
          every: limits.certificate,
          renewed: (found) => {
            certificate = found;
          },
          note: (note) => deps.noteCertificate?.(note),
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
    selfTestMark,
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

/** Why a call would be refused now; null when it would not. */
async function notReady({ ready, reading }: WebServerDeps, closing: boolean): Promise<NotReady | null> {
  if (closing) return 'closing';
  if (!(await ready())) return 'storage';
  return reading?.() ? 'reading-folder' : null;
}

type HookDeps = { gate: Gate; calls: Calls; limits: Limits; selfTestMark: string; closing(): boolean; extended(path: string): boolean };

function addHooks(app: FastifyInstance, { gate, calls, limits, selfTestMark, closing, extended }: HookDeps): void {
  app.addHook('onRequest', async ({ raw, ip, url }) => {
    if (raw.headers[selfTestHeader] === selfTestMark) calls.of(raw).quiet = true;
    // RFC 9112 section 3.2.
    if (raw.httpVersion === '1.1' && countHosts(raw.rawHeaders) !== 1) throw new Refusal(400, 'one Host header is needed');
    if (extended(plainPath(url))) {
      calls.of(raw).quiet = true;
      if (closing()) throw busy('the service is being closed');
      return;
    }
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

/** Whether a path is one of the extension, or below one. @param extension undefined for none */
function extended(extension: Extension | undefined): (path: string) => boolean {
  const roots = extension?.paths.map(plainPath) ?? [];
  return (path) => roots.some((root) => path === root || path.startsWith(`${root}/`));
}

/** @param headers names and values in turn; `headersDistinct` would sort all of them for each call */
const countHosts = (headers: readonly string[]): number =>
  headers.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;

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

/** Maps an error to a refusal; an unknown error is a fault of the station. */
function refusalOf(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown;
  if (thrown instanceof StationError) {
    const { code, detail } = thrown.problem;
    if (code === 'hub-database-unusable') return busy('the database does not answer');
    if (code === 'documents-being-read') return busy('the documents are still being read');
    return code === 'service-busy' ? busy('too much at once', Number(detail?.retryAfter ?? 5)) : couldNot();
  }
  const status = thrown instanceof Error && 'statusCode' in thrown ? Number(thrown.statusCode) : 500;
  // Fastify's own errors, by their status: their texts quote what was sent.
  if (status === 413) return new Refusal(413, 'the body is too large');
  if (status === 415) return new Refusal(415, 'the content type is not supported');
  return status >= 400 && status < 500 ? new Refusal(400, 'the request cannot be read') : couldNot();
}

const couldNot = (): Refusal => new Refusal(500, 'the call could not be completed');

const oauthCodes = ['unsupported_grant_type', 'invalid_grant', 'temporarily_unavailable'];

/** Error codes of OAuth 2.0 for the token endpoint (RFC 6749, sections 4.1.2.1 and 5.2). */
function oauthCode({ status, message }: Refusal): string {
  if (oauthCodes.includes(message)) return message;
  if (status === 503) return 'temporarily_unavailable';
  return status === 500 ? 'server_error' : status === 403 ? 'access_denied' : 'invalid_request';
}

function sendRefusal(refusal: Refusal, { routeOptions }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = routeOptions.url === tokenPath ? oauthCode(refusal) : refusal.message;
  return reply.code(refusal.status).headers(refusal.headers).type('application/json; charset=utf-8').send({ error });
}

/** Normalises a path for comparison: lower case, without query, last slash and repeated slashes. */
function plainPath(url: string): string {
  return url
    .replace(/[?#].*$/, '')
    .replace(/\/+/g, '/')
    .replace(/(?<=.)\/$/, '')
    .toLowerCase();
}

function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendRefusal(refusalOf(error), request, reply));
  app.setNotFoundHandler((request, reply) => {
    const methods = paths.get(plainPath(request.url));
    if (methods === undefined) return sendRefusal(new Refusal(404, 'there is nothing here'), request, reply);
    return sendRefusal(new Refusal(405, 'this method is not allowed here', { allow: methods.join(', ') }), request, reply);
  });
}

/**
 * The address to listen on.
 * @throws StationError `service-address-unusable`; `service-needs-tls` when other machines could read the traffic
 */
async function addressToListenOn({ host, transport }: Pick<ServiceSettings, 'host' | 'transport'>): Promise<string> {
  const address = bareAddress(host) ?? (await lookup(host).catch(() => null))?.address;
  if (address === undefined) throw new StationError('service-address-unusable', { address: host });
  if (transport === 'none' && !isLoopback(address)) throw new StationError('service-needs-tls');
  return address;
}

/** Maps an error of `listen` to a StationError. */
function listenProblem(thrown: unknown, { host, port }: Pick<ServiceSettings, 'host' | 'port'>): unknown {
  const code = systemCode(thrown);
  if (code === 'EADDRINUSE' || code === 'EACCES') return new StationError('service-port-taken', { port });
  return code === null ? thrown : new StationError('service-address-unusable', { address: host });
}

/** Base addresses; for a service that listens on all interfaces, loopback first. */
function urlsOf(scheme: 'http' | 'https', address: string, port: number): string[] {
  const listened = address === '0.0.0.0' || address === '::' ? ownAddresses(address === '::') : [address];
  return listened.map((one) => `${scheme}://${isIP(one) === 6 ? `[${one}]` : one}:${port}`);
}

function ownAddresses(both: boolean): string[] {
  const found = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    // Link-local IPv6 addresses need the name of an interface, which callers do not know.
    .filter(({ family, scopeid }) => (family === 'IPv4' ? true : both && !scopeid))
    .sort((one, other) => Number(other.internal) - Number(one.internal));
  return found.map(({ address }) => address);
}
