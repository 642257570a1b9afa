/** Endpoint C, `POST {auth_url}/token`: a token for `client_credentials`, or 400. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Account } from './account.ts';
import { badRequest, requireJsonAccepted } from './refusal.ts';
import { same } from './same.ts';
import type { Tokens } from './tokens.ts';

const fields = ['client_id', 'client_secret', 'grant_type'];
/** The sample value of the interface description. */
const defaultLifetime = 3600;
const maxFormBytes = 16 * 1024;

/** @throws Refusal 400 when the body is no form, or longer than any form of this operation */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') throw badRequest('content-type must be application/x-www-form-urlencoded');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxFormBytes) throw badRequest('invalid_request: the form is too long');
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

/** @throws Refusal 400 for whatever is not exactly the described request */
export function answerToken(
  headers: IncomingHttpHeaders,
  form: URLSearchParams,
  account: Account,
  tokens: Tokens,
  lifetime = defaultLifetime,
) {
  requireJsonAccepted(headers.accept);
  for (const name of new Set(form.keys())) {
    if (!fields.includes(name)) throw badRequest('invalid_request: unknown form field');
    if (form.getAll(name).length > 1) throw badRequest(`invalid_request: ${name} is repeated`);
  }
  for (const name of fields) if (!form.get(name)) throw badRequest(`invalid_request: ${name} is missing`);
  if (form.get('grant_type') !== 'client_credentials') throw badRequest('unsupported_grant_type: must be client_credentials');
  const known = same(form.get('client_id'), account.clientId) && same(form.get('client_secret'), account.clientSecret);
  if (!known) throw badRequest('invalid_client: client_id or client_secret is wrong');
  return { access_token: tokens.issue(lifetime), token_type: 'Bearer', expires_in: lifetime };
}
