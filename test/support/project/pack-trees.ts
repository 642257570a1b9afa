/**
 * Packs the application for each system into the folder that the first argument names, with a stand-in for Electron's distribution.
 * Runs in a process of its own, since electron-builder replaces the crypto engine of `pkijs` for the whole process.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Arch, build, Platform } from 'electron-builder';
import afterPack from '../../../scripts/after-pack.mjs';
import { ownTarget } from '../../../scripts/lib/node-binary.mjs';
import { electronStandIn } from './electron-stand-in.ts';

const root = join(import.meta.dirname, '../../..');
const ofBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
const [output = ''] = process.argv.slice(2);

for (const platform of ['linux', 'win32', 'darwin'] as const) await electronStandIn(join(output, `electron-${platform}`), platform);
// A text file replaces Node in every tree except this machine's.
const node = join(output, 'node');
await writeFile(node, 'Node of the target');
await build({
  projectDir: root,
  publish: 'never',
  targets: new Map([
    [Platform.LINUX, new Map([[Arch.x64, ['dir']]])],
    [
      Platform.WINDOWS,
      new Map([
        [Arch.x64, ['dir']],
        [Arch.arm64, ['dir']],
      ]),
    ],
    [Platform.MAC, new Map([[Arch.arm64, ['dir']]])],
  ]),
  config: {
    ...ofBuilder('js-yaml').load(await readFile(join(root, 'electron-builder.yml'), 'utf8')),
    directories: { output: join(output, 'trees') },
    electronDist: ({ platformName }: { platformName: string }) => join(output, `electron-${platformName}`),
    afterPack: (context: Parameters<typeof afterPack>[0]) =>
      afterPack(context, (target) => (target === ownTarget ? process.execPath : node)),
    mac: { identity: null },
  },
});
