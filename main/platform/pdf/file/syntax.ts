/**
 * Objects of a PDF as values (ISO 32000-2, 7.3), read strictly: what readers could take in two ways is a fault. A fault is the
 * only error that this folder throws.
 */
import type { FileFault } from '../../../../shared/domain/verification.ts';

export type PdfName = { kind: 'name'; value: string };
export type PdfRef = { kind: 'ref'; number: number; generation: number };
export type PdfString = { kind: 'string'; bytes: Buffer };
/** `start` and `end` of its encoded bytes in the file; `data`: these bytes, where they are not as in the file. */
export type PdfStream = { kind: 'stream'; dict: PdfDict; start: number; end: number; data?: Uint8Array };
export type PdfDict = ReadonlyMap<string, PdfValue>;
export type PdfValue = null | boolean | number | PdfName | PdfRef | PdfString | PdfStream | PdfDict | readonly PdfValue[];

export class PdfFault extends Error {
  readonly code: FileFault;

  /** @param where for whoever debugs; nothing of the file's own text */
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
/** A dictionary, also that of a stream. */
export const dictOf = (value: PdfValue | undefined): PdfDict | null => (isDict(value) ? value : isStream(value) ? value.dict : null);

/** Deeper ones are made to exhaust a reader. */
const maxDepth = 200;

const blanks = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);
const delimiters = new Set([...'()<>[]{}/%'].map((sign) => sign.charCodeAt(0)));
/** Of each byte: 0 regular, 1 blank, 2 delimiter. */
const signs = Uint8Array.from({ length: 256 }, (_, byte) => (blanks.has(byte) ? 1 : delimiters.has(byte) ? 2 : 0));
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '(': '(', ')': ')', '\\': '\\' };

/** Reads from a place in the bytes on; `at()` is where it is. */
export function createReader(bytes: Uint8Array, start = 0) {
  let at = start;
  // One of each, whoever names it: a hostile list has millions.
  const refs = new Map<string, PdfRef>();

  const fault = (what: string) => new PdfFault('object-damaged', `${what} at ${at}`);
  const isRegular = (byte: number | undefined): byte is number => byte !== undefined && signs[byte] === 0;

  function skipBlanks(): void {
    for (;;) {
      const byte = bytes[at];
      if (byte === 0x25) while (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at += 1;
      else if (byte !== undefined && signs[byte] === 1) at += 1;
      else return;
    }
  }

  /** Regular characters after blanks; empty at a delimiter or the end. */
  function word(): string {
    skipBlanks();
    const from = at;
    while (isRegular(bytes[at])) at += 1;
    return Buffer.from(bytes.subarray(from, at)).toString('latin1');
  }

  /** Consumes the word if it comes next, else nothing. */
  function takes(expected: string): boolean {
    const before = at;
    if (word() === expected) return true;
    at = before;
    return false;
  }

  function wholeNumber(): number {
    const text = word();
    const number = Number(text);
    if (!/^\d{1,15}$/.test(text)) throw fault('no whole number');
    return number;
  }

  function value(depth = 0): PdfValue {
    if (depth > maxDepth) throw fault('nested too deep');
    skipBlanks();
    const byte = bytes[at];
    if (byte === 0x2f) return name();
    if (byte === 0x28) return literal();
    if (byte === 0x5b) return array(depth);
    if (byte === 0x3c) return bytes[at + 1] === 0x3c ? dict(depth) : hexadecimal();
    return plain();
  }

  /** Up to so many digits that stand for themselves; null, and nothing consumed, for anything else. */
  function digits(most: number): number | null {
    const from = at;
    let number = 0;
    for (let byte = bytes[at] ?? 0; byte >= 0x30 && byte <= 0x39; byte = bytes[at] ?? 0) {
      number = number * 10 + byte - 0x30;
      at += 1;
    }
    if (at > from && at - from <= most && !isRegular(bytes[at])) return number;
    at = from;
    return null;
  }

  /** A whole number or a reference, the commonest values of all; null, and nothing consumed, for others. */
  function numberOrRef(): PdfValue | null {
    const number = digits(10);
    if (number === null) return null;
    const before = at;
    skipBlanks();
    const generation = digits(5);
    if (generation !== null) {
      skipBlanks();
      if (bytes[at] === 0x52 && !isRegular(bytes[at + 1])) {
        at += 1;
        return ref(number, generation);
      }
    }
    at = before;
    return number;
  }

  function plain(): PdfValue {
    const whole = numberOrRef();
    if (whole !== null) return whole;
    const text = word();
    if (text === 'true' || text === 'false') return text === 'true';
    if (text === 'null') return null;
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) throw fault('no value');
    return Number(text);
  }

  function ref(number: number, generation: number): PdfRef {
    const key = `${number} ${generation}`;
    const known = refs.get(key) ?? { kind: 'ref', number, generation };
    refs.set(key, known);
    return known;
  }

  function name(): PdfName {
    at += 1;
    const from = at;
    while (isRegular(bytes[at])) at += 1;
    const text = Buffer.from(bytes.subarray(from, at)).toString('latin1');
    return { kind: 'name', value: text.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) };
  }

  function array(depth: number): PdfValue[] {
    at += 1;
    const items: PdfValue[] = [];
    for (;;) {
      skipBlanks();
      if (bytes[at] === 0x5d) break;
      items.push(value(depth + 1));
    }
    at += 1;
    return items;
  }

  function dict(depth: number): PdfDict {
    at += 2;
    const entries = new Map<string, PdfValue>();
    for (;;) {
      skipBlanks();
      if (bytes[at] === 0x3e && bytes[at + 1] === 0x3e) break;
      if (bytes[at] !== 0x2f) throw fault('no key');
      const key = name().value;
      // Some readers take the first one, others the last.
      if (entries.has(key)) throw fault('a key twice');
      entries.set(key, value(depth + 1));
    }
    at += 2;
    return entries;
  }

  function hexadecimal(): PdfString {
    const end = bytes.indexOf(0x3e, at);
    if (end === -1) throw fault('a string without end');
    const digits = Buffer.from(bytes.subarray(at + 1, end))
      .toString('latin1')
      .replace(/[\0\t\n\f\r ]+/g, '');
    if (!/^[0-9a-fA-F]*$/.test(digits)) throw fault('no hexadecimal string');
    at = end + 1;
    return { kind: 'string', bytes: Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex') };
  }

  function literal(): PdfString {
    at += 1;
    const from = at;
    for (let open = 1; open > 0; at += 1) {
      const byte = bytes[at];
      if (byte === undefined) throw fault('a string without end');
      if (byte === 0x5c) at += 1;
      else if (byte === 0x28) open += 1;
      else if (byte === 0x29) open -= 1;
    }
    const text = Buffer.from(bytes.subarray(from, at - 1)).toString('latin1');
    const unescaped = text.replace(/\\(\r\n|[0-7]{1,3}|[\s\S])|\r\n?/g, (whole, escaped: string | undefined) => {
      if (escaped === undefined) return '\n';
      if (/^[0-7]/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8) & 0xff);
      return /^[\r\n]/.test(escaped) ? '' : (escapes[escaped] ?? whole.slice(1));
    });
    return { kind: 'string', bytes: Buffer.from(unescaped, 'latin1') };
  }

  return { at: () => at, value, word, takes, wholeNumber, skipBlanks };
}

export type IndirectObject = { number: number; generation: number; value: PdfValue; start: number; end: number };

/**
 * Reads `N G obj … endobj`; `start` is that of the number, which blanks may precede.
 * @param lengthOf follows a stream's `/Length`
 */
export function readIndirectObject(bytes: Uint8Array, from: number, lengthOf: (value: PdfValue | undefined) => number): IndirectObject {
  const reader = createReader(bytes, from);
  reader.skipBlanks();
  const start = reader.at();
  const [number, generation] = [reader.wholeNumber(), reader.wholeNumber()];
  if (!reader.takes('obj')) throw new PdfFault('object-damaged', `no object at ${start}`);
  let value = reader.value();
  if (reader.takes('stream')) {
    if (!isDict(value)) throw new PdfFault('object-damaged', `a stream without dictionary at ${start}`);
    let first = reader.at();
    if (bytes[first] === 0x0d) first += 1;
    if (bytes[first] !== 0x0a) throw new PdfFault('object-damaged', `no line end before the stream at ${start}`);
    first += 1;
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

/** A text string (ISO 32000-2, 7.9.2.2): UTF-16 or UTF-8 by its mark, else read as Latin-1, which PDFDocEncoding is but for 40 signs. */
export function textOf(value: PdfValue | undefined): string | null {
  if (!isString(value)) return null;
  const { bytes } = value;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes.subarray(2));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3).toString('utf8');
  return bytes.toString('latin1');
}
