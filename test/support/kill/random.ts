/** Reproducible random numbers: the same seed gives the same numbers (mulberry32). */
export type Random = {
  /** From 0 up to 1. */
  next(): number;
  /** An integer from 0 up to below `bound`. */
  below(bound: number): number;
  /** An integer, both ends included. */
  between(from: number, to: number): number;
  chance(of: number): boolean;
  /** A choice by weight. */
  pick<T>(choices: readonly (readonly [weight: number, choice: T])[]): T;
  some<T>(of: readonly T[], maxCount: number): T[];
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    next,
    below,
    between: (from, to) => from + below(to - from + 1),
    chance: (of) => next() < of,
    pick(choices) {
      let left = next() * choices.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, choice] of choices) {
        left -= weight;
        if (left < 0) return choice;
      }
      throw new Error('nothing to pick from');
    },
    some(of, maxCount) {
      const left = [...of];
      return Array.from({ length: Math.min(maxCount, left.length) }, () => left.splice(below(left.length), 1)).flat();
    },
  };
}
