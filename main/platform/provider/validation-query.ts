/** The validation query and what became of it (interface description, endpoint E and Errors). */
import type { Readable } from 'node:stream';
import { gapsOf, isSendable, partsOf, takesTransactionAlone, type ValidationProfile } from '../../../shared/domain/profile.ts';
import { refusalSchema } from '../../../shared/domain/provider/token.ts';
import type { RecordWish } from '../../../shared/domain/record.ts';
import { StationError } from '../../../shared/errors.ts';
import type { IncomingContent, IncomingStore } from './provider.ts';
import { refusalText } from './provider-text.ts';
import { secretInUse } from './secrets-in-use.ts';
import { type LineAnswer, LineError, type Transport } from './transport.ts';
import { discardAll, isWithin, readRecordAnswer } from './validation-answer.ts';
import type { RecordAnswer, RecordOptions, RecordQuery } from './validation-client.ts';
import { filledAddress } from './validation-path.ts';

/** What the validation query needs of a profile and its secrets. */
export type ValidationDeps = {
  profile: ValidationProfile;
  /** Asked for at each query and not kept. @throws StationError `secret-missing` */
  apiKey: () => Promise<string>;
};

/** Whether the query can be made with a transaction number alone: it is set up, and its path takes that and nothing else. */
export const canValidate = (profile: ValidationProfile | undefined): boolean =>
  profile !== undefined && takesTransactionAlone(partsOf(profile));

/** Flags by the name of what is wished (endpoint E, query parameters). One that is not wished is not sent. */
const flags = { images: 'returnImages', documents: 'returnDocuments', video: 'returnVideoLiveness' } as const satisfies Record<
  keyof RecordWish,
  string
>;

/**
 * What the record is asked by stands in the address and nowhere else.
 * @throws like `ValidationClient.fetch`
 */
export async function fetchRecord(
  { profile, apiKey }: ValidationDeps,
  transport: Transport,
  { parts, wish }: RecordQuery,
  store: IncomingStore,
  { signal, onProgress }: RecordOptions = {},
): Promise<RecordAnswer> {
  const { baseUrl, path, flagsAs } = profile;
  if (gapsOf(path).length === 0) throw new StationError('validation-not-set-up');
  const url = filledAddress(baseUrl, path, parts);
  const wished = Object.fromEntries(
    (['images', 'documents', 'video'] as const).flatMap((name) => (wish[name] ? [[flags[name], 'true']] : [])),
  );
  if (flagsAs === 'query') for (const [name, value] of Object.entries(wished)) url.searchParams.set(name, value);

  const key = await keyOf(apiKey);
  const headers = { accept: 'application/json', apiKey: key, ...(flagsAs === 'headers' && wished) };
  const answer = await transport.send({ method: 'GET', url: url.href, headers, signal }).catch((error: unknown) => {
    throw unanswered(error);
  });
  if (answer.status !== 200) throw await refusal(answer);
  return readAnswer(answer.body, store, { signal, onProgress });
}

/**
 * A transaction's signed documents: every text under `SignedDocuments` that is long enough to be one.
 * @throws like `Provider.signedDocumentsOf`
 */
export async function signedDocumentsOf(
  validation: ValidationDeps | undefined,
  transport: Transport,
  transaction: string,
  incoming: IncomingStore,
): Promise<IncomingContent[]> {
  if (validation === undefined || !canValidate(validation.profile)) throw new StationError('validation-not-set-up');
  const wish = { images: false, documents: true, video: false };
  const { texts, error } = await fetchRecord(validation, transport, { parts: [transaction], wish }, incoming);
  const documents = texts.filter(({ path }) => isWithin(path, 'SignedDocuments'));
  await discardAll(texts.filter((text) => !documents.includes(text)));
  if (documents.length === 0 && error !== null) throw validationFailed(200, error);
  return documents.map(({ content }) => content);
}

/** One with other characters than a header takes is none that a provider issued. */
async function keyOf(apiKey: ValidationDeps['apiKey']): Promise<string> {
  const key = (await apiKey()).trim();
  if (!isSendable('validationApiKey', key)) throw new StationError('secret-missing', { secret: 'validationApiKey' });
  return secretInUse(key);
}

function unanswered(error: unknown): unknown {
  if (!(error instanceof LineError)) return error;
  const { code, detail } = error.problem;
  return new StationError(error.started && code !== 'cancelled' ? 'validation-unanswered' : code, detail);
}

async function refusal({ status, body }: LineAnswer): Promise<StationError> {
  const providerText = await refusalText(body, (json) => refusalSchema.parse(json).error);
  if (status !== 400 && status !== 401 && status !== 404) return validationFailed(status, providerText);
  // The words for a key that is refused speak of the key (Errors, 401), also where nothing was said.
  if (status === 401)
    return new StationError(
      'validation-refused',
      providerText === null ? { status, context: 'key_untold' } : { status, providerText, context: 'key' },
    );
  return new StationError('validation-refused', { status, ...(providerText === null ? { context: 'untold' } : { providerText }) });
}

export const validationFailed = (status: number, providerText: string | null): StationError =>
  new StationError('validation-failed', { status, ...(providerText !== null && { providerText, context: 'said' }) });

/** The status stands in the words of an answer that cannot be used; the answer itself was 200. */
async function readAnswer(
  body: Readable,
  store: IncomingStore,
  { signal, onProgress }: { signal: AbortSignal | undefined; onProgress: RecordOptions['onProgress'] },
): Promise<RecordAnswer> {
  try {
    return await readRecordAnswer(body, store, { onProgress });
  } catch (error) {
    if (signal?.aborted) throw new StationError('cancelled');
    const code = error instanceof StationError ? error.problem.code : null;
    if (code === 'answer-cut-off') throw new StationError('validation-unanswered', undefined, { cause: error });
    if (code === 'answer-not-json' || code === 'answer-not-as-described')
      throw new StationError('validation-failed', { status: 200 }, { message: `validation-failed: ${code}`, cause: error });
    throw error;
  }
}
