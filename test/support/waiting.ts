/** Waits for automatic events: long, since nothing is asserted about their duration. */
import { expect } from 'vitest';

/** For `expect.poll` and `vi.waitFor`. */
export const longWait = { timeout: 300_000, interval: 15 };

/** Waits until `look` returns `wanted`. */
export const until = (look: () => unknown, wanted: unknown): Promise<void> => expect.poll(look, longWait).toEqual(wanted);
