/** Finds the JSON of an answer that has something around it: a second byte order mark, `)]}',`, a call, a warning of the server. Pure. */
import { parseJson } from './parse-json.ts';

/** Characters of the longest text that is looked through for the begin of JSON. */
const maxBefore = 64 * 1024;

/** Also as three characters, for bytes that are read as Latin-1. */
const blank = '[\\s\\u0000\\ufeff]|\\u00ef\\u00bb\\u00bf';
/** A text that begins as an answer in JSON does. No date or level of a log does: `[29-Nov-2026`, `[error]`. */
const asJson = new RegExp(`^(?:${blank})*(?=\\{|"|\\[\\s*(?:[\\]{["]|[\\w.+-]+\\s*,))`);
const withName = /\[\s*\{\s*"|\{\s*"/;

/** Whether a text has an object with a member in it. */
export const hasJson = (text: string): boolean => withName.test(text);

/** Returns the index at which the JSON of an answer begins; null for a text that has no such begin, or not yet. */
function beginOfJson(text: string): number | null {
  const before = asJson.exec(text)?.[0];
  if (before !== undefined) return before.length;
  const begin = text.search(withName);
  return begin === -1 ? null : begin;
}

/** Drops the bytes before the JSON of an answer in UTF-8, while it arrives. `onBefore` gets them. */
export function createJsonBegin(onBefore: (bytes: Uint8Array) => void): { take(chunk: Uint8Array): Uint8Array; end(): Uint8Array } {
  let head: Uint8Array | null = new Uint8Array();
  const from = (begin: number): Uint8Array => {
    const json = head?.subarray(begin) ?? new Uint8Array();
    if (begin > 0 && head) onBefore(head.subarray(0, begin));
    head = null;
    return json;
  };
  return {
    /** Returns the bytes that are of the JSON; none while its begin has not come. */
    take(chunk) {
      if (head === null) return chunk;
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const begin = beginOfJson(Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, maxBefore)).toString('latin1'));
      return begin === null && head.length < maxBefore ? new Uint8Array() : from(begin ?? 0);
    },
    /** Returns what is left of an answer without such a begin. */
    end: () => from(0),
  };
}

/** A text of JSON. One without an end goes to the end of all: from each quote in it, the rest would be read again. */
const jsonText = String.raw`"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)`;
const textOrBracket = new RegExp(`${jsonText}|[{}[\\]]`, 'g');

/** Marks that keep a page from running an answer, such as `for(;;);`, and a call with it. No text is two of them: they are tried in every way. */
const marks = new RegExp(`^(?:${blank}|\\)\\]\\}'?,?|while\\s*\\(1\\)|[\\w.$]+\\s*\\(|\\)|;|/\\*\\*/)*$`);

/**
 * Returns the first object or list of a text that is not JSON as a whole, and the text around it, empty for nothing but marks; null without
 * one, and when the text around it has another one. Control characters, which JSON has between values only, become blanks.
 */
export function jsonWithin(answer: string): { json: string; around: string } | null {
  const text = answer.replaceAll(/\p{Cc}/gu, ' ');
  const begin = beginOfJson(text.slice(0, maxBefore));
  if (begin === null || text[begin] === '"') return null;
  let depth = 0;
  for (const { 0: part, index } of text.slice(begin).matchAll(textOrBracket)) {
    if (part === '{' || part === '[') depth += 1;
    else if (part === '}' || part === ']') depth -= 1;
    if (depth > 0) continue;
    const end = begin + index + part.length;
    const around = [text.slice(0, begin), text.slice(end)];
    if (hasJson(around[1] ?? '')) return null;
    return { json: text.slice(begin, end), around: around.filter((one) => !marks.test(one)).join(' … ') };
  }
  return null;
}

/** A text of JSON, or what other languages write where there is no number. */
const textOrNoNumber = new RegExp(`${jsonText}|-?\\b(?:NaN|Infinity)\\b`, 'g');
/** An escape, or a backslash that begins none. */
const backslash = /\\(?:["\\/bfnrt]|u[0-9a-f]{4})?/gi;

/** Returns JSON with each backslash that begins no escape read as one, and null for `NaN` and `Infinity`, which Python writes. */
export const plainJson = (json: string): string =>
  json.replaceAll(textOrNoNumber, (found) =>
    found.startsWith('"') ? found.replaceAll(backslash, (one) => (one === '\\' ? '\\\\' : one)) : 'null',
  );

/** Parses a small answer, also one with text around its JSON or with faults in it, and one that is JSON in a text. @throws SyntaxError */
export function parseWithin(text: string): unknown {
  const value = parseJson(text) ?? (JSON.parse(plainJson(jsonWithin(text)?.json ?? text)) as unknown);
  const inner = typeof value === 'string' ? parseJson(value) : null;
  return typeof inner === 'object' && inner !== null ? inner : value;
}
