/** Arguments that a script does not take, such as `npm test -- test/signing`. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test.each([
  ...['archive', 'bench', 'check', 'mutants', 'screens', 'soak', 'test'].map((script) => [script, '--bogus']),
  ...['check', 'screens', 'test'].map((script) => [script, 'test/signing']),
])('%s refuses %s in one line, and does nothing', (script, argument) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, `scripts/${script}.mjs`), argument], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr.trimEnd().split('\n')).toEqual([expect.stringContaining(argument)]);
});
