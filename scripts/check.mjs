/** Types, lint, format, import rules, unused code: all of them, then one verdict. */
import { join } from 'node:path';
import { ensurePackages } from './lib/packages.mjs';
import { root, runNode, tools } from './lib/project.mjs';

const steps = [
  ['types', [tools.tsc, '-p', '.']],
  ['lint and format', [tools.biome, 'check', '--error-on-warnings', '.']],
  ['import rules', [join(root, 'scripts/import-rules.mjs')]],
  ['unused code', [tools.knip]],
];

await ensurePackages();
const failed = [];
for (const [name, args] of steps) {
  console.log(`— ${name}`);
  if ((await runNode(args)) !== 0) failed.push(name);
}
console.log(failed.length === 0 ? 'check: all good' : `check: failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
