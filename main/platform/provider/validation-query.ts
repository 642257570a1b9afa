/** The connection to the validation query, and one query with its result (interface description, endpoint E and Errors). */
import type { SecretName } from '../../../shared/domain/closed-lists.ts';
import type { RecordWish } from '../../../shared/domain/records/record.ts';
import {
  gapsOf,
  type Network,
  partsOf,
  takesTransactionAlone,
  type ValidationPathParts,
  type ValidationProfile,
} from '../../../shared/domain/settings/profile.ts';
import { StationError } from '../../../shared/errors.ts';
import type { Lease, Target } from '../runtime/connection-pool.ts';
import type { IncomingContent, IncomingStore } from '../storage/incoming.ts';
import type { Account, SystemNetwork } from './account.ts';
import { isOfAddress, limitDetail } from './classify-failure.ts';
import { ConnectionError, type HttpAnswer, isSuccess, type Transport } from './http-request.ts';
import { listenTo, refusalText } from './provider-text.ts';
import { readSecret } from './read-secret.ts';
import { createTransport } from './transport.ts';
import { discardAll, isWithin, type RecordAnswer, readRecordAnswer } from './validation-answer.ts';

/** The profile section of the validation query, and its secret. */
export type ValidationAccess = {
  profile: ValidationProfile;
  /** Read at each query, and not stored. @throws StationError `secret-missing` */
  apiKey: () => Promise<string>;
};

export type RecordQuery = {
  /** Values of the path's parts, in order. */
  parts: readonly string[];
  wish: RecordWish;
};

/** An answer to a query, with its status. A success other than 200, 201 and 203 counts by its contents, too. */
export type QueriedRecord = RecordAnswer & { status: number };

export type RecordOptions = {
  signal?: AbortSignal;
  /** Bytes so far. */
  onProgress?: (bytes: number) => void;
};

export type ValidationConnection = {
  /**
   * Asks once. Texts too long to be shown (pictures, video, documents) go to the store as they arrive; when it throws,
   * every one is discarded. A query changes nothing at the provider, so it may be repeated.
   * @throws StationError `validation-not-set-up`, `validation-parts-missing`, `validation-part-unusable`, `validation-refused`,
   * `validation-failed`, `validation-unanswered`, `record-too-large`, `secret-missing`, `cancelled`, the problem of the connection,
   * what the store throws
   */
  fetch(query: RecordQuery, store: IncomingStore, options?: RecordOptions): Promise<QueriedRecord>;
  close(): Promise<void>;
};

/**
 * A connection with the parts of its path and the name of its profile, null in practice: another profile may be in use by the time of the
 * answer.
 */
export type ValidationLease = Lease<ValidationConnection> & { parts: ValidationPathParts; profile: string | null };

export type QueryDeps = { transport: Transport; callTimeout: Network['callTimeout'] };
type ConnectDeps = { validation: ValidationAccess; network: Network; system?: SystemNetwork | undefined };

export const validationAccess = (
  profile: ValidationProfile | undefined,
  secret: (name: SecretName) => Promise<string>,
): ValidationAccess | undefined => profile && { profile, apiKey: () => secret('validationApiKey') };

/** Null when the profile has no validation section. */
export function validationTarget({ id, profile, secret, system }: Account): Target<ValidationConnection> | null {
  const { network } = profile;
  const validation = validationAccess(profile.validation, secret);
  if (!validation) return null;
  return {
    name: `validation ${id}`,
    settings: [profile.validation, network],
    connect: () => connectValidation({ validation, network, system }),
  };
}

/** Each query has a connection of its own: one that the provider ends just then would fail it, and only a search is tried again automatically. */
export function connectValidation({ validation, network, system }: ConnectDeps): ValidationConnection {
  const transport = createTransport(network, system, { reuse: false });
  return {
    fetch: (query, store, options) => fetchRecord(validation, { transport, callTimeout: network.callTimeout }, query, store, options),
    close: () => transport.close(),
  };
}

/** Whether the query can be made with a transaction number alone: it is set up, and its path takes that and nothing else. */
export const canValidate = (profile: ValidationProfile | undefined): boolean =>
  profile !== undefined && takesTransactionAlone(partsOf(profile));

/** Flags by what they request (endpoint E, query parameters). A flag that is not requested is not sent. */
const flags = { images: 'returnImages', documents: 'returnDocuments', video: 'returnVideoLiveness' } as const satisfies Record<
  keyof RecordWish,
  string
>;

/**
 * The values that identify the record are in the address and nowhere else.
 * @throws like `ValidationConnection.fetch`
 */
async function fetchRecord(
  { profile, apiKey }: ValidationAccess,
  { transport, callTimeout }: QueryDeps,
  { parts, wish }: RecordQuery,
  store: IncomingStore,
  { signal, onProgress }: RecordOptions = {},
): Promise<QueriedRecord> {
  const { baseUrl, path, flagsAs } = profile;
  if (gapsOf(path).length === 0) throw new StationError('validation-not-set-up');
  const url = filledAddress(baseUrl, path, parts);
  const wished = Object.fromEntries(
    (['images', 'documents', 'video'] as const).flatMap((name) => (wish[name] ? [[flags[name], 'true']] : [])),
  );
  if (flagsAs === 'query') for (const [name, value] of Object.entries(wished)) url.searchParams.set(name, value);

  const key = await readSecret('validationApiKey', apiKey);
  const headers = { accept: 'application/json', apiKey: key, ...(flagsAs === 'headers' && wished) };
  const answer = await transport.send({ method: 'GET', url: url.href, headers, signal }).catch((error: unknown) => {
    throw unanswered(error);
  });
  if (!isSuccess(answer)) throw await refusal(answer);
  return receiveRecord(answer, store, { signal, onProgress, callTimeout });
}

/**
 * Fetches a transaction's signed documents: every text under `SignedDocuments` that is long enough to be one.
 * @throws like `SigningConnection.signedDocumentsOf`
 */
export async function signedDocumentsOf(
  validation: ValidationAccess | undefined,
  deps: QueryDeps,
  transaction: string,
  incoming: IncomingStore,
): Promise<IncomingContent[]> {
  if (validation === undefined || !canValidate(validation.profile)) throw new StationError('validation-not-set-up');
  const wish = { images: false, documents: true, video: false };
  const { texts: own, inTexts, error, status } = await fetchRecord(validation, deps, { parts: [transaction], wish }, incoming);
  const texts = [own, ...inTexts.map((one) => one.texts)].flat();
  const documents = texts.filter(({ path }) => isWithin(path, 'SignedDocuments'));
  await discardAll(texts.filter((text) => !documents.includes(text)));
  if (documents.length === 0 && error !== null) throw validationFailed(status, error);
  return documents.map(({ content }) => content);
}

function unanswered(error: unknown): unknown {
  if (!(error instanceof ConnectionError)) return error;
  const { code, detail } = error.problem;
  return new StationError(error.started && code !== 'cancelled' ? 'validation-unanswered' : code, detail);
}

async function refusal(answer: HttpAnswer): Promise<StationError> {
  const { status } = answer;
  const providerText = await refusalText(answer);
  // 403 says the same of an API key everywhere else.
  const isOfKey = status === 401 || status === 403;
  const isRefused = status === 400 || status === 404 || status === 422;
  const unexplained = providerText === null ? { context: 'unexplained' } : { providerText };
  if (isOfAddress(status) && !isRefused) return new StationError('service-not-found', { status, ...unexplained });
  if (!isRefused && !isOfKey) return validationFailed(status, providerText);
  // The texts about a refused key name the key (Errors, 401), also where the provider gave no text.
  if (isOfKey)
    return new StationError(
      'validation-refused',
      providerText === null ? { status, context: 'key_unexplained' } : { status, providerText, context: 'key' },
    );
  return new StationError('validation-refused', { status, ...unexplained });
}

const validationFailed = (status: number, providerText: string | null, cause?: unknown): StationError =>
  new StationError('validation-failed', { status, ...(providerText !== null && { providerText, context: 'said' }) }, { cause });

/** Bytes a second, on average. A record may have a long video, so a slow answer is ended only when it is also a slower one than this. */
const minRate = 4_096;

type ReceiveOptions = { signal: AbortSignal | undefined; onProgress: RecordOptions['onProgress']; callTimeout: number };

/**
 * The texts about an answer that cannot be used name its status. One that comes byte by byte would have no end: `silenceTimeout` limits
 * the time between two bytes only.
 */
async function receiveRecord(
  { status, headers, body }: HttpAnswer,
  store: IncomingStore,
  { signal, onProgress, callTimeout }: ReceiveOptions,
): Promise<QueriedRecord> {
  const contentType = headers['content-type'];
  const heard = listenTo(body, contentType);
  const begin = performance.now();
  let isTooSlow = false;
  const followed = (bytes: number): void => {
    const elapsed = performance.now() - begin;
    isTooSlow = elapsed > callTimeout && bytes * 1000 < elapsed * minRate;
    if (isTooSlow) body.destroy(new Error('too slow'));
    onProgress?.(bytes);
  };
  try {
    return { ...(await readRecordAnswer(heard.chunks, store, { onProgress: followed, contentType })), status };
  } catch (error) {
    if (signal?.aborted) throw new StationError('cancelled');
    const code = error instanceof StationError ? error.problem.code : null;
    const limit = isTooSlow ? limitDetail(callTimeout) : undefined;
    if (code === 'answer-cut-off') throw new StationError('validation-unanswered', limit, { cause: error });
    if (code === 'answer-not-json' || code === 'answer-not-as-described') throw validationFailed(status, heard.text(), error);
    throw error;
  }
}

const gap = /\{[^{}]+\}/g;

/**
 * Fills the gaps of the path (a template with gaps in braces) in their order, with encoded values. Pure.
 * @throws StationError `validation-parts-missing` for the first gap without a value; `validation-part-unusable` for the first
 * with an impossible value: `.` or `..` alone between slashes, which an address drops however it is encoded
 */
export function filledAddress(baseUrl: string, template: string, values: readonly string[]): URL {
  const gaps = gapsOf(template);
  if (values.length > gaps.length) throw new StationError('internal', undefined, { message: 'more values than parts' });
  const missing = gaps.find((_, at) => (values[at] ?? '').trim() === '');
  if (missing !== undefined) throw new StationError('validation-parts-missing', { part: missing });
  const url = filled(baseUrl, template, values);
  if (url !== null) return url;
  const unusable = gaps.findIndex(
    (_, at) =>
      filled(
        baseUrl,
        template,
        values.map((value, other) => (other === at ? value : 'x')),
      ) === null,
  );
  throw new StationError('validation-part-unusable', { part: gaps[Math.max(unusable, 0)] ?? '' });
}

function filled(baseUrl: string, template: string, values: readonly string[]): URL | null {
  let at = 0;
  const path = template.replace(/^\/+/, '').replace(gap, () => encodeURIComponent((values[at++] ?? '').toWellFormed()));
  const url = URL.parse(`${baseUrl}/${path}`);
  return url?.href.endsWith(`/${path}`) ? url : null;
}
