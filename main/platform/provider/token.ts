/** The signing token (interface description, endpoint C): requested when needed, in memory only, renewed before it expires. */

import { readSigningToken, type SigningToken, tokenMembers } from '../../../shared/domain/provider/token.ts';
import type { SigningProfile } from '../../../shared/domain/settings/profile.ts';
import { type Problem, problem, StationError } from '../../../shared/errors.ts';
import { parseWithin } from '../json/around-json.ts';
import { describedNames, objectsWith, withDescribedNames, withTextsRead } from '../json/described-names.ts';
import { busy } from './classify-failure.ts';
import { ConnectionError, type HttpAnswer, isAnswered, type Transport } from './http-request.ts';
import { readSmall, refusalText, retryAfter, textDetail } from './provider-text.ts';
import { secretInUse } from './secrets-in-use.ts';

export type TokenSource = {
  /**
   * Returns a token that has not expired. All callers share one renewal, and each may stop waiting for it. A failed renewal
   * fails all of them, and the next call renews again.
   * @throws StationError
   */
  get(signal?: AbortSignal): Promise<string>;
  /** The provider refused this token: it is not returned again. */
  drop(token: string): void;
  /** Returns a new token; a caller may stop waiting for it. @throws StationError */
  fresh(signal?: AbortSignal): Promise<SigningToken>;
};

type TokenDeps = {
  signing: Pick<SigningProfile, 'authUrl' | 'clientId' | 'tokenLifetimeUnit'>;
  /** Read at each renewal, and not stored. @throws StationError `secret-missing` */
  secret: () => Promise<string>;
  transport: Transport;
  /** Milliseconds. */
  now: () => number;
};

export function createTokenSource({ signing, secret, transport, now }: TokenDeps): TokenSource {
  let current: { token: string; usableUntil: number } | null = null;
  let renewal: Promise<SigningToken> | null = null;

  const renew = async (): Promise<SigningToken> => {
    const requestedAt = now();
    const token = await requestToken(signing, await secret(), transport, now);
    current = { token: token.token, usableUntil: requestedAt + usableMs(token.expiresIn, signing.tokenLifetimeUnit) };
    return token;
  };

  const fresh = (): Promise<SigningToken> => {
    renewal ??= renew().finally(() => {
      renewal = null;
    });
    return renewal;
  };

  return {
    async get(signal) {
      if (current !== null && now() < current.usableUntil) return current.token;
      return (await orAborted(signal, fresh())).token;
    },
    drop(token) {
      if (current?.token === token) current = null;
    },
    fresh: (signal) => orAborted(signal, fresh()),
  };
}

/**
 * Milliseconds for which a token is used, counted from its request: its lifetime less a tenth, at most 30 s. Without a stated
 * lifetime it is used until it is refused; with a lifetime of zero, less, or no number, only by the callers that wait for it.
 */
export function usableMs(expiresIn: number | null, unit: SigningProfile['tokenLifetimeUnit']): number {
  if (expiresIn === null) return Number.POSITIVE_INFINITY;
  const lifetime = expiresIn * (unit === 'minutes' ? 60_000 : 1000);
  return lifetime > 0 ? lifetime - Math.min(lifetime / 10, 30_000) : 0;
}

/** Waits for a promise that other callers wait for too. @throws StationError `cancelled` once the signal is aborted */
async function orAborted<T>(signal: AbortSignal | undefined, shared: Promise<T>): Promise<T> {
  if (!signal) return shared;
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(new StationError('cancelled'));
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([shared, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function requestToken(signing: TokenDeps['signing'], secret: string, transport: Transport, now: () => number): Promise<SigningToken> {
  const form = new URLSearchParams({ client_id: signing.clientId, client_secret: secretInUse(secret), grant_type: 'client_credentials' });
  let answer: HttpAnswer;
  try {
    answer = await transport.send({
      method: 'POST',
      url: `${signing.authUrl}/token`,
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    });
  } catch (error) {
    if (error instanceof ConnectionError) throw stationError(error.problem);
    throw error;
  }
  if (!isAnswered(answer)) throw stationError(await refusal(answer, signing.clientId, now));
  const body = await readSmall(answer);
  try {
    const read = readSigningToken(tokenIn(parseWithin(body ?? '')));
    secretInUse(read.token);
    return read;
  } catch {
    // Neither the body nor zod's message leaves this file: they may contain a token.
    throw new StationError('token-unavailable', { status: answer.status, context: 'unusable' });
  }
}

const nameOf = describedNames(['access_token', ...tokenMembers]);

/** Returns the object with the token, its members in their described case; the answer itself where it has no such object, or several. */
function tokenIn(json: unknown): unknown {
  const [found, other] = objectsWith(withTextsRead(json, 'access_token'), 'access_token');
  return found === undefined || other !== undefined ? json : withDescribedNames(found, nameOf);
}

/** Endpoint C states 400 only; OAuth 2.0 (RFC 6749, 5.2) answers 401 to a wrong client, and 403 is common. */
async function refusal(answer: HttpAnswer, clientId: string, now: () => number): Promise<Problem> {
  const { status } = answer;
  const text = await refusalText(answer);
  if (status === 400 || status === 401 || status === 403) return problem('credentials-refused', { status, clientId, ...textDetail(text) });
  if (status === 429 || status === 503) return busy('provider-busy', status, retryAfter(answer.headers['retry-after'], now()), now());
  return problem('token-unavailable', { status, ...textDetail(text) });
}

const stationError = (found: Problem): StationError => new StationError(found.code, found.detail);
