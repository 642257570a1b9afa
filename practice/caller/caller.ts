/** The provider as the caller of a client's own web service (interface description, endpoints A and B): what it does and how it may be told to misbehave. */

export type CallerOptions = {
  /** `{client_base_url}` */
  url: string;
  username: string;
  password: string;
  /** PEM, in place of the authorities that Node trusts. */
  ca?: string | undefined;
  /** What is tried again, and how patiently. */
  retry?: Partial<Retry>;
  /** Milliseconds since 1970, for the end of a token. */
  now?: () => number;
};

/** A lost connection, 500 and 503 are tried again: the wait doubles from `first` to `longest` milliseconds. */
export type Retry = { attempts: number; first: number; longest: number };

/** What is done wrong at the first attempt of a call; those after it are proper. */
export type CallerMisbehaviour = {
  /** `unknown`: one that was never handed out; `ended`: the remembered one, although its time may be over; `none`: no header. */
  token?: 'unknown' | 'ended' | 'none';
  /** At the token endpoint, which is asked anew. */
  password?: 'wrong';
  /** `slow`: in pieces, `pause` milliseconds apart; `dropped`: the connection ends half-way; `oversize`: blanks up to `size` bytes. */
  body?: { as: 'slow'; pause: number } | { as: 'dropped' } | { as: 'oversize'; size: number };
  contentType?: string;
};

export type CallOptions = { how?: CallerMisbehaviour; signal?: AbortSignal };

export type CallResult = {
  /** Of the last attempt; null when no answer came. */
  status: number | null;
  /** Who gave it: without a token the documents endpoint was not called. */
  endpoint: 'token' | 'documents';
  /** Of every attempt at the documents endpoint, the last one too. */
  statuses: (number | null)[];
  body: Buffer;
};

/** Use 1. `documents` is null unless the answer is a 200 with an array of base64 strings. */
export type FetchResult = CallResult & { documents: Buffer[] | null };

export type Caller = {
  /** The one that is remembered until it ends, or a new one. @throws TokenRefused */
  token(options?: CallOptions & { anew?: boolean }): Promise<string>;
  /** Documents for a transaction. */
  fetch(transaction: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<FetchResult>;
  /** A record, or bytes to be sent as they are. */
  push(record: Readonly<Record<string, unknown>> | Buffer, options?: CallOptions): Promise<CallResult>;
  close(): Promise<void>;
};

/** The token endpoint did not hand one out; null when no answer came. */
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
