/** `POST /api/Integration/Documents` (interface description, endpoint B): documents to be signed (use 1), and pushed records (use 2). */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import bearerAuth from '@fastify/bearer-auth';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceSettings } from '../../../../shared/domain/web-service/web-service.ts';
import { type ProblemCode, problemOf, StationError } from '../../../../shared/errors.ts';
import { freeMemory } from '../../../platform/files/free-memory.ts';
import { inUtf8 } from '../../../platform/json/body-encoding.ts';
import { type BodyRecords, classifyBody, type PushBody, recordAt } from '../../records/records.ts';
import type { Caller } from '../access/password-grant.ts';
import { oversizedBody } from '../inbox/inbox-repository.ts';
import type { Intake, PushOutcome } from '../inbox/ingest-push.ts';
import type { PublishedAnswer } from '../publishing/answers.ts';
import type { Publishing } from '../publishing/publishing.ts';
import { type Call, type Calls, sendContinue } from './call.ts';
import { type Limits, maxBodyBytes } from './limits.ts';
import { CodingFault, createAdmission, decompressBody, keepPace, readBody, readCodings } from './receive-body.ts';
import { Refusal } from './refusal.ts';
import { documentsAnswer, documentsBody, errorResponses } from './schemas.ts';

export const documentsPath = '/api/Integration/Documents';

const schema = {
  operationId: 'documents',
  summary: 'Documents to be signed (use 1), or a record that is pushed (use 2)',
  security: [{ token: [] }],
  body: documentsBody,
  response: { 200: documentsAnswer, ...errorResponses([400, 401, 403, 408, 413, 415, 431, 500, 503]) },
};

/** Null for a token that is not valid. */
export type CallerOf = { callerOf(token: string): Caller | null | Promise<Caller | null> };

type DocumentsEndpointDeps = Omit<BodyDeps, 'calls'> & { access: CallerOf };

/** `leave`: releases the memory of its body. */
type Admitted = { contentType: string | undefined; leave(): void };

export async function documentsEndpoint(app: FastifyInstance, deps: DocumentsEndpointDeps, calls: Calls, limits: Limits): Promise<void> {
  const body: BodyDeps = { ...deps, calls };
  const enter = createAdmission(limits.bodies);
  const admitted = new WeakMap<IncomingMessage, Admitted>();
  await app.register(bearerAuth, {
    keys: new Set<string>(),
    // The case of a scheme's name is free (RFC 9110 section 11.1).
    specCompliance: 'rfc6749',
    addHook: false,
    auth: async (token, { raw }) => recognise(calls.of(raw), await deps.access.callerOf(token)),
  });
  // The type that each request gets below.
  app.addContentTypeParser('application/json', ({ raw }: FastifyRequest) => receiveBody(body, raw, limits.pace));
  app.post<{ Body: Buffer }>(
    documentsPath,
    {
      schema,
      // `classifyBody` reads the bytes.
      validatorCompiler: () => () => true,
      onRequest: [
        (request, reply, done) =>
          app.verifyBearerAuth?.(request, reply, (error) => done(error === undefined ? undefined : refusalOfToken(error, request, calls))),
        async ({ headers, raw }) => {
          const place = enter(memoryOf(headers, maxBodyBytes(deps.settings.bodyMiB)));
          admitted.set(raw, { contentType: headers['content-type'], leave: place.leave });
          // A body of any type is read or quarantined; Fastify would refuse a type that it cannot parse.
          headers['content-type'] = 'application/json';
          calls.of(raw).atEnd(place.leave);
          await place.admitted;
        },
      ],
      preParsing: sendContinue(calls),
    },
    ({ raw, body: received = Buffer.alloc(0) }, reply) => answerCall(body, { raw, received, ...admitted.get(raw) }, reply, limits),
  );
}

/** Bytes of memory for a body: it is in memory whole, and a compressed one decompressed too. */
function memoryOf({ 'content-length': length, 'content-encoding': coding }: IncomingHttpHeaders, maxBytes: number): number {
  return length === undefined || coding !== undefined ? maxBytes : Math.min(Number(length), maxBytes);
}

async function answerCall(
  deps: BodyDeps,
  { raw, received, contentType, leave }: Partial<Admitted> & { raw: IncomingMessage; received: Buffer },
  reply: FastifyReply,
  limits: Limits,
): Promise<FastifyReply> {
  const { calls } = deps;
  const call = calls.of(raw);
  const documents = await calls.work(call, processBody(deps, call, received, contentType)).catch((thrown: unknown) => {
    if (call.kind === 'not-stored' || call.kind === 'not-answered') call.code = problemOf(thrown).code;
    throw thrown;
  });
  // Sending an answer may take longer than reading its request.
  leave?.();
  return documents === null ? reply.send({}) : sendDocuments(reply, documents, call, limits);
}

function recognise(call: Call, caller: Caller | null): boolean {
  call.caller = caller;
  call.user = caller?.name ?? null;
  return caller !== null;
}

/** The tokens could not be read: that is no reason for the caller to request another one. */
function refusalOfToken(error: Error, request: FastifyRequest, calls: Calls): Error {
  if (!(error instanceof StationError)) return unauthorized(request, calls);
  const call = calls.of(request.raw);
  [call.kind, call.code] = ['token-failed', error.problem.code];
  return error;
}

/** RFC 6750 section 3: only a caller with a token learns what is wrong. */
function unauthorized({ raw }: FastifyRequest, calls: Calls): Refusal {
  calls.of(raw).kind = 'unauthorized';
  const challenge = raw.headers.authorization === undefined ? '' : ', error="invalid_token"';
  return new Refusal(401, 'a valid token is needed', { 'www-authenticate': `Bearer realm="Signing Station"${challenge}` });
}

type BodyDeps = {
  settings: Pick<ServiceSettings, 'bodyMiB'>;
  publishing: Pick<Publishing, 'answer'>;
  intake: Intake;
  calls: Calls;
};

/** The most telling outcome first. */
const kinds = { 'new-version': 'push-changed', stored: 'push', duplicate: 'push-duplicate' } as const satisfies Record<PushOutcome, string>;

/** Error texts of quarantined bodies. */
const texts: Partial<Record<ProblemCode, string>> = {
  'body-neither': 'the body holds neither JsonTransaction nor a member of the transaction record',
  'body-not-json': 'the body is not valid JSON in UTF-8',
  'body-repeats-member': 'an object in the body has a member twice',
  'body-not-an-object': 'the body and its JsonTransaction must be JSON objects',
  'body-too-deep': 'the body has too many levels or values',
  'body-coding-unknown': `the body must be compressed in one of these ways or in none: ${readCodings}`,
  'body-coding-broken': 'the body cannot be decompressed',
};

/** Reads and decompresses a body. @throws Refusal for one that is too large, too slow, cut off, or compressed in another way */
async function receiveBody(deps: BodyDeps, request: IncomingMessage, pace: Limits['pace']): Promise<Buffer> {
  const call = deps.calls.of(request);
  const maxBytes = maxBodyBytes(deps.settings.bodyMiB);
  const { 'content-length': length, 'content-encoding': coding } = request.headers;
  const body = await readBody(request, maxBytes, pace).catch(async (thrown: unknown) => {
    if (thrown instanceof Refusal && thrown.status === 413) await noteTooLarge(deps, call, Number(length));
    throw thrown;
  });
  return decompressBody(body, coding, maxBytes).catch(async (thrown: unknown) => {
    throw thrown instanceof CodingFault ? await refuseCoding(deps, call, body, thrown) : thrown;
  });
}

/**
 * Stores the records of a body, and finds the documents that it asks for; null without such a question.
 * @throws Refusal for a body that was quarantined; StationError when it could not be stored, and while the documents are being read
 */
async function processBody(deps: BodyDeps, call: Call, received: Buffer, contentType: string | undefined): Promise<PublishedAnswer | null> {
  const caller = callerOf(call);
  const body = classifyBody(inUtf8(received, contentType) ?? received);
  if (body.kind === 'unreadable') throw await quarantine(deps, call, received, new StationError(body.why.code, body.why.detail));
  call.kind = body.kind === 'question' ? 'not-answered' : 'not-stored';
  // Records first: a record that a caller sends twice is a duplicate, and a lost one is lost.
  if (body.kind !== 'question') {
    await pushAll(deps, call, received, body);
    freeBody(body.read);
  }
  if (body.kind === 'record') return null;
  const found = await deps.publishing.answer(body.transaction, caller.name).catch((thrown: unknown) => {
    // An empty list would mean that there are no documents for this customer.
    if (problemOf(thrown).code === 'documents-being-read' && body.kind === 'question') call.kind = 'documents';
    throw thrown;
  });
  if (body.kind === 'question') call.kind = 'documents';
  call.count = found.count;
  return found;
}

/** Of a body that is stored. */
function freeBody({ body, json }: PushBody): void {
  freeMemory(body);
  for (const { bytes } of json.longTexts) if (bytes !== null) freeMemory(bytes);
}

/**
 * Stores the records of a body, and quarantines the whole body when it has more. Its event has the outcome that comes first in `kinds`.
 * @throws Refusal when one of the records was quarantined; the others are stored
 */
async function pushAll(deps: BodyDeps, call: Call, received: Buffer, { records, hasMore, read }: BodyRecords): Promise<void> {
  const outcomes = new Set<PushOutcome>();
  let refusal: Refusal | null = null;
  for (const path of records) {
    const outcome = await push(deps, call, recordAt(read, path));
    if (outcome instanceof Refusal) refusal = outcome;
    else outcomes.add(outcome);
  }
  if (hasMore) await quarantineRest(deps, call, received);
  if (refusal) throw refusal;
  if (!hasMore) call.kind = Object.entries(kinds).find(([outcome]) => outcomes.has(outcome as PushOutcome))?.[1] ?? null;
}

/** A full quarantine does not fail a call whose records are stored: it would fail each further one. */
async function quarantineRest(deps: BodyDeps, call: Call, received: Buffer): Promise<void> {
  try {
    await quarantine(deps, call, received, new StationError('body-has-more'));
  } catch (thrown) {
    if (problemOf(thrown).code !== 'inbox-full') throw thrown;
    call.code = 'inbox-full';
  }
}

async function push(deps: BodyDeps, call: Call, body: PushBody): Promise<PushOutcome | Refusal> {
  const { intake } = deps;
  const caller = callerOf(call);
  try {
    if (!caller.guest) return (await intake.ingestPush(body, caller.name)).outcome;
    await intake.rehearse(body);
    return 'stored';
  } catch (thrown) {
    // Nothing is stored then: a body that is no record is quarantined like any other.
    if (!['record-not-as-described', 'record-too-large'].includes(problemOf(thrown).code)) throw thrown;
    return quarantine(deps, call, body.body, thrown);
  }
}

/** Adds an item without contents to the inbox for a body that is too large. `stated`: its Content-Length; NaN for none. */
async function noteTooLarge({ settings, intake, calls }: BodyDeps, call: Call, stated: number): Promise<void> {
  if (call.caller === null || call.caller.guest) return;
  call.kind = 'not-stored';
  const body = oversizedBody(stated, settings.bodyMiB);
  await calls.work(call, intake.noteTooLarge(body.size, call.caller.name, body.problem));
  call.kind = 'quarantined';
  call.code = 'body-too-large';
}

/** Quarantines a body that cannot be decompressed as it came; one that becomes too large leaves an item without contents. */
async function refuseCoding(deps: BodyDeps, call: Call, received: Buffer, { kind }: CodingFault): Promise<Refusal> {
  if (kind === 'too-large') {
    await noteTooLarge(deps, call, Number.NaN);
    return new Refusal(413, 'the body is too large');
  }
  const why = new StationError(kind === 'unknown' ? 'body-coding-unknown' : 'body-coding-broken');
  const { message } = await deps.calls.work(call, quarantine(deps, call, received, why));
  return kind === 'unknown' ? new Refusal(415, message, { 'accept-encoding': readCodings }) : new Refusal(400, message);
}

/** Quarantines a body; it is on the disk before the answer. @returns the refusal @throws StationError when it cannot be stored */
async function quarantine({ intake }: BodyDeps, call: Call, body: Buffer, why: unknown): Promise<Refusal> {
  const caller = callerOf(call);
  call.kind = 'not-stored';
  const found = problemOf(why);
  if (!caller.guest) await intake.quarantine(body, caller.name, found);
  call.kind = 'quarantined';
  call.code = found.code;
  return new Refusal(400, texts[found.code] ?? 'the body is no transaction record');
}

function callerOf({ caller }: Call): Caller {
  if (caller === null) throw new Error('a call without a caller');
  return caller;
}

function sendDocuments(reply: FastifyReply, answer: PublishedAnswer, call: Call, { pace }: Limits): FastifyReply {
  const { raw } = reply;
  const { socket } = raw;
  // At any end of the call: the last byte, a disconnected caller, an unreadable document. A caller that ended its side may be gone, and the
  // system takes the bytes for it all the same.
  call.atEnd((complete) => answer.finished(complete && raw.statusCode === 200 && socket?.readableEnded === false));
  const stop = keepPace(
    pace,
    () => socket?.bytesWritten ?? 0,
    () => raw.destroy(),
  );
  call.atEnd(stop);
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('content-length', answer.size)
    .send(Readable.from(ofAnnouncedSize(answer)));
}

/** Checks the announced size: a caller would read surplus bytes as the beginning of the next answer. */
async function* ofAnnouncedSize({ body, size }: PublishedAnswer): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const piece of body) {
    sent += piece.length;
    if (sent > size) break;
    yield piece;
  }
  if (sent !== size) throw new Error('the answer is not as long as it was said to be');
}
