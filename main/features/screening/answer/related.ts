/**
 * Reads `relacionado`: "Related entries; text form of an array" (Resources). The text form is not shown: JSON is read, and the form
 * with single quotes that Python writes. Pure.
 */
import { jsonArray } from '../../../platform/json/exact-json.ts';

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t' };

/** Returns the texts of the array; the text itself when it is none. */
export function relatedTexts(text: string): string[] {
  const elements = jsonArray(text) ?? quotedArray(text);
  if (elements === null) return text.trim() === '' ? [] : [text];
  return elements
    .filter((element) => element !== null && element !== '')
    .map((element) => (typeof element === 'string' ? element : JSON.stringify(element)));
}

/** Reads texts in single or double quotes, numbers and bare words between commas. Null for anything else. */
function quotedArray(text: string): unknown[] | null {
  const whole = text.trim();
  if (whole.length < 2 || !whole.startsWith('[') || !whole.endsWith(']')) return null;
  const found: unknown[] = [];
  const last = whole.length - 1;
  let at = afterBlanks(whole, 1);
  // Python allows a comma after the last element.
  while (at < last) {
    const first = whole[at] ?? '';
    const quoted = first === "'" || first === '"';
    const end = quoted ? closingQuote(whole, at) : endOfBare(whole, at);
    if (end === at || (quoted && end >= last)) return null;
    const element = quoted ? unescaped(whole.slice(at + 1, end)) : whole.slice(at, end);
    if (quoted || element !== 'None') found.push(element);
    at = afterBlanks(whole, quoted ? end + 1 : end);
    if (at < last && whole[at] !== ',') return null;
    at = afterBlanks(whole, at + 1);
  }
  return found;
}

// Character by character: a pattern that matches megabytes throws an error.

function closingQuote(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== text[start]) at += text[at] === '\\' ? 2 : 1;
  return at;
}

const blank = /\s/u;
const notBare = /[\s'"[\]{},]/u;

function afterBlanks(text: string, start: number): number {
  let at = start;
  while (at < text.length && blank.test(text[at] ?? '')) at += 1;
  return at;
}

function endOfBare(text: string, start: number): number {
  let at = start;
  while (at < text.length && !notBare.test(text[at] ?? '')) at += 1;
  return at;
}

const unescaped = (text: string): string =>
  text.replace(/\\(?:x([\da-f]{2})|u([\da-f]{4})|(.))/gisu, (_, two?: string, four?: string, one = '') => {
    const code = two ?? four;
    return code === undefined ? (escapes[one] ?? one) : String.fromCharCode(Number.parseInt(code, 16));
  });
