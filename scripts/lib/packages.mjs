/** Installs the npm packages when they are missing or older than the lock file. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, projectNode, root, run, runNode, tool } from './project.mjs';

const stamp = tool('.cache/signing-station-lock');

export async function ensurePackages() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : null;
  if (installed === lock && existsSync(projectNode)) return;
  const onMac = process.platform === 'darwin';
  if (onMac && Number(process.versions.node.split('.')[0]) < 24)
    throw new Error('The registry has no Node for macOS: install Node 24, and run this with it.');
  console.error('Installing packages (npm ci)…');
  // The Electron binary is fetched on first run, where the network allows it (scripts/start.mjs).
  const env = environment({ ELECTRON_SKIP_BINARY_DOWNLOAD: '1' });
  // On macOS the script of the package `node` would fail; no other one is needed, as native parts come built.
  const code = await run(
    process.platform === 'win32' ? 'npm.cmd' : 'npm',
    ['ci', '--no-audit', '--no-fund', ...(onMac ? ['--ignore-scripts'] : [])],
    {
      env,
      shell: process.platform === 'win32',
      stdio: ['ignore', 2, 2],
    },
  );
  if (code !== 0) throw new Error(`npm ci ended with code ${code}`);
  if (!existsSync(projectNode)) throw new Error('The package "node" brought no binary: run "npm ci" with install scripts allowed for it.');
  mkdirSync(tool('.cache'), { recursive: true });
  writeFileSync(stamp, lock);
}

/** Installs the packages, and runs a script of `scripts` again with the project's Node and the same arguments. */
export async function runAgain(script, options) {
  await ensurePackages();
  process.exitCode = await runNode([join(root, 'scripts', script), ...process.argv.slice(2)], options);
}
