/** Paths, methods and requests that the service does not have, and its description of itself. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { callService, documentsPath, sendBytes } from '../support/web-service/service-calls.ts';
import { buildDescribed } from '../support/web-service/web-service-actions.ts';

test('unknown paths, wrong methods and malformed requests are refused', async () => {
  const { station, get, send, token } = await buildDescribed();
  const ask = (method: string, path: string) => callService(station.url, { method, path, headers: {} });
  const good = await token();
  for (const path of ['/api/token/', '/API/Token', '//api/token', '/api//token//'])
    expect((await callService(station.url, { path, body: '', headers: {} })).status, path).toBe(415);
  for (const path of [
    '/api/Integration/documents',
    '/API/INTEGRATION/DOCUMENTS/',
    '/api/integration/documents/?x=1',
    '//api/Integration/Documents',
  ])
    expect((await send(good, { Uid: '1' }, { path })).status, path).toBe(200);
  for (const path of ['/', '/api', '/api/token/x', '/apitoken']) expect((await ask('POST', path)).status, path).toBe(404);
  for (const path of ['/api/token', '/API/token/', '//api/token', `${documentsPath}?x=1`])
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'PROPFIND', 'HEAD']) {
      const { status, headers } = await ask(method, path);
      expect([status, headers.allow], `${method} ${path}`).toEqual([405, 'POST']);
    }
  expect((await ask('POST', '/health')).headers.allow).toBe('GET, HEAD');
  expect(await get('/health')).toMatchObject({ status: 200, json: { alive: true } });
  expect(await get('/ready')).toMatchObject({ status: 200, json: { ready: true } });
  expect(await ask('HEAD', '/health')).toMatchObject({ status: 200, text: '' });
  expect((await ask('POST', '/%zz')).status).toBe(400);
  for (const address of ['http://x', 'HTTPS://other:8443'])
    expect(await sendBytes(station.url, `GET ${address}/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 200 /,
    );
  expect(await sendBytes(station.url, 'GET http://x?/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 404 /);
  // Two lengths, two readings.
  const head = `POST ${documentsPath} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${good}\r\n`;
  const refused = [
    `${head}Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{"Uid":1}\r\n0\r\n\r\n`,
    `${head}Content-Length: 9\r\nContent-Length: 10\r\n\r\n{"Uid":1}`,
    `${head}Content-Length: -1\r\n\r\n{"Uid":1}`,
    `${head}Transfer-Encoding: gzip, x\r\n\r\n{"Uid":1}`,
    `${head} folded: x\r\nContent-Length: 9\r\n\r\n{"Uid":1}`,
    'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n',
    'GET /health HTTP/9.9\r\nHost: x\r\n\r\n',
    'nonsense\r\n\r\n',
    'CONNECT other:443 HTTP/1.1\r\nHost: x\r\n\r\n',
    '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001',
  ];
  for (const bytes of refused) expect(await sendBytes(station.url, bytes), bytes).toMatch(/^HTTP\/1\.1 400 /);
  expect(await sendBytes(station.url, `GET /health HTTP/1.1\r\nHost: x\r\nExpect: nonsense\r\n\r\n`)).toMatch(/^HTTP\/1\.1 417 /);
  // The push under other spellings of its path, once and repeated.
  expect(station.inbox.state()).toMatchObject({ total: 1, quarantined: 0 });
});

test('the OpenAPI description is valid, and has every path and member', async () => {
  const { described } = await buildDescribed();
  const { valid, errors } = await new Validator().validate(structuredClone(described.document));
  expect([valid, errors]).toEqual([true, undefined]);
  expect(Object.keys(described.document.paths).sort()).toEqual([
    '/api/Integration/Documents',
    '/api/token',
    '/health',
    '/openapi.json',
    '/ready',
  ]);
  expect(JSON.stringify(described.document.paths[documentsPath])).toContain('ResultCompareDocumentFaces');
});
