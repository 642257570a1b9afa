/** Installs the npm packages when they are missing or older than the lock file. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectNode, root, run, runNode, tool } from './project.mjs';

const stamp = tool('.cache/signing-station-lock');

export async function ensurePackages() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : null;
  if (installed === lock && existsSync(projectNode)) return;
  const onMac = process.platform === 'darwin';
  if (onMac && Number(process.versions.node.split('.')[0]) < 24)
    end('The registry has no Node for macOS: install Node 24, and run this with it.');
  console.error('Installing packages (npm ci)…');
  await npm('ci', '--no-audit', '--no-fund', '--loglevel=error');
  // `.npmrc` runs no install scripts, since native parts come built. The one that is needed fetches Node's binary.
  if (!onMac) await npm('rebuild', 'node', '--ignore-scripts=false', '--loglevel=error');
  if (!existsSync(projectNode)) end('The package "node" brought no binary: run "npm rebuild node --ignore-scripts=false".');
  mkdirSync(tool('.cache'), { recursive: true });
  writeFileSync(stamp, lock);
}

async function npm(...args) {
  const onWindows = process.platform === 'win32';
  const code = await run(onWindows ? 'npm.cmd' : 'npm', args, { shell: onWindows, stdio: ['ignore', 2, 2] });
  if (code !== 0) end(`npm ${args[0]} ended with code ${code}: mend what it says above, and run this again.`);
}

function end(message) {
  console.error(message);
  process.exit(1);
}

/** Installs the packages, and runs a script of `scripts` again with the project's Node and the same arguments. */
export async function runAgain(script, options) {
  await ensurePackages();
  process.exitCode = await runNode([join(root, 'scripts', script), ...process.argv.slice(2)], options);
}
