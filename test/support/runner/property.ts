/** fast-check, as all property tests use it. */
import fc from 'fast-check';
import { seed } from './soak.ts';

fc.configureGlobal({
  // Without it, texts and lists have ten elements, whatever length a test names as the longest.
  defaultSizeToMaxWhenMaxSpecified: true,
  ...(process.env.SOAK_SEED !== undefined && { seed }),
});

export { fc };
