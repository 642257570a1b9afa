/** Sends one test document. Logs it before its first byte leaves, and logs its end (docs/decisions/0015). */

import { hash, randomUUID } from 'node:crypto';
import type { PdfFacts } from '../../../../shared/domain/documents/document.ts';
import type { WirePlacement } from '../../../../shared/domain/placement/placement.ts';
import { type Problem, problem, problemOf, StationError } from '../../../../shared/errors.ts';
import { oneChunk } from '../../../platform/files/write-whole.ts';
import { decodeBase64 } from '../../../platform/json/base64-stream.ts';
import { cleanText } from '../../../platform/provider/provider-text.ts';
import type { SigningConnection } from '../../../platform/provider/sign-documents.ts';
import type { SignAnswer, SignedItem } from '../../../platform/provider/signed-entry.ts';
import type { IncomingContent, IncomingStore } from '../../../platform/storage/incoming.ts';
import type { Audit } from '../../audit/audit.ts';
import { documentsBegunBy } from '../receiving/match-entries.ts';
import type { ReadFacts } from '../receiving/receive-answer.ts';
import { plainReference } from '../rules/group-calls.ts';
import { matchAnswer } from '../rules/match-answer.ts';
import { type FailedCall, failedCall, resolveEntries, resolveFailedCall, type UnusableEntry } from '../rules/resolve-outcome.ts';

export type SendTestDeps = {
  audit: Pick<Audit, 'append' | 'latestOf'>;
  readFacts: ReadFacts;
  clerk(): string;
};

type TestDocument = {
  reference: string;
  bytes: Uint8Array;
  clientInfo: string;
  wire: WirePlacement;
  /** The agreement under which it is sent; see `main/platform/provider/account.ts`. */
  account: string;
};

/** `inDoubt`: bytes left, and whether the provider signed is unknown. */
export type TestFailure = { ok: false; problem: Problem; inDoubt: boolean };
type TestAnswer = { ok: true; bytes: Uint8Array; facts: PdfFacts } | TestFailure;
type TestProgress = 'sending' | 'waiting' | 'reading';

/** Sends a test document. Never rejects for a fault of the provider, the connection or the disk. */
export async function sendTest(
  { audit, readFacts, clerk }: SendTestDeps,
  provider: SigningConnection,
  { reference, bytes, clientInfo, wire, account }: TestDocument,
  signal: AbortSignal,
  progress: (step: TestProgress) => void,
): Promise<TestAnswer> {
  const attempt = randomUUID();
  let begun = false;
  const log = (kind: 'test-sent' | 'test-ended', detail: Record<string, string>) =>
    audit.append({ kind, visitId: null, by: clerk(), about: attempt, detail });
  const content = { size: bytes.length, read: () => oneChunk(bytes) };
  const { store, textOf } = memoryStore();
  const onSending = () => {
    signal.throwIfAborted();
    log('test-sent', { account, reference, sha256: sha256(bytes) });
    begun = true;
    progress('waiting');
  };
  progress('sending');
  try {
    const document = { reference, fileName: `${reference}.pdf`, content };
    const call = { documents: [document], clientInfo, placement: wire };
    const outcome = await provider.signDocuments(call, store, { onSending, signal });
    progress('reading');
    const answer =
      outcome.kind === 'answered' ? await readTestAnswer(outcome, { reference, bytes }, textOf, readFacts) : failureOf(outcome);
    if (begun)
      log('test-ended', { outcome: outcome.kind, ...(answer.ok ? { sha256: sha256(answer.bytes) } : { code: answer.problem.code }) });
    return answer.ok || !signal.aborted ? answer : cancelled(begun);
  } catch (thrown) {
    if (signal.aborted) return cancelled(begun);
    return failureOf(failedCall(begun, problemOf(thrown)));
  }
}

const cancelled = (begun: boolean): TestFailure => failureOf(failedCall(begun, problem('cancelled')));

function failureOf(call: FailedCall): TestFailure {
  const { move, problem: why } = resolveFailedCall(call, { count: 1, hasUnreadable: false });
  return failure(move, why ?? problem('call-too-large'));
}

const failure = (move: string, why: Problem): TestFailure => ({ ok: false, problem: why, inDoubt: move === 'doubt' });

async function readTestAnswer(
  { items, defect }: SignAnswer,
  sent: Pick<TestDocument, 'reference' | 'bytes'>,
  textOf: (content: IncomingContent) => string,
  readFacts: ReadFacts,
): Promise<TestAnswer> {
  const { entries: named, others } = matchAnswer([sent.reference], items);
  const own = named.get(plainReference(sent.reference)) ?? [];
  const missing = defect ?? problem(items.length > 0 ? 'answer-other-document' : 'answer-misses-document', { count: items.length });
  // Two answers to one document are no measurement, also when both are files.
  if (own.length > 1) return failure('doubt', problem('answer-repeats-document'));
  const entries: UnusableEntry[] = [];
  for (const item of own) {
    const entry = await readTestEntry(item, textOf, readFacts);
    if ('facts' in entry) return { ok: true, ...entry };
    entries.push(entry);
  }
  const [other, ...more] = own.length === 0 ? others : [];
  const file = other && more.length === 0 ? await readTestEntry(other, textOf, readFacts) : null;
  // A file names its document, as in any call (`match-entries.ts`).
  if (file && 'facts' in file && (await documentsBegunBy(oneChunk(file.bytes), [digestOf(sent.bytes)])).length > 0)
    return { ok: true, ...file };
  const { move, problem: why } = resolveEntries(entries, missing);
  return failure(move, why);
}

async function readTestEntry(
  { status, errorReason: said, content }: SignedItem,
  textOf: (content: IncomingContent) => string,
  readFacts: ReadFacts,
): Promise<UnusableEntry | { bytes: Uint8Array; facts: PdfFacts }> {
  const providerDocumentId = null;
  const unusable = (why: Problem): UnusableEntry => ({ kind: 'unusable', providerDocumentId, problem: why, file: null });
  const errorReason = (said && cleanText(said)) || null;
  if (status === null) return { kind: 'unclear', providerDocumentId, errorReason };
  if (status === 'FAIL') return { kind: 'fail', providerDocumentId, errorReason, file: null };
  const text = content === null ? '' : textOf(content);
  if (text === '') return { kind: 'empty', providerDocumentId, errorReason };
  try {
    const bytes = await decoded(text);
    // The worker takes ownership of the bytes that it reads.
    const facts = await readFacts(Uint8Array.from(bytes));
    return facts === null ? unusable(problem('signed-not-pdf')) : { bytes, facts };
  } catch (thrown) {
    if (thrown instanceof StationError) return unusable(thrown.problem);
    throw thrown;
  }
}

async function decoded(text: string): Promise<Uint8Array> {
  async function* whole() {
    yield text;
  }
  return Buffer.concat(await Array.fromAsync(decodeBase64(whole())));
}

/** Stores an answer in memory: a test document is no customer's, so it needs no encrypted file. The limit on answers applies here too. */
function memoryStore(): { store: IncomingStore; textOf: (content: IncomingContent) => string } {
  const texts = new WeakMap<IncomingContent, string[]>();
  return {
    store: {
      async open() {
        const pieces: string[] = [];
        const content: IncomingContent = {
          write: async (text) => void pieces.push(text),
          close: async () => {},
          discard: async () => void pieces.splice(0),
        };
        texts.set(content, pieces);
        return content;
      },
    },
    textOf: (content) => texts.get(content)?.join('') ?? '',
  };
}

const sha256 = (bytes: Uint8Array): string => hash('sha256', bytes);
const digestOf = (bytes: Uint8Array) => ({ size: bytes.length, sha256: sha256(bytes) });
