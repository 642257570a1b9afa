/**
 * Calls the service as the provider would, over the network, and says how far that got. With TLS it trusts exactly the
 * certificate that the service shows to be its own, whoever issued it.
 */
import { randomBytes, X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { SelfTest } from '../../../shared/domain/web-service/web-service.ts';
import { problem } from '../../../shared/errors.ts';
import { parseJson } from '../../platform/json/parse-json.ts';
import { connectionProblem } from '../../platform/provider/network-problems.ts';
import { selfTestHeader } from './http/call.ts';
import type { WebServer } from './http/web-server.ts';

// Not imported: see `http/create-server.ts`.
const { request: requestHttp } = process.getBuiltinModule('node:http');

type SelfTestDeps = {
  web: Pick<WebServer, 'urls' | 'certificate' | 'selfTestMark'>;
  /** A user who exists for the test alone. */
  guest: { username: string; password: string };
};

type Step = SelfTest[number];
type Answer = { status: number; headers: IncomingMessage['headers']; body: unknown };
type Call = { method?: string; path: string; headers?: Record<string, string>; body?: string };

/** An answer of the self-test is a few bytes long. */
const maxAnswerBytes = 64 * 1024;
const maxAnswerMs = 15_000;

/** Never rejects; the first step that fails is the last. */
export async function selfTest({ web, guest: { username, password } }: SelfTestDeps): Promise<SelfTest> {
  const base = new URL(web.urls[0] ?? 'http://127.0.0.1');
  const steps: SelfTest = [];
  let token = '';
  const invented = `self-test-${randomBytes(8).toString('hex')}`;
  const form = (secret: string): Call => ({
    method: 'POST',
    path: '/api/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'password', username, password: secret }).toString(),
  });
  const documents = (body: unknown): Call => ({
    method: 'POST',
    path: '/api/Integration/Documents',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });

  const tried: [Step['step'], () => Call, (answer: Answer) => boolean][] = [
    ['reach', () => ({ path: '/health' }), ({ status }) => status === 200],
    ['wrong-password', () => form(`${password}x`), ({ status, body }) => status === 400 && memberOf(body, 'error') === 'invalid_grant'],
    [
      'token',
      () => form(password),
      ({ status, body }) => {
        token = String(memberOf(body, 'access_token') ?? '');
        return status === 200 && token !== '';
      },
    ],
    [
      'no-token',
      () => {
        const { headers, ...call } = documents({ JsonTransaction: { TransactionId: invented } });
        return { ...call, headers: { 'content-type': headers?.['content-type'] ?? '' } };
      },
      ({ status, headers }) => status === 401 && headers['www-authenticate'] !== undefined,
    ],
    [
      'documents',
      () => documents({ JsonTransaction: { TransactionId: invented } }),
      ({ status, headers, body }) =>
        (status === 200 && Array.isArray(body) && body.length === 0) ||
        // The watched folder is still being read.
        (status === 503 && headers['retry-after'] !== undefined),
    ],
    ['push', () => documents({ Uid: invented, TransactionId: invented }), ({ status }) => status === 200],
  ];
  for (const [step, call, right] of tried) {
    const done = await take(step, () => ask(base, web, call()), right, base.hostname);
    steps.push(done);
    if (done.problem !== null) break;
  }
  return steps;
}

async function take(step: Step['step'], asking: () => Promise<Answer>, right: (answer: Answer) => boolean, host: string): Promise<Step> {
  try {
    const answer = await asking();
    return { step, problem: right(answer) ? null : problem('service-test-failed', { status: answer.status }) };
  } catch (thrown) {
    return { step, problem: connectionProblem(thrown, { host, proxy: null }) };
  }
}

/** By Node's own client: the station's other one is for calls to the provider, with its proxy and its authorities. */
function ask(
  base: URL,
  { certificate, selfTestMark }: SelfTestDeps['web'],
  { method = 'GET', path, headers = {}, body = '' }: Call,
): Promise<Answer> {
  const length: Record<string, number> = method === 'POST' ? { 'content-length': Buffer.byteLength(body) } : {};
  const common = {
    method,
    headers: { accept: 'application/json', [selfTestHeader]: selfTestMark, ...headers, ...length },
    signal: AbortSignal.timeout(maxAnswerMs),
    agent: false,
  };
  const target = new URL(path, base);
  return new Promise((resolve, reject) => {
    const request = certificate ? requestHttps(target, { ...common, ...onlyThis(certificate) }) : requestHttp(target, common);
    request.on('response', (response) => void read(response).then(resolve, reject)).on('error', reject);
    request.end(body);
  });
}

/** The certificate is its own authority here, also where another issued it; its names are those that the client wishes. */
const onlyThis = (certificate: string) => ({
  ca: [certificate],
  allowPartialTrustChain: true,
  checkServerIdentity: (_host: string, { raw }: { raw: Buffer }): Error | undefined =>
    new X509Certificate(certificate).raw.equals(raw)
      ? undefined
      : Object.assign(new Error('another certificate'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }),
});

async function read(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxAnswerBytes) throw Object.assign(new Error('the answer is too long'), { code: 'EMSGSIZE' });
    chunks.push(chunk);
  }
  return { status: response.statusCode ?? 0, headers: response.headers, body: parseJson(Buffer.concat(chunks).toString('utf8')) };
}

const memberOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, name) ? (body as Record<string, unknown>)[name] : undefined;
