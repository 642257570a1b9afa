/** The validation query, `GET {base_url}/api/{segment}/Validation/{segment}` (interface description, endpoint E). */
import type { IncomingHttpHeaders } from 'node:http';
import type { Account } from '../account.ts';
import { badRequest, Refusal, requireJsonAccepted } from '../refusal.ts';
import { same } from '../same.ts';
import type { FoundRecord, RecordOf } from './record-of.ts';

const flags = ['returnImages', 'returnDocuments', 'returnVideoLiveness'] as const;

/** The meaning of the segments is not shown: practice takes the second for the transaction number, and any first one. */
export const validationPath = '/api/:first/Validation/:transaction';

/** @throws Refusal 400, 401, 404 */
export async function answerValidation(
  headers: IncomingHttpHeaders,
  query: Record<string, unknown>,
  transaction: string,
  account: Account,
  recordOf: RecordOf,
): Promise<FoundRecord> {
  if (!same(headers.apikey, account.validationApiKey)) throw new Refusal(401, 'apiKey is missing or wrong');
  requireJsonAccepted(headers.accept);
  for (const name of Object.keys(query)) if (!flags.some((flag) => flag === name)) throw badRequest('unknown query parameter');
  const [images = false, documents = false, video = false] = flags.map((flag) => flagOf(flag, query[flag], headers[flag.toLowerCase()]));
  const found = await recordOf(transaction, { images, documents, video });
  if (!found) throw new Refusal(404, 'no such transaction');
  return found;
}

/** Either form (query or headers) is accepted, both at once are not. */
function flagOf(name: string, inQuery: unknown, inHeader: unknown): boolean {
  if (inQuery !== undefined && inHeader !== undefined) throw badRequest(`${name} comes as a parameter and as a header`);
  const value = inQuery ?? inHeader;
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  throw badRequest(`${name} is neither true nor false`);
}
