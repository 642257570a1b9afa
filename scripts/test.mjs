/** `npm test`: sets up, checks, builds, and runs every test. The last line says how many passed and failed. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePackages } from './lib/packages.mjs';
import { environment, projectNode, root, run, runNode, tools } from './lib/project.mjs';
import { inKeyring, withDisplay } from './lib/surroundings.mjs';
import { ensureSystem } from './lib/system.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'station-test-'));
const total = { passed: 0, failed: 0, skipped: 0 };
const fail = (what) => {
  console.error(`failed: ${what}`);
  total.failed += 1;
};

const env = environment({
  XDG_DATA_HOME: join(scratch, 'data'),
  XDG_RUNTIME_DIR: scratch,
  PLAYWRIGHT_JSON_OUTPUT_FILE: join(scratch, 'e2e.json'),
});

/** Runs a test runner and adds what its report counts; a runner that died without one is a failure by itself. */
async function runTests(name, [command, args], report, count) {
  console.log(`\n— ${name}`);
  const code = await run(command, args, { env });
  const counted = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 0, skipped: 0 };
  for (const key of Object.keys(total)) total[key] += counted[key];
  if (code !== 0 && counted.failed === 0) fail(`${name} ended with code ${code}`);
}

function countVitest(report) {
  const files = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  for (const file of files) console.error(`failed to load: ${file.name}`);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + files.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function countPlaywright(report) {
  const tests = (suite) => [...(suite.specs ?? []).flatMap((spec) => spec.tests), ...(suite.suites ?? []).flatMap(tests)];
  const runtimes = report.suites.flatMap(tests).flatMap((test) => test.annotations.filter(({ type }) => type === 'runtime'));
  console.log(`End-to-end tests ran on: ${[...new Set(runtimes.map(({ description }) => description))].join(', ') || 'nothing'}`);
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped };
}

try {
  await ensurePackages();
  await ensureSystem('test');
  if ((await runNode([join(root, 'scripts/check.mjs')])) !== 0) fail('npm run check');

  const vitest = [tools.vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${join(scratch, 'vitest.json')}`];
  const playwright = [tools.playwright, 'test', '--reporter=list,json'];
  if ((await runNode([join(root, 'scripts/build.mjs')])) === 0) {
    await runTests('unit and integration tests', inKeyring(projectNode, vitest), join(scratch, 'vitest.json'), countVitest);
    await runTests('end-to-end tests', inKeyring(...withDisplay(projectNode, playwright)), join(scratch, 'e2e.json'), countPlaywright);
  } else {
    fail('npm run build');
  }
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}

if (total.skipped > 0) console.log(`${total.skipped} skipped`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
console.log(`${total.passed} passed, ${total.failed} failed`);
