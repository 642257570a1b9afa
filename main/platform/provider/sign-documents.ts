/** The connection to the signing operation: one call with its token, and a second try with a new token on 401 and 403. */

import type { WirePlacement } from '../../../shared/domain/placement/placement.ts';
import type { TokenMember } from '../../../shared/domain/provider/token.ts';
import type { Network, SigningProfile } from '../../../shared/domain/settings/profile.ts';
import { type Problem, problem, problemOf } from '../../../shared/errors.ts';
import { afterRunning } from '../runtime/after-running.ts';
import type { Lease, Target } from '../runtime/connection-pool.ts';
import type { IncomingContent, IncomingStore } from '../storage/incoming.ts';
import type { Account, SystemNetwork } from './account.ts';
import { type CallOutcome, limitDetail, outcomeOfError, refused, statusOutcome } from './classify-failure.ts';
import { type HttpAnswer, isAnswered, isSuccess, type Transport } from './http-request.ts';
import { createMultipartForm, type MultipartForm, type SentContent } from './multipart-form.ts';
import { cleanText, listenTo, retryAfter } from './provider-text.ts';
import { readSecret } from './read-secret.ts';
import { readToEnd } from './read-to-end.ts';
import { readSignAnswer } from './sign-answer.ts';
import type { SignAnswer } from './signed-entry.ts';
import { createTokenSource, type TokenSource } from './token.ts';
import { createTransport } from './transport.ts';
import { createUnreadBody, type UnreadBody } from './unread-body.ts';
import { createUtf8Reader } from './utf8-reader.ts';
import { signedDocumentsOf, type ValidationAccess, validationAccess } from './validation-query.ts';

/** One call of sign-documents (interface description, endpoint D). */
export type SigningCall = {
  documents: { reference: string; fileName: string; content: SentContent }[];
  clientInfo: string;
  placement: WirePlacement;
};

export type SigningConnection = {
  profile: SigningProfile;
  /**
   * Gets a token if needed and sends the call once (twice if the token was refused: the provider did nothing). Never throws
   * because of the provider or the network. `onSending` is called when the request's first byte is about to leave.
   */
  signDocuments(call: SigningCall, incoming: IncomingStore, options?: SignOptions): Promise<CallOutcome>;
  /**
   * Gets a new token. `unread`: members of its answer that are missing or unreadable.
   * @throws StationError with what is wrong, `cancelled` once `signal` is aborted
   */
  testSigning(signal?: AbortSignal): Promise<{ unread: TokenMember[] }>;
  /**
   * Fetches the record of a transaction with its signed documents (endpoint E, `returnDocuments`). Writes every base64 text under
   * `SignedDocuments` that is long enough to be a document to the store, undecoded.
   * @throws StationError `validation-not-set-up`, `validation-part-unusable`, `validation-refused`, `validation-failed`, `secret-missing`,
   * or the problem of the connection
   */
  signedDocumentsOf(transaction: string, incoming: IncomingStore): Promise<IncomingContent[]>;
  close(): Promise<void>;
};

export type SigningLease = Lease<SigningConnection>;

export type SigningDeps = {
  signing: SigningProfile;
  network: Network;
  /** The client secret; read each time a token is needed, and not stored. @throws StationError `secret-missing` */
  secret: () => Promise<string>;
  /** Without it, the provider cannot be asked about a transaction. */
  validation?: ValidationAccess | undefined;
  system?: SystemNetwork | undefined;
  /** Milliseconds; for tests. */
  now?: () => number;
};

/** Null when the profile has no signing section. */
export function signingTarget({ id, profile, secret, system }: Account): Target<SigningConnection> | null {
  const { signing, network, validation } = profile;
  if (!signing) return null;
  const deps = {
    signing,
    network,
    secret: () => readSecret('clientSecret', () => secret('clientSecret')),
    validation: validationAccess(validation, secret),
    system,
  };
  return { name: `signing ${id}`, settings: [signing, network, validation], connect: () => connectSigning(deps) };
}

/** Connects at the first call. Each call has a connection of its own (see `createDispatchers`). */
export function connectSigning({ signing, network, secret, validation, system, now = Date.now }: SigningDeps): SigningConnection {
  const transport = createTransport(network, system, { reuse: false });
  const { callTimeout } = network;
  const tokens = createTokenSource({ signing, secret, transport, now });
  return {
    profile: signing,
    signDocuments: (call, incoming, options = {}) =>
      signDocuments({ signing, callTimeout, transport, tokens, now }, call, incoming, options),
    testSigning: async (signal) => ({ unread: (await tokens.fresh(signal)).unread }),
    signedDocumentsOf: (transaction, incoming) => signedDocumentsOf(validation, { transport, callTimeout }, transaction, incoming),
    close: () => transport.close(),
  };
}

type SignDeps = {
  signing: Pick<SigningProfile, 'baseUrl' | 'accountId' | 'projectId' | 'busyAnswers'>;
  /** Milliseconds from the first byte of a call to the last of its answer. */
  callTimeout: number;
  transport: Transport;
  tokens: TokenSource;
  /** Milliseconds. */
  now: () => number;
};

type SignOptions = { onSending?: () => void; signal?: AbortSignal };

/** An answer repeats the documents in base64 with a signature each: past four times what was sent and 64 MiB it is junk. */
const answerBound = (call: SigningCall): number =>
  4 * call.documents.reduce((sum, document) => sum + document.content.size, 0) + 64 * 1024 * 1024;

/** The outcome of one attempt; `token-refused`: the caller may try again. */
type Attempt = CallOutcome | { kind: 'token-refused'; problem: Problem };

/**
 * Sends the call once, or twice if the token was refused: 401 and 403 say that the provider did nothing
 * (Authentication, rule 1). Never throws because of the provider or the network. `onSending` is called once;
 * if it throws, nothing is sent.
 */
async function signDocuments(parts: SignDeps, call: SigningCall, incoming: IncomingStore, options: SignOptions): Promise<CallOutcome> {
  let hasStarted = false;
  const onStart = (): void => {
    if (!hasStarted) options.onSending?.();
    hasStarted = true;
  };
  const first = await attempt(parts, call, incoming, onStart, options.signal);
  if (first.kind !== 'token-refused') return first;
  const second = await attempt(parts, call, incoming, onStart, options.signal);
  return second.kind === 'token-refused' ? refused(second.problem) : second;
}

async function attempt(
  parts: SignDeps,
  call: SigningCall,
  incoming: IncomingStore,
  onStart: () => void,
  signal: AbortSignal | undefined,
): Promise<Attempt> {
  let token: string;
  try {
    token = await parts.tokens.get(signal);
  } catch (error) {
    return refused(problemOf(error));
  }

  let answer: HttpAnswer;
  /** Number of documents that were not written to the connection completely. Only a few bytes follow them in the form. */
  let unread = call.documents.length;
  const form = formOf(call, () => {
    unread -= 1;
  });
  const timeout = new AbortController();
  let endLimit = (): void => undefined;
  const withLimit = (found: Attempt): Attempt => (timeout.signal.aborted ? endedByLimit(found, parts.callTimeout) : found);
  try {
    answer = await parts.transport.send({
      method: 'POST',
      url: `${parts.signing.baseUrl}/sign-documents`,
      headers: {
        accept: 'application/json',
        'x-account-id': parts.signing.accountId,
        'x-project-id': parts.signing.projectId,
        authorization: `Bearer ${token}`,
        ...form.headers(),
      },
      body: form.body(),
      onStart() {
        onStart();
        endLimit = afterRunning(parts.callTimeout, () => timeout.abort());
      },
      signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
    });
  } catch (error) {
    endLimit();
    return withLimit(outcomeOfError(error));
  }
  try {
    return withLimit(await outcome(answer, parts, token, incoming, answerBound(call), unread <= 0));
  } finally {
    endLimit();
  }
}

/** Says of a call without a whole answer that the time limit ended it: the connection was not lost. */
function endedByLimit(found: Attempt, callTimeout: number): Attempt {
  const limit = limitDetail(callTimeout);
  if (found.kind === 'unknown' && found.problem.code === 'no-answer') return { ...found, problem: problem('no-answer', limit) };
  if (found.kind !== 'answered' || found.defect?.code !== 'answer-cut-off') return found;
  return { ...found, defect: problem('answer-cut-off', limit) };
}

/**
 * The fields of endpoint D. The documents go first: a provider that has not yet read the placement and the end of the form
 * cannot have signed anything (see `outcomeOfError`).
 */
function formOf(call: SigningCall, onRead: () => void): MultipartForm {
  const form = createMultipartForm();
  for (const [index, { reference, fileName, content }] of call.documents.entries()) {
    form.field(`documentPairs[${index}].referenceNumber`, reference);
    form.file(`documentPairs[${index}].document`, fileName, counted(content, onRead));
  }
  form.field('clientInfo', call.clientInfo);
  for (const field of ['x1', 'y1', 'x2', 'y2', 'signaturePage'] as const) form.field(field, String(call.placement[field]));
  return form;
}

/** Calls `onRead` when the last byte was read. */
const counted = ({ size, read }: SentContent, onRead: () => void): SentContent => ({
  size,
  async *read() {
    yield* read();
    onRead();
  },
});

async function outcome(
  answer: HttpAnswer,
  parts: SignDeps,
  token: string,
  incoming: IncomingStore,
  maxBytes: number,
  isAllSent: boolean,
): Promise<Attempt> {
  const { status } = answer;
  const raw = createUnreadBody(readToEnd(answer.body));
  const contentType = answer.headers['content-type'];
  const body = listenTo(raw.chunks, contentType);
  const read = await readSignAnswer(createUtf8Reader(contentType).decode(body.chunks), incoming, maxBytes);
  const isNoJson = read.defect?.code === 'answer-not-json';
  if (isSuccess(answer) && isNoJson) await saveUnread(read, raw, incoming, maxBytes);
  const providerText = body.text();
  // Too short to have a document.
  if (isNoJson && read.unread === null && providerText !== null)
    read.defect = problem('answer-not-json', { providerText, context: 'said' });
  await raw.close();
  if (isAnswered(answer) || hasDocuments(answer, read)) return { kind: 'answered', ...read };
  // A failure to discard leaves a temporary file.
  await Promise.allSettled(read.otherTexts.map((content) => content.discard()));
  const now = parts.now();
  const wait = retryAfter(answer.headers['retry-after'], now);
  const { busyAnswers } = parts.signing;
  const found = statusOutcome({ status, providerText: providerText ?? reasonIn(read), wait, isAllSent, busyAnswers, now });
  if (found.kind === 'token-refused') parts.tokens.drop(token);
  return found;
}

/** The reason of the first entry of a failure. */
const reasonIn = ({ items }: SignAnswer): string | null =>
  cleanText(items.find(({ errorReason }) => errorReason !== null)?.errorReason ?? '') || null;

/** Stores what could not be read of an answer. A store that fails is its defect. */
async function saveUnread(read: SignAnswer, raw: UnreadBody, incoming: IncomingStore, maxBytes: number): Promise<void> {
  try {
    read.unread = await raw.store(incoming, maxBytes);
  } catch (error) {
    read.defect = problemOf(error);
  }
}

/**
 * Whether an answer counts by its contents and not by its status, since its documents must not be lost: a signed document under any
 * status; under another success, such as 202 or 207, also entries, long texts and a long body. Those of a failure may be the trace of a
 * fault.
 */
const hasDocuments = (answer: HttpAnswer, { items, otherTexts, unread }: SignAnswer): boolean =>
  items.some(({ content }) => content !== null) || (isSuccess(answer) && items.length + otherTexts.length + (unread ? 1 : 0) > 0);
