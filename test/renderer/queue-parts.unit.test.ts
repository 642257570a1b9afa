import { afterAll, expect, it, vi } from 'vitest';
import { queue } from '../support/doors/renderer/messages.ts';
import { bringBack, remove, useQueueView } from '../support/doors/renderer/queue-actions.ts';

const restored: string[] = [];
let parts = 0;
let isRefused = false;
const invoke = {
  'queue.remove': async ({ ids }: { ids: string[] }) => {
    parts += 1;
    return parts === 3 ? { ok: false, problem: { code: 'disk-full' } } : { ok: true, value: { removed: ids } };
  },
  'queue.restore': async ({ ids }: { ids: string[] }) => {
    if (restored.length === 1_000 && !isRefused) {
      isRefused = true;
      return { ok: false, problem: { code: 'disk-full' } };
    }
    restored.push(...ids);
    return { ok: true, value: { restored: ids } };
  },
};
vi.stubGlobal('window', { station: { invoke, on: {} } });
afterAll(() => vi.unstubAllGlobals());

it('what was removed of thousands before a part was refused is said, and can be brought back', async () => {
  queue.clear(); // messages of earlier files
  const ids = Array.from({ length: 2_500 }, (_, at) => String(at));
  await remove(ids);
  expect(queue.visibleToasts.map(({ content }) => content.kind)).toEqual(['words', 'problem']);
  // A part of that is refused too: what came back is selected, and the others can be brought back later.
  await bringBack();
  expect([restored, [...useQueueView.getState().selectedIds]]).toEqual([ids.slice(0, 1_000), ids.slice(0, 1_000)]);
  await bringBack();
  expect(restored).toEqual(ids.slice(0, 2_000));
  expect(useQueueView.getState().removals).toEqual([]);
});
