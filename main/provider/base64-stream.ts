/**
 * Base64 as `signedDocument` and `Image` may come (its exact form is not shown, Resources): plain or URL-safe alphabet,
 * with line breaks or none, padded or not, with or without a `data:` prefix.
 */
import { StationError } from '../../shared/errors.ts';

/** Longest `data:` prefix that is taken for one; any real one is far shorter. */
const longestPrefix = 256;

/**
 * Decodes text that arrives in pieces, without holding more than one piece.
 * @throws StationError `signed-not-base64`
 */
export async function* decodeBase64(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let carry = '';
  let padding = 0;
  for await (const piece of withoutPrefix(text)) {
    const clean = carry + piece.replaceAll(/\s+/g, '');
    const body = clean.replace(/=+$/, '');
    // After padding nothing but more padding may come.
    if (/[^A-Za-z0-9+/_-]/.test(body) || (padding > 0 && body !== '' && body !== carry)) throw notBase64();
    padding += clean.length - body.length;
    const whole = body.length - (body.length % 4);
    carry = body.slice(whole);
    if (whole > 0) yield Buffer.from(body.slice(0, whole), 'base64');
  }
  // One character alone holds six bits: no byte. Padding that does not fill up a group of four was not meant so.
  if (carry.length === 1 || padding > 2 || (padding > 0 && (carry.length + padding) % 4 !== 0)) throw notBase64();
  if (carry !== '') yield Buffer.from(carry, 'base64');
}

async function* withoutPrefix(text: AsyncIterable<string>): AsyncGenerator<string> {
  let head: string | null = '';
  for await (const piece of text) {
    if (head === null) {
      yield piece;
      continue;
    }
    head += piece;
    const rest = restAfterPrefix(head.trimStart());
    if (rest === null) continue;
    head = null;
    yield rest;
  }
  if (head !== null) yield head;
}

/** What follows the prefix; null while more text is needed to tell. */
function restAfterPrefix(head: string): string | null {
  const scheme = 'data:';
  const start = head.slice(0, scheme.length).toLowerCase();
  if (!scheme.startsWith(start)) return head;
  const comma = head.indexOf(',');
  if (comma !== -1) return /;\s*base64\s*$/i.test(head.slice(0, comma)) ? head.slice(comma + 1) : head;
  return head.length > longestPrefix ? head : null;
}

/** The text that bytes stand for in UTF-8, while they are read. */
export async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

const notBase64 = () => new StationError('signed-not-base64');
