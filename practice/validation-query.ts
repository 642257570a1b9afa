/** The validation query, `GET {base_url}/api/{segment}/Validation/{segment}` (interface description, endpoint E). */
import type { IncomingHttpHeaders } from 'node:http';
import type { Account } from './account.ts';
import type { Records } from './records.ts';
import { badRequest, Refusal, requireJsonAccepted } from './refusal.ts';
import { same } from './same.ts';

const flags = ['returnImages', 'returnDocuments', 'returnVideoLiveness'] as const;

/** Where the meaning of a segment is not shown, practice takes the second for the transaction number, and any first one. */
export const validationPath = '/api/:first/Validation/:transaction';

/** @throws Refusal 400, 401, 404 */
export function answerValidation(
  headers: IncomingHttpHeaders,
  query: Record<string, unknown>,
  transaction: string,
  account: Account,
  records: Records,
): Record<string, unknown> {
  if (!same(headers.apikey, account.validationApiKey)) throw new Refusal(401, 'apiKey is missing or wrong');
  requireJsonAccepted(headers.accept);
  for (const name of Object.keys(query)) if (!flags.some((flag) => flag === name)) throw badRequest('unknown query parameter');
  const [images, documents] = flags.map((flag) => flagOf(flag, query[flag] ?? headers[flag.toLowerCase()]));
  const record = records.record(transaction, { images: images === true, documents: documents === true });
  if (!record) throw new Refusal(404, 'no such transaction');
  return record;
}

function flagOf(name: string, given: unknown): boolean {
  if (given === undefined || given === 'false') return false;
  if (given === 'true') return true;
  throw badRequest(`${name} is neither true nor false`);
}
