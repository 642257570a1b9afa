/** `POST /api/Integration/Documents` (interface description, endpoint B): documents to be signed, and pushed records. */

import type { IncomingHttpHeaders } from 'node:http';
import bearerAuth from '@fastify/bearer-auth';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServiceSettings } from '../../../../shared/domain/web-service.ts';
import { type ProblemCode, problemOf, StationError } from '../../../../shared/errors.ts';
import type { JsonPath } from '../../../platform/json/scan-json.ts';
import { type PushBody, partOf, readPushBody } from '../../records/records.ts';
import type { Access, Caller } from '../access/access.ts';
import type { Intake } from '../inbox/inbox.ts';
import { oversizedBody } from '../inbox/inbox-row.ts';
import type { PushOutcome } from '../inbox/ingest-push.ts';
import type { PublishedAnswer } from '../publishing/answers.ts';
import type { Publishing } from '../publishing/publishing.ts';
import { createAdmission } from './admission.ts';
import type { Call, Calls } from './call.ts';
import { classifyBody } from './classify-body.ts';
import { CodingFault, decompressBody, readCodings } from './decompress-body.ts';
import { type Limits, maxBodyBytes } from './limits.ts';
import { inUtf8 } from './media-type.ts';
import { readBody } from './read-body.ts';
import { Refusal } from './refusal.ts';
import { documentsAnswer, documentsBody, errorResponses } from './schemas.ts';
import { sendDocuments } from './send-documents.ts';
import { sendContinue } from './token-endpoint.ts';

export const documentsPath = '/api/Integration/Documents';

const kinds = { stored: 'push', duplicate: 'push-again', 'new-version': 'push-changed' } as const satisfies Record<PushOutcome, string>;

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

export type DocumentsEndpointDeps = {
  settings: Pick<ServiceSettings, 'bodyMiB'>;
  access: Pick<Access, 'callerOf'>;
  publishing: Pick<Publishing, 'answer'>;
  intake: Intake;
};

export async function documentsEndpoint(app: FastifyInstance, deps: DocumentsEndpointDeps, calls: Calls, limits: Limits): Promise<void> {
  const { access, publishing, intake } = deps;
  const maxBytes = maxBodyBytes(deps.settings.bodyMiB);
  const enter = createAdmission(limits.bodies);
  const places = new WeakMap<Call, () => void>();
  const types = new WeakMap<object, string | undefined>();

  await app.register(bearerAuth, {
    keys: new Set<string>(),
    // The case of a scheme's name is free (RFC 9110 section 11.1).
    specCompliance: 'rfc6749',
    addHook: false,
    auth: (token, { raw }) => recognise(calls.of(raw), access.callerOf(token)),
  });

  app.addContentTypeParser('*', async ({ raw }: FastifyRequest) => {
    const call = calls.of(raw);
    const { 'content-length': length, 'content-encoding': coding } = raw.headers;
    const body = await readBody(raw, maxBytes, limits.pace).catch(async (thrown: unknown) => {
      if (thrown instanceof Refusal && thrown.status === 413) await noteTooLarge(call, Number(length));
      throw thrown;
    });
    return decompressBody(body, coding, maxBytes).catch(async (thrown: unknown) => {
      throw thrown instanceof CodingFault ? await refuseCoding(call, body, thrown) : thrown;
    });
  });
  app.post<{ Body: Buffer }>(
    documentsPath,
    {
      schema: {
        operationId: 'documents',
        summary: 'Documents to be signed (use 1), or a record that is pushed (use 2)',
        security: [{ token: [] }],
        body: documentsBody,
        response: { 200: documentsAnswer, ...errorResponses([400, 401, 403, 408, 413, 415, 431, 500, 503]) },
      },
      // `classifyBody` reads the bytes.
      validatorCompiler: () => () => true,
      onRequest: [
        (request, reply, done) =>
          app.verifyBearerAuth?.(request, reply, (error) => done(error === undefined ? undefined : unauthorized(request, calls))),
        async ({ headers, raw }) => {
          // A body of any type is read or quarantined; Fastify would refuse a type that it cannot parse.
          types.set(raw, headers['content-type']);
          headers['content-type'] = 'application/json';
        },
        ({ raw }) => awaitPlace(calls.of(raw), raw.headers),
      ],
      preParsing: async ({ raw }, { raw: response }, payload) => {
        sendContinue(calls.of(raw), response);
        return payload;
      },
    },
    async ({ raw, body = Buffer.alloc(0) }, reply) => {
      const call = calls.of(raw);
      const documents = await calls.work(call, answer(call, body, types.get(raw))).catch((thrown: unknown) => {
        if (call.kind === 'not-kept') call.code = problemOf(thrown).code;
        throw thrown;
      });
      // Sending an answer may take longer than reading its request.
      places.get(call)?.();
      return documents === null ? reply.send({}) : sendDocuments(reply, documents, call, limits);
    },
  );

  /** Waits for memory: a body is in memory whole, and a compressed one decompressed too. */
  function awaitPlace(call: Call, { 'content-length': length, 'content-encoding': coding }: IncomingHttpHeaders): Promise<void> {
    const stated = length === undefined || coding !== undefined ? maxBytes : Math.min(Number(length), maxBytes);
    const { admitted, leave } = enter(stated);
    places.set(call, leave);
    call.atEnd(leave);
    return admitted;
  }

  /** @returns null for a stored record */
  async function answer(call: Call, came: Buffer, contentType: string | undefined): Promise<PublishedAnswer | null> {
    const { caller } = call;
    if (caller === null) throw new Error('a call without a caller');
    const body = inUtf8(came, contentType) ?? came;
    const asked = classifyBody(body);
    if (asked.kind === 'unreadable') throw await quarantine(call, caller, came, new StationError(asked.why.code, asked.why.detail));
    call.kind = 'not-kept';
    // Records first: what is stored twice by a caller who asks again is a duplicate, what is lost is lost.
    if (asked.kind !== 'question') for (const path of asked.records) await push(call, caller, recordAt(asked.read, path));
    if (asked.kind === 'record') return null;
    const found = await publishing.answer(asked.transaction, caller.name);
    if (asked.kind === 'question') call.kind = 'documents';
    call.count = found.count;
    return found;
  }

  async function push(call: Call, caller: Caller, body: PushBody): Promise<void> {
    try {
      if (caller.guest) await intake.rehearse(body);
      else call.kind = kinds[(await intake.ingestPush(body, caller.name)).outcome];
    } catch (thrown) {
      // Nothing is stored then: a body that is no record is quarantined like any other.
      if (!['record-not-as-described', 'record-too-large'].includes(problemOf(thrown).code)) throw thrown;
      throw await quarantine(call, caller, body.body, thrown);
    }
  }

  /** A body that is too large leaves an item without contents in the inbox. `stated`: its Content-Length; NaN for none. */
  async function noteTooLarge(call: Call, stated: number): Promise<void> {
    if (call.caller === null || call.caller.guest) return;
    call.kind = 'not-kept';
    const body = oversizedBody(stated, deps.settings.bodyMiB);
    await calls.work(call, intake.noteTooLarge(body.size, call.caller.name, body.problem));
    call.kind = 'set-aside';
    call.code = 'body-too-large';
  }

  /** A body that cannot be decompressed is quarantined as it came, and leaves an item without contents where it becomes too large. */
  async function refuseCoding(call: Call, came: Buffer, { kind }: CodingFault): Promise<Refusal> {
    if (call.caller === null) throw new Error('a call without a caller');
    if (kind === 'too-large') {
      await noteTooLarge(call, Number.NaN);
      return new Refusal(413, 'the body is too large');
    }
    const why = new StationError(kind === 'unknown' ? 'body-coding-unknown' : 'body-coding-broken');
    const { message } = await calls.work(call, quarantine(call, call.caller, came, why));
    return kind === 'unknown' ? new Refusal(415, message, { 'accept-encoding': readCodings }) : new Refusal(400, message);
  }

  /** Quarantines a body; it is on the disk before the answer. @returns the refusal @throws StationError when it cannot be stored */
  async function quarantine(call: Call, caller: Caller, body: Buffer, why: unknown): Promise<Refusal> {
    call.kind = 'not-kept';
    const found = problemOf(why);
    if (!caller.guest) await intake.quarantine(body, caller.name, found);
    call.kind = 'set-aside';
    call.code = found.code;
    return new Refusal(400, texts[found.code] ?? 'the body is no transaction record');
  }
}

/** Reads one record of a body. A wrapped record is rare, and is read a second time as its own text. */
function recordAt(whole: PushBody, path: JsonPath): PushBody {
  if (path.length === 0) return whole;
  const read = readPushBody(Buffer.from(partOf(new TextDecoder().decode(whole.body), path)));
  if (typeof read === 'string') throw new Error('a part of a JSON text is JSON');
  return read;
}

function recognise(call: Call, caller: Caller | null): boolean {
  call.caller = caller;
  call.user = caller?.name ?? null;
  // The self-test is not reported.
  if (caller?.guest) call.quiet = true;
  return caller !== null;
}

/** RFC 6750 section 3: only a caller with a token learns what is wrong. */
function unauthorized({ raw }: FastifyRequest, calls: Calls): Refusal {
  calls.of(raw).kind = 'unauthorized';
  const challenge = raw.headers.authorization === undefined ? '' : ', error="invalid_token"';
  return new Refusal(401, 'a valid token is needed', { 'www-authenticate': `Bearer realm="Signing Station"${challenge}` });
}
