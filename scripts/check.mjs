/** Types, lint, format, import rules, names, unused code: all of them, then one verdict. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readOptions } from './lib/options.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { environment, projectNode, root, tools } from './lib/project.mjs';

const steps = [
  // Each checker reads all types for itself: with one, both lanes below are busy, and the run takes half the processor time.
  ['types', [tools.tsc, '-p', '.', '--checkers', '1']],
  ['lint and format', [tools.biome, 'check', '--error-on-warnings', '.']],
  ['import rules', [join(root, 'scripts/import-rules.mjs')]],
  ['names', [join(root, 'scripts/names.mjs')]],
  ['unused code', [tools.knip]],
];

/**
 * Runs a step; what it prints comes in one piece, since steps run side by side. `GOGC`: the compiler, a Go program, collects its garbage
 * less often.
 */
function runStep([name, args]) {
  const child = spawn(projectNode, args, {
    cwd: root,
    env: environment({ FORCE_COLOR: '0', GOGC: '400' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      console.log(`— ${name}: ${code === 0 ? 'good' : 'failed'}`);
      if (code !== 0 || args[0] !== tools.biome) process.stdout.write(Buffer.concat(output));
      resolve(code === 0 ? [] : [name]);
    });
  });
}

readOptions();
await ensurePackages();
const waiting = [...steps];
const failed = [];
/** Two at a time, as most machines that run this have two cores. */
const worker = async () => {
  for (let step = waiting.shift(); step; step = waiting.shift()) failed.push(...(await runStep(step)));
};
await Promise.all([worker(), worker()]);
console.log(failed.length === 0 ? 'check: all good' : `check: failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
