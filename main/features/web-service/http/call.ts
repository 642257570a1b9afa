/** Tracks one HTTP request and emits exactly one event when it ends. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { preParsingAsyncHookHandler } from 'fastify';
import type { ServiceEvent, ServiceEventKind } from '../../../../shared/domain/web-service/web-service.ts';
import type { ProblemCode } from '../../../../shared/errors.ts';
import type { Caller } from '../access/password-grant.ts';
import { halfClosed } from './receive-body.ts';

export type Call = {
  /** The kind of call; null until it is known. */
  kind: ServiceEventKind | null;
  caller: Caller | null;
  user: string | null;
  /** The number of documents sent. */
  count: number | null;
  /** Why it was quarantined, not stored or not answered. */
  code: ProblemCode | null;
  /** No event is emitted, as for health checks. */
  quiet: boolean;
  /** `wanted`: the caller waits for "100 Continue" before it sends the body. */
  continues: 'not-requested' | 'wanted' | 'sent';
  /** Calls `done` at the end of the call (at once after it), with whether the last byte of the answer was sent. */
  atEnd(done: (complete: boolean) => void): void;
};

export type Calls = {
  begin(request: IncomingMessage, response: ServerResponse): Call;
  of(request: IncomingMessage): Call;
  /** True while a call of the connection is in progress. @param key of `connectionKey` */
  busy(key: string): boolean;
  /** True when an answer has begun, so that nothing else may be written. */
  answering(socket: Socket): boolean;
  /** Ends the body that is being read on the connection, from which nothing more comes; false for none. */
  endBody(socket: Socket): boolean;
  /** Emits `bad-request` for input that is no request; calls in progress on the connection emit no event then. */
  malformed(socket: Socket, status: number): void;
  /** Emits `not-allowed` for a refused connection. */
  noteNotAllowed(): void;
  /** Tracks the work of a call, which continues when the caller is gone; the event is then emitted at its end. */
  work<T>(call: Call, doing: Promise<T>): Promise<T>;
  /** Resolves when no call and no work of a call is in progress. */
  allOver(): Promise<void>;
};

/** Its value names the server that tests itself; see `WebServer.selfTestMark`. */
export const selfTestHeader = 'x-self-test';

/** A key that is the same for a socket and its TLS socket. */
export const connectionKey = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

type Running = { request: IncomingMessage; response: ServerResponse; end(): void; drop(): void };

/** @param ended called after each call */
export function createCalls(emit: (event: ServiceEvent) => void, ended: () => void): Calls {
  const calls = new WeakMap<IncomingMessage, Call>();
  const running = new Map<string, Set<Running>>();
  const bySocket = new WeakMap<Socket, Set<Running>>();
  const working = new WeakMap<Call, Promise<unknown>>();
  let inProgress = 0;
  let waiting: (() => void)[] = [];

  function leave(): void {
    inProgress--;
    if (inProgress > 0) return;
    for (const done of waiting) done();
    waiting = [];
  }

  const report = (kind: ServiceEventKind, status: number | null, { user, count, code }: Pick<Call, 'user' | 'count' | 'code'>): void =>
    emit({ at: new Date().toISOString(), kind, status, user, ...(count !== null && { count }), ...(code !== null && { code }) });

  function runningOn(socket: Socket): Set<Running> {
    const known = bySocket.get(socket);
    if (known) return known;
    const key = connectionKey(socket);
    const set = new Set<Running>();
    bySocket.set(socket, set);
    running.set(key, set);
    // Answers that wait behind another one get no `close` event of their own.
    socket.once('close', () => {
      for (const one of [...set]) one.end();
      if (running.get(key) === set) running.delete(key);
    });
    return set;
  }

  return {
    begin(request, response) {
      let over = false;
      const atEnd: ((complete: boolean) => void)[] = [];
      const call: Call = {
        kind: null,
        caller: null,
        user: null,
        count: null,
        code: null,
        quiet: false,
        continues: 'not-requested',
        atEnd: (done) => void (over ? done(false) : atEnd.push(done)),
      };
      calls.set(request, call);
      const set = runningOn(request.socket);
      const one: Running = {
        request,
        response,
        drop() {
          call.quiet = true;
        },
        end() {
          if (!set.delete(one)) return;
          const complete = response.writableFinished;
          over = true;
          for (const done of atEnd) done(complete);
          const emitEnd = (): void => {
            const kind = call.kind ?? (complete && response.statusCode < 400 ? null : 'bad-request');
            if (!call.quiet && kind !== null) report(kind, complete ? response.statusCode : null, call);
          };
          const work = complete ? undefined : working.get(call);
          if (work) work.then(emitEnd, emitEnd);
          else emitEnd();
          leave();
          ended();
        },
      };
      set.add(one);
      inProgress++;
      response.once('close', one.end);
      return call;
    },
    of(request) {
      const call = calls.get(request);
      if (!call) throw new Error('no call has begun with this request');
      return call;
    },
    busy: (key) => (running.get(key)?.size ?? 0) > 0,
    answering: (socket) => [...(bySocket.get(socket) ?? [])].some(({ response }) => response.headersSent),
    endBody: (socket) => endBody(bySocket.get(socket)),
    malformed(socket, status) {
      for (const one of bySocket.get(socket) ?? []) one.drop();
      report('bad-request', status, { user: null, count: null, code: null });
    },
    noteNotAllowed: () => report('not-allowed', null, { user: null, count: null, code: null }),
    work(call, doing) {
      inProgress++;
      const done = doing.finally(leave);
      working.set(call, done);
      return done;
    },
    allOver: () => (inProgress === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}

function endBody(calls: Iterable<Running> = []): boolean {
  const one = [...calls].find(({ request }) => !request.complete);
  if (!one?.request.emit(halfClosed)) return false;
  one.response.shouldKeepAlive = false;
  return true;
}

/** The hook `preParsing`: sends "100 Continue" to a caller that waits for it, now that the body is wanted. */
export const sendContinue =
  (calls: Calls): preParsingAsyncHookHandler =>
  async ({ raw }, { raw: response }, payload) => {
    const call = calls.of(raw);
    if (call.continues === 'wanted') {
      call.continues = 'sent';
      response.writeContinue();
    }
    return payload;
  };
