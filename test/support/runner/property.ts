/** fast-check, as all property tests use it. */
import fc from 'fast-check';
import { seed } from './soak.ts';

fc.configureGlobal({
  // Without it, texts and lists have ten elements, whatever length a test names as the longest.
  defaultSizeToMaxWhenMaxSpecified: true,
  ...(process.env.SOAK_SEED !== undefined && { seed }),
});

/** Numbers from `min` to `max`, spread evenly for the most part: those of `fc.double` are nearly all next to zero. */
export const between = (min: number, max: number): fc.Arbitrary<number> => {
  const steps = 2 ** 30;
  const even = fc.integer({ min: 0, max: steps }).map((step) => min + (max - min) * (step / steps));
  return fc.oneof({ weight: 9, arbitrary: even }, fc.double({ min, max, noNaN: true }));
};

export { fc };
