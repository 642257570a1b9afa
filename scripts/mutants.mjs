/**
 * `npm run test:mutants [-- --only TEXT] [--file FILE] [--jobs N]`: puts each wrong rule of `test/mutants` into a copy of the
 * checkout, one at a time, and runs the tests that must notice it. Fails when one survives without a stated reason, when an
 * entry is out of date, or when its tests fail without it. `--only` takes a part of a name; both filters can be repeated.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyOf, faultsOf, mutated } from './lib/mutants.mjs';
import { readOptions } from './lib/options.mjs';
import { runAgain } from './lib/packages.mjs';
import { signalGroup } from './lib/phases.mjs';
import { environment, onceNpmIsGone, onProjectNode, projectNode, root, tool } from './lib/project.mjs';
import { inKeyring } from './lib/surroundings.mjs';

const list = 'test/mutants/mutants.ts';
/** Seconds that the tests of one mutant have at the least; a mutant that hangs is caught. */
const leastLimit = 240;

/** Running processes and copies, to be ended and removed however this ends. */
const running = new Set();
const copies = [];

function clearAway() {
  for (const child of running) endGroup(child);
  for (const copy of copies.splice(0)) copy.remove();
}

const endGroup = (child) => signalGroup(child.pid, 'SIGKILL');

const arePure = (tests) => tests.every((test) => test.endsWith('.unit.test.ts'));

/** Runs test files in a copy, up to the first failure. `limit`: seconds. Resolves to what vitest reported, null when it was ended. */
function runTests(folder, tests, limit, options = []) {
  const report = join(folder, 'mutants-report.json');
  rmSync(report, { force: true });
  // In a copy, packages are links: what vitest keeps would else be shared with the checkout.
  const cache = ['--no-cache', `--fsModuleCachePath=${join(folder, '.vitest-cache')}`];
  const vitest = [tool('vitest/vitest.mjs'), 'run', ...cache, '--reporter=json', `--outputFile.json=${report}`, ...options, ...tests];
  const [command, args] = arePure(tests) ? [projectNode, vitest] : inKeyring(projectNode, vitest);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: folder, env: environment(), stdio: 'ignore', detached: true });
    running.add(child);
    let hangs = false;
    const timer = setTimeout(() => {
      hangs = true;
      endGroup(child);
    }, limit * 1000);
    child.once('error', reject);
    child.once('exit', () => {
      clearTimeout(timer);
      running.delete(child);
      endGroup(child); // what a test left behind
      if (hangs) resolve(null);
      else if (existsSync(report)) resolve(JSON.parse(readFileSync(report, 'utf8')));
      else reject(new Error(`vitest ended without a report for ${tests.join(', ')}`));
    });
  });
}

/** The first test that failed in each file, as `file: name`; empty when all passed. */
function failuresIn({ success, testResults }, folder) {
  if (success) return [];
  const failed = testResults.filter(({ status }) => status === 'failed');
  const nameOf = ({ assertionResults }) => assertionResults.find(({ status }) => status === 'failed')?.fullName ?? 'does not load';
  return failed.length === 0
    ? ['an error outside of any test']
    : failed.map((file) => `${file.name.replace(`${folder}/`, '')}: ${nameOf(file)}`);
}

/** @returns seconds that each test file takes without any mutant */
async function withoutMutants(folder, tests, jobs) {
  const report = await runTests(folder, tests, 3600, [`--maxWorkers=${jobs}`]);
  if (report === null) throw new Error('the tests hang without any mutant');
  const failed = failuresIn(report, folder);
  if (failed.length > 0) throw new Error(`these tests fail without any mutant:\n${failed.join('\n')}`);
  return new Map(report.testResults.map((file) => [file.name.replace(`${folder}/`, ''), (file.endTime - file.startTime) / 1000]));
}

/**
 * Pure tests start no programs: the file keeps its time, so that these are not bundled again. For the other tests they are, with
 * the mutant, and once more without it.
 */
function write(path, content, keepTime) {
  const { atime, mtime } = statSync(path);
  writeFileSync(path, content);
  if (keepTime) utimesSync(path, atime, mtime);
}

async function outcomeOf(mutant, folder, times) {
  const path = join(folder, mutant.file);
  const source = readFileSync(path, 'utf8');
  const isPure = arePure(mutant.tests);
  const usual = mutant.tests.reduce((sum, test) => sum + (times.get(test) ?? 0), 0);
  write(path, mutated(source, mutant), isPure);
  try {
    const report = await runTests(folder, mutant.tests, Math.max(leastLimit, 10 * usual), ['--bail=1', '--maxWorkers=1']);
    if (report === null) return { outcome: 'timed out', by: null };
    const [by = null] = failuresIn(report, folder);
    return { outcome: by === null ? 'survived' : 'caught', by };
  } finally {
    write(path, source, isPure);
  }
}

/** Each copy takes the next mutant when it has finished one. */
async function runAll(mutants, times) {
  const results = [];
  const left = mutants.toSorted((a, b) => Number(arePure(b.tests)) - Number(arePure(a.tests)));
  const work = async ({ folder }) => {
    for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) {
      const begun = Date.now();
      const result = { mutant, ...(await outcomeOf(mutant, folder, times)) };
      results.push(result);
      const seconds = ((Date.now() - begun) / 1000).toFixed(1);
      console.log(`[${results.length}/${mutants.length}] ${result.outcome}, ${seconds} s: ${mutant.name} (${mutant.file})`);
      if (result.by !== null) console.log(`    ${result.by}`);
    }
  };
  await Promise.all(copies.map(work));
  return results;
}

function printTable(results) {
  const area = ({ mutant: { file } }) => file.split('/').slice(0, 2).join('/');
  const groups = [...Map.groupBy(results, area), ['all', results]];
  const row = (cells) => console.log(cells.map((cell, at) => (at === 0 ? String(cell).padEnd(24) : String(cell).padStart(10))).join(''));
  row(['', 'mutants', 'caught', 'timed out', 'survived']);
  for (const [name, group] of groups) {
    const count = (wanted) => group.filter(({ outcome }) => outcome === wanted).length;
    row([name, group.length, count('caught'), count('timed out'), count('survived')]);
  }
}

/** @returns whether every mutant came out as the list says */
function judge(results) {
  const survived = results.filter(({ outcome }) => outcome === 'survived');
  for (const { mutant } of survived) console.log(`survived: ${mutant.name} (${mutant.file}): ${mutant.survives ?? 'NO REASON IS STATED'}`);
  const mended = results.filter(({ outcome, mutant }) => outcome !== 'survived' && mutant.survives !== undefined);
  for (const { mutant } of mended) console.log(`caught, though the list says why it survives: ${mutant.name} (${mutant.file})`);
  return mended.length === 0 && survived.every(({ mutant }) => mutant.survives !== undefined);
}

async function main({ only = [], file = [], jobs }) {
  const { mutants } = await import(join(root, list));
  const chosen = mutants.filter(
    (mutant) => (only.length === 0 || only.some((part) => mutant.name.includes(part))) && (file.length === 0 || file.includes(mutant.file)),
  );
  const faults = chosen.flatMap((mutant) => faultsOf(mutant, root));
  for (const fault of faults) console.error(fault);
  if (chosen.length === 0) console.error('no mutant is meant');
  if (chosen.length === 0 || faults.length > 0) return false;

  for (let n = 0; n < Math.min(jobs, chosen.length); n += 1) copies.push(copyOf(root));
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
  console.log(`${chosen.length} mutants; first their ${tests.length} test files without any mutant`);
  const begun = Date.now();
  const results = await runAll(chosen, await withoutMutants(copies[0].folder, tests, jobs));
  printTable(results);
  console.log(`in ${Math.round((Date.now() - begun) / 1000)} s`);
  return judge(results);
}

const options = {
  only: { type: 'string', multiple: true },
  file: { type: 'string', multiple: true },
  jobs: { type: 'string', default: '2' },
};
const { values } = readOptions(options);
if (!/^[1-9]\d?$/.test(values.jobs)) {
  console.error(`not a number of jobs: ${values.jobs}`);
  process.exitCode = 2;
} else if (!onProjectNode()) {
  await runAgain('mutants.mjs');
} else {
  process.on('exit', clearAway);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
  onceNpmIsGone(() => process.exit(1));
  try {
    process.exitCode = (await main({ ...values, jobs: Number(values.jobs) })) ? 0 : 1;
  } catch (thrown) {
    console.error(thrown instanceof Error ? thrown.message : String(thrown));
    process.exitCode = 1;
  }
}
