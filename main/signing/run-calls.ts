/** Sends one call and sees every document of it to a result. */
import type { WirePlacement } from '../../shared/domain/placement.ts';
import { type Problem, problem, problemOf } from '../../shared/errors.ts';
import type { CallOutcome, Provider } from '../provider/provider.ts';
import { halves } from './group-calls.ts';
import { plainReference } from './match-answer.ts';
import { type ReceiveParts, receiveAnswer, type SentDocument } from './receive.ts';

export type CallDocument = SentDocument & { name: string; size: number; clientInfo: string; wire: WirePlacement };

export type RunParts = ReceiveParts & {
  /** The document's bytes, verified against its opening. */
  content: (documentId: string) => Promise<Blob>;
};

export type CallRunner = {
  /** Resolves when no document of the call is queued or being sent; never rejects. */
  run(call: readonly CallDocument[], provider: Provider): Promise<void>;
  /** Cancels those that are queued; a call that has not sent its first byte starts again without them. */
  cancel(documentIds: readonly string[]): string[];
};

export function createCallRunner(parts: RunParts): CallRunner {
  const { book } = parts;
  const isQueued = (documentId: string) => book.status(documentId) === 'queued';
  /** By document: what stops the call that is being prepared. Gone once its first byte leaves. */
  const preparing = new Map<string, AbortController>();

  /** Only those that can be read; the others have failed on the way. */
  async function withContent(call: readonly CallDocument[]): Promise<{ document: CallDocument; content: Blob }[]> {
    const readable: { document: CallDocument; content: Blob }[] = [];
    for (const document of call) {
      try {
        readable.push({ document, content: await parts.content(document.documentId) });
      } catch (thrown) {
        if (isQueued(document.documentId)) book.move('fail', [document.documentId], { problem: problemOf(thrown) });
      }
    }
    return readable.filter(({ document }) => isQueued(document.documentId));
  }

  /** Null when the call was stopped by a cancellation before anything left. */
  async function send(call: Awaited<ReturnType<typeof withContent>>, provider: Provider): Promise<CallOutcome | null> {
    const ids = call.map(({ document }) => document.documentId);
    const [first] = call;
    if (!first) return null;
    const stop = new AbortController();
    for (const id of ids) preparing.set(id, stop);
    let sent = false;
    const onSending = () => {
      stop.signal.throwIfAborted();
      if (sent) return; // once more with a new token
      sent = true;
      for (const id of ids) preparing.delete(id);
      book.move('start', ids);
    };
    const request = {
      clientInfo: first.document.clientInfo,
      placement: first.document.wire,
      documents: call.map(({ document, content }) => ({
        reference: plainReference(document.reference),
        fileName: document.name,
        content,
      })),
    };
    try {
      const outcome = await provider.signDocuments(request, parts.incoming, { onSending, signal: stop.signal });
      return stop.signal.aborted && !sent ? null : outcome;
    } catch (thrown) {
      if (stop.signal.aborted && !sent) return null;
      return { kind: sent ? 'unknown' : 'refused', problem: problemOf(thrown) };
    } finally {
      for (const id of ids) preparing.delete(id);
    }
  }

  async function runOnce(call: readonly CallDocument[], provider: Provider): Promise<void> {
    const ready = await withContent(call.filter(({ documentId }) => isQueued(documentId)));
    if (ready.length === 0) return;
    const outcome = await send(ready, provider);
    const documents = ready.map(({ document }) => document);
    const ids = documents.map(({ documentId }) => documentId);
    switch (outcome?.kind) {
      case undefined:
        return runOnce(documents, provider);
      case 'answered':
        return receiveAnswer(documents, outcome, parts);
      case 'refused': {
        const unreadable = unreadableDocument(outcome.problem, documents);
        if (!unreadable) return finish('fail', ids, outcome.problem);
        finish('fail', [unreadable.documentId], outcome.problem);
        return sendAgain([documents.filter((document) => document !== unreadable)], provider);
      }
      case 'unknown':
        return finish('doubt', ids, outcome.problem);
      case 'too-large': {
        if (documents.length === 1) return finish('fail', ids, problem('call-too-large'));
        return sendAgain(halves(documents), provider);
      }
    }
  }

  /** What was certainly not processed, in other calls. */
  async function sendAgain(calls: readonly CallDocument[][], provider: Provider): Promise<void> {
    const sending = calls.flat().filter(({ documentId }) => book.status(documentId) === 'sending');
    book.move(
      'putBack',
      sending.map(({ documentId }) => documentId),
    );
    for (const call of calls) await runOnce(call, provider);
  }

  /** Those that are not finished yet. */
  function finish(move: 'fail' | 'doubt', ids: readonly string[], why: Problem): void {
    const sending = ids.filter((id) => book.status(id) === 'sending');
    book.move(move, sending, { problem: why });
    book.move('fail', ids.filter(isQueued), { problem: why });
  }

  return {
    async run(call, provider) {
      try {
        await runOnce(call, provider);
      } catch (thrown) {
        // A fault of the station: what was being sent may have been signed.
        finish(
          'doubt',
          call.map(({ documentId }) => documentId),
          problemOf(thrown),
        );
      }
    },
    cancel(documentIds) {
      const cancelled = [...new Set(documentIds)].filter(isQueued);
      book.move('cancel', cancelled, { problem: problem('cancelled') });
      for (const id of cancelled) preparing.get(id)?.abort();
      return cancelled;
    },
  };
}

/** The document whose file changed while it was being sent, which kept the whole call from being processed. */
function unreadableDocument({ code, detail }: Problem, documents: readonly CallDocument[]): CallDocument | undefined {
  return code === 'file-changed' ? documents.find(({ reference }) => reference === detail?.reference) : undefined;
}
