/**
 * Base64 as `signedDocument` and `Image` may come (its exact form is not shown, Resources): plain or URL-safe alphabet,
 * with line breaks or none, padded or not, with or without a `data:` prefix.
 */
import { StationError } from '../../../shared/errors.ts';

/** Longest `data:` prefix that is taken for one; any real one is far shorter. */
const maxPrefixLength = 256;

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
  return head.length > maxPrefixLength ? head : null;
}

export type PlainBase64 = {
  /** The bytes of whole groups of four; null once the text is not plain base64. */
  push(piece: string): Buffer | null;
  /** The last bytes; null for a text that does not end as base64 does. */
  end(): Buffer | null;
  /** The text behind the bytes that were returned. */
  rest(): string;
};

/**
 * Decodes base64 of the plain alphabet alone, without blanks and with padding only at its end. What was decoded gives the same text
 * when it is encoded again, so that nothing is lost when a later piece is none.
 */
export function createPlainBase64(): PlainBase64 {
  let carry = '';
  return {
    push(piece) {
      const text = carry === '' ? piece : carry + piece;
      const padding = text.indexOf('=');
      // What stands before padding waits for the end with it.
      const length = padding === -1 ? text.length : padding;
      const whole = length - (length % 4);
      carry = text.slice(whole);
      if (whole === 0) return carry.length > maxTailLength ? null : Buffer.alloc(0);
      const bytes = Buffer.from(text.slice(0, whole), 'base64');
      // Node passes over other characters, and takes those of the URL-safe alphabet.
      const isPlain = bytes.length === (whole / 4) * 3 && !text.includes('-') && !text.includes('_');
      if (isPlain && carry.length <= maxTailLength) return bytes;
      carry = text;
      return null;
    },
    end() {
      if (carry === '') return Buffer.alloc(0);
      return /^(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)$/.test(carry) ? Buffer.from(carry, 'base64') : null;
    },
    rest: () => carry,
  };
}

/** Characters of an incomplete group with its padding. */
const maxTailLength = 4;

/** The text that bytes stand for in UTF-8, while they are read. */
export async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

const notBase64 = () => new StationError('signed-not-base64');
