/** Reads files that a serializer wrote as a list of byte numbers, `[37,80,68,70,…]` or `{"0":37,"1":80,…}`, as texts in base64. */
import type { parser } from 'stream-json/parser.js';
import { StationError } from '../../../shared/errors.ts';

type JsonToken = parser.Token;

/** The first bytes of a PDF, and of the pictures and videos that a record may have. */
const isBegin = (head: string): boolean => /^(?:%PDF-|\xff\xd8\xff|\x89PNG|GIF8|RIFF|BM|II[*+]|MM\0[*+]|.E\xdf\xa3|.{4}ftyp)/s.test(head);
/** Numbers that show whether a list is a file. Another list is passed on unchanged. */
const headLength = 12;
/** Bytes that become one piece of text, in groups of three. */
const pieceLength = 3 * 4096;

/** The innermost list or object that may be one. `pending`: its tokens until it is known; null from then on. */
type List = { pending: JsonToken[] | null; isObject: boolean; bytes: number[]; count: number; text: string };

/**
 * Returns a function that passes on the tokens of each call, with a text in place of each such list; call it without tokens at the end.
 * @throws StationError `answer-not-json` for a file with anything but the next byte in it
 */
export function createByteLists(): (tokens: JsonToken[] | null) => JsonToken[] {
  let list: List | null = null;

  /** The tokens of a list that is no file. */
  const passOn = (): JsonToken[] => {
    if (list?.pending === null) throw new StationError('answer-not-json', undefined, { message: 'answer-not-json: no byte' });
    const pending = list?.pending ?? [];
    list = null;
    return pending;
  };
  const chunk = (bytes: number[]): JsonToken => ({ name: 'stringChunk', value: Buffer.from(bytes).toString('base64') });
  const addByte = (open: List, byte: number): JsonToken[] => {
    open.count += 1;
    open.bytes.push(byte & 0xff);
    if (open.pending !== null && open.count === headLength) {
      if (!isBegin(Buffer.from(open.bytes).toString('latin1'))) return passOn();
      open.pending = null;
      return [{ name: 'startString' }];
    }
    return open.pending === null && open.bytes.length === pieceLength ? [chunk(open.bytes.splice(0))] : [];
  };
  const take = (open: List, token: JsonToken): JsonToken[] => {
    open.pending?.push(token);
    switch (token.name) {
      case 'startKey':
      case 'startNumber':
        open.text = '';
        return [];
      case 'stringChunk':
      case 'numberChunk':
        open.text += token.value;
        return [];
      case 'endKey':
        return open.isObject && open.text === String(open.count) ? [] : passOn();
      case 'endNumber':
        return isByte(open.text) ? addByte(open, Number(open.text)) : passOn();
      case 'endArray':
      case 'endObject':
        if (open.pending !== null) return passOn();
        list = null;
        return [chunk(open.bytes), { name: 'endString' }];
      default:
        open.pending?.pop();
        return begin(passOn(), token);
    }
  };
  const begin = (before: JsonToken[], token: JsonToken): JsonToken[] => {
    const isObject = token.name === 'startObject';
    if (!isObject && token.name !== 'startArray') return [...before, token];
    list = { pending: [token], isObject, bytes: [], count: 0, text: '' };
    return before;
  };
  return (tokens) => {
    if (tokens === null) return list?.pending ? passOn() : [];
    if (list === null && !tokens.some(({ name }) => name === 'startArray' || name === 'startObject')) return tokens;
    return tokens.flatMap((token) => (list === null ? begin([], token) : take(list, token)));
  };
}

/** Whether a text is a byte, also a signed one of Java. */
const isByte = (text: string): boolean => /^-?\d{1,3}$/.test(text) && Number(text) >= -128 && Number(text) <= 255;
