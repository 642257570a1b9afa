/** Random bytes for keys, salts and nonces, taken from the system many at a time: a call for each took a twentieth of a small push. */
import { randomBytes } from 'node:crypto';

const supplyBytes = 4096;
let supply: Buffer = Buffer.alloc(0);

/** @returns bytes that no other call returns */
export function takeRandomBytes(length: number): Buffer {
  if (supply.length < length) supply = randomBytes(Math.max(supplyBytes, length));
  const taken = supply.subarray(0, length);
  supply = supply.subarray(length);
  return taken;
}
