/** Encodes, identifies and derives keys of 32 bytes. */
import { createHmac, hkdfSync } from 'node:crypto';

const base64 = /^(?:[A-Za-z0-9+/]{43}|[A-Za-z0-9_-]{43})=?$/;

/** Parses 32 bytes in standard or URL-safe base64, padded or not; null for anything else. */
export function parseKey(text: string): Buffer | null {
  if (!base64.test(text)) return null;
  const key = Buffer.from(text, 'base64');
  // The last character has two unused bits: when they are not zero, the key was mistyped or cut.
  return key.toString('base64url') === text.replaceAll('+', '-').replaceAll('/', '_').replace('=', '') ? key : null;
}

export const keyText = (key: Buffer): string => key.toString('base64');

/** Returns 32 lower-case hex digits that identify the key and do not reveal it. */
export function keyId(key: Buffer): string {
  return createHmac('sha256', key).update('signing-station data key 1').digest('hex').slice(0, 32);
}

/** Derives the 32-byte key of a sent ledger. `salt`: of the ledger file, so that each file has another key. */
export function ledgerKey(key: Buffer, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, 'signing-station sealed ledger 1', 32));
}
