/** So little work that a hundred passwords take no time. How much the station does is tested in `passwords.unit.test.ts`. */
export const lightMeasures = { n: 2 ** 10, r: 8, p: 1 };
