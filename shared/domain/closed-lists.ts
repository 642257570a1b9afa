/**
 * Lists of words that schemas of the domain share with what every program opens first: the event log, and the secrets of the command
 * line. Without a schema, so that these do not load the domain.
 */

/**
 * See design, section 4. `signed`: the check of the returned file agrees; `unverified`: the provider says SUCCESS, and it does not.
 * The allowed moves between them are in `main/features/signing/rules/states.ts`.
 */
export const documentStatuses = [
  'draft',
  'queued',
  'sending',
  'signed',
  'unverified',
  'rejected',
  'failed',
  'in-doubt',
  'cancelled',
] as const;

/** Of a screening. `clear` only when every queried source answered, and none has anything. Unread data is a `match`: a person has to look. */
export const outcomes = ['clear', 'match', 'unavailable'] as const;

/** `none`: not enrolled. `stopped`: a person has to resolve the problem first. `off`: this run does not connect. */
export const hubStates = ['none', 'off', 'connecting', 'connected', 'offline', 'revoked', 'stopped'] as const;

/** Whether the hub's events arrive as a stream, or by repeated requests because a proxy breaks streams. */
export const hubWays = ['stream', 'requests'] as const;

/** Service events, newest first; they never contain the content of a call. */
export const serviceEventKinds = [
  'token', // issued
  'token-refused', // wrong credentials, or another grant
  'token-failed', // 500, 503: a token could not be issued or checked
  'locked-out',
  'unauthorized', // documents endpoint without a good token
  'not-allowed', // from an address that may not call
  'documents', // requested; count: number of documents sent
  'push', // stored
  'push-duplicate', // a duplicate
  'push-changed', // the same Uid with other content, stored
  'quarantined', // unreadable, or neither of the two; quarantined
  'not-stored', // 500
  'not-answered', // 500: a request for documents
  'bad-request', // 400, 408, 413, 415 and the like, before a user was known
] as const;

/** The secrets of a profile. `environment-secrets.ts` has the environment variable of the command line for each. */
export const secretNames = ['clientSecret', 'searchApiKey', 'validationApiKey'] as const;
export type SecretName = (typeof secretNames)[number];
