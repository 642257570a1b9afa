/** A hash cost so small that a hundred passwords take no time. `passwords.unit.test.ts` tests the real cost. */
export const lightMeasures = { n: 2 ** 10, r: 8, p: 1 };
