/**
 * The keys of the hub, all derived from one of 32 bytes (`STATION_HUB_KEY`), which is never in the database. Each encrypted value has a
 * key of its own, derived from the name that it is bound to, so that random nonces never meet under one key.
 */
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { z } from 'zod';
import { StationError } from '../shared/errors.ts';
import { takeRandomBytes } from './random-bytes.ts';

/** What is found by a keyed hash of its value. */
export type LookupKind = 'transaction' | 'identification' | 'uid' | 'customer' | 'digest' | 'enrolment' | 'login' | 'rule' | 'token';

export type HubKeys = {
  /** The same for every replica with this key; reveals nothing about it. */
  readonly check: Buffer;
  /** HMAC-SHA-256 of a value, to find rows by. */
  lookup(kind: LookupKind, value: string): Buffer;
  /** @param boundTo table, column and id: the result opens for the same text only */
  encrypt(content: Uint8Array, boundTo: string): Buffer;
  /** @throws StationError `stored-data-damaged` */
  decrypt(encrypted: Uint8Array, boundTo: string): Buffer;
  /** `encrypt` for a value as JSON. */
  encryptJson(value: unknown, boundTo: string): Buffer;
  /** @throws StationError `stored-data-damaged`, also when the value does not fit the schema */
  decryptJson<T>(encrypted: Uint8Array, boundTo: string, schema: z.ZodType<T>): T;
};

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Parses the text of `STATION_HUB_KEY`: 32 bytes in base64. Null for anything else. */
export function parseHubKey(text: string): Buffer | null {
  const key = Buffer.from(text.trim(), 'base64');
  return /^[A-Za-z0-9+/]{43}=?$/.test(text.trim()) && key.length === keyBytes ? key : null;
}

export function deriveHubKeys(hubKey: Buffer): HubKeys {
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', hubKey, '', `signing-station hub ${purpose}`, keyBytes));
  // Node takes several times as long for a key in a buffer as for one that is prepared.
  const [lookupKey, valueKey] = [createSecretKey(derive('lookup')), createSecretKey(derive('value'))];
  const keyOf = (boundTo: string): KeyObject => createSecretKey(createHmac('sha256', valueKey).update(boundTo).digest());
  const encrypt = (content: Uint8Array, boundTo: string): Buffer => {
    const nonce = takeRandomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', keyOf(boundTo), nonce);
    return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
  };
  const decrypt = (encrypted: Uint8Array, boundTo: string): Buffer => {
    try {
      const tag = encrypted.length - tagBytes;
      const decipher = createDecipheriv('aes-256-gcm', keyOf(boundTo), encrypted.subarray(0, nonceBytes), { authTagLength: tagBytes });
      decipher.setAuthTag(encrypted.subarray(tag));
      return Buffer.concat([decipher.update(encrypted.subarray(nonceBytes, tag)), decipher.final()]);
    } catch {
      throw damaged(boundTo);
    }
  };
  const decryptJson = <T>(encrypted: Uint8Array, boundTo: string, schema: z.ZodType<T>): T => {
    const { success, data } = schema.safeParse(JSON.parse(decrypt(encrypted, boundTo).toString()));
    if (!success) throw damaged(boundTo);
    return data;
  };
  return {
    check: derive('check'),
    lookup: (kind, value) => createHmac('sha256', lookupKey).update(`${kind}\0${value}`).digest(),
    encrypt,
    decrypt,
    encryptJson: (value, boundTo) => encrypt(Buffer.from(JSON.stringify(value)), boundTo),
    decryptJson,
  };
}

const damaged = (boundTo: string): StationError => new StationError('stored-data-damaged', { kind: boundTo.split(':')[0] ?? '', count: 1 });

/** Returns what `read` returns; null for a damaged value, which `report` gets. */
export function ifReadable<T>(read: () => T, report: (damage: StationError) => void): T | null {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof StationError) || thrown.problem.code !== 'stored-data-damaged') throw thrown;
    report(thrown);
    return null;
  }
}
