/** Installs the npm packages when they are missing or other than in the lock file. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectNode, root, run, runNode, tool } from './project.mjs';

/** Digest of the lock file, npm's list and the times of folders that agreed last: comparing them all takes several times as long. */
const agreed = tool('.cache/signing-station-packages');

/** By the list that npm writes when it has installed, and by the folders that it names: one may have been removed since. */
function areInstalled() {
  const list = tool('.package-lock.json');
  if (!existsSync(list)) return false;
  const [lock, installed] = [join(root, 'package-lock.json'), list].map((file) => readFileSync(file));
  const digest = () => createHash('sha256').update(lock).update(installed).update(timesOfFolders()).digest('hex');
  if (existsSync(agreed) && readFileSync(agreed, 'utf8') === digest()) return true;
  const packages = packagesOf(installed);
  if (!agree(JSON.parse(lock).packages, packages)) return false;
  if (!Object.keys(packages).every((path) => existsSync(join(root, path)))) return false;
  try {
    mkdirSync(tool('.cache'), { recursive: true });
    writeFileSync(agreed, digest());
  } catch {
    // Another user's checkout, or a full disk: the next run compares again.
  }
  return true;
}

/** They change when a package is added or removed; one below another package is not looked for. */
function timesOfFolders() {
  const scopes = readdirSync(tool('.')).filter((name) => name.startsWith('@'));
  return ['.', ...scopes].map((name) => statSync(tool(name)).mtimeMs).join();
}

/** Nothing when npm was stopped while it wrote the list. */
function packagesOf(list) {
  try {
    return JSON.parse(list).packages;
  } catch {
    return {};
  }
}

/** Optional packages may be of another system. */
const agree = ({ '': _, ...locked }, installed) =>
  Object.entries(locked).every(([path, { version, optional }]) => (path in installed ? installed[path].version === version : optional));

/** The sources use functions of Node that its version 24 got in 24.16. @param {string} version as `process.versions.node` has it */
export function runsSources(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 16);
}

export async function ensurePackages() {
  const installed = areInstalled();
  if (installed && existsSync(projectNode)) return;
  const onMac = process.platform === 'darwin';
  if (onMac && !runsSources(process.versions.node))
    end('The registry has no Node for macOS: install Node 24.16 or later, and run this with it.');
  if (!installed) {
    console.error('Installing packages (npm ci)…');
    await npm('ci', '--no-audit', '--no-fund', '--loglevel=error');
  }
  // `.npmrc` runs no install scripts, since native parts come built. The one that is needed fetches Node's binary.
  if (!onMac) await npm('rebuild', 'node', '--ignore-scripts=false', '--loglevel=error');
  if (!existsSync(projectNode)) end('The package "node" brought no binary: run "npm rebuild node --ignore-scripts=false".');
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
