/**
 * Parses a JSON text without its long strings, which are decoded natively and never become part of a larger string: a pushed body may have
 * megabytes of them. Pure.
 */
import { isAscii } from 'node:buffer';
import { plainBase64 } from './base64.ts';
import { isEscaped, type JsonPath, maxDepth, parseExact, scanJson } from './exact-json.ts';

/** A JSON text with its long strings taken out. */
export type SplitJson = {
  /** With `null` in place of each long string. */
  text: string;
  /** The value of that text; numbers as in `readJson`. */
  value: unknown;
  /** Every number is written as JavaScript writes it. */
  plainNumbers: boolean;
  repeated: string[];
  /** In the order of the body. */
  longTexts: LongText[];
};

/**
 * `start`, `end`: its bytes in the body, quotes included. `bytes`: decoded, when it is all base64; otherwise `text`. A body that waits for its
 * commit has no text of its pictures, which V8 would copy from one generation to the next.
 */
export type LongText = { path: JsonPath; start: number; end: number } & ({ bytes: Buffer; text: null } | { bytes: null; text: string });

type Options = {
  /** Whether a value of this number of characters is long; called for every one that may have 64. */
  isLong: (path: JsonPath, length: number) => boolean;
  maxValues: number;
};

/**
 * Returns `too-deep` also for more than `maxValues`. Never throws.
 * @param body UTF-8; a byte order mark is skipped
 */
export function splitJson(body: Buffer, { isLong, maxValues }: Options): SplitJson | 'not-json' | 'too-deep' {
  try {
    const { outline, left } = leaveOut(body, maxValues);
    const noteString = (at: number, path: () => JsonPath): void => {
      const one = left.get(at);
      if (one === undefined) return;
      const place = path();
      if (isLong(place, lengthOf(body.subarray(one.start + 1, one.end - 1)))) one.path = place;
    };
    const found = scanJson(outline, { maxDepth, maxMarks: maxValues, noteString });
    if (found.depth > maxDepth || found.marks > maxValues) return 'too-deep';
    const text = filledIn(outline, left, body);
    const { repeated, plainNumbers } = found;
    const longTexts = [...left.values()].flatMap(({ path, start, end }) => (path === null ? [] : longText(body, { path, start, end })));
    return { text, value: parseExact(text, found), plainNumbers, repeated, longTexts };
  } catch {
    return 'not-json';
  }
}

/** Bytes, quotes included, of the shortest string that is left out. */
const minLength = 64;

/** A string that is left out, by its bytes in the body, quotes included. `path`: null unless it is long. */
type LeftOut = { start: number; end: number; path: JsonPath | null };

const [quote, backslash] = [0x22, 0x5c];
const byteOrderMark = Buffer.from('\ufeff');

/** Returns the text with an empty string in place of each value that may be long; `left` by the position of that empty string. */
function leaveOut(body: Buffer, maxValues: number): { outline: string; left: Map<number, LeftOut> } {
  const left = new Map<number, LeftOut>();
  let outline = '';
  let from = body.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0;
  // One more than there may be, since the outline has too many values then, too.
  for (let start = from; start < body.length && left.size <= maxValues; start++) {
    if (body[start] !== quote) continue;
    const end = endOfString(body, start);
    if (end === 0) break;
    if (end - start >= minLength && !isName(body, end)) {
      outline += body.toString('utf8', from, start);
      left.set(outline.length, { start, end, path: null });
      outline += '""';
      from = end;
    }
    start = end - 1;
  }
  return { outline: outline + body.toString('utf8', from), left };
}

/** Returns the index after the closing quote; 0 when there is none. */
function endOfString(body: Buffer, start: number): number {
  let at = start + 1;
  // A call of `indexOf` takes as long as some tens of bytes here.
  for (const near = start + minLength; at < near; at++) {
    if (body[at] === quote) return at + 1;
    if (body[at] === backslash) at++;
  }
  let end = body.indexOf(quote, at);
  while (end >= 0 && isEscaped(body, end)) end = body.indexOf(quote, end + 1);
  return end + 1;
}

/** Whether the string that ends there is the name of a member. */
function isName(body: Buffer, end: number): boolean {
  let at = end;
  while (body[at] === 0x20 || body[at] === 0x0a || body[at] === 0x0d || body[at] === 0x09) at++;
  return body[at] === 0x3a;
}

/** Returns the number of characters. */
const lengthOf = (bytes: Buffer): number => (isAscii(bytes) ? bytes.length : bytes.toString('utf8').length);

/** Returns the outline with what is not long, and with `null` for what is. */
function filledIn(outline: string, left: ReadonlyMap<number, LeftOut>, body: Buffer): string {
  let text = '';
  let from = 0;
  for (const [at, { start, end, path }] of left) {
    text += outline.slice(from, at) + (path === null ? body.toString('utf8', start, end) : 'null');
    from = at + 2;
  }
  return text + outline.slice(from);
}

/** @throws SyntaxError */
function longText(body: Buffer, place: Pick<LongText, 'path' | 'start' | 'end'>): LongText {
  const { start, end } = place;
  // A character outside of ASCII becomes several, of which none is base64. Base64 has no escapes and is always valid in JSON.
  const bytes = plainBase64(body.toString('latin1', start + 1, end - 1));
  return bytes ? { ...place, bytes, text: null } : { ...place, bytes, text: JSON.parse(body.toString('utf8', start, end)) as string };
}
