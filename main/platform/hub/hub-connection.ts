/** The calls of a station to the hub (`shared/domain/web-service/hub.ts`), over the transport of the connection profile; signed, except for the enrolment. */

import { hash } from 'node:crypto';
import { createParser } from 'eventsource-parser';
import type { z } from 'zod';
import type { Network } from '../../../shared/domain/settings/profile.ts';
import {
  acknowledgeSchema,
  type ClaimAnswer,
  type ClaimRequest,
  claimAnswerSchema,
  type EnrolRequest,
  type HubEvent,
  type HubPublication,
  type HubPublicationRequest,
  type HubRefusal,
  type HubStation,
  hubEventSchema,
  hubEventsSchema,
  hubPaths,
  hubPublicationSchema,
  hubRefusalSchema,
  hubStationSchema,
  type RestorationAnswer,
  type RestorationRequest,
  restorationAnswerSchema,
} from '../../../shared/domain/web-service/hub.ts';
import { type ProblemCode, StationError } from '../../../shared/errors.ts';
import { oneChunk } from '../files/write-whole.ts';
import { parseJson } from '../json/parse-json.ts';
import type { SystemNetwork } from '../provider/account.ts';
import { ConnectionError, type HttpAnswer, type HttpRequest } from '../provider/http-request.ts';
import { createTransport } from '../provider/transport.ts';
import { privateKeyOf, type StationKeyPair, signRequest } from './signature.ts';

/** Who signs. */
export type HubIdentity = { stationId: string; runId: string; keys: StationKeyPair };

export type StreamListener = {
  /** The hub answered. */
  opened(): void;
  event(event: HubEvent): void;
};

/**
 * Every call may be repeated.
 * @throws StationError those of a connection; `hub-unavailable`, `hub-unexpected`, `hub-revoked`, `hub-elsewhere`, `hub-clock`, `hub-code-refused`, `cancelled`
 */
export type HubConnection = {
  enrol(request: EnrolRequest): Promise<HubStation>;
  station(): Promise<HubStation>;
  claim(request: ClaimRequest): Promise<ClaimAnswer>;
  acknowledge(events: readonly string[]): Promise<void>;
  /** The body of a push, compared with its digest; null when another station has it by now. */
  push(event: Extract<HubEvent, { kind: 'push' }>): Promise<Buffer | null>;
  publish(request: HubPublicationRequest): Promise<HubPublication>;
  /** An answer of another offset has the bytes that the hub has. */
  upload(id: string, offset: number, piece: Uint8Array): Promise<HubPublication>;
  /** No effect when the hub does not know it. */
  withdraw(id: string): Promise<void>;
  /** Has the events sent again that follow those. */
  restore(request: RestorationRequest): Promise<RestorationAnswer>;
  /** Withdraws the documents of before an answer of `restore`. */
  withdrawAll(restored: RestorationAnswer): Promise<void>;
  /** Waits up to `waitSeconds` for events. */
  events(waitSeconds: number): Promise<HubEvent[]>;
  /** Reads the stream of events until it ends, or (`silent`) delivers nothing, not even a comment, for `silenceMs`. */
  stream(listener: StreamListener, silenceMs: number): Promise<'ended' | 'silent'>;
  /** Aborts the calls under way. */
  close(): Promise<void>;
};

export type HubConnectionDeps = {
  /** Scheme, host and port. */
  address: string;
  /** Null for the enrolment, which is not signed. */
  identity: HubIdentity | null;
  network: Network;
  system: SystemNetwork | undefined;
};

/** Bytes of an answer other than a push. */
const maxAnswer = 1024 * 1024;
/** Longer than the longest wait of a request for events. */
const answerTimeout = 60_000;
/** Characters of one event of the stream. */
const maxEventLength = 64 * 1024;

type Request = {
  method: HttpRequest['method'];
  path: string;
  /** An object is sent as JSON. */
  body?: object | Uint8Array;
  accept?: string;
  signal?: AbortSignal;
};

export function createHubConnection({ address, identity, network, system }: HubConnectionDeps): HubConnection {
  const transport = createTransport({ ...network, answerTimeout, silenceTimeout: answerTimeout }, system, { reuse: true });
  const key = identity && privateKeyOf(identity.keys);
  const closing = new AbortController();
  /** Milliseconds from the clock of this computer to the one of the hub. */
  let clockOffset = 0;

  function send({ method, path, body, accept = 'application/json', signal }: Request): Promise<HttpAnswer> {
    const bytes = body === undefined ? null : body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
    const now = new Date(Date.now() + clockOffset);
    return transport.send({
      method,
      url: `${address}${path}`,
      headers: {
        accept,
        ...(bytes && {
          'content-type': body instanceof Uint8Array ? 'application/octet-stream' : 'application/json',
          'content-length': String(bytes.length),
        }),
        ...(identity && key && signRequest(method, path, bytes, { ...identity, key, now })),
      },
      ...(bytes && { body: oneChunk(bytes) }),
      signal: signal ? AbortSignal.any([signal, closing.signal]) : closing.signal,
    });
  }

  /** Returns an answer of one of the statuses. After a refusal for the clock it signs once more, by the clock of the hub. */
  async function call(request: Request, statuses: readonly number[] = [200]): Promise<HttpAnswer> {
    let answer = await send(request).catch(connectionFault);
    if (statuses.includes(answer.status)) return answer;
    let refusal = await readRefusal(answer);
    const hubTime = Date.parse(String(answer.headers.date));
    if (refusal === 'clock' && Number.isFinite(hubTime)) {
      clockOffset = hubTime - Date.now();
      answer = await send(request).catch(connectionFault);
      if (statuses.includes(answer.status)) return answer;
      refusal = await readRefusal(answer);
    }
    throw refused(answer, refusal);
  }

  async function json<T>(request: Request, schema: z.ZodType<T>, statuses?: readonly number[]): Promise<T> {
    const { status, body } = await call(request, statuses);
    const text = (await readAll(body, maxAnswer)).toString('utf8');
    const parsed = schema.safeParse(parseJson(text));
    if (!parsed.success) throw new StationError('hub-unexpected', { status });
    return parsed.data;
  }

  const at = (path: string, id: string): string => path.replace(':id', id);
  return {
    enrol: (body) => json({ method: 'POST', path: hubPaths.enrol, body }, hubStationSchema),
    station: () => json({ method: 'GET', path: hubPaths.station }, hubStationSchema),
    claim: (body) => json({ method: 'POST', path: hubPaths.claims, body }, claimAnswerSchema),
    async acknowledge(events) {
      const { body } = await call({ method: 'POST', path: hubPaths.acknowledge, body: acknowledgeSchema.parse({ events }) }, [200, 204]);
      await readAll(body, maxAnswer);
    },
    async push({ id, size, sha256 }) {
      const { status, body } = await call({ method: 'GET', path: at(hubPaths.push, id), accept: 'application/octet-stream' }, [200, 404]);
      const bytes = await readAll(body, status === 200 ? size : maxAnswer);
      if (status === 404) return null;
      if (bytes.length !== size || hash('sha256', bytes) !== sha256) throw new StationError('hub-unavailable');
      return bytes;
    },
    publish: (body) => json({ method: 'POST', path: hubPaths.publications, body }, hubPublicationSchema),
    upload: (id, offset, body) =>
      json({ method: 'PUT', path: `${at(hubPaths.content, id)}?offset=${offset}`, body }, hubPublicationSchema, [200, 409]),
    async withdraw(id) {
      const { body } = await call({ method: 'DELETE', path: at(hubPaths.publication, id) }, [200, 204, 404]);
      await readAll(body, maxAnswer);
    },
    restore: (body) => json({ method: 'POST', path: hubPaths.restoration, body }, restorationAnswerSchema),
    async withdrawAll({ newest }) {
      const { body } = await call({ method: 'DELETE', path: `${hubPaths.publications}?upTo=${newest}` }, [200, 204]);
      await readAll(body, maxAnswer);
    },
    events: async (wait) => (await json({ method: 'GET', path: `${hubPaths.events}?wait=${wait}` }, hubEventsSchema)).events,
    stream: (listener, silenceMs) => readStream(call, closing.signal, listener, silenceMs),
    async close() {
      closing.abort();
      await transport.close();
    },
  };
}

type CallHub = (request: Request) => Promise<HttpAnswer>;

async function readStream(call: CallHub, closing: AbortSignal, listener: StreamListener, silenceMs: number): Promise<'ended' | 'silent'> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceMs);
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silenceMs);
  };
  try {
    const { body } = await call({ method: 'GET', path: hubPaths.events, accept: 'text/event-stream', signal: silence.signal });
    listener.opened();
    const faults: unknown[] = [];
    const parser = createParser({
      maxBufferSize: maxEventLength,
      onError: (error) => void faults.push(error),
      onEvent({ event, data }) {
        if (event !== 'hub') return;
        // A kind that a later hub has is not acknowledged, and waits for a later station.
        const parsed = hubEventSchema.safeParse(parseJson(data));
        if (parsed.success) listener.event(parsed.data);
      },
    });
    const text = new TextDecoder();
    for await (const piece of body) {
      heard();
      parser.feed(text.decode(piece as Uint8Array, { stream: true }));
      if (faults.length > 0) throw new StationError('hub-unexpected', { status: 200 });
    }
    return 'ended';
  } catch (thrown) {
    if (silence.signal.aborted && !closing.aborted) return 'silent';
    if (thrown instanceof StationError) throw thrown;
    return 'ended';
  } finally {
    clearTimeout(timer);
  }
}

/** @throws StationError */
function connectionFault(thrown: unknown): never {
  if (!(thrown instanceof ConnectionError)) throw thrown;
  // Bytes were sent and no answer came: every call may be repeated.
  if (thrown.started && thrown.problem.code !== 'cancelled') throw new StationError('hub-unavailable', undefined, { cause: thrown });
  throw new StationError(thrown.problem.code, thrown.problem.detail, { cause: thrown });
}

/** @throws StationError `hub-unavailable` when the answer breaks off or is longer than `most` */
async function readAll(body: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of body) {
      size += piece.length;
      if (size > most) break;
      pieces.push(piece);
    }
  } catch (thrown) {
    throw new StationError('hub-unavailable', undefined, { cause: thrown });
  }
  if (size > most) throw new StationError('hub-unexpected', { status: 200 });
  return Buffer.concat(pieces);
}

/** Null for an answer that is none of the hub. */
async function readRefusal({ body }: HttpAnswer): Promise<HubRefusal | null> {
  const text = (await readAll(body, maxAnswer)).toString('utf8');
  return hubRefusalSchema.safeParse(parseJson(text)).data?.error ?? null;
}

const codes: Partial<Record<HubRefusal, ProblemCode>> = {
  'enrolment-code': 'hub-code-refused',
  revoked: 'hub-revoked',
  clock: 'hub-clock',
  elsewhere: 'hub-elsewhere',
  busy: 'hub-unavailable',
};

function refused({ status, headers }: HttpAnswer, refusal: HubRefusal | null): StationError {
  const code = (refusal && codes[refusal]) ?? (status === 429 || status >= 500 ? 'hub-unavailable' : 'hub-unexpected');
  const wait = Number(headers['retry-after']);
  if (code === 'hub-unavailable') return new StationError(code, wait > 0 ? { retryAfter: wait } : undefined);
  return new StationError(code, code === 'hub-unexpected' ? { status } : undefined);
}
