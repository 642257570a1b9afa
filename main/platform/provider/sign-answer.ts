/**
 * The 200 answer of sign-documents (interface description, endpoint D and "Signed document item"), read
 * while it arrives: the text of each `signedDocument` goes to the store in pieces and never stands in
 * memory whole. Members may come in any order, with others in between.
 */
import { type Problem, problem, problemOf } from '../../../shared/errors.ts';
import { createBoundedText, createEntry, type Entry, isDescribed, notAsDescribed, type Piece } from './answer-entry.ts';
import { answerTokens, type JsonToken } from './answer-tokens.ts';
import type { IncomingContent, IncomingStore, SignAnswer, SignedItem } from './provider.ts';

/** Nothing that the description shows nests deeper than 3; extras may, within reason. */
const maxDepth = 64;
const maxEntries = 10_000;
const maxOtherTexts = 1000;
/** Characters of the shortest text outside `signedDocument` that may be a document: 750 bytes, less than any PDF with a signature in it. */
const shortestDocument = 1000;

/**
 * Complete entries count whatever comes after them. Every complete text that is long enough to be a document is stored,
 * wherever it is. A store that fails (full disk) ends the reading with its problem as the defect. Never throws.
 */
export async function readSignAnswer(chunks: AsyncIterable<Uint8Array>, incoming: IncomingStore, maxBytes: number): Promise<SignAnswer> {
  const reader = createReader(incoming);
  try {
    for await (const tokens of answerTokens(chunks, maxBytes)) {
      for (const token of tokens) {
        const work = reader.take(token);
        if (work) await work; // most tokens need no waiting
      }
      await reader.flush();
    }
  } catch (error) {
    const found = problemOf(error);
    // Nothing is missing when the line breaks after the last brace.
    if (!(found.code === 'answer-cut-off' && reader.complete())) await reader.stop(found);
  }
  return reader.result();
}

function createReader(incoming: IncomingStore) {
  const items: SignedItem[] = [];
  const otherTexts: IncomingContent[] = [];
  /** The first thing that is not as described, and what ended the reading early; the latter says more. */
  let unlike: Problem | null = null;
  let stopped: Problem | null = null;
  let depth = 0;
  let begun = false;
  let complete = false;
  let rootKey: string | null = null;
  let memberKey: string | null = null;
  let seen = false;
  let inDocuments = false;
  let entry: Entry | null = null;
  /** The text under way that goes to the store, once it has `shortest` characters. */
  let long: { shortest: number; content: IncomingContent | null } | null = null;
  let pending = '';
  const text = createBoundedText();

  const fault = (why: string): void => {
    unlike ??= problem('answer-not-as-described', undefined, why);
  };

  /** A value begins: notes where we are, and what may not stand there. */
  const begins = (kind: 'object' | 'array' | 'other'): void => {
    begun = true;
    if (depth === 0 && kind !== 'object') fault('the answer is no object');
    if (depth === 0 && kind === 'other') complete = true; // whatever it holds, no entries
    if (depth === 1 && rootKey === 'signedDocuments') {
      if (kind !== 'array' || seen) fault('signedDocuments is no array, or there twice');
      inDocuments = kind === 'array';
      seen = true;
    }
    if (depth === 2 && inDocuments) {
      if (kind !== 'object') fault('an entry is no object');
      else if (items.length >= maxEntries) throw notAsDescribed('too many entries');
      else entry = createEntry();
    }
  };

  const scalar = (value: Piece | null): void => {
    if (depth >= 3) entry?.scalar(value, depth > 3);
  };

  const open = (kind: 'object' | 'array'): void => {
    begins(kind);
    if (++depth > maxDepth) throw notAsDescribed('nested too deep');
  };

  const shut = (): void => {
    depth--;
    if (entry !== null && depth === 2) {
      const item = entry.finish();
      if (item.referenceNumber === null || item.status === null) fault('an entry is not as described');
      items.push(item);
      entry = null;
    }
    if (depth === 1) inDocuments = false;
    if (depth === 0) {
      complete = true;
      if (!seen) fault('no signedDocuments');
    }
  };

  const keyRead = (): void => {
    const { text: key, whole } = text.take();
    memberKey = whole ? key : null; // a name of 64 KiB is no described one
    if (depth === 1) rootKey = memberKey;
    if (depth === 3) addOther(entry?.member(memberKey ?? ''));
  };

  const addOther = (content: IncomingContent | null | undefined): void => {
    if (content) otherTexts.push(content);
  };

  const startString = (): void => {
    begins('other');
    const inEntry = entry !== null && depth === 3;
    if (inEntry && memberKey === 'signedDocument') long = { shortest: 0, content: null };
    else if (!(inEntry && isDescribed(memberKey))) long = { shortest: shortestDocument, content: null };
  };

  const flush = async (): Promise<void> => {
    if (long === null) return;
    if (long.content === null) {
      if (pending.length < long.shortest) return;
      if (long.shortest > 0 && otherTexts.length >= maxOtherTexts) throw notAsDescribed('too many long texts');
      long.content = await incoming.open();
    }
    const piece = pending;
    pending = '';
    if (piece !== '') await long.content.write(piece);
  };

  const endLong = async (): Promise<void> => {
    await flush();
    const ended = long;
    const short = pending;
    pending = '';
    await ended?.content?.close();
    long = null;
    if (ended?.content && ended.shortest === 0) entry?.setContent(ended.content);
    else if (ended?.content) addOther(ended.content);
    else scalar({ text: short, whole: true });
  };

  const take = (token: JsonToken): Promise<void> | undefined => {
    switch (token.name) {
      case 'stringChunk':
        if (long !== null) pending += token.value;
        else text.add(token.value);
        return undefined;
      case 'numberChunk':
        text.add(token.value);
        return undefined;
      case 'endKey':
        return void keyRead();
      case 'startString':
        return void startString();
      case 'endString':
        return long === null ? void scalar(text.take()) : endLong();
      case 'startNumber':
        return void begins('other');
      case 'endNumber':
        return void scalar(text.take());
      case 'nullValue':
      case 'trueValue':
      case 'falseValue':
        begins('other');
        return void scalar(token.value === null ? null : { text: String(token.value), whole: true });
      case 'startObject':
        return void open('object');
      case 'startArray':
        return void open('array');
      case 'endObject':
      case 'endArray':
        return void shut();
      default:
        return undefined;
    }
  };

  return {
    take,
    flush,
    complete: () => complete,
    /** Nothing more will be read. A text that is not whole is thrown away; one that is whole stays, though its entry is not. */
    async stop(found: Problem): Promise<void> {
      stopped = found;
      // What cannot be thrown away is temporary; it must not hide what is being reported.
      await long?.content?.discard().catch(() => {});
      addOther(entry?.finish().content);
    },
    async result(): Promise<SignAnswer> {
      // The text ended, properly for the line, in the middle of the JSON; or there was none at all.
      if (!complete && stopped === null) await this.stop(problem(begun ? 'answer-cut-off' : 'answer-not-json'));
      return { items, otherTexts, defect: stopped ?? unlike };
    },
  };
}
