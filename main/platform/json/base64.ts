/** Base64 that is in memory as a whole, decoded natively. Pure. */

/** Longest `data:` prefix that is taken for one; any real one is far shorter. */
const prefix = /^\s*data:[^,]{0,250};\s*base64\s*,/i;

/** The bytes of a text in the plain or the URL-safe alphabet, padded or not, and without anything else; null for any other. */
export function plainBase64(text: string): Buffer | null {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const length = text.length - padding;
  // One character alone is six bits: no byte. Padding fills up a group of four.
  if (length % 4 === 1 || (padding > 0 && text.length % 4 !== 0)) return null;
  const bytes = Buffer.from(text, 'base64');
  // What is no base64 is passed over, and leaves fewer bytes.
  return bytes.length === Math.floor((length * 3) / 4) ? bytes : null;
}

/** The same with line breaks, and after a `data:` prefix. */
export function base64Bytes(text: string): Buffer | null {
  return plainBase64(text.replace(prefix, '').replaceAll(/\s+/g, ''));
}
