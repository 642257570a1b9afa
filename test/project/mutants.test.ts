/** The list of mutants is up to date: each entry can be put into the source, and names tests that exist. `npm run test:mutants` runs them. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultsOf, mutated } from '../../scripts/lib/mutants.mjs';
import { type Mutant, mutants } from '../mutants/mutants.ts';

const root = join(import.meta.dirname, '../..');

test('every entry applies to the source as it is, and its tests exist', () => {
  expect(mutants.flatMap((mutant) => faultsOf(mutant, root))).toEqual([]);
});

test('there are at least 120 mutants, each with a name of its own', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(120);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

test('an entry that is out of date, compiles no longer or names no test of the default run is refused', () => {
  const good: Mutant = {
    name: 'n',
    file: 'shared/domain/signing/job-status.ts',
    text: "status === 'queued' ||",
    replacement: '',
    tests: ['test/project/mutants.test.ts'],
  };
  const refused = (part: Partial<Mutant>) => faultsOf({ ...good, ...part }, root);
  expect(refused({})).toEqual([]);
  expect(refused({ text: 'nowhere' })).toEqual([expect.stringContaining('occurs 0 times')]);
  expect(refused({ text: 'from' })).toEqual([expect.stringMatching(/occurs \d+ times, not once/)]);
  expect(refused({ file: 'main/nowhere.ts' })).toEqual([expect.stringContaining('no such file')]);
  expect(refused({ replacement: good.text })).toEqual([expect.stringContaining('the text itself')]);
  expect(refused({ replacement: '(' })).toEqual([expect.stringContaining('does not compile')]);
  expect(refused({ tests: [] })).toEqual([expect.stringContaining('no test is named')]);
  expect(refused({ tests: ['test/storage/flipped-bits.soak.test.ts'] })).toEqual([expect.stringContaining('only the soak has its tests')]);
  expect(refused({ tests: ['test/nowhere.test.ts'] })).toEqual([expect.stringContaining('there is no test/nowhere.test.ts')]);
});

test('a replacement is taken as it is', () => {
  expect(mutated('a + b', { text: '+', replacement: '$& $$ -' })).toBe('a $& $$ - b');
});
