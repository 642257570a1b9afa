/** The token's life over real sockets (interface description, endpoint C, Authentication). */
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { closing } from '../support/closing.ts';
import { StationError } from '../support/doors/errors.ts';
import type { SigningDeps } from '../support/doors/provider.ts';
import { call, client, memoryStore } from '../support/network/provider-client.ts';
import { type Exchange, startRawServer } from '../support/network/raw-server.ts';

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };

type Hooks = {
  /** Before a token is answered. */
  onToken?: () => void | Promise<void>;
  /** The status for the signing call of that number, counted from 1. */
  onSign?: (call: number) => number | Promise<number>;
};

/** A provider that hands out `token-1`, `token-2`… as `answers` say (the last one for ever), and takes any unless `onSign` says otherwise. */
async function provide(answers: Answer[], parts: Partial<SigningDeps> = {}, signing: object = {}, { onToken, onSign }: Hooks = {}) {
  let asked = 0;
  const used: string[] = [];
  const server = closing(
    await startRawServer(async (exchange: Exchange) => {
      await exchange.body();
      if (exchange.path === '/sign-documents') {
        used.push(exchange.header('authorization') ?? '');
        return exchange.answer((await onSign?.(used.length)) ?? 200, { signedDocuments: [] });
      }
      const { status = 200, body, headers } = answers[Math.min(asked, answers.length - 1)] ?? {};
      asked++;
      await onToken?.();
      const token = { access_token: `token-${asked}`, token_type: 'Bearer', expires_in: 3600 };
      exchange.answer(status, typeof body === 'string' || Array.isArray(body) ? body : { ...token, ...(body as object) }, headers);
    }),
  );
  const provider = closing(client(server.origin, {}, parts, signing));
  const sign = (signal?: AbortSignal) => provider.signDocuments(call(), memoryStore().incoming, signal ? { signal } : {});
  return { provider, sign, used, asked: () => asked };
}

describe('a token', () => {
  it('is requested once for 50 calls at the same time', async () => {
    const { sign, asked, used } = await provide([{}]);
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => sign()));
    expect(new Set(outcomes.map((outcome) => outcome.kind))).toEqual(new Set(['answered']));
    expect(asked()).toBe(1);
    expect(new Set(used)).toEqual(new Set(['Bearer token-1']));
  });

  it('is renewed before it expires, in the unit of the profile', async () => {
    let now = 1_000_000;
    const { sign, used } = await provide([{ body: { expires_in: 60 } }], { now: () => now }, { tokenLifetimeUnit: 'minutes' });
    await sign();
    now += 3_569_999;
    await sign();
    now += 2;
    await sign();
    expect(used).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
  });

  it('has a lifetime that counts from its request, not from its answer', async () => {
    let now = 1_000_000;
    // The token is a minute on its way.
    const onToken = () => {
      now += 60_000;
    };
    const { sign, used } = await provide([{ body: { expires_in: 100 } }], { now: () => now }, {}, { onToken });
    await sign();
    now = 1_000_000 + 89_999;
    await sign();
    now += 1;
    await sign();
    expect(used).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
  });

  it('with a lifetime of zero serves one call, and without a stated lifetime all calls', async () => {
    const none = await provide([{ body: { expires_in: 0 } }]);
    await none.sign();
    await none.sign();
    expect(none.used).toEqual(['Bearer token-1', 'Bearer token-2']);
    const unstated = await provide([{ body: { expires_in: undefined } }]);
    await unstated.sign();
    await unstated.sign();
    expect(unstated.used).toEqual(['Bearer token-1', 'Bearer token-1']);
  });

  it('is used when its answer is whole and has no end', async () => {
    const { sign, used } = await provide([{ headers: { 'content-length': '9000' } }]);
    expect(await sign()).toMatchObject({ kind: 'answered' });
    expect(used).toEqual(['Bearer token-1']);
  });

  it('is still delivered to the other calls when one is cancelled', async () => {
    const gate = Promise.withResolvers<void>();
    const { sign, asked } = await provide([{}], {}, {}, { onToken: () => gate.promise });
    const stop = new AbortController();
    const first = sign(stop.signal);
    const others = [sign(), sign()];
    stop.abort();
    expect(await first).toMatchObject({ kind: 'refused', problem: { code: 'cancelled' } });
    gate.resolve();
    expect(await Promise.all(others)).toMatchObject([{ kind: 'answered' }, { kind: 'answered' }]);
    expect(asked()).toBe(1);
  });

  it('request that fails fails every waiting call and is tried again by the next', async () => {
    const { sign, asked } = await provide([{ status: 400, body: '{"error":"invalid_client"}' }, {}]);
    const refused = {
      kind: 'refused',
      problem: { code: 'credentials-refused', detail: { status: 400, clientId: 'client +&=', providerText: 'invalid_client' } },
    };
    expect(await Promise.all([sign(), sign(), sign()])).toMatchObject([refused, refused, refused]);
    expect(asked()).toBe(1);
    expect(await sign()).toMatchObject({ kind: 'answered' });
  });

  it('is renewed with the current secret, and without a secret nothing is requested', async () => {
    const secrets = ['one', new StationError('secret-missing', { secret: 'clientSecret' })];
    const secret = async () => {
      const next = secrets.shift();
      if (typeof next === 'string') return next;
      throw next;
    };
    const { provider, sign, asked } = await provide([{ body: { expires_in: 0 } }], { secret });
    await provider.testSigning();
    expect(await sign()).toMatchObject({ kind: 'refused', problem: { code: 'secret-missing', detail: { secret: 'clientSecret' } } });
    expect(asked()).toBe(1);
  });
});

describe('a refused token', () => {
  it('is not used again, and the call is repeated with a new one', async () => {
    const { sign, used, asked } = await provide([{}], {}, {}, { onSign: (number) => (number === 1 ? 401 : 200) });
    expect(await sign()).toMatchObject({ kind: 'answered' });
    expect(await sign()).toMatchObject({ kind: 'answered' });
    expect(used).toEqual(['Bearer token-1', 'Bearer token-2', 'Bearer token-2']);
    expect(asked()).toBe(2);
  });

  it('by a late answer leaves the newer token of another call in use', async () => {
    const [both, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { sign, used, asked } = await provide(
      [{}],
      {},
      {},
      {
        // Both have the first token; the second one's refusal comes when the first has its new token and its answer.
        onSign: async (number) => {
          if (number === 1) await both.promise;
          if (number === 2) {
            both.resolve();
            await late.promise;
          }
          return number <= 2 ? 401 : 200;
        },
      },
    );
    const outcomes = [sign(), sign()];
    expect(await Promise.race(outcomes)).toMatchObject({ kind: 'answered' });
    late.resolve();
    expect(await Promise.all(outcomes)).toMatchObject([{ kind: 'answered' }, { kind: 'answered' }]);
    expect(used).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2', 'Bearer token-2']);
    expect(asked()).toBe(2);
  });
});

describe('a token endpoint that echoes its request', () => {
  const secret = 's3cret &=+';
  it.each([
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ a: secret }).toString(),
    JSON.stringify(secret),
    ...['', 'c:', 'cc:', 'ccc:'].map((before) => Buffer.from(`${before}${secret}`).toString('base64')),
    Buffer.from(`client:${secret}:more`).toString('base64url'),
    's3\u0000cret &=+'.replace('\u0000', '\u200b'),
  ])('gets no part of the secret into the problem: %j', async (form) => {
    const { provider } = await provide([{ status: 400, body: JSON.stringify({ error: `got ${form} \u001b[31m!` }) }]);
    const thrown: unknown = await provider.testSigning().catch((error: unknown) => error);
    if (!(thrown instanceof StationError)) throw new Error('not refused');
    const text = String(thrown.problem.detail?.providerText);
    expect(text).toMatch(/^got .*… ?.*\[31m!$/);
    expect(text).not.toContain('\u001b');
    for (const part of [secret, form.slice(3, -3)]) expect(text).not.toContain(part);
  });
});

describe('an answer of the token endpoint', () => {
  it.each<[string, Answer, object]>([
    [
      '400',
      { status: 400, body: '{"error":"invalid client"}' },
      { code: 'credentials-refused', detail: { status: 400, providerText: 'invalid client' } },
    ],
    [
      '400 with a description',
      { status: 400, body: '{"error":"invalid_client","error_description":"the secret has expired"}' },
      { code: 'credentials-refused', detail: { status: 400, providerText: 'the secret has expired' } },
    ],
    [
      '400 of another shape',
      { status: 400, body: '{"message":"x"}' },
      { code: 'credentials-refused', detail: { status: 400, providerText: 'x' } },
    ],
    ['401', { status: 401, body: '{"error":"invalid_client"}' }, { code: 'credentials-refused', detail: { status: 401 } }],
    ['404', { status: 404, body: '<html>' }, { code: 'token-unavailable', detail: { status: 404 } }],
    ['302', { status: 302, body: '', headers: { location: '/login' } }, { code: 'token-unavailable', detail: { status: 302 } }],
    ['500', { status: 500, body: '{"error":"down"}' }, { code: 'token-unavailable', detail: { status: 500, providerText: 'down' } }],
    ['503', { status: 503, body: '', headers: { 'retry-after': '9' } }, { code: 'provider-busy', detail: { status: 503, retryAfter: 9 } }],
    ['503 without a time', { status: 503, body: '' }, { code: 'provider-busy', detail: { status: 503 } }],
    ['a page', { body: '<html>sign in</html>' }, { code: 'token-unavailable', detail: { status: 200 } }],
    ['a list', { body: [] }, { code: 'token-unavailable' }],
    ['no token', { body: { access_token: undefined } }, { code: 'token-unavailable' }],
    ['an empty token', { body: { access_token: '' } }, { code: 'token-unavailable' }],
    ['a token that would break the header', { body: { access_token: 'a\r\nx-evil: 1' } }, { code: 'token-unavailable' }],
    ['a token that is a number', { body: { access_token: 7 } }, { code: 'token-unavailable' }],
    ['an answer without end', { body: { padding: 'x'.repeat(100_000) } }, { code: 'token-unavailable' }],
  ])('%s', async (name, answer, expected) => {
    const { provider, sign, used } = await provide([answer]);
    await expect(provider.testSigning()).rejects.toMatchObject({ problem: expected });
    const passes = !['400', '400 with a description', '400 of another shape', '401'].includes(name);
    expect(await sign()).toMatchObject({ kind: 'refused', problem: expected, retryable: passes });
    expect(used).toEqual([]);
  });

  it.each<[string, string]>([
    ['no JSON', 'stands-out'],
    ['JSON that is cut off', '{"access_token":"stands-out'],
    ['a token that cannot go into a header', '{"access_token":"stands-out\\nx","token_type":"Bearer"}'],
    ['an error, as of a refusal', '{"error":"stands-out"}'],
    ['a token under another name', '{"token":"stands-out","token_type":"Bearer"}'],
    ['a list of tokens', '[{"access_token":"stands-out"},{"access_token":"stands-out"}]'],
  ])('200 with %s leaves nothing of the body in the problem', async (_, body) => {
    const { provider, sign, used } = await provide([{ body }]);
    const thrown: unknown = await provider.testSigning().catch((error: unknown) => error);
    const problem = { code: 'token-unavailable', message: 'token-unavailable', detail: { status: 200, context: 'unusable' } };
    if (!(thrown instanceof StationError)) throw new Error('not refused');
    expect(thrown.problem).toEqual(problem);
    expect(inspect(thrown)).not.toContain('stands-out');
    expect(await sign()).toEqual({ kind: 'refused', problem, retryable: true });
    expect(used).toEqual([]);
  });

  it.each<[string, object, string[]]>([
    ['other members', { scope: 'sign', refresh_expires_in: 0, 'not-before-policy': {} }, []],
    ['a type in lower case and a lifetime as text', { token_type: 'bearer', expires_in: '3600' }, []],
    ['no type', { token_type: undefined }, ['token_type']],
    ['a type that is null', { token_type: null }, ['token_type']],
    ['a type of its own', { token_type: 'mac' }, ['token_type']],
    ['no lifetime', { expires_in: undefined }, ['expires_in']],
    ['a lifetime that is null', { expires_in: null }, ['expires_in']],
    ['a lifetime in words', { expires_in: 'soon' }, ['expires_in']],
    ['the word Bearer before it', { access_token: 'Bearer  token-1' }, []],
    ['neither', { token_type: 7, expires_in: {} }, ['token_type', 'expires_in']],
  ])('with %s is used, and the connection test names the unread members', async (_, body, unread) => {
    const { provider, sign, used } = await provide([{ body }]);
    expect(await provider.testSigning()).toEqual({ unread });
    expect(await sign()).toMatchObject({ kind: 'answered' });
    expect(used).toEqual(['Bearer token-1']);
  });

  it('with a lifetime as text expires after it', async () => {
    let now = 1_000_000;
    const { sign, used } = await provide([{ body: { expires_in: ' 100 ' } }], { now: () => now });
    await sign();
    now += 90_001;
    await sign();
    expect(used).toEqual(['Bearer token-1', 'Bearer token-2']);
  });
});
