/** The connection to the risk-list search, and one search with its outcome (interface description, endpoint F and Errors). */
import { Readable } from 'node:stream';
import type { ScreeningQuery } from '../../../shared/domain/screening/screening.ts';
import { judicialFlagsOf, type Network, type SearchProfile } from '../../../shared/domain/settings/profile.ts';
import { hasTrait, type Problem, problem, problemOf, StationError } from '../../../shared/errors.ts';
import { inUtf8 } from '../json/body-encoding.ts';
import { readJson } from '../json/exact-json.ts';
import { afterRunning } from '../runtime/after-running.ts';
import type { Target } from '../runtime/connection-pool.ts';
import type { Account, SystemNetwork } from './account.ts';
import { busy, isOfAddress, limitDetail } from './classify-failure.ts';
import { ConnectionError, type HttpAnswer, isAnswered, type Transport } from './http-request.ts';
import { refusalText, retryAfter, textDetail } from './provider-text.ts';
import { readSecret } from './read-secret.ts';
import { readToEnd } from './read-to-end.ts';
import { createTransport } from './transport.ts';

export type SearchOutcome =
  /** 200: the body to its last byte, unread; in UTF-8 where its content type states another encoding, or its first bytes are of UTF-16. */
  | { kind: 'answered'; raw: Uint8Array }
  /** No usable answer. `raw`: the part of a body that arrived. `retryable`: nothing about the request is wrong (no connection, busy). */
  | { kind: 'failed'; problem: Problem; retryable: boolean; raw: Uint8Array | null };

export type SearchConnection = {
  /** Asks once; never throws because of the provider or the network. A search changes nothing there, so it may be repeated. */
  search(query: ScreeningQuery, signal?: AbortSignal): Promise<SearchOutcome>;
  close(): Promise<void>;
};

type ConnectDeps = {
  search: SearchProfile;
  network: Network;
  /** `searchApiKey`; read at each search, and not stored. @throws StationError `secret-missing` */
  apiKey: () => Promise<string>;
  system?: SystemNetwork | undefined;
};

type SearchDeps = {
  profile: SearchProfile;
  apiKey: () => Promise<string>;
  transport: Transport;
  /** Milliseconds from the head of an answer to its last byte: one that comes byte by byte would hold its place among the calls for hours. */
  answerMs: number;
};

/** Null when the profile has no search section. */
export function searchTarget({ id, profile, secret, system }: Account): Target<SearchConnection> | null {
  const { search, network } = profile;
  if (!search) return null;
  const deps = { search, network, apiKey: () => secret('searchApiKey'), system };
  return { name: `search ${id}`, settings: [search, network], connect: () => connectSearch(deps) };
}

/** Connects at the first search. */
export function connectSearch({ search: profile, network, apiKey, system }: ConnectDeps): SearchConnection {
  const transport = createTransport(network, system, { reuse: true });
  return {
    search: (query, signal) => search({ profile, apiKey, transport, answerMs: network.callTimeout }, query, signal),
    close: () => transport.close(),
  };
}

/** Bytes of an answer; the number of results has no stated limit (Limits). */
const maxAnswer = 16 * 1024 * 1024;

async function search(
  { profile, apiKey, transport, answerMs }: SearchDeps,
  query: ScreeningQuery,
  signal: AbortSignal | undefined,
): Promise<SearchOutcome> {
  let key: string;
  let answer: HttpAnswer;
  try {
    key = await readSecret('searchApiKey', apiKey);
    answer = await transport.send({
      method: 'POST',
      // The full address; nothing is added to it.
      url: profile.url,
      headers: {
        'Content-Type': 'application/json',
        accept: 'application/json',
        projectName: profile.projectName,
        'X-API-Key': key,
      },
      body: JSON.stringify(bodyOf(query, profile.judicialFlag)),
      signal,
    });
  } catch (error) {
    return unanswered(error);
  }
  if (answer.status >= 300) return refusal(answer);
  const tooSlow = new StationError('search-answer-cut-off', limitDetail(answerMs));
  const endLimit = afterRunning(answerMs, () => answer.body.destroy(tooSlow));
  try {
    return await (isAnswered(answer) ? readBody(answer, signal) : unexpected(answer, signal));
  } finally {
    endLimit();
  }
}

/** Request members of endpoint F. Both flags are always sent: what a missing one means is not stated. */
function bodyOf(query: ScreeningQuery, judicialFlag: SearchProfile['judicialFlag']): Record<string, string | boolean> {
  return {
    Name: query.name,
    ...(query.identification !== '' && { Identification: query.identification }),
    ...Object.fromEntries(judicialFlagsOf(judicialFlag).map((flag) => [flag, query.judicial])),
    SearchProcuration: query.procurator,
  };
}

const failed = (found: Problem, retryable: boolean, raw: Uint8Array | null = null): SearchOutcome => ({
  kind: 'failed',
  problem: found,
  retryable,
  raw,
});

/** A search may be repeated even when bytes were sent and no answer arrived: it changes nothing at the provider. */
function unanswered(error: unknown): SearchOutcome {
  if (!(error instanceof ConnectionError)) return failed(problemOf(error), false);
  if (error.started && error.problem.code !== 'cancelled') return failed(problem('search-unanswered'), true);
  return failed(error.problem, hasTrait(error.problem, 'retryable'));
}

async function readBody({ headers, body }: HttpAnswer, signal: AbortSignal | undefined): Promise<SearchOutcome> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const whole = (): Uint8Array => Buffer.concat(parts);
  const inText = (raw: Uint8Array): Uint8Array => inUtf8(raw, headers['content-type']) ?? raw;
  try {
    for await (const bytes of readToEnd(body)) {
      if (size + bytes.length > maxAnswer) {
        parts.push(bytes.subarray(0, maxAnswer - size));
        return failed(problem('answer-too-large'), false, whole());
      }
      parts.push(bytes);
      size += bytes.length;
    }
  } catch (error) {
    const raw = size === 0 ? null : whole();
    if (signal?.aborted === true) return failed(problem('cancelled'), false, raw);
    // Whatever the error says, an answer whose JSON is whole lacks nothing.
    const answer = raw && inText(raw);
    return answer && isWhole(answer) ? { kind: 'answered', raw: answer } : failed(cutOff(error), true, raw);
  }
  return { kind: 'answered', raw: inText(whole()) };
}

const cutOff = (error: unknown): Problem => {
  const found = problemOf(error);
  return found.code === 'search-answer-cut-off' ? found : problem('search-answer-cut-off');
};

/** A text or a number may go on behind its end. */
function isWhole(raw: Uint8Array): boolean {
  const json = readJson(raw);
  return typeof json === 'object' && typeof json.value === 'object' && json.value !== null;
}

/** Another 2xx, such as 202 or 207, may lack a source: it is no outcome, but its body may have findings, and is stored. */
async function unexpected(answer: HttpAnswer, signal: AbortSignal | undefined): Promise<SearchOutcome> {
  const read = await readBody(answer, signal);
  if (read.kind === 'failed') return read;
  const { raw } = read;
  const refused = await refusal({ ...answer, body: Readable.from([raw]) });
  return raw.length > 0 ? { ...refused, raw } : refused;
}

/** 400, 401 and 500 are described; 403 and 422 say the same as 401 and 400 everywhere else, and 429 and 503 ask to wait. */
async function refusal(answer: HttpAnswer): Promise<SearchOutcome> {
  const { status, headers } = answer;
  const providerText = await refusalText(answer);
  const detail = { status, ...textDetail(providerText) };
  if (status === 400 || status === 422) return failed(problem('search-refused', detail), false);
  if (status === 401 || status === 403) return failed(problem('search-key-refused', detail), false);
  const now = Date.now();
  if (status === 429 || status === 503) return failed(busy('search-busy', status, retryAfter(headers['retry-after'], now), now), true);
  if (isOfAddress(status)) return failed(problem('service-not-found', detail), false);
  return failed(problem('search-failed', detail), false);
}
