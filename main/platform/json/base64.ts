/** Decodes base64 that is in memory, natively; in pieces: `base64-stream.ts`. Pure. */

/** A `data:` prefix of limited length; real ones are far shorter. */
const prefix = /^[\s"']*data:[^,]{0,250};\s*base64\s*,/i;

/** Returns the bytes of a text in the standard or the URL-safe alphabet, padded or not; null for any other text. */
export function plainBase64(text: string): Buffer | null {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const length = text.length - padding;
  // A single last character has six bits, which is no byte. Padding completes a group of four.
  if (length % 4 === 1 || (padding > 0 && text.length % 4 !== 0)) return null;
  const bytes = Buffer.from(text, 'base64');
  // Node skips characters that are not base64, which gives fewer bytes.
  return bytes.length === Math.floor((length * 3) / 4) ? bytes : null;
}

/**
 * Returns base64 without line breaks, other control characters and quotes; also of the text of a JSON string, with its escapes. Most texts
 * have neither. A search begins at the first of several backslashes only: from each it would read all of them again.
 */
export const plainText = (text: string): string =>
  /[\s\p{Cc}"'\\]/u.test(text) ? text.replaceAll(/[\s\p{Cc}"']+|(?<!\\)\\+(?:[nrt]|(?=[/+=]))/gu, '') : text;

/** Returns the bytes of a text that may have line breaks, quotes, escapes and a `data:` prefix; null for any other text. */
export function base64Bytes(text: string): Buffer | null {
  return plainBase64(plainText(text.replace(prefix, '')));
}

/** Characters of the shortest base64 that may be a document: 750 bytes, less than any PDF with a signature in it. */
export const shortestDocument = 1000;

/** Returns the decoded parts of any text that are long enough to be a document: of XML, of damaged JSON, of JSON within a text. */
export const base64Within = (text: string): Buffer[] =>
  text.split(/[^\w+/=\s\\-]+/).flatMap((part) => (part.length < shortestDocument ? [] : (base64Bytes(part) ?? [])));
