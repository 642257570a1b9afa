/**
 * Calls a client's web service as the provider would: with a remembered token, a new one after a 401, and retries
 * without a proper answer.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { type Caller, type CallerMisbehaviour, type CallerOptions, type CallOptions, type CallResult, TokenRefused } from './caller.ts';
import { type Answer, createLine } from './post.ts';

/** The members that matter here (interface description, Token response); the validity is in minutes. */
const tokenSchema = z.object({
  access_token: z.string().min(1),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.number().positive(),
});
const documentsSchema = z.array(z.base64());
const usual = { attempts: 5, first: 200, longest: 5_000 };

/** Whether the call is worth a retry; nothing else is sent again. */
const passes = (status: number | null): boolean => status === null || status === 500 || status === 503;

export function createCaller({ url, username, password, ca, retry, now = Date.now }: CallerOptions): Caller {
  const { attempts, first, longest } = { ...usual, ...retry };
  const line = createLine(url, ca);
  let remembered: { token: string; ends: number } | null = null;
  /** The token request in flight, shared by concurrent calls. */
  let asking: Promise<string> | null = null;

  /** Sends until the answer is not retryable, or the attempts are used up. */
  async function patiently(send: (attempt: number) => Promise<Answer>, signal: AbortSignal | undefined): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await send(attempt);
      if (!passes(answer.status) || attempt >= attempts) return answer;
      const pause = Math.min(longest, Math.max(first * 2 ** (attempt - 1), answer.retryAfter * 1000));
      await wait(pause * (0.75 + Math.random() / 2), undefined, signal && { signal });
    }
  }

  async function ask({ how, signal }: CallOptions): Promise<string> {
    const headers = { 'content-type': how?.contentType ?? 'application/x-www-form-urlencoded' };
    const given = how?.password === 'wrong' ? randomBytes(12).toString('hex') : password;
    const body = Buffer.from(new URLSearchParams({ grant_type: 'password', username, password: given }).toString());
    const answer = await patiently(
      (attempt) => line.post({ path: '/api/token', headers, body, signal, ...(attempt === 1 && how?.body && { how: how.body }) }),
      signal,
    );
    const read = answer.status === 200 ? tokenSchema.safeParse(jsonOf(answer.body)) : null;
    if (!read?.success) throw new TokenRefused(answer.status, answer.body);
    const { access_token: token, expires_in: minutes } = read.data;
    remembered = { token, ends: now() + minutes * 60_000 };
    return token;
  }

  async function token({ anew = false, ...options }: CallOptions & { anew?: boolean } = {}): Promise<string> {
    if (options.how) return ask(options);
    if (!anew && remembered && remembered.ends > now()) return remembered.token;
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
      const answer = await line.post({
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
      const answer = await patiently(async (attempt) => {
        const answered = await once(attempt === 1 ? how : undefined);
        if (answered.status !== 401) return answered;
        // Expired or revoked: sends once more, with a new token.
        await token({ ...options, anew: true });
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
    close: line.close,
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
