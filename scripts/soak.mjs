/**
 * `npm run test:soak -- [--rounds N] [--seed S] [--only TEXT]…`: the long loops, as a release runs them: kills by the
 * hundred, lists of 100,000 rows, property tests a hundred times as long, abuse, then the mutants. `--only` names files.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePackages } from './lib/packages.mjs';
import { runGroup, runPhases, stoppedWith, stopTogether } from './lib/phases.mjs';
import { environment, projectNode, root, tools } from './lib/project.mjs';
import { inKeyring } from './lib/surroundings.mjs';
import { ensureSystem } from './lib/system.mjs';

const options = { rounds: { type: 'string', default: '200' }, seed: { type: 'string' }, only: { type: 'string', multiple: true } };
const { values } = parseArgs({ options });
const seed = values.seed ?? String(1 + Math.floor(Math.random() * 999_999_999));
const wrong = [values.rounds, seed].find((value) => !/^[1-9]\d{0,8}$/.test(value));

/** Test files with longer loops in the soak: they take their sizes from test/support/soak.ts. */
const loops = readdirSync(join(root, 'test'), { recursive: true })
  .filter((name) => name.endsWith('.test.ts') && readFileSync(join(root, 'test', name), 'utf8').includes("/support/soak.ts'"))
  .map((name) => `test/${name.replaceAll('\\', '/')}`);

if (wrong !== undefined) {
  console.error(`not a whole number from 1: ${wrong}`);
  process.exitCode = 2;
} else {
  stopTogether();
  console.log(`rounds ${values.rounds}, seed ${seed}`);
  const env = environment({ SOAK_ROUNDS: values.rounds, SOAK_SEED: seed });
  const failed = [];
  const step = async (name, command) => (await runGroup(command, { env })) !== 0 && failed.push(name);
  const reporter = '--reporter=./test/support/progress-reporter.ts';
  const phases = [
    [
      'set-up',
      async () => {
        await ensurePackages();
        await ensureSystem('soak');
      },
    ],
    ['long loops', () => step('long loops', inKeyring(projectNode, [tools.vitest, 'run', reporter, ...(values.only ?? loops)]))],
    ...(values.only ? [] : [['mutants', () => step('mutants', [projectNode, ['scripts/mutants.mjs']])]]),
  ];
  const seconds = await runPhases(phases);
  for (const [name, time] of seconds) console.log(`${time.toFixed(1).padStart(9)} s  ${name}`);
  console.log(failed.length === 0 ? 'soak: all good' : `soak: failed: ${failed.join(', ')} (seed ${seed})`);
  process.exitCode = stoppedWith() ?? (failed.length === 0 ? 0 : 1);
}
