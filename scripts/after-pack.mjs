/**
 * Completes a packed application before it is signed (`afterPack` of electron-builder.yml): checks what is in `app.asar`, adds the notices,
 * puts the command line with its own Node into `resources/command-line`, where Electron neither reads its arguments nor hides its exit code,
 * and sets the fuses of Electron.
 */
import { cpSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import setFuses from './fuses.mjs';
import { cliBundle } from './lib/cli-bundle.mjs';
import { writeCommandLine } from './lib/command-line.mjs';
import { nodeBinary, nodeLicence, nodeVersion } from './lib/node-binary.mjs';
import { addPlatform, noticeFiles } from './lib/notices.mjs';
import { root, tool } from './lib/project.mjs';

/** The numbers of electron-builder's `Arch`. Windows on ARM runs programs for x64, and the registry has no Node 24 for it. */
const targetOf = {
  'linux-1': 'linux-x64',
  'linux-3': 'linux-arm64',
  'win32-1': 'win-x64',
  'win32-3': 'win-x64',
  'darwin-1': 'darwin-x64',
  'darwin-3': 'darwin-arm64',
};

/** The bundle, and of the two native packages what they load. */
const packed =
  /^\/(dist|package\.json|node_modules|node_modules\/(keytar|better-sqlite3-multiple-ciphers)(\/(lib|prebuilds|package\.json|LICENSE).*)?|dist\/.*)$/;

/** @throws when `app.asar` has anything but the bundle */
function checkArchive(file) {
  const asar = createRequire(tool('electron-builder/package.json'))('@electron/asar');
  const stray = asar
    .listPackage(file)
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !packed.test(path) || /\.(map|ts)$/.test(path));
  if (stray.length > 0) throw new Error(`app.asar has what is not of the bundle: ${stray.slice(0, 5).join(', ')}`);
}

/** @param {{ appOutDir: string, electronPlatformName: string, arch: number, packager: { getResourcesDir(folder: string): string } }} context electron-builder's */
export default async function afterPack(context, findNode = nodeBinary) {
  const resources = context.packager.getResourcesDir(context.appOutDir);
  checkArchive(join(resources, 'app.asar'));
  for (const name of Object.values(noticeFiles)) cpSync(join(root, 'dist', name), join(resources, name));
  const { version } = JSON.parse(readFileSync(tool('electron/package.json'), 'utf8'));
  addPlatform(join(resources, noticeFiles.components), { name: 'electron', version, licence: 'MIT' });
  const target = targetOf[`${context.electronPlatformName}-${context.arch}`];
  writeCommandLine({
    target,
    folder: join(resources, 'command-line'),
    bundle: await cliBundle(),
    node: findNode(target),
    nodeVersion: nodeVersion(target),
    licence: nodeLicence(),
  });
  // Last: on macOS it signs ad hoc, and a file that is added to signed resources makes the application "damaged" for Gatekeeper.
  await setFuses(context);
}
