/** Whether a keychain can be written to, and how long the station waits to learn it. */
import { randomUUID } from 'node:crypto';
import { type Problem, problemOf } from '../../../shared/errors.ts';
import type { Keychain } from './vault.ts';

/** In milliseconds, how long the station waits for the keychain when it is first asked; a prompt may stand before it. */
export const defaultPatience = 10_000;

/**
 * Reads, writes and removes an entry of its own. Reading alone proves nothing: a locked Secret Service
 * answers it with "nothing there". Never rejects.
 */
export async function probeKeychain(keychain: Keychain): Promise<Problem | null> {
  const entry = `probe/${randomUUID()}`;
  try {
    await keychain.get(entry);
    await keychain.set(entry, 'probe');
    await keychain.remove(entry);
    return null;
  } catch (thrown) {
    return problemOf(thrown);
  }
}

/** What the work gives, or `waiting` when it takes longer than `patience` milliseconds; the work goes on. */
export async function within<T>(patience: number, work: Promise<T>): Promise<T | 'waiting'> {
  const silence = Promise.withResolvers<'waiting'>();
  const timer = setTimeout(() => silence.resolve('waiting'), patience);
  return Promise.race([work, silence.promise]).finally(() => clearTimeout(timer));
}
