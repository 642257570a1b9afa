/**
 * What an error of the line means, by its code alone. The error's own message is never used: it may hold
 * paths, addresses or names. Pure.
 */
import { type Problem, type ProblemCode, problem } from '../../../shared/errors.ts';

/** Who was being called. `proxy` is the host of the proxy in between, null without one. */
export type LineEnds = { host: string; proxy: string | null };

const codes: Record<string, ProblemCode> = {
  ENOTFOUND: 'address-not-found',
  EAI_AGAIN: 'address-not-found',
  EAI_NODATA: 'address-not-found',
  EAI_NONAME: 'address-not-found',
  ECONNREFUSED: 'connection-refused',
  ETIMEDOUT: 'timed-out-connecting',
  UND_ERR_CONNECT_TIMEOUT: 'timed-out-connecting',
  UND_ERR_HEADERS_TIMEOUT: 'timed-out-connecting',
  UND_ERR_BODY_TIMEOUT: 'timed-out-connecting',
  // A secure connection could not be made; the endpoint may not even speak TLS.
  EPROTO: 'certificate-untrusted',
  UND_ERR_PRX_TLS: 'proxy-failed',
  UND_ERR_PRX_CONN: 'proxy-failed',
  // What undici reports, in this order of calls, when a proxy refuses the tunnel or asks for credentials.
  UND_ERR_ABORTED: 'proxy-failed',
  UND_ERR_INVALID_ARG: 'proxy-failed',
};

/** OpenSSL's verdicts on a certificate, as Node spells them. */
const certificateVerdict =
  /^(CERT_|UNABLE_TO_|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED_CERT|ERR_TLS_|ERR_SSL_|CRL_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)/;

/** Failures of connecting that, with a proxy in between, are the proxy's: nothing else is connected to. */
const proxyTakesBlame = new Set<ProblemCode>(['address-not-found', 'connection-refused', 'timed-out-connecting', 'line-down']);

/** Code of an error, of the cause it wraps, or of the first of the errors it gathers. */
export function errorCode(error: unknown, depth = 0): string | null {
  if (typeof error !== 'object' || error === null || depth > 4) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0], depth + 1);
  return 'cause' in error ? errorCode(error.cause, depth + 1) : null;
}

/** The problem that a failure stands for when the request did not go out (or, for a token, when that does not matter). */
export function lineProblem(error: unknown, ends: LineEnds): Problem {
  const code = errorCode(error) ?? '';
  const found = codes[code] ?? (certificateVerdict.test(code) ? 'certificate-untrusted' : 'line-down');
  if (found === 'certificate-untrusted') return problem(found, { host: ends.host, cause: code });
  if (ends.proxy !== null && (found === 'proxy-failed' || proxyTakesBlame.has(found))) return problem('proxy-failed', { host: ends.proxy });
  return problem(found === 'proxy-failed' ? 'line-down' : found, { host: ends.host });
}

/**
 * Whether a proxy refused to hand a request on (407). Of all that can happen after the first byte of a request
 * this alone says that its target never saw it; undici has no code of its own for it.
 */
export const refusedByProxy = (error: unknown, found: Problem): boolean =>
  found.code === 'proxy-failed' && errorCode(error) === 'UND_ERR_INVALID_ARG';
