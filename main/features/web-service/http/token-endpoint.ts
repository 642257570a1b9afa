/** `POST /api/token` (interface description, endpoint A): a token for name and password. */
import { parse } from 'node:querystring';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { problemOf } from '../../../../shared/errors.ts';
import { repaired } from '../../../platform/json/body-encoding.ts';
import type { Access } from '../access/access.ts';
import { type Calls, sendContinue } from './call.ts';
import { callerAddress } from './gate.ts';
import type { Limits } from './limits.ts';
import { formType, requireForm } from './receive-body.ts';
import { Refusal } from './refusal.ts';
import { errorResponses, tokenAnswer, tokenForm } from './schemas.ts';

export const tokenPath = '/api/token';

type Form = { grant_type: string; username: string; password: string };

export async function tokenEndpoint(app: FastifyInstance, access: Pick<Access, 'token'>, calls: Calls, limits: Limits): Promise<void> {
  await app.register(formbody, { bodyLimit: limits.form, parser: parseForm });
  app.post<{ Body: Form }>(
    tokenPath,
    {
      schema: {
        operationId: 'token',
        summary: 'A token for name and password',
        consumes: [formType],
        body: tokenForm,
        response: { 200: tokenAnswer, ...errorResponses([400, 403, 408, 413, 415, 429, 431, 500, 503]) },
      },
      onRequest: async ({ headers }) => requireForm(headers),
      preParsing: sendContinue(calls),
    },
    async ({ raw, ip, body: { grant_type: grant, username, password } }, reply) => {
      const call = calls.of(raw);
      call.kind = 'token-refused';
      if (grant.trim().toLowerCase() !== 'password') throw new Refusal(400, 'unsupported_grant_type');
      const asked = access.token(username, password, callerAddress(ip, raw.socket.remoteAddress));
      const answer = await calls.work(call, asked).catch((thrown: unknown) => {
        // The password was not refused, for example when the disk is full.
        [call.kind, call.code] = ['token-failed', problemOf(thrown).code];
        throw thrown;
      });
      if (answer.kind === 'refused') throw new Refusal(400, 'invalid_grant');
      if (answer.kind === 'locked') {
        call.kind = 'locked-out';
        throw new Refusal(429, 'temporarily_unavailable', { 'retry-after': String(answer.retryAfter) });
      }
      call.kind = 'token';
      call.user = answer.caller.name;
      const [issued, expires] = [answer.issued.toUTCString(), answer.expires.toUTCString()];
      return reply.send({
        access_token: answer.token,
        token_type: 'bearer',
        expires_in: answer.minutes,
        '.issued': issued,
        '.expires': expires,
        issued,
        expires,
      });
    },
  );
}

/**
 * Reads the described fields, in any spelling such as `grantType`. Line ends and a byte order mark are no part of a form, but senders put
 * them around it.
 */
function parseForm(text: string): Record<string, unknown> {
  const sent = Object.entries(parse(text.replace(/^\ufeff|[\r\n]+$/g, ''), '&', '=', { decodeURIComponent: decoded }));
  return Object.fromEntries(
    tokenForm.required.flatMap((name) => {
      const values = sent.flatMap(([own, value]) => (plainName(own) === plainName(name) ? (value ?? []) : []));
      return values.length === 0 ? [] : [[name, values.length === 1 ? values[0] : values]];
    }),
  );
}

const plainName = (name: string): string => name.replaceAll(/[\s_-]/g, '').toLowerCase();

/** Percent-encoded bytes are UTF-8, else windows-1252: a common library writes forms in ISO-8859-1. */
function decoded(text: string): string {
  const bytes = Buffer.from(text).toString('latin1');
  const plain = bytes.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return repaired(Buffer.from(plain, 'latin1')).toString();
}
