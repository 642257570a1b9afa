/** The signing token (interface description, endpoint C): got when needed, kept in memory only, renewed before it runs out. */
import type { SigningProfile } from '../../../shared/domain/profile.ts';
import { readSigningToken, type SigningToken } from '../../../shared/domain/provider/token.ts';
import { type Problem, problem, StationError } from '../../../shared/errors.ts';
import { busy } from './call-outcome.ts';
import { providerText, readSmall, retryAfter } from './provider-text.ts';
import { secretInUse } from './secrets-in-use.ts';
import { type LineAnswer, LineError, type Transport } from './transport.ts';

export type TokenSource = {
  /**
   * A token that is good for now. However many wait, one renewal is under way; each may stop waiting
   * without disturbing the others. A failed renewal fails those who wait and is not remembered.
   * @throws StationError
   */
  get(signal?: AbortSignal): Promise<string>;
  /** The provider refused this token: it is not handed out again. */
  refused(token: string): void;
  /** A new token; one may stop waiting for it likewise. @throws StationError */
  fresh(signal?: AbortSignal): Promise<SigningToken>;
};

type Parts = {
  signing: Pick<SigningProfile, 'authUrl' | 'clientId' | 'tokenLifetimeUnit'>;
  /** Asked for at each renewal and not kept. @throws StationError `secret-missing` */
  secret: () => Promise<string>;
  transport: Transport;
  /** Milliseconds. */
  now: () => number;
};

export function createTokenSource({ signing, secret, transport, now }: Parts): TokenSource {
  let held: { token: string; until: number } | null = null;
  let renewal: Promise<SigningToken> | null = null;

  const renew = async (): Promise<SigningToken> => {
    const asked = now();
    const token = await requestToken(signing, await secret(), transport, now);
    held = { token: token.token, until: asked + usableFor(token.expiresIn, signing.tokenLifetimeUnit) };
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
      if (held !== null && now() < held.until) return held.token;
      return (await unless(signal, fresh())).token;
    },
    refused(token) {
      if (held?.token === token) held = null;
    },
    fresh: (signal) => unless(signal, fresh()),
  };
}

/**
 * Milliseconds for which a token is used, counted from when it was asked for: its lifetime less a tenth, at
 * most 30 s. Without a stated lifetime it is used until it is refused; one of zero or less (or no number)
 * serves those who wait for it and is not kept.
 */
export function usableFor(expiresIn: number | null, unit: SigningProfile['tokenLifetimeUnit']): number {
  if (expiresIn === null) return Number.POSITIVE_INFINITY;
  const lifetime = expiresIn * (unit === 'minutes' ? 60_000 : 1000);
  return lifetime > 0 ? lifetime - Math.min(lifetime / 10, 30_000) : 0;
}

/** Waits for a promise that others wait for too. */
async function unless<T>(signal: AbortSignal | undefined, shared: Promise<T>): Promise<T> {
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

async function requestToken(signing: Parts['signing'], secret: string, transport: Transport, now: () => number): Promise<SigningToken> {
  const form = new URLSearchParams({ client_id: signing.clientId, client_secret: secretInUse(secret), grant_type: 'client_credentials' });
  let answer: LineAnswer;
  try {
    answer = await transport.send({
      method: 'POST',
      url: `${signing.authUrl}/token`,
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    });
  } catch (error) {
    if (error instanceof LineError) throw stationError(error.problem);
    throw error;
  }
  if (answer.status !== 200) throw stationError(await refusal(answer, now));
  const body = await readSmall(answer.body);
  try {
    const read = readSigningToken(JSON.parse(body ?? ''));
    secretInUse(read.token);
    return read;
  } catch {
    // Neither the body nor zod's words about it go on: they may hold a token.
    throw new StationError('token-unavailable', { status: answer.status, providerText: '—' });
  }
}

/** Endpoint C states 400 only; 401 is what OAuth 2.0 (RFC 6749, 5.2) answers to a wrong client, and 403 is common. */
async function refusal(answer: LineAnswer, now: () => number): Promise<Problem> {
  const { status } = answer;
  const text = await providerText(answer.body);
  if (status === 400 || status === 401 || status === 403) return problem('credentials-refused', { status, providerText: text });
  if (status === 429 || status === 503) return busy('provider-busy', status, retryAfter(answer.headers['retry-after'], now()));
  return problem('token-unavailable', { status, providerText: text });
}

const stationError = (found: Problem): StationError => new StationError(found.code, found.detail);
