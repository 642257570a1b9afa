/**
 * Lengths of the loops of a run. `npm test` proves each behaviour once; `npm run test:soak -- --rounds N --seed S` sets
 * SOAK_ROUNDS and SOAK_SEED and runs the same loops hundreds of times. Files with `soak` in their name are in the soak alone.
 */
const asked = Number(process.env.SOAK_ROUNDS ?? 0);

export const inSoak = asked > 0;

/** Kill rounds and the like: `usual` of them in the default run, the requested number in the soak. */
export const rounds = (usual: number): number => (inSoak ? asked : usual);

/** One size in the default run, another in the soak: rows of a list, bytes of a file. */
export const sized = <T>(usual: T, soak: T): T => (inSoak ? soak : usual);

/** Runs of a property test: `usual` in the default run, a hundred times as many in the soak. */
export const runs = (usual: number): number => (inSoak ? usual * 100 : usual);

/** Seed of all random numbers. The name of a test that uses it shows it, so that a failed run can be repeated. */
export const seed = Number(process.env.SOAK_SEED ?? Math.floor(Math.random() * 2 ** 31));
