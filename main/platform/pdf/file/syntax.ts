/**
 * Parses the objects of a PDF (ISO 32000-2, 7.3) strictly: syntax that readers could understand in two ways is a fault. This folder throws
 * no other error.
 */
import type { FileFault } from '../../../../shared/domain/verification/verification.ts';
import { type ByteSource, sourceOf } from '../../files/byte-source.ts';

export type PdfName = { kind: 'name'; value: string };
export type PdfRef = { kind: 'ref'; number: number; generation: number };
export type PdfString = { kind: 'string'; bytes: Buffer };
/** `start` and `end` of its encoded bytes in the file; `data`: these bytes when they differ from the file's. */
export type PdfStream = { kind: 'stream'; dict: PdfDict; start: number; end: number; data?: Uint8Array };
export type PdfDict = ReadonlyMap<string, PdfValue>;
export type PdfValue = null | boolean | number | PdfName | PdfRef | PdfString | PdfStream | PdfDict | readonly PdfValue[];

export class PdfFault extends Error {
  readonly code: FileFault;

  /** @param where for debugging; without text of the file */
  constructor(code: FileFault, where: string) {
    super(`${code}: ${where}`);
    this.name = 'PdfFault';
    this.code = code;
  }
}

export const isDict = (value: PdfValue | undefined): value is PdfDict => value instanceof Map;
export const isArray = (value: PdfValue | undefined): value is readonly PdfValue[] => Array.isArray(value);
const kindOf = (value: PdfValue | undefined): string | null =>
  typeof value === 'object' && value !== null && 'kind' in value ? value.kind : null;
export const isRef = (value: PdfValue | undefined): value is PdfRef => kindOf(value) === 'ref';
export const isStream = (value: PdfValue | undefined): value is PdfStream => kindOf(value) === 'stream';
export const isName = (value: PdfValue | undefined): value is PdfName => kindOf(value) === 'name';
export const isString = (value: PdfValue | undefined): value is PdfString => kindOf(value) === 'string';
export const nameOf = (value: PdfValue | undefined): string | null => (isName(value) ? value.value : null);
/** Returns a dictionary, also that of a stream; null for any other value. */
export const dictOf = (value: PdfValue | undefined): PdfDict | null => (isDict(value) ? value : isStream(value) ? value.dict : null);

/** Deeper nesting is made to exhaust a reader. */
const maxDepth = 200;

const blanks = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);
const delimiters = new Set([...'()<>[]{}/%'].map((sign) => sign.charCodeAt(0)));
/** The class of each byte: 0 regular, 1 blank, 2 delimiter. */
const signs = Uint8Array.from({ length: 256 }, (_, byte) => (blanks.has(byte) ? 1 : delimiters.has(byte) ? 2 : 0));
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '(': '(', ')': ')', '\\': '\\' };

export type Reader = {
  /** Returns the current position. */
  at(): number;
  /** Reads a value. @throws PdfFault, as all methods that return one */
  value(): PdfValue;
  /** Reads regular characters after blanks; empty at a delimiter or the end. */
  word(): string;
  /** Consumes the word if it comes next, else nothing. */
  takes(expected: string): boolean;
  wholeNumber(): number;
  skipBlanks(): void;
};

/** Reads the bytes from a position on. @param window bytes that it takes from a source at first; it takes more when it needs them */
export function createReader(bytes: Uint8Array | ByteSource, start = 0, window = firstWindow): Reader {
  // Bytes in memory are one window.
  const source = sourceOf(bytes);
  const end = bytes instanceof Uint8Array ? source.length : start + window;
  const cursor: Cursor = { source, base: start, bytes: source.range(start, end), at: 0, refs: new Map() };
  return {
    at: () => cursor.base + cursor.at,
    value: () => readValue(cursor, 0),
    word: () => readWord(cursor),
    takes: (expected) => takes(cursor, expected),
    wholeNumber: () => readWholeNumber(cursor),
    skipBlanks: () => skipBlanks(cursor),
  };
}

/** Most objects are shorter. */
const firstWindow = 2048;

type Cursor = {
  readonly source: ByteSource;
  /** The window: bytes of the source from `base` on. It grows when the cursor reaches its end. */
  readonly base: number;
  bytes: Buffer;
  /** Position in the window. */
  at: number;
  /** One object per reference: a hostile list has millions of equal ones. */
  readonly refs: Map<string, PdfRef>;
};

/** Returns the byte at a position of the window; undefined at the end of the source. */
function byteAt(cursor: Cursor, at: number): number | undefined {
  if (at < cursor.bytes.length) return cursor.bytes[at];
  return isGrown(cursor) ? byteAt(cursor, at) : undefined;
}

/** Doubles the window; false at the end of the source. */
function isGrown(cursor: Cursor): boolean {
  const { source, base, bytes } = cursor;
  if (base + bytes.length >= source.length) return false;
  cursor.bytes = source.range(base, base + 2 * Math.max(bytes.length, 1));
  return true;
}

const faultAt = ({ base, at }: Cursor, what: string) => new PdfFault('object-damaged', `${what} at ${base + at}`);
const isRegular = (byte: number | undefined): byte is number => byte !== undefined && signs[byte] === 0;

function skipBlanks(cursor: Cursor): void {
  for (;;) {
    let byte = byteAt(cursor, cursor.at);
    if (byte === 0x25) {
      while (byte !== undefined && byte !== 0x0a && byte !== 0x0d) {
        cursor.at += 1;
        byte = byteAt(cursor, cursor.at);
      }
    } else if (byte !== undefined && signs[byte] === 1) cursor.at += 1;
    else return;
  }
}

function readWord(cursor: Cursor): string {
  skipBlanks(cursor);
  return readRegular(cursor);
}

function readRegular(cursor: Cursor): string {
  const from = cursor.at;
  while (isRegular(byteAt(cursor, cursor.at))) cursor.at += 1;
  return cursor.bytes.toString('latin1', from, cursor.at);
}

function takes(cursor: Cursor, expected: string): boolean {
  const before = cursor.at;
  if (readWord(cursor) === expected) return true;
  cursor.at = before;
  return false;
}

function readWholeNumber(cursor: Cursor): number {
  const text = readWord(cursor);
  if (!/^\d{1,15}$/.test(text)) throw faultAt(cursor, 'no whole number');
  return Number(text);
}

function readValue(cursor: Cursor, depth: number): PdfValue {
  if (depth > maxDepth) throw faultAt(cursor, 'nested too deep');
  skipBlanks(cursor);
  const byte = byteAt(cursor, cursor.at);
  if (byte === 0x2f) return readName(cursor);
  if (byte === 0x28) return readLiteral(cursor);
  if (byte === 0x5b) return readArray(cursor, depth);
  if (byte === 0x3c) return byteAt(cursor, cursor.at + 1) === 0x3c ? readDict(cursor, depth) : readHexadecimal(cursor);
  return readPlain(cursor);
}

/** Reads up to `max` digits that are a word of their own; null, and nothing consumed, for anything else. */
function readDigits(cursor: Cursor, max: number): number | null {
  const from = cursor.at;
  let number = 0;
  let byte = byteAt(cursor, from);
  while (byte !== undefined && byte >= 0x30 && byte <= 0x39) {
    number = number * 10 + byte - 0x30;
    cursor.at += 1;
    byte = byteAt(cursor, cursor.at);
  }
  if (cursor.at > from && cursor.at - from <= max && !isRegular(byte)) return number;
  cursor.at = from;
  return null;
}

/** Reads a whole number or a reference, the most frequent values; null, and nothing consumed, for others. */
function readNumberOrRef(cursor: Cursor): PdfValue | null {
  const number = readDigits(cursor, 10);
  if (number === null) return null;
  const before = cursor.at;
  skipBlanks(cursor);
  const generation = readDigits(cursor, 5);
  if (generation !== null) {
    skipBlanks(cursor);
    if (byteAt(cursor, cursor.at) === 0x52 && !isRegular(byteAt(cursor, cursor.at + 1))) {
      cursor.at += 1;
      return refOf(cursor, number, generation);
    }
  }
  cursor.at = before;
  return number;
}

function readPlain(cursor: Cursor): PdfValue {
  const whole = readNumberOrRef(cursor);
  if (whole !== null) return whole;
  const text = readWord(cursor);
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) throw faultAt(cursor, 'no value');
  return Number(text);
}

function refOf({ refs }: Cursor, number: number, generation: number): PdfRef {
  const key = `${number} ${generation}`;
  const known = refs.get(key) ?? { kind: 'ref', number, generation };
  refs.set(key, known);
  return known;
}

function readName(cursor: Cursor): PdfName {
  cursor.at += 1;
  const text = readRegular(cursor);
  // Nearly no name has an escape.
  return { kind: 'name', value: text.includes('#') ? plainName(text) : text };
}

const plainName = (name: string): string =>
  name.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

function readArray(cursor: Cursor, depth: number): PdfValue[] {
  cursor.at += 1;
  const items: PdfValue[] = [];
  for (;;) {
    skipBlanks(cursor);
    if (byteAt(cursor, cursor.at) === 0x5d) break;
    items.push(readValue(cursor, depth + 1));
  }
  cursor.at += 1;
  return items;
}

function readDict(cursor: Cursor, depth: number): PdfDict {
  cursor.at += 2;
  const entries = new Map<string, PdfValue>();
  for (;;) {
    skipBlanks(cursor);
    const byte = byteAt(cursor, cursor.at);
    if (byte === 0x3e && byteAt(cursor, cursor.at + 1) === 0x3e) break;
    if (byte !== 0x2f) throw faultAt(cursor, 'no key');
    const key = readName(cursor).value;
    // Some readers use the first one, others the last.
    if (entries.has(key)) throw faultAt(cursor, 'a key twice');
    entries.set(key, readValue(cursor, depth + 1));
  }
  cursor.at += 2;
  return entries;
}

function readHexadecimal(cursor: Cursor): PdfString {
  let end = cursor.bytes.indexOf(0x3e, cursor.at);
  while (end === -1 && isGrown(cursor)) end = cursor.bytes.indexOf(0x3e, cursor.at);
  if (end === -1) throw faultAt(cursor, 'a string without end');
  const digits = cursor.bytes.toString('latin1', cursor.at + 1, end).replace(/[\0\t\n\f\r ]+/g, '');
  if (!/^[0-9a-fA-F]*$/.test(digits)) throw faultAt(cursor, 'no hexadecimal string');
  cursor.at = end + 1;
  return { kind: 'string', bytes: Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex') };
}

function readLiteral(cursor: Cursor): PdfString {
  cursor.at += 1;
  const from = cursor.at;
  for (let open = 1; open > 0; cursor.at += 1) {
    const byte = byteAt(cursor, cursor.at);
    if (byte === undefined) throw faultAt(cursor, 'a string without end');
    if (byte === 0x5c) cursor.at += 1;
    else if (byte === 0x28) open += 1;
    else if (byte === 0x29) open -= 1;
  }
  return { kind: 'string', bytes: Buffer.from(unescaped(cursor.bytes.toString('latin1', from, cursor.at - 1)), 'latin1') };
}

const unescaped = (text: string): string =>
  text.replace(/\\(\r\n|[0-7]{1,3}|[\s\S])|\r\n?/g, (whole, escaped: string | undefined) => {
    if (escaped === undefined) return '\n';
    if (/^[0-7]/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8) & 0xff);
    return /^[\r\n]/.test(escaped) ? '' : (escapes[escaped] ?? whole.slice(1));
  });

export type IndirectObject = { number: number; generation: number; value: PdfValue; start: number; end: number };

/**
 * Reads `N G obj … endobj`; `start` is the position of the number, which blanks may precede.
 * @param lengthOf resolves a stream's `/Length`
 */
export function readIndirectObject(bytes: ByteSource, from: number, lengthOf: (value: PdfValue | undefined) => number): IndirectObject {
  const reader = createReader(bytes, from);
  reader.skipBlanks();
  const start = reader.at();
  const [number, generation] = [reader.wholeNumber(), reader.wholeNumber()];
  if (!reader.takes('obj')) throw new PdfFault('object-damaged', `no object at ${start}`);
  let value = reader.value();
  if (reader.takes('stream')) {
    if (!isDict(value)) throw new PdfFault('object-damaged', `a stream without dictionary at ${start}`);
    const after = reader.at();
    const ends = bytes.range(after, after + 2);
    const lineFeed = ends[0] === 0x0d ? 1 : 0;
    if (ends[lineFeed] !== 0x0a) throw new PdfFault('object-damaged', `no line end before the stream at ${start}`);
    const first = after + lineFeed + 1;
    const last = first + lengthOf(value.get('Length'));
    const rest = createReader(bytes, last);
    if (last > bytes.length || !rest.takes('endstream')) throw new PdfFault('object-damaged', `a stream of another length at ${start}`);
    value = { kind: 'stream', dict: value, start: first, end: last };
    if (!rest.takes('endobj')) throw new PdfFault('object-damaged', `no end of the object at ${start}`);
    return { number, generation, value, start, end: rest.at() };
  }
  if (!reader.takes('endobj')) throw new PdfFault('object-damaged', `no end of the object at ${start}`);
  return { number, generation, value, start, end: reader.at() };
}

/** Decodes a text string (ISO 32000-2, 7.9.2.2): UTF-16 or UTF-8 by its mark, else Latin-1, which PDFDocEncoding equals except for 40 characters. */
export function textOf(value: PdfValue | undefined): string | null {
  if (!isString(value)) return null;
  const { bytes } = value;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes.subarray(2));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3).toString('utf8');
  return bytes.toString('latin1');
}
