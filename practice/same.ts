import { hash, timingSafeEqual } from 'node:crypto';

/** Whether a secret is correct; compares digests in constant time, independent of the lengths. */
export function same(received: unknown, expected: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(typeof received === 'string' ? received : ''), digest(expected));
}
