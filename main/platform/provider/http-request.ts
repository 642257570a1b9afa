/** One HTTP request, its answer, and its failure, which says whether a byte was sent. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Problem } from '../../../shared/errors.ts';

export type HttpRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  /** The headers have the length of an iterable. */
  body?: string | AsyncIterable<Uint8Array>;
  /**
   * Called when the request is put on a connected socket, before anything of the body but the first piece of an iterable; throwing stops
   * it there.
   */
  onStart?: (() => void) | undefined;
  signal?: AbortSignal | undefined;
};

export type HttpAnswer = { status: number; headers: IncomingHttpHeaders; body: Readable };

/**
 * Whether an answer has the body that the interface description has under 200: many servers answer a POST with 201, and a proxy that
 * changes an answer may make it 203.
 */
export const isAnswered = ({ status }: HttpAnswer): boolean => status === 200 || status === 201 || status === 203;

/** Whether an answer is one of success, described or not: what its body has must not be lost. */
export const isSuccess = ({ status }: Pick<HttpAnswer, 'status'>): boolean => status >= 200 && status < 300;

/** A request without an answer. */
export class ConnectionError extends Error {
  readonly problem: Problem;
  /** True when the request was being or had been written to a connected socket, unless a proxy did not hand it on. */
  readonly started: boolean;

  /** True when the route failed before the request began, so that another route may be tried. */
  readonly isOfRoute: boolean;

  constructor(found: Problem, started: boolean, cause: unknown, isOfRoute = false) {
    super(found.code, { cause });
    this.name = 'ConnectionError';
    this.problem = found;
    this.started = started;
    this.isOfRoute = isOfRoute;
  }
}

export type Transport = {
  /** @throws ConnectionError */
  send(httpRequest: HttpRequest): Promise<HttpAnswer>;
  /** Aborts the requests under way. */
  close(): Promise<void>;
};
