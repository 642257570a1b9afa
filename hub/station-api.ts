/** The endpoints for stations (`shared/domain/web-service/hub.ts`), in the same server as endpoints A and B. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { hasDigest, verifyRequest } from '../main/platform/hub/signature.ts';
import { parseJson } from '../main/platform/json/parse-json.ts';
import {
  acknowledgeSchema,
  claimRequestSchema,
  enrolRequestSchema,
  type HubPublication,
  type HubRefusal,
  type HubStation,
  hubChunkBytes,
  hubPaths,
  maxWaitSeconds,
  publicationRequestSchema,
  restorationRequestSchema,
} from '../shared/domain/web-service/hub.ts';
import { StationError } from '../shared/errors.ts';
import { setClaims } from './claims.ts';
import type { Contents } from './contents.ts';
import { type HubDatabase, isId, isOfDatabase } from './database.ts';
import { acknowledge, fetchPush, readPushBody } from './events.ts';
import type { HubKeys } from './hub-keys.ts';
import { resendEvents } from './restoration.ts';
import { createStations, type FoundStation, type Stations } from './stations.ts';
import { openStreams } from './streams.ts';
import { createUploads } from './uploads.ts';

export type StationApiDeps = {
  database: HubDatabase;
  keys: HubKeys;
  contents: Contents;
  /** What stations show as the name of the hub. */
  hubName: string;
  /** A fault that cost a call, or that is tried again. */
  report?(fault: unknown): void;
  /** Milliseconds between two looks at all streams; for tests. */
  lookMs?: number;
};

export type StationApi = {
  /** Streams and long polls at this replica. */
  streams(): number;
};

/** Bytes of a JSON body: a thousand ids, or the keys of a document. */
const maxJsonBytes = 128 * 1024;
const retryAfterSeconds = 5;

const statusOf: Record<HubRefusal, number> = {
  'enrolment-code': 403,
  revoked: 401,
  signature: 401,
  clock: 401,
  elsewhere: 403,
  'not-found': 404,
  malformed: 400,
  busy: 503,
  failed: 500,
};

class Refused extends Error {
  readonly code: HubRefusal;
  readonly status: number;
  readonly retryAfter: number | null;

  constructor(code: HubRefusal, { status = statusOf[code], retryAfter = null as number | null } = {}) {
    super(code);
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Who signed a request. */
type Signed = { stationId: string; runId: string; name: string; digest: string | null };

export async function registerStationApi(app: FastifyInstance, deps: StationApiDeps): Promise<StationApi> {
  const { database, keys, report = () => undefined } = deps;
  const stations = createStations({ database, keys });
  const streams = openStreams({ database, keys, report, ...(deps.lookMs !== undefined && { lookMs: deps.lookMs }) });
  const uploads = createUploads({ database, keys, contents: deps.contents });
  await app.register(async (scope) => {
    scope.addHook('preClose', streams.close);
    scope.setErrorHandler((error, _request, reply) => {
      const refused = refusalOf(error);
      if (refused.status >= 500) report(error);
      // A station signs again by this time, and its next call may be at another replica.
      if (refused.code === 'clock') reply.header('date', database.now().toUTCString());
      return sendRefusal(reply, refused);
    });
    // A body is read as it was signed.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    enrolmentRoute(scope, stations, deps);
    await scope.register(async (signed) => {
      const signer = requireSignature(signed, stations, database.now);
      stationRoutes(signed, { ...deps, streams, stations, signer });
      publicationRoutes(signed, uploads, signer);
    });
  });
  return { streams: streams.count };
}

const sendRefusal = (reply: FastifyReply, { code, status, retryAfter }: Refused): FastifyReply => {
  const wait = retryAfter ?? (code === 'busy' ? retryAfterSeconds : null);
  if (wait !== null) reply.header('retry-after', String(wait));
  return reply.code(status).type('application/json; charset=utf-8').send({ error: code });
};

function refusalOf(thrown: unknown): Refused {
  if (thrown instanceof Refused) return thrown;
  if (!(thrown instanceof Error)) return new Refused('failed');
  if (thrown instanceof StationError) return new Refused(thrown.problem.code === 'hub-database-unusable' ? 'busy' : 'failed');
  // Fastify's own errors and the refusals of the server.
  const status: unknown = Reflect.get(thrown, 'statusCode') ?? Reflect.get(thrown, 'status');
  if (typeof status === 'number' && status < 500) return new Refused('malformed', { status });
  return new Refused(status === 503 || isOfDatabase(thrown) ? 'busy' : 'failed');
}

const json = { schema: { hide: true }, bodyLimit: maxJsonBytes, exposeHeadRoute: false } as const;

function enrolmentRoute(
  scope: FastifyInstance,
  stations: Pick<Stations, 'enrol'>,
  { hubName, database }: Pick<StationApiDeps, 'hubName' | 'database'>,
): void {
  scope.post(hubPaths.enrol, json, async ({ body, ip }): Promise<HubStation> => {
    const { code, publicKey } = parsed(enrolRequestSchema, body);
    const enrolled = await stations.enrol(code, publicKey, ip);
    if (enrolled === 'refused') throw new Refused('enrolment-code');
    if ('retryAfter' in enrolled) throw new Refused('busy', { status: 429, retryAfter: enrolled.retryAfter });
    return { stationId: enrolled.id, name: enrolled.name, hubName, history: database.history() };
  });
}

/** Verifies the signature before the body is read, and the body's digest after it. */
function requireSignature(scope: FastifyInstance, stations: Pick<Stations, 'find' | 'admit' | 'touch'>, now: () => Date) {
  const signers = new WeakMap<IncomingMessage, Signed>();
  const signer = ({ raw }: FastifyRequest): Signed => {
    const found = signers.get(raw);
    if (!found) throw new Error('a request without a verified signature');
    return found;
  };
  scope.addHook('onRequest', async ({ raw }) => {
    let found: FoundStation | null = null;
    const keyOf = async (id: string) => {
      found = await stations.find(id);
      return found?.key ?? null;
    };
    const verified = await verifyRequest({ method: raw.method ?? '', target: raw.url ?? '', headers: raw.headers }, keyOf, now());
    if (typeof verified === 'string') throw new Refused(verified);
    const station = found as FoundStation | null;
    if (station === null || !(await stations.admit(verified.stationId, verified.runId, station))) throw new Refused('elsewhere');
    signers.set(raw, { ...verified, name: station.name });
    stations.touch(verified.stationId);
  });
  scope.addHook('preValidation', async (request) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (!hasDigest(body, signer(request).digest)) throw new Refused('signature');
  });
  return signer;
}

type Signer = ReturnType<typeof requireSignature>;

function stationRoutes(
  scope: FastifyInstance,
  {
    database,
    keys,
    contents,
    hubName,
    streams,
    stations,
    signer,
  }: StationApiDeps & { streams: ReturnType<typeof openStreams>; stations: Stations; signer: Signer },
): void {
  scope.get(hubPaths.station, json, async (request): Promise<HubStation> => {
    const { stationId, name } = signer(request);
    return { stationId, name, hubName, history: database.history() };
  });

  scope.post(hubPaths.claims, json, async (request) => {
    const answer = await setClaims({ database, keys }, signer(request).stationId, parsed(claimRequestSchema, request.body));
    if (answer === null) throw new Refused('revoked');
    return answer;
  });

  scope.post(hubPaths.acknowledge, json, async (request, reply) => {
    const { stationId } = signer(request);
    const { events } = parsed(acknowledgeSchema, request.body);
    // Its stream may wait for this to send more.
    if (await acknowledge(database.pool, stationId, events)) database.wake([stationId]);
    return reply.code(204).send();
  });

  scope.post(hubPaths.restoration, json, async (request) => {
    const answer = await resendEvents(database, signer(request).stationId, parsed(restorationRequestSchema, request.body));
    if (answer === null) throw new Refused('revoked');
    return answer;
  });

  scope.get<{ Querystring: { wait?: string } }>(hubPaths.events, json, async (request, reply) => {
    const { stationId, runId } = signer(request);
    // Added before the listener of the stream, which ends an answer whose reader is gone.
    reply.raw.once('close', () => reply.raw.writableEnded || stations.release(stationId, runId));
    if (request.headers.accept?.includes('text/event-stream')) {
      reply.hijack();
      return streams.stream(stationId, reply.raw);
    }
    const wait = parsed(z.coerce.number().min(0), request.query.wait ?? 0);
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const events = await streams.poll(stationId, Math.min(wait, maxWaitSeconds) * 1000, gone.signal);
    if (events === null) throw new Refused('revoked');
    return { events };
  });

  scope.get<{ Params: { id: string } }>(hubPaths.push, json, async (request, reply) => {
    const id = idOf(request);
    const found = await fetchPush(database, signer(request).stationId, id);
    if (found === null) throw new Refused('not-found');
    return reply
      .type('application/octet-stream')
      .header('content-length', found.size)
      .send(Readable.from(readPushBody({ database, keys, contents }, id, found.contentId)));
  });
}

function publicationRoutes(scope: FastifyInstance, uploads: ReturnType<typeof createUploads>, signer: Signer): void {
  const known = (publication: HubPublication | null): HubPublication => {
    if (publication === null) throw new Refused('not-found');
    return publication;
  };
  scope.post(hubPaths.publications, json, async (request) =>
    known(await uploads.begin(signer(request).stationId, parsed(publicationRequestSchema, request.body))),
  );
  scope.get<{ Params: { id: string } }>(hubPaths.publication, json, async (request) =>
    known(await uploads.find(signer(request).stationId, idOf(request))),
  );
  scope.delete<{ Querystring: { upTo?: string } }>(hubPaths.publications, json, async (request, reply) => {
    await uploads.withdrawAll(signer(request).stationId, parsed(z.coerce.number().int().min(0), request.query.upTo));
    return reply.code(204).send();
  });
  scope.delete<{ Params: { id: string } }>(hubPaths.publication, json, async (request) =>
    known(await uploads.withdraw(signer(request).stationId, idOf(request))),
  );
  scope.put<{ Params: { id: string }; Querystring: { offset?: string } }>(
    hubPaths.content,
    { ...json, bodyLimit: hubChunkBytes },
    async (request, reply) => {
      const offset = parsed(z.coerce.number().int().min(0), request.query.offset);
      const piece = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const appended = await uploads.append(signer(request).stationId, idOf(request), offset, piece);
      const publication = known(appended?.publication ?? null);
      return reply.code(appended?.isExpected ? 200 : 409).send(publication);
    },
  );
}

/** @throws Refused `not-found` for what is no id */
function idOf({ params: { id } }: FastifyRequest<{ Params: { id: string } }>): string {
  if (!isId(id)) throw new Refused('not-found');
  return id;
}

/** @throws Refused `malformed` */
function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const found = schema.safeParse(Buffer.isBuffer(value) ? parseJson(value.toString('utf8')) : value);
  if (!found.success) throw new Refused('malformed');
  return found.data;
}
