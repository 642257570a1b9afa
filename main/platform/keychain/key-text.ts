/** Keys as text: base64. */

const base64 = /^(?:[A-Za-z0-9+/]{43}|[A-Za-z0-9_-]{43})=?$/;

/** 32 bytes from standard or URL-safe base64, padded or not; null for anything else, which then is no key that was made whole. */
export function parseKey(text: string): Buffer | null {
  if (!base64.test(text)) return null;
  const key = Buffer.from(text, 'base64');
  // The last character has two bits to spare: with others than zeros there it was mistyped or cut.
  return key.toString('base64url') === text.replaceAll('+', '-').replaceAll('/', '_').replace('=', '') ? key : null;
}

export function keyText(key: Buffer): string {
  return key.toString('base64');
}
