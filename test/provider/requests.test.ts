/** What goes over the line, byte by byte (interface description, endpoints C and D). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closing } from '../support/closing.ts';
import type { SigningConnection } from '../support/doors/provider.ts';
import { call, client, memoryStore, pdf } from '../support/network/provider-client.ts';
import { type RawServer, startRawServer, withToken } from '../support/network/raw-server.ts';

let server: RawServer;
let provider: SigningConnection;
let bodies: Buffer[];
beforeEach(async () => {
  bodies = [];
  server = await startRawServer(async (exchange) => {
    const body = await exchange.body();
    bodies.push(body);
    if (exchange.path.endsWith('/token'))
      exchange.answer(200, { access_token: 'token-1', token_type: 'Bearer', expires_in: 3600, scope: 'x' });
    else exchange.answer(200, { signedDocuments: [] });
  });
  provider = client(server.origin);
});
afterEach(async () => {
  await provider.close();
  await server.close();
});

describe('the token request', () => {
  it('is form-encoded with three fields and the described headers', async () => {
    await provider.testSigning();
    const [exchange] = server.exchanges;
    expect([exchange?.method, exchange?.path]).toEqual(['POST', '/token']);
    expect(bodies[0]?.toString()).toBe('client_id=client+%2B%26%3D&client_secret=s3cret+%26%3D%2B&grant_type=client_credentials');
    expect(exchange?.headers).toEqual([
      ['host', `127.0.0.1:${server.port}`],
      ['connection', 'close'],
      ['accept', 'application/json'],
      ['content-type', 'application/x-www-form-urlencoded'],
      ['content-length', String(bodies[0]?.length)],
    ]);
  });

  it('is made for a new token at each test', async () => {
    await provider.testSigning();
    await provider.testSigning();
    expect(server.exchanges).toHaveLength(2);
  });
});

describe('the sign-documents request', () => {
  it('has exactly the described headers and fields, in order', async () => {
    const documents = [
      { reference: 'ref-1', fileName: 'contrato.pdf', content: pdf('%PDF-1.7 one') },
      { reference: 'año «2»', fileName: 'niño ’ 😀.pdf', content: pdf('%PDF-1.7\r\n\0\u{ff}two') },
    ];
    const { incoming } = memoryStore();
    const outcome = await provider.signDocuments(call({ documents, clientInfo: 'Trámite 7' }), incoming);
    expect(outcome).toEqual({ kind: 'answered', items: [], otherTexts: [], defect: null, unread: null });

    const exchange = server.exchanges[1];
    const boundary = exchange?.header('content-type')?.match(/^multipart\/form-data; boundary=(\S+)$/)?.[1];
    expect([exchange?.method, exchange?.path]).toEqual(['POST', '/sign-documents']);
    expect(exchange?.headers).toEqual([
      ['host', `127.0.0.1:${server.port}`],
      ['connection', 'close'],
      ['accept', 'application/json'],
      ['x-account-id', 'account-1'],
      ['x-project-id', 'project-1'],
      ['authorization', 'Bearer token-1'],
      ['content-type', `multipart/form-data; boundary=${boundary}`],
      ['content-length', String(bodies[1]?.length)],
    ]);
    const field = (name: string, value: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const file = (name: string, fileName: string, content: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: application/pdf\r\n\r\n${content}\r\n`;
    expect(bodies[1]?.toString()).toBe(
      field('documentPairs[0].referenceNumber', 'ref-1') +
        file('documentPairs[0].document', 'contrato.pdf', '%PDF-1.7 one') +
        field('documentPairs[1].referenceNumber', 'año «2»') +
        file('documentPairs[1].document', 'niño ’ 😀.pdf', '%PDF-1.7\r\n\0\u{ff}two') +
        field('clientInfo', 'Trámite 7') +
        field('x1', '360') +
        field('y1', '40') +
        field('x2', '560') +
        field('y2', '100') +
        field('signaturePage', '3') +
        `--${boundary}--\r\n`,
    );
  });

  it('includes the path of the base address', async () => {
    const other = client(`${server.origin}/api/v2`);
    await other.signDocuments(call(), memoryStore().incoming);
    expect(server.exchanges.map((exchange) => exchange.path)).toEqual(['/api/v2/token', '/api/v2/sign-documents']);
    await other.close();
  });

  it('reports once that it is sending, after the token and before the answer', async () => {
    const seen: string[] = [];
    await provider.signDocuments(call(), memoryStore().incoming, {
      onSending: () => seen.push(server.exchanges.map((exchange) => exchange.path).join()),
    });
    expect(seen).toEqual(['/token']);
  });

  it('is not sent when the station cannot store that it is sending', async () => {
    const outcome = await provider.signDocuments(call(), memoryStore().incoming, {
      onSending: () => {
        throw new Error('disk');
      },
    });
    expect(outcome).toMatchObject({ kind: 'refused', problem: { code: 'internal' }, retryable: false });
    expect(server.exchanges.map((exchange) => exchange.path)).toEqual(['/token']);
  });
});

describe('a file name in the form', () => {
  it.each([
    ['escapes quotes', 'a "b" c.pdf', 'a %22b%22 c.pdf'],
    ['escapes line breaks', 'a\r\nb\nc.pdf', 'a%0D%0Ab%0Ac.pdf'],
    ['leaves percent signs and backslashes', '100% \\x.pdf', '100% \\x.pdf'],
    ['replaces half a character', 'a\ud800b.pdf', 'a\ufffdb.pdf'],
  ])('%s', async (_, fileName, sent) => {
    const reference = `1\n2\r3"`;
    await provider.signDocuments(call({ documents: [{ reference, fileName, content: pdf('x') }] }), memoryStore().incoming);
    const body = bodies[1]?.toString() ?? '';
    expect(body).toContain(`name="documentPairs[0].document"; filename="${sent}"\r\nContent-Type: application/pdf\r\n\r\nx\r\n`);
    expect(body).toContain('name="documentPairs[0].referenceNumber"\r\n\r\n1\r\n2\r\n3"\r\n');
    expect(server.exchanges[1]?.header('content-length')).toBe(String(bodies[1]?.length));
  });
});

describe('statuses', () => {
  const scripted = async (script: Parameters<typeof withToken>[0], signing: object = {}) => {
    const own = await startRawServer(withToken(script));
    const other = client(own.origin, {}, {}, signing);
    const sign = ({ incoming } = memoryStore()) => other.signDocuments(call(), incoming);
    const end = async () => {
      await other.close();
      await own.close();
    };
    return { own, sign, end };
  };
  const always = (status: number, body: unknown, headers?: Record<string, string>, signing?: object) =>
    scripted(async (exchange) => {
      await exchange.body();
      exchange.answer(status, body, headers);
    }, signing);

  it.each([
    [
      400,
      { error: 'clientInfo is missing' },
      {
        kind: 'refused',
        problem: { code: 'request-refused', detail: { status: 400, providerText: 'clientInfo is missing' } },
        retryable: false,
      },
    ],
    [
      401,
      { error: 'bad token' },
      { kind: 'refused', problem: { code: 'token-refused', detail: { status: 401, providerText: 'bad token' } }, retryable: false },
    ],
    [
      403,
      { error: 'expired' },
      { kind: 'refused', problem: { code: 'token-refused', detail: { status: 403, providerText: 'expired' } }, retryable: false },
    ],
    [413, 'too large', { kind: 'too-large' }],
    [
      429,
      { error: 'slow down' },
      { kind: 'unknown', problem: { code: 'unexpected-answer', detail: { status: 429, providerText: 'slow down' } } },
    ],
    [400, 'no such client', { kind: 'refused', problem: { detail: { status: 400, providerText: 'no such client' } } }],
    [
      400,
      { signedDocuments: [{ referenceNumber: 'r', status: 'FAIL', errorReason: 'no such client' }] },
      { kind: 'refused', problem: { detail: { status: 400, providerText: 'no such client' } } },
    ],
    [
      200,
      'no such client',
      { kind: 'answered', items: [], defect: { code: 'answer-not-json', detail: { providerText: 'no such client', context: 'said' } } },
    ],
    [200, '', { kind: 'answered', items: [], defect: { code: 'answer-not-json' } }],
    [503, '<html>', { kind: 'unknown', problem: { code: 'provider-error', detail: { status: 503, context: 'unexplained' } } }],
    [
      500,
      { error: 'Internal' },
      { kind: 'unknown', problem: { code: 'provider-error', detail: { status: 500, providerText: 'Internal' } } },
    ],
    [
      502,
      '<html>bad gateway',
      { kind: 'unknown', problem: { code: 'provider-error', detail: { status: 502, providerText: 'bad gateway' } } },
    ],
    [
      404,
      { error: 'no such thing' },
      {
        kind: 'unknown',
        problem: { code: 'unexpected-answer', detail: { status: 404, providerText: 'no such thing', context: 'address' } },
      },
    ],
    [
      202,
      { message: 'in process' },
      { kind: 'unknown', problem: { code: 'unexpected-answer', detail: { status: 202, providerText: 'in process' } } },
    ],
    [207, { signedDocuments: [{ referenceNumber: 'r', status: 'FAIL' }] }, { kind: 'answered', items: [{ status: 'FAIL' }], defect: null }],
    [202, { file: 'x'.repeat(1000) }, { kind: 'answered', items: [], otherTexts: [{}], defect: { code: 'answer-not-as-described' } }],
    ...[400, 401, 500].map((status): [number, object, object] => [
      status,
      { error: 'partly', signedDocuments: [{ referenceNumber: 'r', status: 'SUCCESS', signedDocument: 'JVBERi0=' }] },
      { kind: 'answered', items: [{ content: {} }], defect: null },
    ]),
    [
      400,
      { error: 'no such project', trace: 'x'.repeat(5000), signedDocuments: [] },
      { kind: 'refused', problem: { code: 'request-refused', detail: { status: 400, providerText: 'no such project' } } },
    ],
    [204, '', { kind: 'unknown', problem: { code: 'unexpected-answer', detail: { status: 204, context: 'unexplained' } } }],
    [405, '', { kind: 'unknown', problem: { code: 'unexpected-answer', detail: { status: 405, context: 'address_unexplained' } } }],
  ])('%i', async (status, body, expected) => {
    const { sign, own, end } = await always(status, body);
    expect(await sign()).toMatchObject(expected);
    const tries = own.exchanges.filter((exchange) => exchange.path === '/sign-documents').length;
    expect(tries).toBe('kind' in expected && expected.kind !== 'answered' && (status === 401 || status === 403) ? 2 : 1);
    await end();
  });

  it.each<[string, unknown, string]>([
    ['problem details', { title: 'Not valid', status: 400, errors: { clientInfo: ['it is missing'] } }, 'clientInfo: it is missing'],
    ['nothing but nesting', '['.repeat(30_000) + ']'.repeat(30_000), '—'],
  ])('400 with the text of %s', async (_, body, providerText) => {
    const { sign, end } = await always(400, body);
    expect(await sign()).toMatchObject({ kind: 'refused', problem: { code: 'request-refused', detail: { providerText } } });
    await end();
  });

  it('a refusal leaves nothing in the store', async () => {
    const store = memoryStore();
    const { sign, end } = await always(400, { error: 'no such project', trace: 'x'.repeat(5000) });
    expect(await sign(store)).toMatchObject({ kind: 'refused' });
    expect([store.contents.length, store.live()]).toEqual([1, []]);
    await end();
  });

  it('an answer may take longer than a connection', async () => {
    const script = withToken(async (exchange) => {
      await exchange.body();
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      exchange.answer(200, { signedDocuments: [] });
    });
    const server = closing(await startRawServer(script));
    const provider = closing(client(server.origin, { connectTimeout: 2_000 }));
    expect(await provider.signDocuments(call(), memoryStore().incoming)).toMatchObject({ kind: 'answered' });
  });

  it('a redirect is not followed', async () => {
    const { sign, own, end } = await always(307, '', { location: '/elsewhere' });
    expect(await sign()).toMatchObject({ kind: 'unknown', problem: { code: 'unexpected-answer', detail: { status: 307 } } });
    expect(own.exchanges.map((exchange) => exchange.path)).toEqual(['/token', '/sign-documents']);
    await end();
  });

  it.each([429, 503])('%i with Retry-After after the whole body is in doubt, or refused where the profile says so', async (status) => {
    const busy = await always(status, '', { 'retry-after': '17' });
    expect(await busy.sign()).toMatchObject({ kind: 'unknown', problem: { detail: { status, retryAfter: 17 } } });
    await busy.end();
    const refusing = await always(status, '', { 'retry-after': '17' }, { busyAnswers: 'refused' });
    const problem = { code: 'provider-busy', detail: { status, retryAfter: 17 } };
    expect(await refusing.sign()).toMatchObject({ kind: 'refused', problem, retryable: true });
    await refusing.end();
  });

  it('a provider text is bounded and loses control characters', async () => {
    const { sign, end } = await always(400, { error: `a\u0000b\u202e\r\n${'x'.repeat(5000)}` });
    const outcome = await sign();
    const text = outcome.kind === 'refused' ? outcome.problem.detail?.providerText : '';
    expect(text).toMatch(/^a b x{295}…$/);
    await end();
  });

  it('an endless error body does not fill the memory', async () => {
    const { sign, end } = await scripted(async (exchange) => {
      await exchange.body();
      exchange.socket.write('HTTP/1.1 400 Bad\r\ntransfer-encoding: chunked\r\n\r\n');
      const more = (): void => {
        while (!exchange.socket.destroyed && exchange.socket.write(`4000\r\n${'x'.repeat(0x4000)}\r\n`));
      };
      exchange.socket.on('drain', more);
      more();
    });
    expect(await sign()).toMatchObject({ kind: 'refused', problem: { code: 'request-refused', detail: { providerText: '—' } } });
    await end();
  });
});
