/**
 * Classifies a failed signing call, by its status or by the error that left it without an answer: certainly not processed, and then
 * whether it is retryable, or in doubt (design, section 2.5). Pure.
 */
import type { SigningProfile } from '../../../shared/domain/settings/profile.ts';
import { hasTrait, type Problem, type ProblemDetail, problem, problemOf } from '../../../shared/errors.ts';
import { ConnectionError } from './http-request.ts';
import { UnreadableContent } from './multipart-form.ts';
import { isUnreadable } from './network-problems.ts';
import { textDetail } from './provider-text.ts';
import type { SignAnswer } from './signed-entry.ts';

/** The outcome of one call of sign-documents (interface description, endpoint D). */
export type CallOutcome =
  /** 200, or another status with signed documents. */
  | ({ kind: 'answered' } & SignAnswer)
  /**
   * Certainly not processed: no token, not connected, 400, 401, 403, 429 or 503 with `Retry-After` before it can have been signed,
   * or aborted by the station because its encrypted copy could not be read. `retryable`: automatically, later (no connection, busy);
   * else a person must act.
   */
  | { kind: 'refused'; problem: Problem; retryable: boolean }
  /** Too large (413): can be split. */
  | { kind: 'too-large' }
  /** Bytes were sent; whether anything was signed is unknown (no answer in time, 5xx, 429, undescribed status). */
  | { kind: 'unknown'; problem: Problem };

/** The outcome of a call of which the provider certainly processed nothing. */
export const refused = (found: Problem): Extract<CallOutcome, { kind: 'refused' }> => ({
  kind: 'refused',
  problem: found,
  retryable: hasTrait(found, 'retryable'),
});

/** `token-refused`: with 401 and 403 the provider did nothing; a new token may help (Authentication, rule 1). */
export type StatusOutcome = Exclude<CallOutcome, { kind: 'answered' }> | { kind: 'token-refused'; problem: Problem };

export type FailedAnswer = {
  status: number;
  providerText: string | null;
  /** Seconds of `Retry-After`; null without. */
  wait: number | null;
  /** All documents were written to the connection, so that the provider may have signed before it was busy. */
  isAllSent: boolean;
  /** What 429 and 503 mean then, by the profile. */
  busyAnswers: SigningProfile['busyAnswers'];
  /** Milliseconds. */
  now: number;
};

/**
 * Classifies any status of sign-documents but 200 (interface description, Errors; statuses that it does not list:
 * docs/open-points.md). A 503 without a time may come from anything between the station and the provider, or from behind the provider, so
 * it says no more than a 500.
 */
export function statusOutcome({ status, providerText, wait, isAllSent, busyAnswers, now }: FailedAnswer): StatusOutcome {
  const isInDoubt = isAllSent && busyAnswers === 'in-doubt';
  const said = { status, ...textDetail(providerText) };
  const detail = { ...said, ...(wait !== null && { retryAfter: wait }) };
  if (status === 400) return refused(problem('request-refused', said));
  if (status === 401 || status === 403) return { kind: 'token-refused', problem: problem('token-refused', said) };
  if (status === 413) return { kind: 'too-large' };
  if (!isInDoubt && (status === 429 || (status === 503 && wait !== null))) return refused(busy('provider-busy', status, wait, now));
  if (status >= 500) return { kind: 'unknown', problem: problem('provider-error', detail) };
  const context = isOfAddress(status) && { context: providerText === null ? 'address_unexplained' : 'address' };
  return { kind: 'unknown', problem: problem('unexpected-answer', { ...detail, ...context }) };
}

/** Classifies a call without an answer: refused before the first byte, in doubt after it. */
export function outcomeOfError(error: unknown): CallOutcome {
  if (!(error instanceof ConnectionError)) return refused(problemOf(error));
  if (!error.started) return refused(error.problem);
  // The station aborted the call because it could not read a document to its end. The provider received less than the
  // Content-Length, without placement and end of form, so it cannot have signed.
  if (error.cause instanceof UnreadableContent) return refused(error.cause.problem);
  return { kind: 'unknown', problem: problem('no-answer', isUnreadable(error.cause) ? { context: 'unreadable' } : undefined) };
}

/** The detail of a call that `network.callTimeout` (milliseconds) ended. */
export const limitDetail = (callTimeout: number): ProblemDetail => ({ context: 'limit', seconds: callTimeout / 1000 });

/** Seconds of a wait that "a few minutes" would not be true of. */
const longWait = 600;

/** The provider did nothing and may name a time to wait; `until` of a long one: milliseconds. */
export function busy(code: 'provider-busy' | 'search-busy', status: number, wait: number | null, now: number): Problem {
  const until = wait !== null && wait > longWait && { context: 'until', until: now + wait * 1000 };
  return problem(code, { status, ...(wait !== null && { retryAfter: wait }), ...until });
}

/** Statuses of a request that the service does not have in this form: no such path, method, type, protocol. */
const ofRequest = [404, 405, 406, 410, 411, 414, 415, 421, 426];

/** Whether an operation's status is a redirect, or says that its address is another one; waiting does not help. */
export const isOfAddress = (status: number): boolean => (status >= 300 && status < 400) || ofRequest.includes(status);
