/**
 * Stores a password as a scrypt hash with its salt and cost parameters, so that the cost can be raised
 * while earlier passwords stay valid.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** Salt and hash in base64. `n`, `r`, `p`: the measures of scrypt; it takes 128 · n · r bytes of memory. */
export const passwordHashSchema = z.object({
  n: z.number().int().positive(),
  r: z.number().int().positive(),
  p: z.number().int().positive(),
  salt: z.string(),
  hash: z.string(),
});
export type PasswordHash = z.infer<typeof passwordHashSchema>;

export type HashMeasures = Pick<PasswordHash, 'n' | 'r' | 'p'>;
/** A tenth of a second and 32 MiB. */
export const usualMeasures: HashMeasures = { n: 2 ** 15, r: 8, p: 1 };
const bytes = { salt: 16, hash: 32 };
const longest = 1024;

/** Nobody has a longer one; it is told from a good one only after the same work. In bytes of UTF-8. */
export const isTooLong = (password: string): boolean => Buffer.byteLength(password) > longest;

export async function hashOf(password: string, measures = usualMeasures): Promise<PasswordHash> {
  const salt = randomBytes(bytes.salt);
  const hash = await derived(password, salt, measures);
  return { ...measures, salt: salt.toString('base64'), hash: hash.toString('base64') };
}

export async function isPasswordOf(kept: PasswordHash, password: string): Promise<boolean> {
  const hash = Buffer.from(kept.hash, 'base64');
  const same = timingSafeEqual(hash, await derived(password, Buffer.from(kept.salt, 'base64'), kept));
  return same && password !== '' && !isTooLong(password);
}

function derived(password: string, salt: Buffer, { n, r, p }: HashMeasures): Promise<Buffer> {
  // The same text can be written with different characters: what a person types and what a program sends is made one.
  const text = Buffer.from(password.slice(0, longest + 1).normalize('NFC'));
  const options: ScryptOptions = { N: n, r, p, maxmem: 2 * 128 * n * r };
  return new Promise((resolve, reject) => {
    scrypt(text, salt, bytes.hash, options, (error, hash) => (error ? reject(error) : resolve(hash)));
  });
}

/** What no password is of. It is not worked out, only compared with. */
const nobodys = (like: HashMeasures): PasswordHash => ({
  n: like.n,
  r: like.r,
  p: like.p,
  salt: randomBytes(bytes.salt).toString('base64'),
  hash: randomBytes(bytes.hash).toString('base64'),
});

/**
 * Hashes of nobody to be checked beside those of one user (none of a name that nobody has), so that each check is the very
 * same work whoever it is about: as many of each measure as the user with the most of them has, and one at the least.
 */
export function fillers(
  own: readonly PasswordHash[],
  everybodys: readonly (readonly PasswordHash[])[],
  measures = usualMeasures,
): PasswordHash[] {
  const measure = ({ n, r, p }: HashMeasures): string => `${n} ${r} ${p}`;
  const count = (hashes: readonly PasswordHash[], key: string): number => hashes.filter((hash) => measure(hash) === key).length;
  const all = everybodys.flat();
  const kinds = new Map((all.length > 0 ? all : [measures]).map((like) => [measure(like), like]));
  return [...kinds].flatMap(([key, like]) => {
    const most = Math.max(1, ...everybodys.map((hashes) => count(hashes, key)));
    return Array.from({ length: Math.max(0, most - count(own, key)) }, () => nobodys(like));
  });
}
