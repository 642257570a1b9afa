import { describe, expect, it } from 'vitest';
import { connectionProblem, errorCode, proxyOf } from '../support/doors/provider.ts';

const failed = (code: string, more: object = {}) => Object.assign(new Error('connect to 10.0.0.7 as ana /home/ana'), { code, ...more });
const direct = { host: 'api.example', proxy: null };
const behind = { host: 'api.example', proxy: 'proxy.example:3128' };

describe('connectionProblem', () => {
  it.each([
    ['ENOTFOUND', 'address-not-found'],
    ['EAI_AGAIN', 'address-not-found'],
    ['ECONNREFUSED', 'connection-refused'],
    ['ETIMEDOUT', 'timed-out-connecting'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timed-out-connecting'],
    ['EHOSTUNREACH', 'offline'],
    ['ENETUNREACH', 'offline'],
    ['ENETDOWN', 'offline'],
    ['ECONNRESET', 'offline'],
    ['UND_ERR_SOCKET', 'offline'],
    ['UND_ERR_DESTROYED', 'offline'],
    ['SOMETHING_NEW', 'offline'],
  ])('%s means %s, and a proxy failure behind a proxy', (code, expected) => {
    expect(connectionProblem(failed(code), direct)).toEqual({ code: expected, message: expected, detail: { host: 'api.example' } });
    expect(connectionProblem(failed(code), behind)).toEqual({
      code: 'proxy-failed',
      message: 'proxy-failed',
      detail: { host: 'proxy.example:3128' },
    });
  });

  it.each([
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'EPROTO',
  ])('%s concerns the provider’s certificate, with or without a proxy', (code) => {
    for (const ends of [direct, behind])
      expect(connectionProblem(failed(code), ends)).toEqual({
        code: 'certificate-untrusted',
        message: 'certificate-untrusted',
        detail: { host: 'api.example', cause: code },
      });
  });

  it.each([
    ['CERT_HAS_EXPIRED', 'date'],
    ['CERT_NOT_YET_VALID', 'date'],
    ['ERR_CERT_DATE_INVALID', 'date'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'server'],
    ['ERR_CERT_COMMON_NAME_INVALID', 'server'],
  ])('%s is not about an authority: %s', (code, context) => {
    for (const ends of [direct, behind])
      expect(connectionProblem(failed(code), ends)).toMatchObject({
        code: 'certificate-untrusted',
        detail: { host: 'api.example', cause: code, context },
      });
  });

  it('never repeats the text of an error', () => {
    const reported = JSON.stringify([
      connectionProblem(failed('ECONNRESET'), direct),
      connectionProblem(failed('X'), behind),
      connectionProblem('a string', direct),
    ]);
    expect(reported).not.toMatch(/10\.0\.0\.7|ana|a string/);
  });
});

describe('errorCode', () => {
  it('reads causes and aggregated errors down to a bound', () => {
    expect(errorCode(new Error('x', { cause: failed('ECONNREFUSED') }))).toBe('ECONNREFUSED');
    expect(errorCode(new AggregateError([failed('EHOSTUNREACH'), failed('X')]))).toBe('EHOSTUNREACH');
    const loop = new Error('x');
    loop.cause = loop;
    expect(errorCode(loop)).toBeNull();
    for (const other of [null, undefined, 'ENOTFOUND', 7, {}, { code: 8 }, new AggregateError([])]) expect(errorCode(other)).toBeNull();
  });
});

describe('proxyOf', () => {
  const target = new URL('https://api.example/sign-documents');
  const environment = { HTTPS_PROXY: 'http://ana:clave@proxy.example:3128' };
  it('returns the proxy without credentials for its name, its port or an error that only a proxy gives', () => {
    for (const error of [
      failed('ENOTFOUND', { hostname: 'proxy.example' }),
      failed('ECONNREFUSED', { port: 3128 }),
      failed('UND_ERR_PRX_CONN'),
      failed('UND_ERR_ABORTED'),
    ])
      expect(proxyOf(error, target, environment)).toBe('proxy.example:3128');
    expect(proxyOf(new AggregateError([failed('ECONNREFUSED', { port: 3128 })]), target, environment)).toBe('proxy.example:3128');
  });
  it('returns null for the provider’s own errors', () => {
    expect(proxyOf(failed('ENOTFOUND', { hostname: 'api.example' }), target, environment)).toBeNull();
    expect(proxyOf(failed('ECONNREFUSED', { port: 443 }), target, environment)).toBeNull();
    expect(proxyOf(failed('UND_ERR_PRX_CONN'), target, {})).toBeNull();
    expect(proxyOf('x', target, { HTTP_PROXY: 'no address' })).toBeNull();
  });
});
