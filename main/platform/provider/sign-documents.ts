/** One sign-documents request and what became of it (interface description, endpoint D and Errors). */
import type { SigningProfile } from '../../../shared/domain/profile.ts';
import { type Problem, problem, problemOf } from '../../../shared/errors.ts';
import { allThatCame } from './all-that-came.ts';
import { refused, statusOutcome } from './call-outcome.ts';
import type { CallOutcome, IncomingStore, SentContent, SigningCall } from './provider.ts';
import { providerText, retryAfter } from './provider-text.ts';
import { BrokenContent, createSentForm, type SentForm } from './sent-form.ts';
import { readSignAnswer } from './sign-answer.ts';
import type { TokenSource } from './token.ts';
import { type LineAnswer, LineError, type Transport } from './transport.ts';

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

/** What one attempt came to; `token-refused` is for the caller to judge. */
type Attempt = CallOutcome | { kind: 'token-refused'; problem: Problem };

/**
 * Sends the call once, or twice if the token was refused: 401 and 403 say that the provider did nothing
 * (Authentication, rule 1). Never throws for what the provider or the line did. `onSending` is called once;
 * if it throws, nothing is sent.
 */
export async function signDocuments(
  parts: SignDeps,
  call: SigningCall,
  incoming: IncomingStore,
  options: SignOptions = {},
): Promise<CallOutcome> {
  let told = false;
  const onStart = (): void => {
    if (!told) options.onSending?.();
    told = true;
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

  let answer: LineAnswer;
  /** Documents of which not every byte was given to the connection. What follows them in the form is a few bytes. */
  let unread = call.documents.length;
  const form = formOf(call, () => {
    unread -= 1;
  });
  const patience = new AbortController();
  let timer: NodeJS.Timeout | undefined;
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
        timer = setTimeout(() => patience.abort(), parts.callTimeout);
      },
      signal: signal ? AbortSignal.any([signal, patience.signal]) : patience.signal,
    });
  } catch (error) {
    clearTimeout(timer);
    return failure(error);
  }
  try {
    return await outcome(answer, parts, token, incoming, answerBound(call), unread <= 0);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The fields of endpoint D. The documents go first: a provider that has not yet read the placement and the
 * end of the form cannot have signed anything, whatever it reads on the way (see `failure`).
 */
function formOf(call: SigningCall, onRead: () => void): SentForm {
  const form = createSentForm();
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

/** No answer came. Before the first byte that is a refusal; after it, nobody knows (design, section 2.5). */
function failure(error: unknown): CallOutcome {
  if (!(error instanceof LineError)) return refused(problemOf(error));
  if (!error.started) return refused(error.problem);
  // The station itself broke off as it could not read a document to its end. The provider got less than the
  // Content-Length, without placement and end of form, so it cannot have signed.
  if (error.cause instanceof BrokenContent) return refused(error.cause.problem);
  return { kind: 'unknown', problem: problem('no-answer') };
}

async function outcome(
  answer: LineAnswer,
  parts: SignDeps,
  token: string,
  incoming: IncomingStore,
  maxBytes: number,
  allSent: boolean,
): Promise<Attempt> {
  const { status } = answer;
  if (status === 200) return { kind: 'answered', ...(await readSignAnswer(allThatCame(answer.body), incoming, maxBytes)) };
  const wait = retryAfter(answer.headers['retry-after'], parts.now());
  const found = statusOutcome(status, await providerText(answer.body), wait, allSent && parts.signing.busyAnswers === 'in-doubt');
  if (found.kind === 'token-refused') parts.tokens.refused(token);
  return found;
}
