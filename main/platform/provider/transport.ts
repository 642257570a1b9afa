/** One request over the line: sent, or failed with how far it got. Redirects are not followed, nothing is retried. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';
import type { Network } from '../../../shared/domain/profile.ts';
import { type Problem, problem, problemOf, StationError } from '../../../shared/errors.ts';
import { createDispatchers, proxyOf, type SystemProxy } from './dispatchers.ts';
import { lineProblem, refusedByProxy } from './network-problems.ts';
import { trust } from './trust.ts';

type LineRequest = {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  /** Of pieces, the headers have the length. */
  body?: string | AsyncIterable<Uint8Array>;
  /** Called when the request is put on a connected socket; throwing stops it before its first byte. */
  onStart?: (() => void) | undefined;
  signal?: AbortSignal | undefined;
};

export type LineAnswer = { status: number; headers: IncomingHttpHeaders; body: Readable };

/** A request that got no answer. */
export class LineError extends Error {
  readonly problem: Problem;
  /** True when the request was being or had been written to a connected socket, unless a proxy did not hand it on. */
  readonly started: boolean;

  constructor(found: Problem, started: boolean, cause: unknown) {
    super(found.code, { cause });
    this.name = 'LineError';
    this.problem = found;
    this.started = started;
  }
}

export type Transport = {
  /** @throws LineError */
  send(line: LineRequest): Promise<LineAnswer>;
  /** Ends what is under way. */
  close(): Promise<void>;
};

/** @param reuse connections outlive a call; only for calls that may be made again (see `createDispatchers`) */
export function createTransport(network: Network, systemProxy?: SystemProxy, reuse = false): Transport {
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
    systemProxy,
    reuse,
  );

  return {
    async send(line) {
      const url = new URL(line.url);
      let proxy: string | null | undefined = null;
      let started = false;
      let forbidden: LineError | null = null;
      // Bounds everything before the first byte: name, connection, proxy and TLS together.
      const patience = new AbortController();
      const timer = setTimeout(() => patience.abort(), network.connectTimeout);
      const signals = line.signal ? [patience.signal, line.signal] : [patience.signal];
      try {
        line.signal?.throwIfAborted();
        const way = await dispatchers.wayTo(url);
        proxy = way.proxy;
        const onStart = (): void => {
          try {
            line.onStart?.();
          } catch (error) {
            forbidden = new LineError(problemOf(error), false, error);
            throw error;
          }
          started = true;
          clearTimeout(timer);
        };
        const { statusCode, headers, body } = await request(url, {
          method: line.method,
          headers: line.headers,
          // Its types do not know that it takes iterables.
          ...(line.body !== undefined && { body: line.body as string }),
          dispatcher: way.dispatcher.compose(atStart(onStart)),
          signal: AbortSignal.any(signals),
          // Counts from the last byte given to the system; while the body goes out, from the last time that the
          // system took some of it, which with its buffers of megabytes can be a while on a slow line.
          headersTimeout: network.answerTimeout,
          bodyTimeout: network.silenceTimeout,
        });
        return { status: statusCode, headers, body };
      } catch (error) {
        if (forbidden !== null) throw forbidden;
        const byPerson = line.signal?.aborted === true;
        if (error instanceof StationError) throw new LineError(error.problem, started, error);
        if (byPerson) throw new LineError(problem('cancelled'), started, error);
        const cause = patience.signal.aborted ? Object.assign(new Error('time-out'), { code: 'UND_ERR_CONNECT_TIMEOUT' }) : error;
        const found = lineProblem(cause, { host: url.host, proxy: proxy ?? proxyOf(cause, url) });
        throw new LineError(found, started && !refusedByProxy(cause, found), error);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => dispatchers.close(),
  };
}

/** Tells when a request is put on a connected socket, which is the last moment at which nothing has been sent. */
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
