/** Mutants of core rules (`test/mutants`): whether an entry still applies, and copies of the checkout to put them into. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import nodeModule from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The source with the mutant in it. In the replacement `$` has no special meaning. */
export const mutated = (source, { text, replacement }) => source.replace(text, () => replacement);

/** Why the entry cannot be run: it is out of date, or is no TypeScript any more. Empty when it can. */
export function faultsOf(mutant, folder) {
  const { name, file, text, replacement, tests } = mutant;
  const fault = (why) => `${name} (${file}): ${why}`;
  const missing = tests.filter((test) => !existsSync(join(folder, test))).map((test) => fault(`there is no ${test}`));
  if (tests.length === 0) missing.push(fault('no test is named'));
  else if (tests.every((test) => test.includes('.soak.'))) missing.push(fault('only the soak has its tests'));
  if (text === replacement) return [...missing, fault('the replacement is the text itself')];
  if (!existsSync(join(folder, file))) return [...missing, fault('there is no such file')];
  const source = readFileSync(join(folder, file), 'utf8');
  const times = source.split(text).length - 1;
  if (times !== 1) return [...missing, fault(`its text occurs ${times} times, not once`)];
  try {
    // The Node that starts the script may not have this function; the project's own Node does.
    nodeModule.stripTypeScriptTypes(mutated(source, mutant));
  } catch (thrown) {
    missing.push(fault(`does not compile: ${thrown instanceof Error ? thrown.message : String(thrown)}`));
  }
  return missing;
}

/** Copies the checkout with its uncommitted changes and the same packages. `remove` deletes the copy. */
export function copyOf(folder) {
  const copy = mkdtempSync(join(tmpdir(), 'station-mutants-'));
  const { stdout, status } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: folder });
  if (status !== 0) throw new Error('the mutants need a git checkout: git ls-files failed');
  // A file that was deleted and not committed is listed too.
  for (const file of String(stdout)
    .split('\0')
    .filter((name) => name !== '' && existsSync(join(folder, name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(join(folder, file), join(copy, file));
  }
  symlinkSync(join(folder, 'node_modules'), join(copy, 'node_modules'), 'junction');
  return { folder: copy, remove: () => rmSync(copy, { recursive: true, force: true, maxRetries: 5 }) };
}
