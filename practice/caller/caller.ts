/**
 * Types of the caller: the provider's side of a client's own web service (interface description, endpoints A and B),
 * with misbehaviours.
 */

export type CallerOptions = {
  /** `{client_base_url}` */
  url: string;
  username: string;
  password: string;
  /** PEM, in place of the authorities that Node trusts. */
  ca?: string | undefined;
  /** Limits of retries. */
  retry?: Partial<Retry>;
  /** Milliseconds since 1970, for the end of a token. */
  now?: () => number;
};

/** A lost connection, 500 and 503 are tried again: the delay doubles from `first` to `longest` milliseconds. */
export type Retry = { attempts: number; first: number; longest: number };

/** Misbehaviour of the first attempt of a call; later attempts are proper. */
export type CallerMisbehaviour = {
  /** `unknown`: one that was never issued; `ended`: the remembered one, although it may have expired; `none`: no header. */
  token?: 'unknown' | 'ended' | 'none';
  /** At the token endpoint, which is called again. */
  password?: 'wrong';
  /** `slow`: in pieces, `pause` milliseconds apart; `dropped`: the connection ends half-way; `oversize`: blanks up to `size` bytes. */
  body?: { as: 'slow'; pause: number } | { as: 'dropped' } | { as: 'oversize'; size: number };
  contentType?: string;
};

export type CallOptions = { how?: CallerMisbehaviour; signal?: AbortSignal };

export type CallResult = {
  /** Of the last attempt; null when no answer came. */
  status: number | null;
  /** The endpoint that answered: without a token the documents endpoint was not called. */
  endpoint: 'token' | 'documents';
  /** Of every attempt at the documents endpoint, including the last. */
  statuses: (number | null)[];
  body: Buffer;
};

/** Use 1. `documents` is null unless the answer is a 200 with an array of base64 strings. */
export type FetchResult = CallResult & { documents: Buffer[] | null };

export type Caller = {
  /** Returns the token that is remembered until it ends, or a new one. @throws TokenRefused */
  token(options?: CallOptions & { anew?: boolean }): Promise<string>;
  /** Fetches the documents for a transaction. */
  fetch(transaction: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<FetchResult>;
  /** Pushes a record, or bytes unchanged. */
  push(record: Readonly<Record<string, unknown>> | Buffer, options?: CallOptions): Promise<CallResult>;
  close(): Promise<void>;
};

/** The token endpoint did not issue a token; `status` is null when no answer came. */
export class TokenRefused extends Error {
  readonly status: number | null;
  readonly body: Buffer;

  constructor(status: number | null, body: Buffer) {
    super(`no token: ${status ?? 'no answer'}`);
    this.name = 'TokenRefused';
    this.status = status;
    this.body = body;
  }
}
