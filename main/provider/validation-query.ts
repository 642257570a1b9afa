/** Asks for a transaction's signed documents (interface description, endpoint E and Errors). */
import { gapsOf, type ValidationProfile } from '../../shared/domain/profile.ts';
import { StationError } from '../../shared/errors.ts';
import type { IncomingContent, IncomingStore } from './provider.ts';
import { providerText } from './provider-text.ts';
import { type LineAnswer, LineError, type Transport } from './transport.ts';
import { readSignedDocuments } from './validation-answer.ts';
import { filledAddress } from './validation-path.ts';

/** What the validation query needs of a profile and its secrets. */
export type ValidationParts = {
  profile: ValidationProfile;
  /** Asked for at each query and not kept. @throws StationError `secret-missing` */
  apiKey: () => Promise<string>;
};

/** Whether the query can be made for a transaction number: it is set up, and its path has just one gap. */
export const canValidate = (profile: ValidationProfile | undefined): boolean => profile !== undefined && gapsOf(profile.path).length === 1;

/**
 * The transaction number stands in the address and nowhere else.
 * @throws StationError `validation-not-set-up`, `validation-refused`, `validation-failed`, `secret-missing`, what the
 * store throws, or the line's problem: whether a query went out does not matter
 */
export async function signedDocumentsOf(
  validation: ValidationParts | undefined,
  transport: Transport,
  transaction: string,
  incoming: IncomingStore,
): Promise<IncomingContent[]> {
  if (validation === undefined || !canValidate(validation.profile)) throw new StationError('validation-not-set-up');
  const { baseUrl, path, flagsAs } = validation.profile;
  const url = filledAddress(baseUrl, path, transaction);
  // What cannot be a part of an address is no transaction number; the provider need not be asked.
  if (url === null) throw new StationError('validation-refused', { status: 404, providerText: '—' });
  if (flagsAs === 'query') url.searchParams.set('returnDocuments', 'true');

  let answer: LineAnswer;
  try {
    answer = await transport.send({
      method: 'GET',
      url: url.href,
      headers: {
        accept: 'application/json',
        apiKey: await keyOf(validation),
        ...(flagsAs === 'headers' && { returnDocuments: 'true' }),
      },
    });
  } catch (error) {
    if (error instanceof LineError) throw new StationError(error.problem.code, error.problem.detail);
    throw error;
  }
  if (answer.status === 200) return readSignedDocuments(answer.body, incoming);
  const { status } = answer;
  const text = await providerText(answer.body);
  if (status === 400 || status === 401 || status === 404) throw new StationError('validation-refused', { status, providerText: text });
  throw new StationError('validation-failed', { status });
}

/** One with other characters than a header takes is none that a provider issued. */
async function keyOf({ apiKey }: ValidationParts): Promise<string> {
  const key = (await apiKey()).trim();
  if (!/^[\x20-\x7e]+$/.test(key)) throw new StationError('secret-missing', { secret: 'validationApiKey' });
  return key;
}
