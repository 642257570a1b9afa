/** Closes what a test opened, the last one first. */
import { onTestFinished } from 'vitest';

/** Closes it when the test ends. */
export function closing<T extends { close(): unknown }>(opened: T): T {
  onTestFinished(async () => void (await opened.close()));
  return opened;
}
