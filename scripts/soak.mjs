/**
 * `npm run test:soak -- [--rounds N] [--seed S] [--only TEXT]…`: what a release runs: kills by the hundred, lists of
 * 100,000 rows, property tests a hundred times as long, the tests that `npm test` leaves out, then the mutants. `--only`: files with
 * TEXT in their path.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions } from './lib/options.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { runGroup, runPhases, stoppedWith, stopTogether } from './lib/phases.mjs';
import { environment, projectNode, root, tools } from './lib/project.mjs';
import { inKeyring, withDisplay } from './lib/surroundings.mjs';
import { ensureSystem } from './lib/system.mjs';

const options = { rounds: { type: 'string', default: '200' }, seed: { type: 'string' }, only: { type: 'string', multiple: true } };
const { values } = readOptions(options);
const seed = values.seed ?? String(1 + Math.floor(Math.random() * 999_999_999));
const wrong = [values.rounds, seed].find((value) => !/^[1-9]\d{0,8}$/.test(value));

const files = readdirSync(join(root, 'test'), { recursive: true })
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
  .filter((path) => values.only?.some((text) => path.includes(text)) ?? true);

/** Those with longer loops take their sizes from test/support/runner/soak.ts; with `--only` also any other `*.test.ts`. */
const tests = files.filter(
  (path) =>
    path.endsWith('.soak.test.ts') ||
    (path.endsWith('.test.ts') && (values.only || readFileSync(join(root, path), 'utf8').includes("/support/runner/soak.ts'"))),
);
const specs = files.filter((path) => path.endsWith('.soak.spec.ts'));

if (wrong !== undefined) {
  console.error(`not a whole number from 1: ${wrong}`);
  process.exitCode = 2;
} else if (tests.length + specs.length === 0) {
  console.error(`no test of the soak has this in its path: ${values.only?.join(', ')}`);
  process.exitCode = 2;
} else {
  stopTogether();
  console.log(`rounds ${values.rounds}, seed ${seed}`);
  const env = environment({ SOAK_ROUNDS: values.rounds, SOAK_SEED: seed });
  const failed = [];
  const step = async (name, command) => (await runGroup(command, { env })) !== 0 && failed.push(name);
  const reporter = '--reporter=./test/support/runner/progress-reporter.ts';
  const phase = (name, command) => [name, () => step(name, command())];
  const phases = [
    [
      'set-up',
      async () => {
        await ensurePackages();
        await ensureSystem('soak');
      },
    ],
    ...(tests.length > 0 ? [phase('long loops', () => inKeyring(projectNode, [tools.vitest, 'run', reporter, ...tests]))] : []),
    ...(specs.length > 0
      ? [
          phase('build', () => [projectNode, ['scripts/build.mjs']]),
          phase('screens', () => inKeyring(...withDisplay(projectNode, [tools.playwright, 'test', '--reporter=list', ...specs]))),
        ]
      : []),
    ...(values.only ? [] : [phase('mutants', () => [projectNode, ['scripts/mutants.mjs']])]),
  ];
  const seconds = await runPhases(phases);
  for (const [name, time] of seconds) console.log(`${time.toFixed(1).padStart(9)} s  ${name}`);
  console.log(failed.length === 0 ? 'soak: all good' : `soak: failed: ${failed.join(', ')} (seed ${seed})`);
  process.exitCode = stoppedWith() ?? (failed.length === 0 ? 0 : 1);
}
