/** What is derived from a data key: its name, and the key of the sent ledger. */
import { createHmac, hkdfSync } from 'node:crypto';

/** 32 lower-case hex digits that tell nothing of the key. */
export function keyId(key: Buffer): string {
  return createHmac('sha256', key).update('signing-station data key 1').digest('hex').slice(0, 32);
}

/** 32 bytes. `salt`: of the file, so that each has another key. */
export function ledgerKey(key: Buffer, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, 'signing-station sealed ledger 1', 32));
}
