/** The key of the data, encrypted under a generated code: a backup for another computer, whose keychain has no such key. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { DataKey } from '../../platform/keychain/data-keys.ts';
import { keyId } from '../../platform/keychain/keys.ts';
import type { SealedKey } from './format.ts';

const nonceBytes = 12;
const tagBytes = 16;

/** The code is generated and too long to guess, so that it needs no slow derivation. A person may type it in groups. */
const keyOf = (code: string, salt: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', code.replaceAll(/\s/g, ''), salt, 'signing-station backup key 1', 32));

export function sealKey({ id, key }: DataKey, code: string): SealedKey {
  const [salt, nonce] = [randomBytes(32), randomBytes(nonceBytes)];
  const cipher = createCipheriv('aes-256-gcm', keyOf(code, salt), nonce);
  const sealed = Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
  return { id, salt: salt.toString('base64'), sealed: sealed.toString('base64') };
}

/** Returns null for another code. */
export function openSealedKey({ id, salt, sealed }: SealedKey, code: string): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(code, Buffer.from(salt, 'base64')), bytes.subarray(0, nonceBytes));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    const key = Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]);
    return keyId(key) === id ? key : null;
  } catch {
    return null;
  }
}
