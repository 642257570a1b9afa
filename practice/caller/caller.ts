/**
 * Calls a client's web service as the provider would (interface description, endpoints A and B): with a remembered token, a new one after
 * a 401, retries without a proper answer, and misbehaviours.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { type Answer, type BodyMisbehaviour, createSender } from './post.ts';

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

/** A lost connection, 500 and 503 are tried again: the delay doubles from `firstMs` to `maxMs`. */
export type Retry = { attempts: number; firstMs: number; maxMs: number };

/** Misbehaviour of the first attempt of a call; later attempts are proper. */
export type CallerMisbehaviour = {
  /** `unknown`: one that was never issued; `ended`: the remembered one, although it may have expired; `none`: no header. */
  token?: 'unknown' | 'ended' | 'none';
  /** At the token endpoint, which is called again. */
  password?: 'wrong';
  body?: BodyMisbehaviour;
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
  /** Returns the token that is remembered until it ends, or a new one; with `refresh` always a new one. @throws TokenRefused */
  token(options?: CallOptions & { refresh?: boolean }): Promise<string>;
  /** Fetches the documents for a transaction. */
  fetch(transaction: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<FetchResult>;
  /** Pushes a record, or bytes unchanged. */
  push(record: Readonly<Record<string, unknown>> | Buffer, options?: CallOptions): Promise<CallResult>;
  close(): Promise<void>;
};

/** The token endpoint did not issue a token; `status` is null when no answer came. */
class TokenRefused extends Error {
  readonly status: number | null;
  readonly body: Buffer;

  constructor(status: number | null, body: Buffer) {
    super(`no token: ${status ?? 'no answer'}`);
    this.name = 'TokenRefused';
    this.status = status;
    this.body = body;
  }
}

/** The members that matter here (interface description, Token response); the validity is in minutes. */
const tokenSchema = z.object({
  access_token: z.string().min(1),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.number().positive(),
});
const documentsSchema = z.array(z.base64());
const defaultRetry: Retry = { attempts: 5, firstMs: 200, maxMs: 5_000 };

/** Whether the call is worth a retry; nothing else is sent again. */
const isRetryable = (status: number | null): boolean => status === null || status === 500 || status === 503;

export function createCaller({ url, username, password, ca, retry, now = Date.now }: CallerOptions): Caller {
  const { attempts, firstMs, maxMs } = { ...defaultRetry, ...retry };
  const sender = createSender(url, ca);
  let remembered: { token: string; ends: number } | null = null;
  /** The token request in flight, shared by concurrent calls. */
  let asking: Promise<string> | null = null;

  /** Sends until the answer is not retryable, or the attempts are used up. */
  async function withRetries(send: (attempt: number) => Promise<Answer>, signal: AbortSignal | undefined): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await send(attempt);
      if (!isRetryable(answer.status) || attempt >= attempts) return answer;
      const pause = Math.min(maxMs, Math.max(firstMs * 2 ** (attempt - 1), answer.retryAfter * 1000));
      await wait(pause * (0.75 + Math.random() / 2), undefined, signal && { signal });
    }
  }

  async function ask({ how, signal }: CallOptions): Promise<string> {
    const headers = { 'content-type': how?.contentType ?? 'application/x-www-form-urlencoded' };
    const sent = how?.password === 'wrong' ? randomBytes(12).toString('hex') : password;
    const body = Buffer.from(new URLSearchParams({ grant_type: 'password', username, password: sent }).toString());
    const answer = await withRetries(
      (attempt) => sender.post({ path: '/api/token', headers, body, signal, ...(attempt === 1 && how?.body && { how: how.body }) }),
      signal,
    );
    const read = answer.status === 200 ? tokenSchema.safeParse(jsonOf(answer.body)) : null;
    if (!read?.success) throw new TokenRefused(answer.status, answer.body);
    const { access_token: token, expires_in: minutes } = read.data;
    remembered = { token, ends: now() + minutes * 60_000 };
    return token;
  }

  async function token({ refresh = false, ...options }: CallOptions & { refresh?: boolean } = {}): Promise<string> {
    if (options.how) return ask(options);
    if (!refresh && remembered && remembered.ends > now()) return remembered.token;
    asking ??= ask(options).finally(() => {
      asking = null;
    });
    return asking;
  }

  async function authorization(how: CallerMisbehaviour | undefined, options: CallOptions): Promise<Record<string, string>> {
    if (how?.token === 'none') return {};
    if (how?.token === 'unknown') return bearer(randomBytes(32).toString('base64url'));
    if (how?.token === 'ended' && remembered) return bearer(remembered.token);
    if (how?.password) await token({ ...options, how: { password: how.password } });
    return bearer(await token(options));
  }

  async function call(body: Buffer, { how, signal }: CallOptions): Promise<CallResult> {
    const statuses: CallResult['statuses'] = [];
    const options = signal ? { signal } : {};
    const once = async (wrong: CallerMisbehaviour | undefined): Promise<Answer> => {
      const headers = { 'content-type': wrong?.contentType ?? 'application/json', ...(await authorization(wrong, options)) };
      const answer = await sender.post({
        path: '/api/Integration/Documents',
        headers,
        body,
        signal,
        ...(wrong?.body && { how: wrong.body }),
      });
      statuses.push(answer.status);
      return answer;
    };
    try {
      const answer = await withRetries(async (attempt) => {
        const answered = await once(attempt === 1 ? how : undefined);
        if (answered.status !== 401) return answered;
        // Expired or revoked: sends once more, with a new token.
        await token({ ...options, refresh: true });
        return once(undefined);
      }, signal);
      return { status: answer.status, endpoint: 'documents', statuses, body: answer.body };
    } catch (thrown) {
      if (!(thrown instanceof TokenRefused)) throw thrown;
      return { status: thrown.status, endpoint: 'token', statuses, body: thrown.body };
    }
  }

  return {
    token,
    async fetch(transaction, options = {}) {
      const result = await call(Buffer.from(JSON.stringify({ JsonTransaction: transaction })), options);
      if (result.status !== 200 || result.endpoint === 'token') return { ...result, documents: null };
      const read = documentsSchema.safeParse(jsonOf(result.body));
      return { ...result, documents: read.success ? read.data.map((text) => Buffer.from(text, 'base64')) : null };
    },
    push: (record, options = {}) => call(Buffer.isBuffer(record) ? record : Buffer.from(JSON.stringify(record)), options),
    close: sender.close,
  };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Null for bytes that are no JSON. */
function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
