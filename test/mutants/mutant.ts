/** One wrong rule that a person could write, and the tests that must notice it. `scripts/mutants.mjs` puts it into a copy of the checkout. */
export type Mutant = {
  /** Unique in the whole list; `--only` finds it by any part of this text. */
  name: string;
  file: string;
  /** Occurs exactly once in the file. */
  text: string;
  replacement: string;
  /** At least one test of these files must fail. */
  tests: readonly string[];
  /** Why no test can notice it; absent for a mutant that has to be caught. */
  survives?: string;
};

/** What is wrong, the text of the file, its replacement; and why it survives, if it may. */
type Change = readonly [name: string, text: string, replacement: string, survives?: string];

/** The mutants of one file, all with the same tests. */
export const mutantsOf = (file: string, tests: readonly string[], changes: readonly Change[]): Mutant[] =>
  changes.map(([name, text, replacement, survives]) => ({
    name,
    file,
    text,
    replacement,
    tests,
    ...(survives !== undefined && { survives }),
  }));
