/** Waits for automatic events: long, since nothing is asserted about their duration. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'vitest';

/** For `expect.poll` and `vi.waitFor`. */
export const longWait = { timeout: 300_000, interval: 15 };

/** Waits until `look` returns `wanted`. */
export const until = (look: () => unknown, wanted: unknown): Promise<void> => expect.poll(look, longWait).toEqual(wanted);

/** Waits for a moment that may be over soon: looks at each turn of the event loop. */
export async function untilMoment(look: () => boolean): Promise<void> {
  while (!look()) await nextTurn();
}
