/** Values of database rows: version, key id, nonce, tag, ciphertext of the JSON. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { DataKeys } from './data-keys.ts';
import { rowKey } from './derive-key.ts';
import { type Sealer, type SealLabel, Unsealable } from './sealing.ts';

const format = 1;
const nonceAt = 1 + 16;
const tagAt = nonceAt + 12;
const contentAt = tagAt + 16;

export function createSealer(keys: DataKeys): Sealer {
  return {
    seal: (label, value) => {
      const { id, key } = keys.current();
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', rowKey(key), nonce).setAAD(boundTo(label, id));
      const content = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(format), Buffer.from(id, 'hex'), nonce, cipher.getAuthTag(), content]);
    },
    open: (label, sealed) => {
      const id = keyOf(sealed);
      const key = keys.find(id);
      if (key === 'absent') throw new Unsealable('key-absent');
      if (key === 'unknown') throw new Unsealable('damaged');
      const decipher = createDecipheriv('aes-256-gcm', rowKey(key.key), sealed.subarray(nonceAt, tagAt), { authTagLength: 16 })
        .setAAD(boundTo(label, id))
        .setAuthTag(sealed.subarray(tagAt, contentAt));
      try {
        return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(contentAt)), decipher.final()]).toString('utf8'));
      } catch {
        throw new Unsealable('damaged');
      }
    },
    keyOf,
    isAbsent: (key) => keys.find(key) === 'absent',
  };
}

function keyOf(sealed: Uint8Array): string {
  if (sealed.length <= contentAt || sealed[0] !== format) throw new Unsealable('damaged');
  return Buffer.from(sealed.subarray(1, nonceAt)).toString('hex');
}

/** JSON keeps the parts apart: no two labels have the same text. */
function boundTo({ kind, id, version, clear = [] }: SealLabel, key: string): Buffer {
  return Buffer.from(JSON.stringify(['row', format, key, kind, id, version, ...clear]));
}
