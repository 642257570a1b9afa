/**
 * Reads a transaction record (interface description, Resources: Transaction record), fetched or pushed, while it arrives. The
 * description names only some of the members with pictures, video and documents, so every text that is too long to be read
 * is written to the store; the rest becomes JSON.
 */
import { createHash } from 'node:crypto';
import { problemOf, StationError } from '../../../shared/errors.ts';
import { shortestDocument } from '../json/base64.ts';
import { describedNames } from '../json/described-names.ts';
import { isObject } from '../json/exact-json.ts';
import type { IncomingContent, IncomingStore } from '../storage/incoming.ts';
import { answerTokens, type JsonToken } from './answer-tokens.ts';
import { cleanText } from './provider-text.ts';
import { createRecordJson, tooLarge } from './record-json.ts';
import { createTextReaders } from './text-reader.ts';
import { createUtf8Reader } from './utf8-reader.ts';

/** A text of the answer that was written to the store; in the record's JSON it is null. `path`: its place in the record. */
export type LongText = { path: (string | number)[]; content: IncomingContent };

export type RecordAnswer = {
  /** The text of a member `error` at the top, cleaned; null without one. */
  error: string | null;
  /** The record's JSON as it arrived, numbers digit for digit, long texts null. */
  json: string;
  /** In the order of their arrival, closed. */
  texts: LongText[];
  /** Bytes of the whole answer, and their SHA-256 in lower-case hex. */
  size: number;
  sha256: string;
  /** Whether some bytes were not of the stated character encoding, nor of UTF-8, and were read as windows-1252. */
  isTextUncertain: boolean;
  /** The text before and after the JSON, such as a warning of the server; empty for none. */
  around: string;
  /** Texts of members that are JSON of their own, in which the record may be. Their long texts are in the store, too. */
  inTexts: InText[];
};

/** `path` of the text in the answer; `content`: of a long one. */
export type InText = Pick<RecordAnswer, 'json' | 'texts' | 'error'> & { path: LongText['path']; content: IncomingContent | null };

export const bounds = {
  /** Of the JSON without the texts in the store. */
  bytes: 8 * 1024 * 1024,
  depth: 64,
  texts: 1000,
};

/** Characters of the shortest text that is written to the store. */
const shortest = {
  /** `Images[].Image`: shorter than any picture in base64. */
  picture: 64,
  /** Under `SignedDocuments`, whose elements are not shown. */
  document: shortestDocument,
  other: 16 * 1024,
};

type ReadOptions = {
  /** Bytes so far. */
  onProgress?: ((bytes: number) => void) | undefined;
  /** Of the whole answer. */
  maxBytes?: number;
  /** Of the answer; for its character encoding. */
  contentType?: string | undefined;
};

/**
 * Bytes that are no UTF-8 are read in the stated encoding, else as windows-1252; of a repeated member both values stay in the JSON, and both texts are stored.
 * @throws StationError `answer-cut-off` when the connection breaks, `answer-not-json`, `answer-not-as-described` when it is
 * no object and no list, `record-too-large`, what the store throws. Then every text is discarded.
 */
export async function readRecordAnswer(
  chunks: AsyncIterable<Uint8Array>,
  store: IncomingStore,
  { onProgress, maxBytes = 1 << 30, contentType }: ReadOptions = {},
): Promise<RecordAnswer> {
  const reader = createReader(
    store,
    createTextReaders((inner) => readText(inner, store)),
  );
  const text = createUtf8Reader(contentType);
  const hash = createHash('sha256');
  let size = 0;
  let around = '';
  const addAround = (piece: string): void => {
    around += piece;
    if (around.length > bounds.bytes) throw tooLarge('the text around it');
  };
  const measured = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      size += chunk.byteLength;
      if (size > maxBytes) return;
      hash.update(chunk);
      onProgress?.(size);
      yield chunk;
    }
  };
  try {
    await readTokens(answerTokens(text.decode(measured()), Number.POSITIVE_INFINITY, reader.isComplete, addAround), reader);
    if (size > maxBytes) throw tooLarge('its bytes');
    const { inTexts } = reader;
    return { ...reader.result(), size, sha256: hash.digest('hex'), isTextUncertain: text.isUncertain(), around: around.trim(), inTexts };
  } catch (error) {
    await reader.discard();
    throw size > maxBytes ? tooLarge('its bytes') : error;
  }
}

/** Reads a text of a member as an answer; null, with its long texts discarded, for one that is no JSON as a whole. */
async function readText(chunks: AsyncIterable<Uint8Array>, store: IncomingStore): Promise<Pick<InText, 'json' | 'texts' | 'error'> | null> {
  const reader = createReader(store, () => null);
  try {
    await readTokens(answerTokens(chunks, Number.POSITIVE_INFINITY, reader.isComplete), reader);
    return reader.result();
  } catch {
    // It is a text of the answer, which is whole without it.
    await reader.discard();
    return null;
  }
}

/** Reads an answer up to its end, which a connection that breaks behind its last brace has not cut off. */
async function readTokens(pieces: AsyncIterable<JsonToken[]>, reader: ReturnType<typeof createReader>): Promise<void> {
  try {
    for await (const tokens of pieces) {
      for (const token of tokens) {
        const work = reader.take(token);
        if (work) await work; // most tokens need no waiting
      }
      await reader.flush();
    }
  } catch (error) {
    if (!(reader.isComplete() && problemOf(error).code === 'answer-cut-off')) throw error;
  }
}

function errorOf(json: unknown): string | null {
  const error = isObject(json) ? json.error : null;
  return typeof error === 'string' ? cleanText(error) || null : null;
}

/** A failure to discard leaves a temporary file; it must not hide the problem that is being reported. */
export async function discardAll(texts: readonly LongText[]): Promise<void> {
  await Promise.allSettled(texts.map(({ content }) => content.discard()));
}

/** Sections of a record: their contents are not what wraps a record. */
const sectionOf = describedNames([
  'Extras',
  'Images',
  'Parameters',
  'Response_ANI',
  'Scores',
  'SignedDocuments',
  'StateSignatureDocument',
] as const);
type Section = NonNullable<ReturnType<typeof sectionOf>>;

const imageMemberOf = describedNames(['Id', 'ImageTypeId', 'ImageTypeName', 'Image', 'DownloadCode']);

/** Whether a path is within this section of the record, which may be wrapped in members and lists. */
export const isWithin = (path: LongText['path'], section: Section): boolean =>
  path.map((key) => sectionOf(String(key))).find((name) => name !== null) === section;

/** Whether a text of `length` characters is long for its place, and is written to a file. */
export const isLongText = (path: LongText['path'], length: number): boolean => length >= shortestAt(path);

function shortestAt(path: LongText['path']): number {
  if (isWithin(path, 'Images')) {
    const member = imageMemberOf(String(path.at(-1)));
    if (member === 'Image') return shortest.picture;
    // A text in place of an image, or within an object in place of its picture.
    const holder = String(path.at(-2));
    const isInPlace = sectionOf(holder) === 'Images' || imageMemberOf(holder) === 'Image';
    return member === null && isInPlace ? shortest.document : shortest.other;
  }
  return isWithin(path, 'SignedDocuments') ? shortest.document : shortest.other;
}

type ReadText = ReturnType<typeof createTextReaders<Awaited<ReturnType<typeof readText>>>>;

function createReader(store: IncomingStore, readText: ReadText) {
  const texts: LongText[] = [];
  const inTexts: InText[] = [];
  const json = createRecordJson(bounds);
  let complete = false;
  /** The part of a name, a number or a text that is not used yet. */
  let pending = '';
  /** The current text, and its content in the store once it is long enough. */
  let text: { path: LongText['path']; shortest: number; content: IncomingContent | null; inner: ReturnType<ReadText> } | null = null;

  const flush = async (): Promise<void> => {
    if (text === null) return;
    if (text.content === null) {
      if (pending.length < text.shortest) return;
      if (texts.length >= bounds.texts) throw tooLarge('its texts');
      text.content = await store.open();
      texts.push({ path: text.path, content: text.content });
      text.inner = readText(pending);
    }
    const piece = pending;
    pending = '';
    if (piece === '') return;
    await text.content.write(piece);
    await text.inner?.write(piece);
  };

  const endText = async (): Promise<void> => {
    await flush();
    if (text === null) return;
    await text.content?.close();
    json.value(text.content ? 'null' : JSON.stringify(pending));
    text.inner ??= readText(pending);
    await text.inner?.write(pending);
    const found = await text.inner?.end();
    if (found) inTexts.push({ ...found, path: text.path, content: text.content });
    text = null;
    pending = '';
  };

  const add = (piece: string): void => {
    pending += piece;
    if (text === null && pending.length > bounds.bytes) throw tooLarge('a name or a number');
  };

  const take = (token: JsonToken): Promise<void> | undefined => {
    if (json.depth() === 0 && token.name !== 'startObject' && token.name !== 'startArray')
      throw new StationError('answer-not-as-described');
    switch (token.name) {
      case 'startKey':
      case 'startNumber':
        pending = '';
        return undefined;
      case 'startString': {
        const path = json.path();
        pending = '';
        text = { path, shortest: shortestAt(path), content: null, inner: null };
        return undefined;
      }
      case 'stringChunk':
      case 'numberChunk':
        return void add(token.value);
      case 'endKey':
        return void json.member(pending);
      case 'endNumber':
        return void json.value(pending);
      case 'endString':
        return endText();
      case 'nullValue':
      case 'trueValue':
      case 'falseValue':
        return void json.value(String(token.value));
      case 'startObject':
      case 'startArray':
        return void json.open(token.name === 'startObject' ? '{' : '[');
      case 'endObject':
      case 'endArray':
        json.shut();
        complete = json.depth() === 0;
        return undefined;
      default:
        return undefined;
    }
  };

  return {
    take,
    flush,
    texts,
    inTexts,
    isComplete: () => complete,
    discard: async () => discardAll([...texts, ...inTexts.flatMap((one) => one.texts), ...((await text?.inner?.end())?.texts ?? [])]),
    result(): Pick<RecordAnswer, 'json' | 'texts' | 'error'> {
      if (!complete) throw new StationError('answer-not-json', undefined, { message: 'answer-not-json: it ends too early' });
      const text = json.text();
      return { json: text, texts, error: errorOf(JSON.parse(text)) };
    },
  };
}
