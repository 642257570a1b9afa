/**
 * Encodes and decodes base64 in pieces. Decodes the forms that `signedDocument` and `Image` may have (the interface description, Resources,
 * does not show the exact form): plain or URL-safe alphabet, with or without line breaks, padding, a `data:` prefix and quotes; also as the
 * text of a JSON string, with its escapes.
 */
import { StationError } from '../../../shared/errors.ts';
import { plainText } from './base64.ts';

/** Maximum characters of a `data:` prefix; any real one is far shorter. */
const maxPrefixLength = 256;

/**
 * Decodes text that arrives in pieces, with at most one piece in memory.
 * @throws StationError `signed-not-base64`
 */
export async function* decodeBase64(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let carry = '';
  let backslash = '';
  let padding = 0;
  for await (const piece of withoutPrefix(text)) {
    const { text: escaped, rest } = wholeEscapes(backslash + piece);
    backslash = rest;
    const clean = carry + plainText(escaped);
    const body = clean.replace(/=+$/, '');
    // After padding only more padding is allowed.
    if (/[^A-Za-z0-9+/_-]/.test(body) || (padding > 0 && body !== '' && body !== carry)) throw notBase64();
    padding += clean.length - body.length;
    const whole = body.length - (body.length % 4);
    carry = body.slice(whole);
    if (whole > 0) yield Buffer.from(body.slice(0, whole), 'base64');
  }
  if (backslash !== '') throw notBase64();
  // A single remaining character has six bits, less than a byte. Padding that does not complete a group of four is an error.
  if (carry.length === 1 || padding > 2 || (padding > 0 && (carry.length + padding) % 4 !== 0)) throw notBase64();
  if (carry !== '') yield Buffer.from(carry, 'base64');
}

/** Splits off the backslashes at the end, to which the next piece belongs. */
function wholeEscapes(text: string): { text: string; rest: string } {
  let end = text.length;
  while (text[end - 1] === '\\') end -= 1;
  return { text: text.slice(0, end), rest: text.slice(end) };
}

async function* withoutPrefix(text: AsyncIterable<string>): AsyncGenerator<string> {
  let head: string | null = '';
  for await (const piece of text) {
    if (head === null) {
      yield piece;
      continue;
    }
    head += piece;
    const rest = restAfterPrefix(head.replace(/^[\s"']+/, ''));
    if (rest === null) continue;
    head = null;
    yield rest;
  }
  if (head !== null) yield head;
}

/** Returns the text after the prefix; null while more text is needed to decide. */
function restAfterPrefix(head: string): string | null {
  const scheme = 'data:';
  const start = head.slice(0, scheme.length).toLowerCase();
  if (!scheme.startsWith(start)) return head;
  const comma = head.indexOf(',');
  if (comma !== -1) return /;\s*base64\s*$/i.test(head.slice(0, comma)) ? head.slice(comma + 1) : head;
  return head.length > maxPrefixLength ? head : null;
}

/** Encodes bytes in plain base64 with padding (RFC 4648, section 4), as its characters in ASCII. The source may reuse its chunks. */
export async function* encodeBase64(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of content) {
    const bytes = rest.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength) : Buffer.concat([rest, chunk]);
    // Three bytes are four characters: one or two remaining bytes wait for the next chunk.
    const whole = bytes.length - (bytes.length % 3);
    rest = Buffer.from(bytes.subarray(whole));
    if (whole > 0) yield Buffer.from(bytes.toString('base64', 0, whole), 'latin1');
  }
  if (rest.length > 0) yield Buffer.from(rest.toString('base64'), 'latin1');
}

export type PlainBase64 = {
  /**
   * Returns the bytes of complete groups of four; null once the text is not plain base64.
   * @param room returns the memory for a number of bytes, all of it or more
   */
  push(piece: string, room?: (bytes: number) => Buffer): Buffer | null;
  /** Returns the last bytes; null for a text that does not end as base64 does. */
  end(): Buffer | null;
  /** Returns the text that was not decoded. */
  rest(): string;
};

/**
 * Decodes base64 of the plain alphabet only, without blanks and with padding only at its end. Encoding the bytes again gives the
 * same text, so nothing is lost when a later piece is not base64.
 */
export function createPlainBase64(): PlainBase64 {
  let carry = '';
  return {
    push(piece, room = Buffer.allocUnsafeSlow) {
      const text = carry === '' ? piece : carry + piece;
      const padding = text.indexOf('=');
      // Characters before the padding are decoded with it, at the end.
      const length = padding === -1 ? text.length : padding;
      const whole = length - (length % 4);
      carry = text.slice(whole);
      if (whole === 0) return carry.length > maxTailLength ? null : Buffer.alloc(0);
      const bytes = room((whole / 4) * 3).subarray(0, (whole / 4) * 3);
      const written = bytes.write(text.slice(0, whole), 'base64');
      // Node skips other characters, and accepts those of the URL-safe alphabet.
      const isPlain = written === bytes.length && !text.includes('-') && !text.includes('_');
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

/** Decodes UTF-8 while it is read. */
export async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

const notBase64 = () => new StationError('signed-not-base64');
