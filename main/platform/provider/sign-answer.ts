/**
 * The answer of sign-documents (interface description, endpoint D and "Signed document item"), read while it arrives: the
 * text of each `signedDocument` is written to the store in pieces and is never in memory whole. Members may come in any order,
 * with others in between.
 */

import { type Problem, problem, problemOf, StationError } from '../../../shared/errors.ts';
import { shortestDocument } from '../json/base64.ts';
import type { IncomingContent, IncomingStore } from '../storage/incoming.ts';
import { answerTokens, type JsonToken } from './answer-tokens.ts';
import { createElsewhere } from './entries-elsewhere.ts';
import { cleanText } from './provider-text.ts';
import {
  type AnswerMember,
  createBoundedText,
  createEntry,
  describedMember,
  type Entry,
  isDescribed,
  joined,
  type Piece,
  type SignedItem,
} from './signed-entry.ts';

/** The contents of an answer. */
export type SignAnswer = {
  items: SignedItem[];
  /** Texts as long as a document outside the `signedDocument` of every complete entry; closed. */
  otherTexts: IncomingContent[];
  /**
   * Why the answer may lack entries: cut off, not JSON, not as described, or the problem with which the incoming store
   * failed (a full disk). Complete entries count. Null for an answer that is whole and as described.
   */
  defect: Problem | null;
  /** The body, or its last part, of an answer that is not JSON, and long enough to have a document; closed. Null for any other. */
  unread: IncomingContent | null;
};

/** Nothing that the description shows nests deeper than 3; other members may, up to a bound. */
const maxDepth = 64;
const maxEntries = 10_000;
const maxOtherTexts = 1000;

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
  hasDocuments: boolean;
  isInDocuments: boolean;
  entry: Entry | null;
  /** For each open object or list, whether it is a list. */
  lists: boolean[];
  /** What is not within `signedDocuments`: it may be the entries of an answer without it. */
  elsewhere: ReturnType<typeof createElsewhere>;
  /** Texts outside the entries, too short for a document: such an answer without entries may say why. */
  said: string;
  /** The text under way that goes to the store, once it has `shortest` characters. */
  long: { shortest: number; content: IncomingContent | null } | null;
  /** Characters of `long` that are not written yet. */
  pending: string;
  text: ReturnType<typeof createBoundedText>;
};

/**
 * Complete entries count whatever comes after them. An answer without `signedDocuments` at its top has its entries elsewhere: within other
 * members, in a list, or as the answer itself. Every complete text that is long enough to be a document is stored,
 * wherever it is. A store that fails (full disk) ends the reading with its problem as the defect. Never throws.
 */
export async function readSignAnswer(chunks: AsyncIterable<Uint8Array>, incoming: IncomingStore, maxBytes: number): Promise<SignAnswer> {
  const reader = newReader(incoming);
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
  takeElsewhere(reader);
  // An answer with entries says of each document what it says.
  const said = reader.items.length === 0 ? cleanText(reader.said) : '';
  if (reader.stopped === null && said !== '') reader.unlike = problem('answer-not-as-described', { providerText: said, context: 'said' });
  return { items: reader.items, otherTexts: reader.otherTexts, defect: reader.stopped ?? reader.unlike, unread: null };
}

const newReader = (incoming: IncomingStore): Reader => ({
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
  hasDocuments: false,
  isInDocuments: false,
  entry: null,
  lists: [],
  elsewhere: createElsewhere(maxEntries),
  said: '',
  long: null,
  pending: '',
  text: createBoundedText(),
});

/** Nothing more will be read. A text that is not complete is discarded; a complete one stays, though its entry is not complete. */
async function stop(reader: Reader, found: Problem): Promise<void> {
  reader.stopped = found;
  // A failure to discard leaves a temporary file; it must not hide the problem that is being reported.
  await reader.long?.content?.discard().catch(() => {});
  for (const content of [...reader.elsewhere.stop(), reader.entry?.finish().content]) addOther(reader, content);
}

/** Makes items of the entries elsewhere when the answer has no `signedDocuments`. Without its end, one without a document counts for nothing. */
function takeElsewhere(reader: Reader): void {
  const { elsewhere, hasDocuments, isComplete } = reader;
  for (const item of elsewhere.items) {
    if (hasDocuments) addOther(reader, item.content);
    else if (isComplete || item.content !== null) reader.items.push(item);
  }
  if (reader.items.length > 0 && !hasDocuments) reader.unlike = null;
  if (!hasDocuments) for (const item of reader.items) checkItem(reader, item);
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
      return reader.long === null ? void addScalar(reader, text.take()) : endLong(reader);
    case 'startNumber':
      return void begin(reader, 'other');
    case 'endNumber':
      return void addScalar(reader, text.take());
    case 'nullValue':
    case 'trueValue':
    case 'falseValue':
      begin(reader, 'other');
      return void addScalar(reader, token.value === null ? null : { text: String(token.value), whole: true });
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
  if (depth === 2 && reader.isInDocuments) {
    if (kind !== 'object') addFault(reader, 'an entry is no object');
    else if (reader.items.length >= maxEntries) throw notAsDescribed('too many entries');
    else reader.entry = createEntry();
  }
}

function addScalar({ depth, entry, elsewhere }: Reader, value: Piece | null): void {
  if (entry === null) elsewhere.scalar(depth, value);
  else if (depth >= 3) entry.scalar(value, depth > 3);
}

function openLevel(reader: Reader, kind: 'object' | 'array'): void {
  begin(reader, kind);
  reader.depth += 1;
  if (reader.depth > maxDepth) throw notAsDescribed('nested too deep');
  const { entry, isInDocuments, depth, elsewhere, lists } = reader;
  if (kind === 'object' && entry === null && !isInDocuments) elsewhere.open(depth, lists.at(-1) === true);
  lists.push(kind === 'array');
}

function checkItem(reader: Reader, item: SignedItem): void {
  if (item.referenceNumber === null || item.status === null) addFault(reader, 'an entry is not as described');
}

function closeLevel(reader: Reader): void {
  addOther(reader, reader.elsewhere.close(reader.depth));
  reader.lists.pop();
  reader.depth -= 1;
  if (reader.entry !== null && reader.depth === 2) {
    const item = reader.entry.finish();
    checkItem(reader, item);
    reader.items.push(item);
    reader.entry = null;
  }
  if (reader.depth === 1) reader.isInDocuments = false;
  if (reader.depth === 0) {
    reader.isComplete = true;
    if (!reader.hasDocuments) addFault(reader, 'no signedDocuments');
  }
}

function readKey(reader: Reader): void {
  const { text: key, whole } = reader.text.take();
  reader.hasMembers = true;
  reader.memberKey = whole ? describedMember(key) : null; // a name of 64 KiB is no described one
  if (reader.depth === 1) reader.rootKey = reader.memberKey;
  if (reader.depth === 3) addOther(reader, reader.entry?.member(reader.memberKey));
  if (reader.entry === null) addOther(reader, reader.elsewhere.member(reader.depth, reader.memberKey));
}

function addOther({ otherTexts }: Reader, content: IncomingContent | null | undefined): void {
  if (content) otherTexts.push(content);
}

function startString(reader: Reader): void {
  begin(reader, 'other');
  const isInEntry = reader.entry !== null && reader.depth === 3;
  if (isInEntry && reader.memberKey === 'signedDocument') reader.long = { shortest: 0, content: null };
  else if (!(isInEntry && isDescribed(reader.memberKey))) reader.long = { shortest: shortestDocument, content: null };
}

async function flush(reader: Reader): Promise<void> {
  const { long } = reader;
  if (long === null) return;
  if (long.content === null) {
    if (reader.pending.length < long.shortest) return;
    if (long.shortest > 0 && reader.otherTexts.length >= maxOtherTexts) throw notAsDescribed('too many long texts');
    long.content = await reader.incoming.open();
  }
  const piece = reader.pending;
  reader.pending = '';
  if (piece !== '') await long.content.write(piece);
}

async function endLong(reader: Reader): Promise<void> {
  await flush(reader);
  const { long: ended, pending: short } = reader;
  reader.pending = '';
  await ended?.content?.close();
  reader.long = null;
  if (ended?.content && ended.shortest === 0) reader.entry?.setContent(ended.content);
  else if (ended?.content) {
    const { entry, elsewhere, depth, memberKey } = reader;
    if (entry !== null || !elsewhere.setContent(depth, memberKey, ended.content)) addOther(reader, ended.content);
  } else {
    if (reader.entry === null) reader.said = joined(reader.said, short);
    addScalar(reader, { text: short, whole: true });
  }
}

/** Ends the reading of an answer that exceeds a bound. */
const notAsDescribed = (why: string): StationError => new StationError('answer-not-as-described', undefined, { message: why });
