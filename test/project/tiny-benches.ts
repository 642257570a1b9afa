/** Benches for `bench.test.ts`, in place of `test/bench/all.ts`. */
import type { Bench, Goal } from '../bench/lib/bench.ts';

const tiny = (name: string, value: number, goal: Goal): (() => Promise<{ bench: Bench }>) => {
  const measure: Bench['measure'] = async (say) => {
    say('measuring');
    return [{ what: `${name} figure`, unit: 'ms', ours: [value, value, value], reference: [1, 1, 1], goal }];
  };
  return async () => ({ bench: { name, measure } });
};

/** Never ends; says which process it runs in. */
const hanging = async (): Promise<{ bench: Bench }> => ({
  bench: {
    name: 'hanging',
    measure: (say) => {
      say(`pid ${process.pid}.`);
      setInterval(() => undefined, 1_000);
      return new Promise(() => undefined);
    },
  },
});

export const benches = {
  good: tiny('good', 2, { atMost: 3 }),
  bad: tiny('bad', 4, { atMost: 3 }),
  broken: tiny('broken', Number.NaN, { atMost: 3 }),
  hanging,
};
