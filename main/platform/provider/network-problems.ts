/**
 * Converts a network error to a problem, by its code alone. The error's own message is never used: it may contain
 * paths, addresses or names. Pure.
 */
import { type Problem, type ProblemCode, problem } from '../../../shared/errors.ts';
import { ruleOfCode } from './certificate-rules.ts';

/** The host that was called, and the host of the proxy, null without one. */
export type Hosts = { host: string; proxy: string | null };

/** The code of an answer 407, which neither library has. */
export const proxyLogin = 'PROXY_LOGIN';

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
  // undici reports these, in this order of calls, when a proxy refuses the tunnel or asks for credentials.
  UND_ERR_ABORTED: 'proxy-failed',
  UND_ERR_INVALID_ARG: 'proxy-needs-login',
  [proxyLogin]: 'proxy-needs-login',
  // Chromium's, as `system-transport.ts` gives them.
  ERR_NAME_NOT_RESOLVED: 'address-not-found',
  ERR_NAME_RESOLUTION_FAILED: 'address-not-found',
  ERR_CONNECTION_REFUSED: 'connection-refused',
  ERR_CONNECTION_TIMED_OUT: 'timed-out-connecting',
  ERR_TIMED_OUT: 'timed-out-connecting',
  ERR_PROXY_CONNECTION_FAILED: 'proxy-failed',
  ERR_PROXY_CERTIFICATE_INVALID: 'proxy-failed',
  ERR_PROXY_AUTH_UNSUPPORTED: 'proxy-needs-login',
  ERR_PROXY_AUTH_REQUESTED: 'proxy-needs-login',
  ERR_TUNNEL_CONNECTION_FAILED: 'proxy-failed',
  ERR_SOCKS_CONNECTION_FAILED: 'proxy-failed',
  ERR_SOCKS_CONNECTION_HOST_UNREACHABLE: 'proxy-failed',
  ERR_NO_SUPPORTED_PROXIES: 'proxy-failed',
  ERR_MANDATORY_PROXY_CONFIGURATION_FAILED: 'proxy-failed',
  ERR_PAC_SCRIPT_FAILED: 'proxy-failed',
};

/** Errors about a certificate, as Node and Chromium spell them. */
const certificateError =
  /^(CERT_|UNABLE_TO_|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED_CERT|ERR_TLS_|ERR_SSL_|ERR_CERT_|CRL_|INVALID_CA|EE_|CA_|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)/;

/** Certificates that no file of authorities mends: a wrong clock or an old certificate, and another server than the address says. */
const otherReasons: Partial<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'date',
  CERT_NOT_YET_VALID: 'date',
  ERR_CERT_DATE_INVALID: 'date',
  ERR_TLS_CERT_ALTNAME_INVALID: 'server',
  HOSTNAME_MISMATCH: 'server',
  ERR_CERT_COMMON_NAME_INVALID: 'server',
};

/** Failures to connect that are the proxy's where there is one: the station connects to nothing else. */
const proxyFailures = new Set<ProblemCode>(['address-not-found', 'connection-refused', 'timed-out-connecting', 'offline']);

/** Returns the code of an error, of its cause, or of the first of its errors. */
export function errorCode(error: unknown, depth = 0): string | null {
  if (typeof error !== 'object' || error === null || depth > 4) return null;
  // undici says only in the text that a proxy refused the tunnel with 407.
  if (error instanceof Error && error.message.startsWith('Proxy response (407)')) return proxyLogin;
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0], depth + 1);
  return 'cause' in error ? errorCode(error.cause, depth + 1) : null;
}

/** Codes of an answer that is no HTTP, or whose headers are too large. undici's error for the former has a name only. */
const unreadable = /^(UND_ERR_HEADERS_OVERFLOW$|HPE_|ERR_INVALID_HTTP_RESPONSE$|ERR_RESPONSE_HEADERS_)/;

/** Whether an answer came that cannot be read. */
export const isUnreadable = (error: unknown): boolean =>
  (error instanceof Error && error.name === 'HTTPParserError') || unreadable.test(errorCode(error) ?? '');

/** Returns the problem for a request that was not sent (or, for a token, for any that failed). */
export function connectionProblem(error: unknown, hosts: Hosts): Problem {
  const code = errorCode(error) ?? '';
  const found = codes[code] ?? (certificateError.test(code) ? 'certificate-untrusted' : 'offline');
  if (found === 'certificate-untrusted') {
    const context = otherReasons[code];
    return problem(found, { host: hosts.host, cause: ruleOfCode(code), ...(context && { context }) });
  }
  if (found === 'proxy-failed' || found === 'proxy-needs-login')
    return hosts.proxy === null ? problem('offline', { host: hosts.host }) : problem(found, { host: hosts.proxy });
  // Chromium has codes of its own for its proxies.
  if (hosts.proxy !== null && proxyFailures.has(found) && !code.startsWith('ERR_')) return problem('proxy-failed', { host: hosts.proxy });
  return problem(found, { host: hosts.host });
}

/**
 * Whether a proxy refused to forward a request (407). Of all failures after the first byte of a request, only this one means
 * that its target never saw it.
 */
export const refusedByProxy = ({ code }: Problem): boolean => code === 'proxy-needs-login';
