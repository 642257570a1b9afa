/** Derives the id of a data key, and the key of the sent ledger. */
import { createHmac, hkdfSync } from 'node:crypto';

/** 32 lower-case hex digits from which no one learns the key. */
export function keyId(key: Buffer): string {
  return createHmac('sha256', key).update('signing-station data key 1').digest('hex').slice(0, 32);
}

/** 32 bytes. `salt`: of the ledger file, so that each file has another key. */
export function ledgerKey(key: Buffer, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, 'signing-station sealed ledger 1', 32));
}
