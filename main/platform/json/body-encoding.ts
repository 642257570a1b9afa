/** Reads bodies in other character encodings than UTF-8. Pure. */
import { isUtf8 } from 'node:buffer';
import { MIMEType } from 'node:util';

/**
 * By the byte order mark, or the zero byte of a sign of ASCII, with which JSON begins; null for other text. UTF-16 can pass for UTF-8, and
 * `charset=utf-16` leaves the order of the bytes open.
 */
export function utf16Of([first, second]: Uint8Array): 'utf-16be' | 'utf-16le' | null {
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return (first === 0xff && second === 0xfe) || (first !== 0 && second === 0) ? 'utf-16le' : null;
}

/** The encoding's own name, such as `windows-1252` for `iso-8859-1`; null for none, an unknown one, UTF-8, and UTF-16 (see above). */
export function statedCharset(contentType: string | undefined): string | null {
  try {
    const { encoding } = new TextDecoder(new MIMEType(contentType ?? '').params.get('charset')?.trim() ?? '');
    return encoding.startsWith('utf-') ? null : encoding;
  } catch {
    return null;
  }
}

/** Whether a text is the name of a character encoding. */
export function isCharset(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== '';
  } catch {
    return false;
  }
}

/** Returns a whole JSON body in UTF-8: unchanged when it is that, also against its content type; null when it is in no stated encoding. */
export function inUtf8<B extends Uint8Array>(body: B, contentType: string | undefined): B | Buffer | null {
  const utf16 = utf16Of(body);
  if (utf16 === null && isUtf8(body)) return body;
  const charset = utf16 ?? statedCharset(contentType);
  if (charset === null) return null;
  try {
    return Buffer.from(new TextDecoder(charset, { fatal: true }).decode(body));
  } catch {
    return null; // bytes that are not of it
  }
}

/** Bytes of the character that begins with this one; 1 for what begins none. */
export const lengthAt = (byte: number): number =>
  byte >= 0xf0 && byte < 0xf5 ? 4 : byte >= 0xe0 ? (byte < 0xf0 ? 3 : 1) : byte >= 0xc2 ? 2 : 1;

/** What the bytes from 0x80 on mean in windows-1252: the bytes of that in UTF-8, each as one character. */
const windows1252 = Array.from({ length: 0x80 }, (_, at) =>
  Buffer.from(new TextDecoder('windows-1252').decode(Uint8Array.of(0x80 + at))).toString('latin1'),
);

/** A character of UTF-8 outside of ASCII (RFC 3629, section 4); each byte is one character here. */
const beyondAscii = [
  ...['[\xc2-\xdf][\x80-\xbf]', '\xe0[\xa0-\xbf][\x80-\xbf]', '[\xe1-\xec\xee\xef][\x80-\xbf]{2}', '\xed[\x80-\x9f][\x80-\xbf]'],
  ...['\xf0[\x90-\xbf][\x80-\xbf]{2}', '[\xf1-\xf3][\x80-\xbf]{3}', '\xf4[\x80-\x8f][\x80-\xbf]{2}'],
].join('|');
const charactersOrByte = new RegExp(`(?:${beyondAscii})+|[\x80-\xff]`, 'g');

/** Reads each byte that is not UTF-8 as windows-1252, which has a character for every byte, so that none is lost. */
export function repaired(bytes: Uint8Array): Buffer {
  const read = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const text = read.replace(charactersOrByte, (found) => (found.length > 1 ? found : (windows1252[found.charCodeAt(0) - 0x80] ?? '')));
  return Buffer.from(text, 'latin1');
}

/** Repairing bytes beyond ASCII takes seconds for millions of them. A body with more than any record has is no text. */
const maxUncertain = 1_000_000;

/** Returns a body in UTF-8, and whether bytes of no encoding were read as windows-1252 for it. One that is no text stays unchanged. */
export function inAnyEncoding<B extends Uint8Array>(body: B): { bytes: B | Buffer; isUncertain: boolean } {
  if (isUtf8(body)) return { bytes: body, isUncertain: false };
  return bytesBeyondAscii(body) > maxUncertain ? { bytes: body, isUncertain: false } : { bytes: repaired(body), isUncertain: true };
}

function bytesBeyondAscii(body: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < body.length; at++) count += (body[at] ?? 0) >> 7;
  return count;
}
