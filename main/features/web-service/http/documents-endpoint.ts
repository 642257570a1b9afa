/** `POST /api/Integration/Documents` (interface description, endpoint B): documents to be signed, and pushed records. */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import bearerAuth from '@fastify/bearer-auth';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problemOf } from '../../../../shared/errors.ts';
import type { Access, Caller } from '../access/access.ts';
import { createAdmission } from './admission.ts';
import type { Call, Calls } from './call.ts';
import { type Limits, maxBodyBytes } from './limits.ts';
import { type BodyDeps, processBody, receiveBody } from './process-body.ts';
import { Refusal } from './refusal.ts';
import { documentsAnswer, documentsBody, errorResponses } from './schemas.ts';
import { sendDocuments } from './send-documents.ts';
import { sendContinue } from './token-endpoint.ts';

export const documentsPath = '/api/Integration/Documents';

const schema = {
  operationId: 'documents',
  summary: 'Documents to be signed (use 1), or a record that is pushed (use 2)',
  security: [{ token: [] }],
  body: documentsBody,
  response: { 200: documentsAnswer, ...errorResponses([400, 401, 403, 408, 413, 415, 431, 500, 503]) },
};

export type DocumentsEndpointDeps = Omit<BodyDeps, 'calls'> & { access: Pick<Access, 'callerOf'> };

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
    auth: (token, { raw }) => recognise(calls.of(raw), deps.access.callerOf(token)),
  });
  app.addContentTypeParser('*', ({ raw }: FastifyRequest) => receiveBody(body, raw, limits.pace));
  app.post<{ Body: Buffer }>(
    documentsPath,
    {
      schema,
      // `classifyBody` reads the bytes.
      validatorCompiler: () => () => true,
      onRequest: [
        (request, reply, done) =>
          app.verifyBearerAuth?.(request, reply, (error) => done(error === undefined ? undefined : unauthorized(request, calls))),
        async ({ headers, raw }) => {
          const place = enter(memoryOf(headers, maxBodyBytes(deps.settings.bodyMiB)));
          admitted.set(raw, { contentType: headers['content-type'], leave: place.leave });
          // A body of any type is read or quarantined; Fastify would refuse a type that it cannot parse.
          headers['content-type'] = 'application/json';
          calls.of(raw).atEnd(place.leave);
          await place.admitted;
        },
      ],
      preParsing: async ({ raw }, { raw: response }, payload) => {
        sendContinue(calls.of(raw), response);
        return payload;
      },
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
    if (call.kind === 'not-stored') call.code = problemOf(thrown).code;
    throw thrown;
  });
  // Sending an answer may take longer than reading its request.
  leave?.();
  return documents === null ? reply.send({}) : sendDocuments(reply, documents, call, limits);
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
