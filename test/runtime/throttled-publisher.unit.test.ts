/** The state of a part is emitted when it has changed, until the part ends. */
import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createThrottledPublisher } from '../support/doors/runtime.ts';

test('a state is emitted once for several changes, and nothing is computed after the end', async () => {
  const events = new EventEmitter<{ state: [number] }>();
  const emitted: number[] = [];
  events.on('state', (state) => emitted.push(state));
  let [state, computed] = [1, 0];
  const publisher = createThrottledPublisher(events, () => {
    computed += 1;
    return state;
  });
  publisher.notify();
  state = 2;
  publisher.notify();
  await expect.poll(() => emitted).toEqual([2]);

  publisher.notify();
  publisher.end();
  state = 3;
  publisher.notify();
  publisher.publishNow();
  await pause(300);
  expect([emitted, computed]).toEqual([[2], 1]);
});
