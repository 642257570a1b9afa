/** The web service answers an error with its own text: never Fastify's, which quotes the request, nor the text of a thrown error. */
import { errorCodes } from 'fastify';
import { describe, expect, test } from 'vitest';
import { StationError } from '../support/doors/errors.ts';
import type { Intake } from '../support/doors/web-service.ts';
import { read, request } from '../support/web-service/raw-calls.ts';
import { askToken, documentsPath, sendBytes, sendToDocuments } from '../support/web-service/service-calls.ts';
import { goodToken, goodUser, startLoneService } from '../support/web-service/web-service.ts';

/** Personal data and a path that no answer may repeat, not even in a header. */
const marked = 'Zacarias-Olmedo-1098765';
const markedPath = `/home/clerk/${marked}.pdf`;

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const bearer = { authorization: `Bearer ${goodToken}` };
const documents = (body: string, headers: Record<string, string> = {}) =>
  request({ path: documentsPath, headers: { ...json, ...bearer, ...headers }, body });
const token = (body: string, headers: Record<string, string> = {}) =>
  request({ path: '/api/token', headers: { ...form, ...headers }, body });

const noRequest = 'this is no HTTP request';
const kinds: [what: string, bytes: Uint8Array | string, status: number, error: string][] = [
  ['an address that cannot be decoded', request({ method: 'GET', path: `/%zz${marked}` }), 400, 'the request cannot be read'],
  [
    'an address that cannot be decoded, below an endpoint',
    documents('{}').toString().replace(documentsPath, `${documentsPath}/%zz${marked}`),
    400,
    'the request cannot be read',
  ],
  ['an unknown path', request({ method: 'GET', path: `/${marked}?name=${marked}` }), 404, 'there is nothing here'],
  [
    'a method that the path does not know',
    request({ method: 'DELETE', path: `/api/token?name=${marked}` }),
    405,
    'this method is not allowed here',
  ],
  ['a body that is no JSON', documents(`{"Uid": ${marked}`), 400, 'the body is not valid JSON in UTF-8'],
  [
    'JSON without a known member',
    documents(`{"${marked}":"${marked}"}`),
    400,
    'the body holds neither JsonTransaction nor a member of the transaction record',
  ],
  [
    'a transaction that is no object',
    documents(`{"JsonTransaction":"${marked}"}`),
    400,
    'the body and its JsonTransaction must be JSON objects',
  ],
  [
    'another media type',
    documents(`"${marked}"`, { 'content-type': `text/${marked}` }),
    400,
    'the body and its JsonTransaction must be JSON objects',
  ],
  ['an invalid media type', documents(marked, { 'content-type': marked }), 400, 'the body is not valid JSON in UTF-8'],
  [
    'a body with an unknown content encoding',
    documents('{}', { 'content-encoding': marked }),
    415,
    'the body must be compressed in one of these ways or in none: gzip, deflate, br',
  ],
  ['a body that is too large', documents(JSON.stringify({ Uid: marked, x: 'x'.repeat(1024 * 1024) })), 413, 'the body is too large'],
  ['an unknown token', documents('{}', { authorization: `Bearer ${marked}` }), 401, 'a valid token is needed'],
  ['another authentication scheme', documents('{}', { authorization: `Digest username="${marked}"` }), 401, 'a valid token is needed'],
  ['a form with a member missing', token(`grant_type=password&username=${marked}`), 400, 'invalid_request'],
  ['a form with a member twice', token(`grant_type=password&username=${marked}&username=${marked}&password=x`), 400, 'invalid_request'],
  ['a form that is too large', token(`grant_type=password&username=${marked}&password=${'x'.repeat(5000)}`), 413, 'invalid_request'],
  ['another media type than a form', token('{}', { 'content-type': `application/${marked}` }), 415, 'invalid_request'],
  ['another grant', token(`grant_type=${marked}&username=a&password=b`), 400, 'unsupported_grant_type'],
  ['a wrong password', token(`grant_type=password&username=${marked}&password=${marked}`), 400, 'invalid_grant'],
  ['headers that are too large', documents('{}', { 'x-name': marked.repeat(1000) }), 431, 'the headers are too large'],
  ['an address that is too long', request({ method: 'GET', path: `/${marked.repeat(1000)}` }), 431, 'the headers are too large'],
  ['a malformed header', `GET /health HTTP/1.1\r\nHost: x\r\n${marked} ${marked}\r\n\r\n`, 400, noRequest],
  ['an unknown method', `${marked} /health HTTP/1.1\r\nHost: x\r\n\r\n`, 400, noRequest],
  ['two lengths', documents('{}', { 'content-length': '2', 'transfer-encoding': marked }), 400, noRequest],
  ['another protocol', `GET /${marked} HTTP/9.9\r\nHost: ${marked}\r\n\r\n`, 400, noRequest],
  ['two hosts', `GET /health HTTP/1.1\r\nHost: x\r\nHost: ${marked}\r\nConnection: close\r\n\r\n`, 400, 'one Host header is needed'],
  ['an expectation', `GET /health HTTP/1.1\r\nHost: x\r\nExpect: ${marked}\r\n\r\n`, 417, 'this expectation cannot be met'],
  ['a proxy', `CONNECT ${marked}:443 HTTP/1.1\r\nHost: x\r\n\r\n`, 400, 'this is no proxy'],
];

describe('a request that cannot be served gets exactly our text, with nothing of the request', () => {
  test.each(kinds)('%s', async (_what, bytes, status, error) => {
    const service = await startLoneService({ settings: { bodyMiB: 1 } });
    const answer = await sendBytes(service.url, bytes);
    expect(answer).not.toContain(marked);
    const { answers, rest } = read(Buffer.from(answer, 'latin1'));
    expect(rest.toString()).toBe('');
    expect(answers.map((one) => [one.status, JSON.parse(one.body.toString())])).toEqual([[status, { error }]]);
  });
});

/** The answer to an error that is not ours, by its status: a text at the documents endpoint, an OAuth code at the token endpoint. */
const own = (status: number): { status: number; documents: string; token: string } => {
  if (status === 413) return { status, documents: 'the body is too large', token: 'invalid_request' };
  if (status === 415) return { status, documents: 'the content type is not supported', token: 'invalid_request' };
  if (status >= 400 && status < 500) return { status: 400, documents: 'the request cannot be read', token: 'invalid_request' };
  return { status: 500, documents: 'the call could not be completed', token: 'server_error' };
};

/** Starts a service in which everything behind the endpoints throws. Returns a function that calls them with an error to throw. */
async function failing() {
  let thrown: unknown;
  const fail = async () => {
    throw thrown;
  };
  const intake: Intake = { ingestPush: fail, quarantine: fail, noteTooLarge: async () => {}, rehearse: fail };
  const caller = { id: '1', name: 'provider', guest: false };
  const service = await startLoneService({ access: { token: fail, callerOf: () => caller }, publishing: { answer: fail }, intake });
  return async (error: unknown) => {
    thrown = error;
    const answers = {
      pushed: await sendToDocuments(service.url, 'x', '{"Uid":1}'),
      quarantined: await sendToDocuments(service.url, 'x', '{"unknown":1}'),
      published: await sendToDocuments(service.url, 'x', '{"JsonTransaction":{}}'),
      token: await askToken(service.url, goodUser),
    };
    for (const { text, headers } of Object.values(answers))
      expect(text + JSON.stringify(headers)).not.toMatch(new RegExp(`${marked}|clerk`));
    return Object.entries(answers).map(([call, { status, json: body }]) => [call, status, body]);
  };
}

function expected(status: number) {
  const said = own(status);
  const call = (name: string, error: string) => [name, said.status, { error }];
  return [
    call('pushed', said.documents),
    call('quarantined', said.documents),
    call('published', said.documents),
    call('token', said.token),
  ];
}

describe('an error behind an endpoint gets our text, by its status alone', () => {
  test('for every error of Fastify', async () => {
    const answersTo = await failing();
    const all = Object.entries(errorCodes);
    expect(all.length).toBeGreaterThan(50);
    for (const [code, FastifyError] of all) {
      const error = new FastifyError(marked, marked, marked);
      expect([code, await answersTo(error)]).toEqual([code, expected(error.statusCode ?? 500)]);
    }
  });

  test.each<[string, unknown, number]>([
    ['an error that names a file', new TypeError(`cannot read ${markedPath}`), 500],
    ['an error of the system', Object.assign(new Error(`ENOENT: open '${markedPath}'`), { code: 'ENOENT', path: markedPath }), 500],
    ['a problem of the station with its detail', new StationError('file-missing', { name: marked }), 500],
    ['a problem of the station with its own message', new StationError('disk-full', {}, { message: markedPath }), 500],
    ['a text', markedPath, 500],
    ['an object with a status', { statusCode: 400, message: marked }, 500],
    ['nothing', undefined, 500],
    ['a status of a caller’s fault', Object.assign(new Error(marked), { statusCode: 404 }), 404],
    ['the highest status of a caller’s fault', Object.assign(new Error(marked), { statusCode: 499 }), 499],
    ['a status of success', Object.assign(new Error(marked), { statusCode: 200 }), 500],
    ['a status of a server', Object.assign(new Error(marked), { statusCode: 503 }), 500],
    ['a status that is no number', Object.assign(new Error(marked), { statusCode: marked }), 500],
    [
      'a failed validation',
      Object.assign(new Error(`body/${marked} must be string`), { statusCode: 400, validation: [{ message: marked }] }),
      400,
    ],
  ])('%s', async (_what, error, status) => {
    const answersTo = await failing();
    expect(await answersTo(error)).toEqual(expected(status));
  });
});
