/**
 * Stores a password as a scrypt hash with its salt and cost parameters, so that the cost can be raised
 * while earlier passwords stay valid.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { passwordCost } from './password-cost.ts';

/** Salt and hash in base64. `n`, `r`, `p`: the measures of scrypt; it takes 128 · n · r bytes of memory. */
export const passwordHashSchema = z.object({
  n: z.number().int().positive(),
  r: z.number().int().positive(),
  p: z.number().int().positive(),
  salt: z.string(),
  hash: z.string(),
});
export type PasswordHash = z.infer<typeof passwordHashSchema>;

type HashMeasures = Pick<PasswordHash, 'n' | 'r' | 'p'>;
const bytes = { salt: 16, hash: 32 };
/** Bytes of UTF-8. */
const maxBytes = 1024;

/** True for a password that no user has; it is refused only after the same work as others. */
export const isTooLong = (password: string): boolean => Buffer.byteLength(password) > maxBytes;

export async function hashOf(password: string, measures: HashMeasures = passwordCost): Promise<PasswordHash> {
  const salt = randomBytes(bytes.salt);
  const hash = await derived(password, salt, measures);
  return { ...measures, salt: salt.toString('base64'), hash: hash.toString('base64') };
}

export async function isPasswordOf(stored: PasswordHash, password: string): Promise<boolean> {
  const hash = Buffer.from(stored.hash, 'base64');
  const same = timingSafeEqual(hash, await derived(password, Buffer.from(stored.salt, 'base64'), stored));
  return same && password !== '' && !isTooLong(password);
}

function derived(password: string, salt: Buffer, { n, r, p }: HashMeasures): Promise<Buffer> {
  // The same text can have different code points: what a person types and what a program sends is normalised.
  const text = Buffer.from(password.slice(0, maxBytes + 1).normalize('NFC'));
  const options: ScryptOptions = { N: n, r, p, maxmem: 2 * 128 * n * r };
  return new Promise((resolve, reject) => {
    scrypt(text, salt, bytes.hash, options, (error, hash) => (error ? reject(error) : resolve(hash)));
  });
}

/** A hash of no password, made without hashing. */
const fillerHash = (like: HashMeasures): PasswordHash => ({
  n: like.n,
  r: like.r,
  p: like.p,
  salt: randomBytes(bytes.salt).toString('base64'),
  hash: randomBytes(bytes.hash).toString('base64'),
});

/**
 * Returns hashes of no password, to be compared next to those of one user (none for an unknown name), so that each check is
 * the same work for any name: as many of each cost as the user with the most of them has, and at least one.
 */
export function fillers(own: readonly PasswordHash[], ofAllUsers: readonly (readonly PasswordHash[])[]): PasswordHash[] {
  const measure = ({ n, r, p }: HashMeasures): string => `${n} ${r} ${p}`;
  const count = (hashes: readonly PasswordHash[], key: string): number => hashes.filter((hash) => measure(hash) === key).length;
  const all = ofAllUsers.flat();
  const kinds = new Map((all.length > 0 ? all : [passwordCost]).map((like) => [measure(like), like]));
  return [...kinds].flatMap(([key, like]) => {
    const maxCount = Math.max(1, ...ofAllUsers.map((hashes) => count(hashes, key)));
    return Array.from({ length: Math.max(0, maxCount - count(own, key)) }, () => fillerHash(like));
  });
}
