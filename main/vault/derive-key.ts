/** One data key, several uses: each gets a key of its own, so that none can be played against another. */
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** Of the keys without a salt, which every row needs anew. They go with their key. */
const rowKeys = new WeakMap<Buffer, KeyObject>();

/** As an object: made of bytes anew, it would cost more than sealing a row does. */
export function rowKey(key: Buffer): KeyObject {
  const known = rowKeys.get(key) ?? createSecretKey(derivedKey(key, 'rows'));
  rowKeys.set(key, known);
  return known;
}

/** `salt` makes the key of one thing sealed (a file); without it, it is the use's one key. */
export function derivedKey(key: Buffer, use: 'rows' | 'files' | 'ledger', salt: Uint8Array = new Uint8Array()): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `signing-station sealed ${use} 1`, 32));
}

/** The name of a key, which tells nothing of the key: 32 lower-case hex digits. */
export function keyId(key: Buffer): string {
  return createHmac('sha256', key).update('signing-station data key 1').digest('hex').slice(0, 32);
}
