/**
 * The 200 answer of sign-documents (interface description, endpoint D and "Signed document item"), read
 * while it arrives: the text of each `signedDocument` goes to the store in pieces and never stands in
 * memory whole. Members may come in any order, with others in between.
 */
import { type Problem, problem, problemOf } from '../../shared/errors.ts';
import { createBoundedText, createEntry, type Entry, notAsDescribed } from './answer-entry.ts';
import { answerTokens, type JsonToken } from './answer-tokens.ts';
import type { IncomingContent, IncomingStore, SignedItem } from './provider.ts';

/** Nothing that the description shows nests deeper than 3; extras may, within reason. */
const maxDepth = 64;
const maxEntries = 10_000;

/**
 * Complete entries count whatever comes after them; `defect` is what was wrong, null for an answer that is
 * whole and as described. A store that fails (full disk) ends the reading with its problem
 * as the defect. Never throws.
 */
export async function readSignAnswer(
  chunks: AsyncIterable<Uint8Array>,
  incoming: IncomingStore,
  maxBytes: number,
): Promise<{ items: SignedItem[]; defect: Problem | null }> {
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
  /** The first thing that is not as described, and what ended the reading early; the latter says more. */
  let unlike: Problem | null = null;
  let stopped: Problem | null = null;
  let depth = 0;
  let begun = false;
  let complete = false;
  let rootKey: string | null = null;
  let seen = false;
  let inDocuments = false;
  let entry: Entry | null = null;
  let content: IncomingContent | null = null;
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
      else entry = createEntry(incoming);
    }
  };

  /** Part of an entry's member, if we are in one. */
  const hand = (token: JsonToken): void => {
    if (entry === null || depth < 3) return;
    entry.value(token);
    if (depth === 3) entry.memberDone();
  };
  const handText = (name: 'stringValue' | 'numberValue'): void => {
    const value = text.take();
    if (value === null) entry?.tooLong();
    hand(value === null ? { name: 'nullValue', value: null } : { name, value });
  };

  const open = (token: JsonToken, kind: 'object' | 'array'): void => {
    begins(kind);
    if (entry !== null && depth >= 3) entry.value(token);
    if (++depth > maxDepth) throw notAsDescribed('nested too deep');
  };

  const shut = async (token: JsonToken): Promise<void> => {
    depth--;
    if (entry !== null && depth === 2) {
      const item = await entry.finish();
      if (item === null) fault('an entry is not as described');
      else items.push(item);
      entry = null;
    } else hand(token);
    if (depth === 1) inDocuments = false;
    if (depth === 0) {
      complete = true;
      if (!seen) fault('no signedDocuments');
    }
  };

  const keyRead = async (): Promise<void> => {
    const key = text.take();
    if (depth === 1) rootKey = key;
    else if (entry !== null && depth === 3) {
      // A name of 64 KiB is no described one; it is kept as an extra that was too long.
      await entry.member(key ?? '');
      if (key === null) entry.tooLong();
    } else if (entry !== null && depth > 3) {
      if (key === null) entry.tooLong();
      entry.value({ name: 'keyValue', value: key ?? '' });
    }
    memberKey = key;
  };
  let memberKey: string | null = null;

  const flush = async (): Promise<void> => {
    const piece = pending;
    pending = '';
    if (content !== null && piece !== '') await content.write(piece);
  };

  const take = (token: JsonToken): Promise<void> | undefined => {
    switch (token.name) {
      case 'stringChunk':
        if (content !== null) pending += token.value;
        else text.add(token.value);
        return undefined;
      case 'numberChunk':
        text.add(token.value);
        return undefined;
      case 'endKey':
        return keyRead();
      case 'startString':
        begins('other');
        if (entry === null || depth !== 3 || memberKey !== 'signedDocument') return undefined;
        return entry.openContent().then((opened) => {
          content = opened;
        });
      case 'endString':
        if (content === null) handText('stringValue');
        else return endContent(content);
        return undefined;
      case 'startNumber':
        begins('other');
        return undefined;
      case 'endNumber':
        handText('numberValue');
        return undefined;
      case 'nullValue':
      case 'trueValue':
      case 'falseValue':
        begins('other');
        hand(token);
        return undefined;
      case 'startObject':
        return void open(token, 'object');
      case 'startArray':
        return void open(token, 'array');
      case 'endObject':
      case 'endArray':
        return shut(token);
      default:
        return undefined;
    }
  };

  const endContent = async (open: IncomingContent): Promise<void> => {
    await flush();
    content = null;
    await open.close();
    entry?.memberDone();
  };

  return {
    take,
    flush,
    complete: () => complete,
    /** Nothing more will be read; what is incomplete is thrown away. */
    async stop(found: Problem): Promise<void> {
      stopped = found;
      await entry?.discard();
    },
    async result(): Promise<{ items: SignedItem[]; defect: Problem | null }> {
      // The text ended, properly for the line, in the middle of the JSON; or there was none at all.
      if (!complete && stopped === null) await this.stop(problem(begun ? 'answer-cut-off' : 'answer-not-json'));
      return { items, defect: stopped ?? unlike };
    },
  };
}
