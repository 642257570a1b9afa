import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a secret is the right one; compares digests in constant time, whatever the lengths. */
export function same(given: unknown, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(typeof given === 'string' ? given : ''), digest(expected));
}
