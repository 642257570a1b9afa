/**
 * The transaction record that the validation query answers with (interface description, endpoint E), read while it
 * arrives for its signed documents alone. The element structure of `SignedDocuments` is not shown, so every text
 * under it that is long enough to be a PDF in base64 is taken for a document; the rest of the record is dropped.
 */
import { StationError } from '../../shared/errors.ts';
import { answerTokens, type JsonToken } from './answer-tokens.ts';
import type { IncomingContent, IncomingStore } from './provider.ts';

/** Characters of the shortest text that is kept: 750 bytes, less than any PDF with a signature in it. */
const shortest = 1000;
const maxDepth = 64;
const maxContents = 1000;
/** Bytes of the whole answer. */
const maxBytes = 1 << 30;

/**
 * Answers with the contents, closed, in the order in which they came.
 * @throws StationError `validation-failed` when the answer is no record, cut off or past all bounds; what the
 * store throws. Then every content is thrown away.
 */
export async function readSignedDocuments(chunks: AsyncIterable<Uint8Array>, incoming: IncomingStore): Promise<IncomingContent[]> {
  const reader = createReader(incoming);
  try {
    for await (const tokens of readable(chunks)) {
      for (const token of tokens) {
        const work = reader.take(token);
        if (work) await work;
      }
      await reader.flush();
    }
    if (!reader.complete()) throw unusable('the record is cut off');
    return reader.contents;
  } catch (error) {
    // What cannot be thrown away is temporary; it must not hide what is being reported.
    await Promise.allSettled(reader.contents.map((content) => content.discard()));
    throw error;
  }
}

/** The status stands in the words; the answer itself was 200. */
const unusable = (message: string, cause?: unknown): StationError =>
  new StationError('validation-failed', { status: 200 }, { message: `validation-failed: ${message}`, cause });

async function* readable(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<JsonToken[]> {
  try {
    yield* answerTokens(chunks, maxBytes);
  } catch (cause) {
    throw unusable('the record cannot be read', cause);
  }
}

function createReader(incoming: IncomingStore) {
  const contents: IncomingContent[] = [];
  let depth = 0;
  let complete = false;
  /** A member's name, up to a length that tells whether it is the one. */
  let key = '';
  let inDocuments = false;
  /** Within a text under `SignedDocuments`: what is not yet written, and where it goes once it is long enough. */
  let text: { pending: string; content: IncomingContent | null } | null = null;

  const flush = async (): Promise<void> => {
    if (text === null) return;
    if (text.content === null) {
      if (text.pending.length < shortest) return;
      if (contents.length >= maxContents) throw unusable('too many documents');
      text.content = await incoming.open();
      contents.push(text.content);
    }
    const { content, pending } = text;
    text.pending = '';
    if (pending !== '') await content.write(pending);
  };

  const endText = async (): Promise<void> => {
    await flush();
    await text?.content?.close();
    text = null;
  };

  const take = (token: JsonToken): Promise<void> | undefined => {
    if (depth === 0 && token.name !== 'startObject') throw unusable('no record');
    switch (token.name) {
      case 'startKey':
        key = '';
        return undefined;
      case 'endKey':
        if (depth === 1) inDocuments = key === 'SignedDocuments';
        return undefined;
      case 'startString':
        if (inDocuments) text = { pending: '', content: null };
        return undefined;
      case 'stringChunk':
        if (text !== null) text.pending += token.value;
        else if (depth === 1 && key.length < 64) key += token.value;
        return undefined;
      case 'endString':
        return text === null ? undefined : endText();
      case 'startObject':
      case 'startArray':
        if (++depth > maxDepth) throw unusable('nested too deep');
        return undefined;
      case 'endObject':
      case 'endArray':
        complete = --depth === 0;
        return undefined;
      default:
        return undefined;
    }
  };

  return { take, flush, contents, complete: () => complete };
}
