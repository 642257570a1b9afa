/** Answers errors with JSON that has one member `error`, which never repeats what was sent. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { StationError } from '../../../../shared/errors.ts';
import { busy, Refusal } from './refusal.ts';
import { tokenPath } from './token-endpoint.ts';

/** Maps an error to a refusal; an unknown error is a fault of the station. */
export function refusalOf(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown;
  if (thrown instanceof StationError) {
    const { code, detail } = thrown.problem;
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

export function sendRefusal(refusal: Refusal, { routeOptions }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = routeOptions.url === tokenPath ? oauthCode(refusal) : refusal.message;
  return reply.code(refusal.status).headers(refusal.headers).type('application/json; charset=utf-8').send({ error });
}

/** Normalises a path for comparison: lower case, without query and last slash. */
export const plainPath = (url: string): string =>
  url
    .replace(/[?#].*$/, '')
    .replace(/(?<=.)\/$/, '')
    .toLowerCase();

/** @param paths with the methods that each of them knows */
export function answerErrors(app: FastifyInstance, paths: ReadonlyMap<string, readonly string[]>): void {
  app.setErrorHandler((error, request, reply) => sendRefusal(refusalOf(error), request, reply));
  app.setNotFoundHandler((request, reply) => {
    const methods = paths.get(plainPath(request.url));
    if (methods === undefined) return sendRefusal(new Refusal(404, 'there is nothing here'), request, reply);
    return sendRefusal(new Refusal(405, 'this method is not allowed here', { allow: methods.join(', ') }), request, reply);
  });
}
