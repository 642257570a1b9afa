/**
 * `relacionado`: "Related entries; text form of an array" (Resources). Which text form is not shown: JSON is read, and
 * the form with single quotes that Python writes. Pure.
 */
import { jsonArray } from './exact-json.ts';

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t' };

/** The texts of the array; the text alone where it is none. */
export function relatedTexts(text: string): string[] {
  const elements = jsonArray(text) ?? quotedArray(text);
  if (elements === null) return text.trim() === '' ? [] : [text];
  return elements
    .filter((element) => element !== null && element !== '')
    .map((element) => (typeof element === 'string' ? element : JSON.stringify(element)));
}

/** Texts in single or double quotes, numbers and bare words between commas. Null for anything else. */
function quotedArray(text: string): unknown[] | null {
  const inner = /^\s*\[(.*)\]\s*$/su.exec(text)?.[1];
  if (inner === undefined) return null;
  const element = /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\s'"[\]{},]+))\s*(?:,|$)/suy;
  const found: unknown[] = [];
  while (element.lastIndex < inner.length) {
    // A comma after the last element is allowed there.
    if (found.length > 0 && inner.slice(element.lastIndex).trim() === '') break;
    const parts = element.exec(inner);
    if (parts === null) return null;
    const quoted = parts[1] ?? parts[2];
    if (quoted !== undefined) found.push(unescaped(quoted));
    else if (parts[3] !== 'None') found.push(parts[3]);
  }
  return found;
}

const unescaped = (text: string): string =>
  text.replace(/\\(?:x([\da-f]{2})|u([\da-f]{4})|(.))/gisu, (_, two?: string, four?: string, one = '') => {
    const code = two ?? four;
    return code === undefined ? (escapes[one] ?? one) : String.fromCharCode(Number.parseInt(code, 16));
  });
