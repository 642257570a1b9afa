/** The risk-list search over the line (interface description, endpoint F and Errors). */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { blockThread } from '../support/block-thread.ts';
import { closing } from '../support/closing.ts';
import { networkSchema, type ScreeningQuery, searchProfileSchema } from '../support/doors/domain.ts';
import { StationError } from '../support/doors/errors.ts';
import { connectSearch } from '../support/doors/provider.ts';
import { type Script, startRawServer } from '../support/network/raw-server.ts';
import { answer, query } from '../support/screening/search-answer.ts';

const key = 'k3y-secret';
type Change = { profile?: object; network?: object; apiKey?: () => Promise<string> };

function asking(origin: string, { profile, network, apiKey = async () => key }: Change = {}) {
  const client = closing(
    connectSearch({
      search: searchProfileSchema.parse({ url: `${origin}/v2/search?tenant=7`, projectName: 'Project one', ...profile }),
      network: networkSchema.parse({ proxy: 'none', ...network }),
      apiKey,
    }),
  );
  /** What came, its bytes as text. Nothing that is logged holds the key or the person. */
  return async (of: ScreeningQuery = query(), signal?: AbortSignal) => {
    const outcome = await client.search(of, signal);
    const raw = outcome.raw === null ? null : Buffer.from(outcome.raw).toString();
    if (outcome.kind === 'answered') return { kind: outcome.kind, raw };
    expect(outcome.problem.message).not.toMatch(/k3y|Ana|1020030/);
    expect(JSON.stringify(outcome.problem)).not.toContain(key);
    return { ...outcome, raw };
  };
}

async function scripted(script: Script, change: Change = {}) {
  const server = closing(await startRawServer(script));
  return { server, ask: asking(server.origin, change) };
}

/** Answers and keeps the body that was sent. */
const keeping =
  (bodies: string[]): Script =>
  async (exchange) => {
    bodies.push((await exchange.body()).toString());
    exchange.answer(200, answer());
  };

describe('a request', () => {
  it.each([
    ['SearchJudicialBranch', ['SearchJudicialBranch']],
    ['SearchtJudicialBranch', ['SearchtJudicialBranch']],
    ['both', ['SearchJudicialBranch', 'SearchtJudicialBranch']],
  ])('has the described address, headers and body with %s', async (judicialFlag, flags) => {
    const bodies: string[] = [];
    const { server, ask } = await scripted(keeping(bodies), { profile: { judicialFlag } });
    expect(await ask(query({ judicial: true, procurator: false }))).toEqual({ kind: 'answered', raw: JSON.stringify(answer()) });
    expect(await ask(query({ judicial: false, procurator: true }))).toMatchObject({ kind: 'answered' });
    const [exchange] = server.exchanges;
    expect([exchange?.method, exchange?.path]).toEqual(['POST', '/v2/search?tenant=7']);
    const person = { Name: 'Ana María Pérez Gómez', Identification: '1020030' };
    expect(bodies.map((body) => JSON.parse(body))).toEqual([
      { ...person, ...Object.fromEntries(flags.map((flag) => [flag, true])), SearchProcuration: false },
      { ...person, ...Object.fromEntries(flags.map((flag) => [flag, false])), SearchProcuration: true },
    ]);
    expect(exchange?.headers).toEqual([
      ['host', `127.0.0.1:${server.port}`],
      ['connection', 'keep-alive'],
      ['Content-Type', 'application/json'],
      ['accept', 'application/json'],
      ['projectName', 'Project one'],
      ['X-API-Key', key],
      ['content-length', String(Buffer.byteLength(bodies[0] ?? ''))],
    ]);
  });

  it('has no identification member without an identification', async () => {
    const bodies: string[] = [];
    const { ask } = await scripted(keeping(bodies));
    await ask(query({ identification: '', name: 'Ñandú "O\'Hara" \\ 王\ud800' }));
    const sent = JSON.parse(bodies[0] ?? '');
    expect(sent).toEqual({ Name: 'Ñandú "O\'Hara" \\ 王\ud800', SearchJudicialBranch: true, SearchProcuration: true });
  });

  it('reads the current key, and sends nothing without a usable one', async () => {
    const keys = ['one', ' two\n', 'clé', '', 'a\r\nb'];
    const apiKey = async (): Promise<string> => {
      const next = keys.shift();
      if (next === undefined) throw new StationError('keychain-unavailable', { cause: 'locked' });
      return next;
    };
    const { server, ask } = await scripted((exchange) => exchange.answer(200, {}), { apiKey });
    expect([await ask(), await ask()]).toMatchObject([{ kind: 'answered' }, { kind: 'answered' }]);
    const missing = {
      kind: 'failed',
      problem: { code: 'secret-missing', detail: { secret: 'searchApiKey' } },
      retryable: false,
      raw: null,
    };
    for (const _ of [1, 2, 3]) expect(await ask()).toMatchObject(missing);
    expect(await ask()).toMatchObject({ problem: { code: 'keychain-unavailable' }, retryable: false });
    expect(server.exchanges.map((exchange) => exchange.header('x-api-key'))).toEqual(['one', 'two']);
  });

  it.each(['/search/', '/search', '/', '/v2//?a=b/'])('uses the address as typed: %s', async (path) => {
    const server = closing(await startRawServer((exchange) => exchange.answer(200, answer())));
    const client = closing(
      connectSearch({
        search: searchProfileSchema.parse({ url: `${server.origin}${path}`, projectName: 'p' }),
        network: networkSchema.parse({ proxy: 'none' }),
        apiKey: async () => key,
      }),
    );
    await client.search(query(), undefined);
    expect(server.exchanges.map((exchange) => exchange.path)).toEqual([path]);
  });
});

describe('a refusal', () => {
  it.each([
    [400, 'Bad Request', 'search-refused'],
    [401, 'Unauthorized', 'search-key-refused'],
    [403, 'Unauthorized', 'search-key-refused'],
    [500, 'Internal Server Error', 'search-failed'],
    [400, 'error', 'search-refused'],
    [401, 'error', 'search-key-refused'],
    [500, 'error', 'search-failed'],
    [404, 'error', 'service-not-found'],
    [422, 'error', 'search-refused'],
    [502, 'error', 'search-failed'],
  ])('of %i with its text under %j gives %s', async (status, member, code) => {
    const { ask } = await scripted((exchange) => exchange.answer(status, { [member]: ' dice\nque no\u202e ' }));
    expect(await ask()).toMatchObject({
      kind: 'failed',
      problem: { code, detail: { status, providerText: 'dice que no' } },
      retryable: false,
      raw: null,
    });
  });

  it.each([202, 206, 207])('of %i is no outcome, and its body is stored, as it may have findings', async (status) => {
    const bodies = [JSON.stringify(answer()), '{"error":"pendiente"}', ''];
    const { ask } = await scripted((exchange) => exchange.answer(status, bodies.shift() ?? ''));
    const failed = { kind: 'failed', retryable: false, problem: { code: 'search-failed', detail: { status } } };
    expect(await ask()).toMatchObject({ ...failed, raw: JSON.stringify(answer()) });
    expect(await ask()).toMatchObject({ ...failed, problem: { detail: { providerText: 'pendiente' } }, raw: '{"error":"pendiente"}' });
    expect(await ask()).toMatchObject({ ...failed, raw: null });
  });

  it('prefers the described member and ignores one of another type', async () => {
    const bodies = [{ error: 'b', 'Bad Request': 'a' }, { 'Bad Request': { x: 1 }, error: 'b' }, '<p>c</p>', { other: 'c' }, '7', []];
    const { ask } = await scripted((exchange) => exchange.answer(400, bodies.shift()));
    for (const providerText of ['a', 'b', 'c']) expect(await ask()).toMatchObject({ problem: { detail: { providerText } } });
    for (const _ of [1, 2, 3]) expect(await ask()).toMatchObject({ problem: { detail: { status: 400, context: 'unexplained' } } });
  });

  it('never shows the key that a provider repeats', async () => {
    const { ask } = await scripted((exchange) => exchange.answer(401, { Unauthorized: `key ${key} is not known` }));
    expect(await ask()).toMatchObject({ problem: { detail: { providerText: 'key … is not known' } } });
  });

  it.each([
    [429, { 'retry-after': '7' }, { retryAfter: 7 }],
    [503, { 'retry-after': '8' }, { retryAfter: 8 }],
    [429, {}, {}],
    [503, {}, {}],
  ])('of %i means busy and is retryable', async (status, headers, wait) => {
    const { ask } = await scripted((exchange) => exchange.answer(status, {}, headers as Record<string, string>));
    expect(await ask()).toEqual({
      kind: 'failed',
      problem: { code: 'search-busy', message: 'search-busy', detail: { status, ...wait } },
      retryable: true,
      raw: null,
    });
  });

  it('that asks to wait for hours says until when', async () => {
    const { ask } = await scripted((exchange) => exchange.answer(429, '', { 'retry-after': '7200' }));
    const before = Date.now();
    const found = await ask();
    const until = Number(found.kind === 'failed' && found.problem.detail?.until) - 7_200_000;
    expect(until).toBeGreaterThanOrEqual(before);
    expect(until).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    [204, 'search-failed'],
    [302, 'service-not-found'],
    [307, 'service-not-found'],
    [418, 'search-failed'],
  ])('of %i is unexpected, and redirects are not followed', async (status, code) => {
    const { ask, server } = await scripted((exchange) => exchange.answer(status, '', { location: '/elsewhere' }));
    expect(await ask()).toMatchObject({ problem: { code, detail: { status } }, retryable: false });
    expect(server.exchanges).toHaveLength(1);
  });
});

describe('the answer', () => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-length: 9000\r\n\r\n';

  it('is returned unchanged, whatever it is', async () => {
    const bodies = ['<html>', '', '{"a":1}\n', 'ñ'];
    const { ask } = await scripted((exchange) => exchange.answer(200, bodies.shift()));
    for (const raw of [...bodies]) expect(await ask()).toEqual({ kind: 'answered', raw });
  });

  it('of many chunks is complete', async () => {
    const long = JSON.stringify(answer({ filling: 'ñ'.repeat(4_000_000) }));
    const { ask } = await scripted((exchange) => exchange.answer(200, long));
    const outcome = await ask();
    expect(outcome.kind).toBe('answered');
    expect(outcome.raw === long).toBe(true);
  });

  it('is read up to its bound', async () => {
    const length = 16 * 1024 * 1024 + 1;
    // In one piece with its head, so that no piece ends just at the bound.
    const whole = `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n${'x'.repeat(length)}`;
    const { ask } = await scripted(({ socket }) => void socket.end(whole));
    const outcome = await ask();
    expect(outcome).toMatchObject({ kind: 'failed', problem: { code: 'answer-too-large' }, retryable: false });
    expect(outcome.raw?.length).toBe(16 * 1024 * 1024);
    const full = await scripted((exchange) => exchange.answer(200, 'x'.repeat(16 * 1024 * 1024)));
    expect((await full.ask()).kind).toBe('answered');
  });

  it.each<[string, Script]>([
    ['cut off', ({ socket }) => void socket.end(`${head}{"datetime"`)],
    ['silent after its beginning', ({ socket }) => void socket.write(`${head}{"datetime"`)],
  ])('that is %s is stored as far as it was read', async (_, script) => {
    const { ask } = await scripted(script, { network: { silenceTimeout: 300 } });
    expect(await ask()).toMatchObject({ kind: 'failed', problem: { code: 'search-answer-cut-off' }, retryable: true, raw: '{"datetime"' });
  });

  it.each<[string, Script]>([
    ['whose connection breaks', ({ socket }) => void socket.end(`${head}${JSON.stringify(answer())}`)],
    ['that is shorter than stated', ({ socket }) => void socket.write(`${head}${JSON.stringify(answer())}`)],
  ])('%s behind its last brace is whole', async (_, script) => {
    const { ask } = await scripted(script, { network: { silenceTimeout: 300 } });
    expect(await ask()).toEqual({ kind: 'answered', raw: JSON.stringify(answer()) });
  });

  it('that never goes silent and never ends is stored as far as it was read', async () => {
    const { ask } = await scripted(
      async ({ socket }) => {
        socket.write(`${head}{"datetime"`);
        while (!socket.destroyed) {
          socket.write(' ');
          await sleep(20);
        }
      },
      // Time enough for the beginning of the answer on a busy machine.
      { network: { callTimeout: 2_000 } },
    );
    const { raw, ...outcome } = await ask();
    const problem = { code: 'search-answer-cut-off', detail: { context: 'limit', seconds: 2 } };
    expect(outcome).toMatchObject({ kind: 'failed', problem, retryable: true });
    expect(String(raw)).toMatch(/^\{"datetime" +$/);
  });

  it('that arrived while the machine slept is an answer', async () => {
    const { ask } = await scripted(
      async ({ socket }) => {
        const body = JSON.stringify(answer());
        socket.write(`${head}${body.slice(0, 9)}`);
        await sleep(100);
        // The timers come next, before what has arrived.
        await nextTurn();
        socket.end(body.slice(9));
        blockThread(1_000);
      },
      { network: { callTimeout: 500 } },
    );
    expect(await ask()).toEqual({ kind: 'answered', raw: JSON.stringify(answer()) });
  });

  it('that is cut off before its first byte leaves nothing', async () => {
    const { ask } = await scripted(({ socket }) => void socket.end(head));
    expect(await ask()).toMatchObject({ problem: { code: 'search-answer-cut-off' }, raw: null });
  });
});

describe('the connection', () => {
  it('lost after the request was sent means no answer, and is retryable', async () => {
    const cut = await scripted(async (exchange) => {
      await exchange.body();
      exchange.socket.destroy();
    });
    expect(await cut.ask()).toMatchObject({ kind: 'failed', problem: { code: 'search-unanswered' }, retryable: true, raw: null });
    const mute = await scripted(() => {}, { network: { answerTimeout: 300 } });
    expect(await mute.ask()).toMatchObject({ problem: { code: 'search-unanswered' }, retryable: true });
    expect([cut.server.exchanges.length, mute.server.exchanges.length]).toEqual([1, 1]);
  });

  it('that is missing is retryable', async () => {
    const { ask, server } = await scripted(() => {});
    await server.close();
    expect(await ask()).toMatchObject({ problem: { code: 'connection-refused' }, retryable: true, raw: null });
  });

  it('without its certificate authorities is not retryable', async () => {
    const ask = asking('https://127.0.0.1:1', { network: { caFile: '/nowhere/ca.pem' } });
    expect(await ask()).toMatchObject({ problem: { code: 'ca-file-unreadable' }, retryable: false });
  });

  it('can be cancelled before the request, while waiting and during the answer', async () => {
    const cancelled = { kind: 'failed', problem: { code: 'cancelled' }, retryable: false };
    const before = await scripted((exchange) => exchange.answer(200, {}));
    expect(await before.ask(query(), AbortSignal.abort())).toMatchObject({ ...cancelled, raw: null });
    expect(before.server.exchanges).toEqual([]);

    const stop = new AbortController();
    const waiting = await scripted(() => stop.abort());
    expect(await waiting.ask(query(), stop.signal)).toMatchObject({ ...cancelled, raw: null });

    const later = new AbortController();
    const coming = await scripted(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9000\r\n\r\n{"a"');
      setTimeout(() => later.abort(), 300);
    });
    expect(await coming.ask(query(), later.signal)).toMatchObject(cancelled);
  });

  it('ends the requests in flight when it is closed', async () => {
    const server = closing(await startRawServer(() => void client.close()));
    const client = connectSearch({
      search: searchProfileSchema.parse({ url: server.origin, projectName: 'p' }),
      network: networkSchema.parse({ proxy: 'none' }),
      apiKey: async () => key,
    });
    expect(await client.search(query())).toMatchObject({ kind: 'failed', problem: { code: 'search-unanswered' } });
  });
});
