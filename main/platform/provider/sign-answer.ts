/**
 * The answer of sign-documents (interface description, endpoint D and "Signed document item"), read while it arrives: the
 * text of each `signedDocument` is written to the store in pieces and is never in memory whole. Members may come in any order,
 * with others in between.
 */

import { type Problem, problem, problemOf, StationError } from '../../../shared/errors.ts';
import { shortestDocument } from '../json/base64.ts';
import type { IncomingContent, IncomingStore } from '../storage/incoming.ts';
import { answerTokens, type JsonToken } from './answer-tokens.ts';
import { createEntryFinder } from './find-entries.ts';
import { cleanText } from './provider-text.ts';
import {
  type AnswerMember,
  createBoundedText,
  describedMember,
  isDescribed,
  joined,
  type SignAnswer,
  type SignedItem,
} from './signed-entry.ts';
import { createTextReaders, type TextReader } from './text-reader.ts';

/** Nothing that the description shows nests deeper than 3; other members may, up to a bound. */
const maxDepth = 64;
const maxEntries = 10_000;
const maxOtherTexts = 1000;
/** Levels of texts in which an answer is looked for. */
const maxTextLevels = 2;

/** Where the reader is in the answer, and what it has read. */
type Reader = {
  incoming: IncomingStore;
  items: SignedItem[];
  otherTexts: IncomingContent[];
  /** The first part that is not as described, and what ended the reading early; the latter says more. */
  unlike: Problem | null;
  stopped: Problem | null;
  depth: number;
  hasBegun: boolean;
  isComplete: boolean;
  hasMembers: boolean;
  rootKey: AnswerMember | null;
  memberKey: AnswerMember | null;
  /** Of the latest member. */
  name: string | null;
  hasDocuments: boolean;
  isInDocuments: boolean;
  /** For each open object or list, whether it is a list. */
  lists: boolean[];
  entries: ReturnType<typeof createEntryFinder>;
  /** Texts outside the entries, too short for a document: such an answer without entries may say why. */
  said: string;
  /** The text under way that goes to the store, once it has `shortest` characters. */
  long: LongText | null;
  /** Characters of `long` that are not written yet. */
  pending: string;
  text: ReturnType<typeof createBoundedText>;
  /** Starts to read a text as an answer; null where that is not to be. */
  readText: (begin: string) => TextReader<SignAnswer> | null;
  /** Answers in texts, each with the content that its text is. */
  inner: { answer: SignAnswer; content: IncomingContent | null }[];
};

type LongText = { shortest: number; content: IncomingContent | null; inner: TextReader<SignAnswer> | null };

/**
 * Complete entries count whatever comes after them. An answer without `signedDocuments` at its top has its entries elsewhere: within other
 * members, in a list, or as the answer itself. Every complete text that is long enough to be a document is stored,
 * wherever it is. An answer that has no entries and is JSON in a text of a member is read as that. A store that fails (full disk) ends the
 * reading with its problem as the defect. Never throws.
 */
export const readSignAnswer = (chunks: AsyncIterable<Uint8Array>, incoming: IncomingStore, maxBytes: number): Promise<SignAnswer> =>
  readAnswer(chunks, incoming, maxBytes, maxTextLevels);

async function readAnswer(
  chunks: AsyncIterable<Uint8Array>,
  incoming: IncomingStore,
  maxBytes: number,
  textLevels: number,
): Promise<SignAnswer> {
  const readInner = createTextReaders((inner) => readAnswer(inner, incoming, maxBytes, textLevels - 1));
  const readText: Reader['readText'] = (begin) => (textLevels > 0 ? readInner(begin) : null);
  const reader = newReader(incoming, readText);
  try {
    for await (const tokens of answerTokens(chunks, maxBytes, () => reader.isComplete && reader.hasMembers)) {
      for (const token of tokens) {
        const work = take(reader, token);
        if (work) await work; // most tokens need no waiting
      }
      await flush(reader);
    }
  } catch (error) {
    const found = problemOf(error);
    // Nothing is missing when the connection breaks after the last brace.
    if (!(found.code === 'answer-cut-off' && reader.isComplete)) await stop(reader, found);
  }
  // The text ended, as a complete HTTP body, in the middle of the JSON; or it was empty.
  if (!reader.isComplete && reader.stopped === null) await stop(reader, problem(reader.hasBegun ? 'answer-cut-off' : 'answer-not-json'));
  takeEntries(reader);
  const inner = await takeInner(reader);
  if (inner !== null) return inner;
  // An answer with entries says of each document what it says.
  const said = reader.items.length === 0 ? cleanText(reader.said) : '';
  if (reader.stopped === null && said !== '') reader.unlike = problem('answer-not-as-described', { providerText: said, context: 'said' });
  return { items: reader.items, otherTexts: reader.otherTexts, defect: reader.stopped ?? reader.unlike, unread: null };
}

const newReader = (incoming: IncomingStore, readText: Reader['readText']): Reader => ({
  incoming,
  items: [],
  otherTexts: [],
  unlike: null,
  stopped: null,
  depth: 0,
  hasBegun: false,
  isComplete: false,
  hasMembers: false,
  rootKey: null,
  memberKey: null,
  name: null,
  hasDocuments: false,
  isInDocuments: false,
  lists: [],
  entries: createEntryFinder(),
  said: '',
  long: null,
  pending: '',
  text: createBoundedText(),
  readText,
  inner: [],
});

/** Nothing more will be read. A text that is not complete is discarded; a complete one stays, though its entry is not complete. */
async function stop(reader: Reader, found: Problem): Promise<void> {
  reader.stopped = found;
  // A failure to discard leaves a temporary file; it must not hide the problem that is being reported.
  await reader.long?.content?.discard().catch(() => {});
  const inner = await reader.long?.inner?.end();
  if (inner) await discardContents(inner);
  for (const content of reader.entries.stop()) addOther(reader, content);
}

/** Those elsewhere are the items of an answer without `signedDocuments`. Without its end, one without a document counts for nothing. */
function takeEntries(reader: Reader): void {
  const { entries, hasDocuments, isComplete, items } = reader;
  for (const { item, isListed } of entries.found) {
    if (isListed !== hasDocuments) addOther(reader, item.content);
    else if (isListed || isComplete || item.content !== null) items.push(item);
  }
  if (items.length > 0 && !hasDocuments) reader.unlike = null;
  if (items.some((item) => item.referenceNumber === null || item.status === null)) addFault(reader, 'an entry is not as described');
}

/** Returns the only answer in a text, for an answer that has no entries, with the other texts; null for none. */
async function takeInner({ items, otherTexts, inner, isComplete, stopped }: Reader): Promise<SignAnswer | null> {
  const [only, ...more] = inner;
  if (only !== undefined && more.length === 0 && items.length === 0 && isComplete && stopped === null) {
    await only.content?.discard().catch(() => {});
    return { ...only.answer, otherTexts: [...otherTexts.filter((one) => one !== only.content), ...only.answer.otherTexts] };
  }
  for (const { answer } of inner) await discardContents(answer);
  return null;
}

function take(reader: Reader, token: JsonToken): Promise<void> | undefined {
  const { text } = reader;
  switch (token.name) {
    case 'stringChunk':
      if (reader.long !== null) reader.pending += token.value;
      else text.add(token.value);
      return undefined;
    case 'numberChunk':
      text.add(token.value);
      return undefined;
    case 'endKey':
      return void readKey(reader);
    case 'startString':
      return void startString(reader);
    case 'endString':
      return reader.long === null ? void reader.entries.scalar(reader.depth, text.take()) : endLong(reader);
    case 'startNumber':
      return void begin(reader, 'other');
    case 'endNumber':
      return void reader.entries.scalar(reader.depth, text.take());
    case 'nullValue':
    case 'trueValue':
    case 'falseValue':
      begin(reader, 'other');
      return void reader.entries.scalar(reader.depth, token.value === null ? null : { text: String(token.value), whole: true });
    case 'startObject':
      return void openLevel(reader, 'object');
    case 'startArray':
      return void openLevel(reader, 'array');
    case 'endObject':
    case 'endArray':
      return void closeLevel(reader);
    default:
      return undefined;
  }
}

function addFault(reader: Reader, why: string): void {
  reader.unlike ??= problem('answer-not-as-described', undefined, why);
}

/** A value begins: checks whether it may be where it is. */
function begin(reader: Reader, kind: 'object' | 'array' | 'other'): void {
  const { depth } = reader;
  reader.hasBegun = true;
  if (depth === 0 && kind !== 'object') addFault(reader, 'the answer is no object');
  if (depth === 0 && kind === 'other') reader.isComplete = true; // whatever it holds, no entries
  if (depth === 1 && reader.rootKey === 'signedDocuments') {
    if (kind !== 'array' || reader.hasDocuments) addFault(reader, 'signedDocuments is no array, or there twice');
    reader.isInDocuments = kind === 'array';
    reader.hasDocuments ||= kind === 'array';
  }
  if (isElement(reader) && kind === 'other') addFault(reader, 'an entry is no object');
}

/** Whether the value that begins is an element of `signedDocuments`, or of lists in it. */
const isElement = ({ isInDocuments, lists }: Reader): boolean => isInDocuments && lists.length > 1 && lists.slice(1).every(Boolean);

function openLevel(reader: Reader, kind: 'object' | 'array'): void {
  begin(reader, kind);
  reader.depth += 1;
  if (reader.depth > maxDepth) throw notAsDescribed('nested too deep');
  const { depth, entries, lists } = reader;
  if (kind === 'object') {
    if (entries.found.length >= maxEntries) throw notAsDescribed('too many entries');
    entries.open(depth, positionOf(reader), lists.at(-1) === false ? reader.name : null);
  }
  lists.push(kind === 'array');
}

/** Where the object that begins is. */
function positionOf(reader: Reader): Parameters<Reader['entries']['open']>[1] {
  const { depth, lists, rootKey } = reader;
  if (isElement(reader)) return 'in-documents';
  if (lists.at(-1) === true) return 'in-list';
  return depth === 3 && lists.at(-1) === false && rootKey === 'signedDocuments' ? 'keyed' : 'other';
}

function closeLevel(reader: Reader): void {
  if (reader.lists.pop() === false) for (const content of reader.entries.close(reader.depth)) addOther(reader, content);
  reader.depth -= 1;
  if (reader.depth === 1) reader.isInDocuments = false;
  if (reader.depth === 0) {
    reader.isComplete = true;
    if (!reader.hasDocuments) addFault(reader, 'no signedDocuments');
  }
}

function readKey(reader: Reader): void {
  const { text: key, whole } = reader.text.take();
  reader.hasMembers = true;
  reader.name = whole ? key : null; // a name of 64 KiB is no described one
  reader.memberKey = reader.name === null ? null : describedMember(reader.name);
  if (reader.depth === 1) reader.rootKey = reader.memberKey;
  addOther(reader, reader.entries.member(reader.depth, reader.memberKey));
}

function addOther({ otherTexts }: Reader, content: IncomingContent | null): void {
  if (content !== null) otherTexts.push(content);
}

function startString(reader: Reader): void {
  begin(reader, 'other');
  const isInEntry = reader.isInDocuments && reader.entries.isMember(reader.depth);
  if (isInEntry && reader.memberKey === 'signedDocument') reader.long = { shortest: 0, content: null, inner: null };
  else if (!(isInEntry && isDescribed(reader.memberKey))) reader.long = { shortest: shortestDocument, content: null, inner: null };
}

async function flush(reader: Reader): Promise<void> {
  const { long } = reader;
  if (long === null) return;
  if (long.content === null) {
    if (reader.pending.length < long.shortest) return;
    if (long.shortest > 0 && reader.otherTexts.length >= maxOtherTexts) throw notAsDescribed('too many long texts');
    long.content = await reader.incoming.open();
    if (long.shortest > 0) long.inner = reader.readText(reader.pending);
  }
  const piece = reader.pending;
  reader.pending = '';
  if (piece === '') return;
  await long.content.write(piece);
  await long.inner?.write(piece);
}

async function endLong(reader: Reader): Promise<void> {
  await flush(reader);
  const { long, pending: short, entries, depth } = reader;
  if (long === null) return;
  const { content } = long;
  reader.pending = '';
  await content?.close();
  reader.long = null;
  const inner = long.inner ?? reader.readText(short);
  await inner?.write(short);
  const answer = await inner?.end();
  if (answer && answer.items.length > 0 && answer.defect === null) reader.inner.push({ answer, content });
  else if (answer) await discardContents(answer);
  if (content !== null) {
    if (!entries.setContent(depth, content)) addOther(reader, content);
    return;
  }
  if (!entries.isWithinElement()) reader.said = joined(reader.said, short);
  entries.scalar(depth, { text: short, whole: true });
}

/** A failure to discard leaves a temporary file. */
async function discardContents({ items, otherTexts }: SignAnswer): Promise<void> {
  await Promise.allSettled([...items.map(({ content }) => content), ...otherTexts].map((content) => content?.discard()));
}

/** Ends the reading of an answer that exceeds a bound. */
const notAsDescribed = (why: string): StationError => new StationError('answer-not-as-described', undefined, { message: why });
