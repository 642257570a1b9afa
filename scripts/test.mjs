/**
 * `npm test`: sets up, checks, builds, and runs every test once, but for those of the soak (`*.soak.test.ts`, `*.soak.spec.ts`).
 * The last line says how many passed and failed.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { readOptions } from './lib/options.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { runGroup, runPhases, stoppedWith, stopTogether } from './lib/phases.mjs';
import { environment, projectNode, root, tools } from './lib/project.mjs';
import { inKeyring, quickFolder, withDisplay } from './lib/surroundings.mjs';
import { ensureSystem } from './lib/system.mjs';

readOptions();
const scratch = mkdtempSync(join(quickFolder(), 'station-test-'));
const total = { passed: 0, failed: 0, skipped: 0 };
/** Seconds of each test file, of both runners. */
const files = new Map();
/** What failed, a line each, for the end of a long output. */
const failures = [];
const fail = (what) => {
  failures.push(what);
  total.failed += 1;
};
const noteFailure = (file, title, message) => failures.push(`${file} › ${title}: ${stripVTControlCharacters(message).split('\n')[0]}`);

const env = environment({
  XDG_DATA_HOME: join(scratch, 'data'),
  XDG_RUNTIME_DIR: scratch,
  TMPDIR: scratch,
  PLAYWRIGHT_JSON_OUTPUT_FILE: join(scratch, 'e2e.json'),
});

const script = (name) => runGroup([projectNode, [join(root, 'scripts', name)]]);

/** The compile cache of Playwright's processes, which each load most of the specs and of the product. */
const compiled = {
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node-compile'),
  PLAYWRIGHT_TRANSFORM_CACHE_DIR: join(root, 'node_modules/.cache/playwright-transform'),
};

/** Runs a test runner and adds what its report counts; a runner that died without one counts as a failure. */
async function runTests(name, command, report, count, more = {}) {
  const code = await runGroup(command, { env: { ...env, ...more } });
  if (stoppedWith() !== null) return;
  const counted = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 0, skipped: 0 };
  for (const key of Object.keys(total)) total[key] += counted[key];
  if (code !== 0 && counted.failed === 0) fail(`${name} ended with code ${code}`);
}

function countVitest(report) {
  for (const { name, startTime, endTime, assertionResults } of report.testResults) {
    const file = relative(root, name);
    files.set(file, (endTime - startTime) / 1000);
    for (const { fullName, failureMessages, status } of assertionResults) {
      if (status === 'failed') noteFailure(file, fullName, failureMessages[0] ?? '');
    }
  }
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  for (const { name, message } of unloaded) noteFailure(relative(root, name), 'the file itself', message);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function countPlaywright(report) {
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  const results = (spec) => spec.tests.flatMap((test) => test.results);
  for (const suite of report.suites) {
    const file = join('test/e2e', suite.file);
    files.set(
      file,
      specs(suite)
        .flatMap(results)
        .reduce((sum, { duration }) => sum + duration, 0) / 1000,
    );
    for (const spec of specs(suite).filter(({ ok }) => !ok)) noteFailure(file, spec.title, results(spec)[0]?.error?.message ?? '');
  }
  for (const { message } of report.errors) noteFailure('test/e2e', 'outside of any test', message ?? '');
  const runtimes = report.suites
    .flatMap(specs)
    .flatMap((spec) => spec.tests)
    .flatMap((test) => test.annotations.filter(({ type }) => type === 'runtime'));
  console.log(`End-to-end tests ran on: ${[...new Set(runtimes.map(({ description }) => description))].join(', ') || 'nothing'}`);
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped };
}

const vitestReport = join(scratch, 'vitest.json');
const reporters = [
  `--reporter=${join(root, 'test/support/runner/progress-reporter.ts')}`,
  '--reporter=json',
  `--outputFile.json=${vitestReport}`,
];
// Looked up when they run: the set-up may install the keyring first.
const vitest = () => inKeyring(projectNode, [tools.vitest, 'run', '--exclude=test/**/*.soak.test.ts', ...reporters]);
// Its workers inherit the sizes of Node's memory: collecting what they load took a twentieth of the time.
const young = ['--min-semi-space-size=32', '--max-semi-space-size=64'];
const playwright = () =>
  inKeyring(...withDisplay(projectNode, [...young, tools.playwright, 'test', '--project=default', '--reporter=list,json']));

const phases = [
  [
    'set-up',
    async () => {
      await ensurePackages();
      await ensureSystem('test');
    },
  ],
  [
    'checks and build',
    async () => {
      const [check, build] = await Promise.all([script('check.mjs'), script('build.mjs')]);
      if (check !== 0) fail('npm run check');
      if (build === 0) return null;
      fail('npm run build');
      return 'end';
    },
  ],
  ['unit and integration tests', () => runTests('vitest', vitest(), vitestReport, countVitest)],
  ['end-to-end tests', () => runTests('playwright', playwright(), join(scratch, 'e2e.json'), countPlaywright, compiled)],
];

stopTogether();
let seconds = [];
try {
  seconds = await runPhases(phases);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}

if (failures.length > 0) console.log('\nFailed:');
for (const failure of failures) console.log(`  ${failure}`);
const slowest = [...files].sort(([, a], [, b]) => b - a).slice(0, 10);
if (slowest.length > 0) console.log('\nSlowest files:');
for (const [file, time] of slowest) console.log(`${time.toFixed(1).padStart(7)} s  ${file}`);
console.log('\nPhases:');
for (const [name, time] of seconds) console.log(`${time.toFixed(1).padStart(7)} s  ${name}`);
if (total.skipped > 0) console.log(`${total.skipped} skipped`);
if (stoppedWith() !== null) {
  console.log('stopped: the counts are of the phases that had ended');
  process.exitCode = stoppedWith();
} else {
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
