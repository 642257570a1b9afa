/** The benches that `npm run bench` runs, in this order. Each is loaded only in the process that measures it. */
import type { Bench } from './lib/bench.ts';

export type Benches = Record<string, () => Promise<{ bench: Bench }>>;

export const benches: Benches = {
  start: () => import('./start.ts'),
  push: () => import('./push.ts'),
  hub: () => import('./hub.ts'),
  signing: () => import('./signing.ts'),
  'bulk-screening': () => import('./bulk-screening.ts'),
  renderer: () => import('./renderer.ts'),
  window: () => import('./window.ts'),
  pages: () => import('./pages.ts'),
  verification: () => import('./verification.ts'),
};
