/**
 * The command line as a program of its own: launcher, Node, bundle and native files of one target. A folder of it goes into archives
 * (`scripts/archive.mjs`) and next to the application in its installer
 * (`scripts/after-pack.mjs`).
 */
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { addPlatform, noticeFiles } from './notices.mjs';
import { root, tool } from './project.mjs';

/** `arch` as Debian calls it is only there for what Debian runs on. */
export const targets = {
  'linux-x64': { platform: 'linux', arch: 'x64', debian: 'amd64' },
  'linux-arm64': { platform: 'linux', arch: 'arm64', debian: 'arm64' },
  'win-x64': { platform: 'win32', arch: 'x64' },
  'darwin-x64': { platform: 'darwin', arch: 'x64' },
  'darwin-arm64': { platform: 'darwin', arch: 'arm64' },
};

export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** What the two native packages load at run time on a target, and their licences. */
const nativeFiles = ({ platform, arch }) => ({
  keytar: ['package.json', 'LICENSE.md', 'lib', `prebuilds/${platform}-${arch}/keytar.node`],
  'better-sqlite3-multiple-ciphers': ['package.json', 'LICENSE', 'lib', `prebuilds/${platform}-${arch}.node`],
});

/**
 * Writes the program into `folder`, which it replaces.
 * @param {{ target: string, folder: string, bundle: string, node: string, nodeVersion: string, licence: string }} parts the bundle of `cliBundle`, Node of the target, and its licence
 */
export function writeCommandLine({ target, folder, bundle, node, nodeVersion, licence }) {
  const { platform } = targets[target];
  const onWindows = platform === 'win32';
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'licences'), { recursive: true });
  const copy = (from, to) => cpSync(from, join(folder, to), { recursive: true });
  copy(join(root, 'build/command-line', onWindows ? 'windows' : 'linux'), '.');
  copy(node, onWindows ? 'node.exe' : 'node');
  copy(licence, 'licences/node.txt');
  // V8's compiled code belongs to the checkout that runs the same bundle.
  for (const name of readdirSync(bundle).filter((name) => name !== 'compile-cache')) copy(join(bundle, name), join('app', name));
  for (const name of Object.values(noticeFiles)) renameSync(join(folder, 'app', name), join(folder, 'licences', name));
  addPlatform(join(folder, 'licences', noticeFiles.components), { name: 'node', version: nodeVersion, licence: 'MIT' });
  copy(join(root, 'package.json'), 'app/package.json');
  for (const [name, files] of Object.entries(nativeFiles(targets[target]))) {
    for (const file of files) copy(tool(`${name}/${file}`), `app/node_modules/${name}/${file}`);
  }
  if (platform === 'darwin') rmSync(join(folder, 'service'), { recursive: true });
  setModes(folder, ['station', 'node']);
}

/** Everyone may read, no one else may write, and the programs can be run: whatever the umask and the checkout have. */
export function setModes(folder, programs) {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    chmodSync(path, entry.isDirectory() || programs.includes(relative(folder, path)) ? 0o755 : 0o644);
  }
}
