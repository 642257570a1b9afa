/** Reads the JSON of an answer as tokens while it arrives, in pieces of bounded size. */
import { isAscii } from 'node:buffer';
import { jsonParser, type parser } from 'stream-json/parser.js';
import { StationError } from '../../../shared/errors.ts';
import { createJsonBegin, hasJson } from '../json/around-json.ts';
import { withoutBadEscapes, withoutQuotes } from '../json/quoted-json.ts';
import { createByteLists } from './byte-lists.ts';

export type JsonToken = parser.Token;

/**
 * Yields the tokens of each chunk. Strings, keys and numbers are in pieces (`startString`, `stringChunk`…, `endString`), so that
 * nothing long is joined here. Bytes that are not UTF-8 become U+FFFD: one bad character must not make the other documents of
 * the answer unreadable. Text around the answer is left out, unless it has other JSON. An answer that is JSON in a text is read as that,
 * and a file that is a list of byte numbers as a text in base64.
 * @param isComplete whether the tokens so far are a whole answer
 * @param onAround gets the text around the answer, in pieces
 * @throws StationError `answer-not-json`; `answer-cut-off` when the connection breaks; `answer-not-as-described` past `maxBytes`
 */
export async function* answerTokens(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  isComplete: () => boolean,
  onAround: (text: string) => void = () => undefined,
): AsyncGenerator<JsonToken[]> {
  const withoutLists = createByteLists();
  for await (const tokens of tokensOf(chunks, maxBytes, isComplete, onAround)) yield withoutLists(tokens);
  yield withoutLists(null);
}

async function* tokensOf(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  isComplete: () => boolean,
  onAround: (text: string) => void,
): AsyncGenerator<JsonToken[]> {
  const decoder = new TextDecoder();
  const tokenize = jsonParser({ packValues: false });
  let bytes = 0;
  /** Whether the text so far ends within a string that is a value, and its last characters. The parser takes such a string 256 characters at a time. */
  let isInString = false;
  let tail = '';
  /** Whether the decoder has no part of a character, nor of a mark at the begin of the text. */
  let endsWhole = false;

  /** Whether the text is behind the answer. */
  let isBehind = false;

  const tokensIn = (text: string): JsonToken[] => {
    if (isBehind && !hasJson(text)) {
      onAround(text);
      return [];
    }
    try {
      // `tokenize` returns a symbol for "nothing yet", else the tokens.
      const found = tokenize(withoutControls(text));
      const tokens: JsonToken[] = typeof found === 'symbol' ? [] : found.values;
      const string = tokens.findLast(({ name }) => boundaries.has(name));
      if (string !== undefined) isInString = string.name === 'startString';
      return tokens;
    } catch (cause) {
      isBehind = isComplete() && !hasJson(text);
      if (isBehind) {
        onAround(text);
        return [];
      }
      throw new StationError('answer-not-json', undefined, { cause });
    }
  };

  // An error loses the tokens of its piece. Entries and answers end at a brace or bracket, and so do the pieces: no complete
  // entry is lost, however the network cut the chunks.
  function* tokensByEntry(text: string): Generator<JsonToken[]> {
    if (text === '') return;
    // Splitting costs more than tokenizing; base64 has none of them.
    for (const piece of /[}\]]/.test(text) ? text.split(/(?<=[}\]])/) : [text]) yield tokensIn(piece);
  }

  for await (const chunk of unbroken(chunks, (before) => onAround(new TextDecoder().decode(before)))) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new StationError('answer-not-as-described', undefined, { message: 'answer larger than can be' });
    // Of text in ASCII, each character is a byte, which need not be decoded.
    const isPlain = endsWhole && isAscii(chunk);
    let text = isPlain ? latin1(chunk) : decoder.decode(chunk, { stream: true });
    endsWhole = (chunk.at(-1) ?? 0x80) < 0x80;
    if (isInString && !tail.includes('\\')) {
      const within = lengthWithin(text);
      if (within >= shortestRest) {
        yield [{ name: 'stringChunk', value: text.slice(0, within) }];
        tail = (tail + text.slice(within - maxEscapeLength, within)).slice(-maxEscapeLength);
        text = text.slice(within);
      }
    }
    tail = (tail + text.slice(-maxEscapeLength)).slice(-maxEscapeLength);
    // A string that begins here and continues in the next chunk need not pass through the parser either.
    const begin = isPlain ? text.lastIndexOf('"') + 1 : text.length;
    const rest = text.length - begin < shortestRest ? '' : text.slice(begin);
    yield* tokensByEntry(rest === '' ? text : text.slice(0, begin));
    if (rest === '') continue;
    const isOfString = isInString && !rest.includes('\\');
    if (isOfString) yield [{ name: 'stringChunk', value: rest }];
    else yield* tokensByEntry(rest);
  }
  let last: JsonToken[] = [];
  try {
    // The line feed completes a number or word at the end of the text.
    last = tokensIn(`${decoder.decode()}\n`);
  } catch {
    // A number that ends within itself is cut off like any other value, which the reader of the tokens notices.
  }
  yield last;
}

const unbroken = (chunks: AsyncIterable<Uint8Array>, onBefore: (bytes: Uint8Array) => void): AsyncGenerator<Uint8Array> =>
  withoutBadEscapes(withoutQuotes(fromBegin(chunks, onBefore)));

/** Yields the bytes from the begin of the JSON on. */
async function* fromBegin(chunks: AsyncIterable<Uint8Array>, onBefore: (bytes: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  const begin = createJsonBegin(onBefore);
  try {
    for await (const chunk of chunks) {
      const json = begin.take(chunk);
      if (json.length > 0) yield json;
    }
    yield begin.end();
  } catch (cause) {
    throw new StationError('answer-cut-off', undefined, { cause });
  }
}

const boundaries: ReadonlySet<string> = new Set(['startString', 'endString', 'startKey', 'endKey']);
/** Characters that are worth a look whether they are all in one string. */
const shortestRest = 1024;
/** Characters, of `\\u0041`. */
const maxEscapeLength = 6;

const latin1 = ({ buffer, byteOffset, byteLength }: Uint8Array): string => Buffer.from(buffer, byteOffset, byteLength).toString('latin1');

/** Returns the number of characters before the end of the string, or before its next escape. */
function lengthWithin(text: string): number {
  const [quote, backslash] = [text.indexOf('"'), text.indexOf('\\')];
  return Math.min(quote === -1 ? text.length : quote, backslash === -1 ? text.length : backslash);
}

/** Makes blanks of characters below a blank: between values they are the same, and no string may have them, though base64 with line ends does. */
const withoutControls = (text: string): string => text.replaceAll(/[^ -\u{10ffff}]/gu, ' ');
