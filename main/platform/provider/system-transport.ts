/**
 * Sends requests by Electron's `net`: proxies, authorities and credentials for proxies are those of the operating system. Redirects are
 * not followed, nothing is retried. What is known of Chromium here, and why this is not `net.fetch`: docs/decisions/0028.
 */
import { Readable } from 'node:stream';
import type { Network } from '../../../shared/domain/settings/profile.ts';
import { type Problem, type ProblemCode, problem, problemOf } from '../../../shared/errors.ts';
import type { SystemNetwork, SystemRequest, SystemResponse } from './account.ts';
import { decodeAnswer } from './decode-answer.ts';
import { ConnectionError, type HttpAnswer, type HttpRequest, type Transport } from './http-request.ts';
import { connectionProblem, errorCode, proxyLogin, refusedByProxy } from './network-problems.ts';

/** @param reuse as in `createTransport` */
export function createSystemTransport(network: Network, system: SystemNetwork, reuse: boolean): Transport {
  const running = new Set<Exchange>();
  return {
    async send(httpRequest) {
      if (httpRequest.signal?.aborted) throw new ConnectionError(problem('cancelled'), false, httpRequest.signal.reason);
      const exchange = begin(network, system, httpRequest, reuse);
      running.add(exchange);
      const stop = () => exchange.fail(httpRequest.signal?.reason);
      httpRequest.signal?.addEventListener('abort', stop, { once: true });
      void exchange.finished.then(() => {
        running.delete(exchange);
        httpRequest.signal?.removeEventListener('abort', stop);
      });
      try {
        const answer = await exchange.answer;
        // Chromium has decoded what a header says.
        return { ...answer, body: decodeAnswer(answer.body, undefined) };
      } catch (error) {
        throw await connectionError(error, exchange, system, httpRequest);
      }
    },
    async close() {
      for (const exchange of running) exchange.fail(coded('closed', 'ERR_ABORTED'));
    },
  };
}

type Exchange = {
  answer: Promise<HttpAnswer>;
  /** Resolves when nothing more comes of the request. */
  finished: Promise<void>;
  /** Whether the network took a part of the body; null while that cannot be seen (`mayHaveStarted`). */
  started: boolean | null;
  /** Ends request and answer with an error. */
  fail(error: unknown): void;
};

/** Thrown by `onStart`: nothing may be sent. */
class Forbidden extends Error {}

function begin(network: Network, system: SystemNetwork, httpRequest: HttpRequest, reuse: boolean): Exchange {
  const { method, url, body } = httpRequest;
  const answer = Promise.withResolvers<HttpAnswer>();
  const finished = Promise.withResolvers<void>();
  const inPieces = typeof body === 'object';
  // Chromium has a length of its own, and takes none.
  const { 'content-length': _, ...headers } = httpRequest.headers;
  const ofOne = { ...headers, connection: 'close' };
  const request = system.request({ method, url, headers: reuse ? headers : ofOne, reuse, finished: finished.promise });
  let received: Readable | null = null;
  let timer: NodeJS.Timeout | undefined;

  const expect = (milliseconds: number, code: 'ERR_TIMED_OUT' | 'ERR_CONNECTION_TIMED_OUT'): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // Of a query, which has no body, Chromium does not say when it has connected.
      const mayBeConnected =
        code === 'ERR_CONNECTION_TIMED_OUT' && !inPieces && (body === undefined || request.getUploadProgress().started);
      if (mayBeConnected) expect(network.answerTimeout, 'ERR_TIMED_OUT');
      else exchange.fail(coded('time-out', code));
    }, milliseconds);
  };
  const finish = (): void => {
    clearTimeout(timer);
    answer.promise.catch(() => undefined);
    finished.resolve();
    request.abort(); // an answer may come before all of the body was taken
  };
  const settle = (status: number, answered: HttpAnswer['headers'], content: Readable): void => {
    clearTimeout(timer);
    received = content;
    content.once('close', finish);
    answer.resolve({ status, headers: answered, body: content });
  };
  const exchange: Exchange = {
    answer: answer.promise,
    finished: finished.promise,
    started: inPieces ? false : null,
    fail(error) {
      answer.reject(error);
      if (received === null) finish();
      else received.destroy(error instanceof Error ? error : coded('aborted', 'ERR_ABORTED'));
    },
  };

  request.on('response', (response) => {
    if (response.statusCode === 407) exchange.fail(coded('proxy', proxyLogin));
    else settle(response.statusCode, response.headers, watched(response, network.silenceTimeout));
  });
  request.on('redirect', (status) => settle(status, {}, Readable.from([])));
  // Without an answer the request ends with the status 407. The credentials of the system were tried before.
  request.on('login', (_info, callback) => callback());
  request.on('error', (error) => exchange.fail(withCode(error)));
  expect(network.connectTimeout, 'ERR_CONNECTION_TIMED_OUT');
  if (typeof body === 'object') {
    request.chunkedEncoding = true;
    void sendPieces(request, body, finished.promise, answer.promise, () => {
      if (exchange.started === false) start(httpRequest);
      exchange.started = true;
      expect(network.answerTimeout, 'ERR_TIMED_OUT');
    }).catch(exchange.fail);
  } else {
    try {
      start(httpRequest);
      request.end(body);
    } catch (error) {
      exchange.fail(error);
    }
  }
  return exchange;
}

/** @throws Forbidden */
function start({ onStart }: HttpRequest): void {
  try {
    onStart?.();
  } catch (cause) {
    throw new Forbidden('not to be sent', { cause });
  }
}

/**
 * Writes a body, one piece after the other, as the network takes them. It takes the first one only once it has connected. Stops when the
 * request ends or is answered.
 */
async function sendPieces(
  request: SystemRequest,
  body: AsyncIterable<Uint8Array>,
  finished: Promise<void>,
  answer: Promise<HttpAnswer>,
  onTaken: () => void,
): Promise<void> {
  const ended = Promise.race([finished, answer]).then(
    () => false,
    () => false,
  );
  for await (const piece of body) {
    const taken = new Promise<boolean>((resolve) => request.write(piece, undefined, () => resolve(true)));
    if (!(await Promise.race([taken, ended]))) return;
    onTaken();
  }
  request.end();
}

/** The body of an answer, which fails when none of it arrives for `silence` milliseconds while it is read. */
function watched(response: SystemResponse, silence: number): Readable {
  let timer: NodeJS.Timeout | undefined;
  const content = new Readable({
    read() {
      timer ??= setTimeout(() => content.destroy(coded('silence', 'ERR_TIMED_OUT')), silence);
      response.resume();
    },
    destroy(error, done) {
      clearTimeout(timer);
      done(error);
    },
  });
  response.on('data', (bytes: Buffer) => {
    clearTimeout(timer);
    timer = undefined;
    if (!content.push(bytes)) response.pause();
  });
  response.on('end', () => content.push(null));
  response.on('error', (error) => content.destroy(withCode(error)));
  return content;
}

const coded = (text: string, code: string): Error => Object.assign(new Error(text), { code });

/** Chromium's errors have their code as their text. */
function withCode(error: Error): Error {
  const [, code] = /^net::(ERR_[A-Z0-9_]+)$/.exec(error.message) ?? [];
  return code === undefined ? error : coded(code, code);
}

async function connectionError(
  error: unknown,
  { started }: Exchange,
  system: SystemNetwork,
  { url, signal }: HttpRequest,
): Promise<ConnectionError> {
  if (error instanceof Forbidden) return new ConnectionError(problemOf(error.cause), false, error.cause);
  if (signal?.aborted) return new ConnectionError(problem('cancelled'), started ?? true, error);
  const proxies = await system.proxies(url).catch(() => []);
  const proxy = proxies.find((address) => address !== null) ?? null;
  const found = connectionProblem(error, { host: new URL(url).host, proxy: proxy && new URL(proxy).host });
  return new ConnectionError(found, (started ?? mayHaveStarted(error, found)) && !refusedByProxy(found), error);
}

/** Problems of a request that had not connected. */
const beforeConnection = new Set<ProblemCode>(['address-not-found', 'connection-refused', 'certificate-untrusted', 'proxy-failed']);
const unconnected = new Set(['ERR_INTERNET_DISCONNECTED', 'ERR_ADDRESS_UNREACHABLE', 'ERR_CONNECTION_TIMED_OUT']);

const mayHaveStarted = (error: unknown, { code }: Problem): boolean =>
  !beforeConnection.has(code) && !unconnected.has(errorCode(error) ?? '');
