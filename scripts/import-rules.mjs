/** Runs the import rules (.dependency-cruiser.cjs) and prints the imports that break them. Ignore its warning that it cannot use TypeScript 7: it parses with swc. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectNode, root, tools } from './lib/project.mjs';

const folders = ['main', 'preload', 'renderer', 'shared', 'practice', 'hub', 'test'].filter((folder) => existsSync(folder));
const configuration = join(root, '.dependency-cruiser.cjs');
const args = [tools.depcruise, '--config', configuration, '--output-type', 'json', ...folders];
const { stdout, stderr } = spawnSync(projectNode, args, { encoding: 'utf8', maxBuffer: 1 << 28 });

let report;
try {
  report = JSON.parse(stdout);
} catch {
  console.error(stderr);
  process.exit(1);
}
const count = (extension) => report.modules.filter(({ source }) => source.endsWith(extension)).length;
for (const { rule, from, to, cycle } of report.summary.violations) {
  console.log(`${rule.name}: ${from} → ${cycle ? cycle.map(({ name }) => name).join(' → ') : to}`);
}
console.log(`Import rules: ${report.summary.violations.length} broken; ${count('.ts')} .ts and ${count('.tsx')} .tsx files read`);
// Also fails when no import was found: the parser does not understand this TypeScript.
process.exitCode = report.summary.violations.length > 0 || report.summary.totalDependenciesCruised === 0 ? 1 : 0;
