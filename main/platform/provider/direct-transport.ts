/** Sends requests by undici over the routes of the profile: its proxies, its certificate file. Redirects are not followed, nothing is retried. */
import { type Dispatcher, request } from 'undici';
import type { Network } from '../../../shared/domain/settings/profile.ts';
import { problem, problemOf, StationError } from '../../../shared/errors.ts';
import type { SystemNetwork } from './account.ts';
import { decodeAnswer } from './decode-answer.ts';
import { createDispatchers, proxyOf, type RouteChoice } from './dispatchers.ts';
import { ConnectionError, type HttpAnswer, type HttpRequest, type Transport } from './http-request.ts';
import { mendAnswers } from './mend-answers.ts';
import { connectionProblem, refusedByProxy } from './network-problems.ts';
import { trust } from './trust.ts';

mendAnswers();

export function createDirectTransport(network: Network, system: SystemNetwork | undefined, reuse: boolean): Transport {
  let trusted: ReturnType<typeof trust> | null = null;
  const dispatchers = createDispatchers(
    network,
    () => {
      trusted ??= trust(network.caFile).catch((error: unknown) => {
        trusted = null; // the file may be there next time
        throw error;
      });
      return trusted;
    },
    system?.proxies,
    reuse,
  );

  /** Sends over one route. @throws ConnectionError */
  async function sendBy(choice: RouteChoice, url: URL, httpRequest: HttpRequest): Promise<HttpAnswer> {
    let proxy: string | null | undefined = null;
    let started = false;
    let forbidden: ConnectionError | null = null;
    // Bounds everything before the first byte: name, connection, proxy and TLS together.
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), network.connectTimeout);
    const cancel = (): void => stop.abort(httpRequest.signal?.reason);
    const unlisten = (): void => httpRequest.signal?.removeEventListener('abort', cancel);
    try {
      httpRequest.signal?.throwIfAborted();
      // Not `AbortSignal.any`, which takes several times as long and leaves its signals to the garbage collection.
      httpRequest.signal?.addEventListener('abort', cancel);
      const route = await choice.open();
      proxy = route.proxy;
      const onStart = (): void => {
        try {
          httpRequest.onStart?.();
        } catch (error) {
          forbidden = new ConnectionError(problemOf(error), false, error);
          throw error;
        }
        started = true;
        clearTimeout(timer);
      };
      const { statusCode, headers, body } = await request(url, {
        method: httpRequest.method,
        headers: httpRequest.headers,
        // Its types do not know that it takes iterables.
        ...(httpRequest.body !== undefined && { body: httpRequest.body as string }),
        dispatcher: route.dispatcher.compose(atStart(onStart)),
        signal: stop.signal,
        // Counts from the last byte passed to the operating system; while the body is sent, from the last time that the
        // system took some of it, which with its buffers of megabytes can be long ago on a slow connection.
        headersTimeout: network.answerTimeout,
        bodyTimeout: network.silenceTimeout,
      });
      body.once('close', unlisten);
      return { status: statusCode, headers, body: decodeAnswer(body, headers['content-encoding']?.toString()) };
    } catch (error) {
      unlisten();
      if (forbidden !== null) throw forbidden;
      const byPerson = httpRequest.signal?.aborted === true;
      if (error instanceof StationError) throw new ConnectionError(error.problem, started, error);
      if (byPerson) throw new ConnectionError(problem('cancelled'), started, error);
      const cause = stop.signal.aborted ? Object.assign(new Error('time-out'), { code: 'UND_ERR_CONNECT_TIMEOUT' }) : error;
      const found = connectionProblem(cause, { host: url.host, proxy: proxy ?? proxyOf(cause, url) });
      const isOfRoute = !started && found.code !== 'certificate-untrusted';
      throw new ConnectionError(found, started && !refusedByProxy(found), error, isOfRoute);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async send(httpRequest) {
      const url = new URL(httpRequest.url);
      let first: ConnectionError | null = null;
      for (const choice of await dispatchers.routesTo(url)) {
        try {
          return await sendBy(choice, url, httpRequest);
        } catch (thrown) {
          if (!(thrown instanceof ConnectionError) || !thrown.isOfRoute) throw thrown;
          first ??= thrown;
          dispatchers.avoid(choice);
        }
      }
      // What the system prefers says best what is wrong.
      throw first;
    },
    close: () => dispatchers.close(),
  };
}

/** Calls `onStart` when a request is put on a connected socket, which is the last moment at which nothing has been sent. */
function atStart(onStart: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const begun = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      onStart();
      begun?.(controller, context);
    };
    return dispatch(options, handler);
  };
}
