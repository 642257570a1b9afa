/**
 * What electron-builder packs for each system, with a stand-in for Electron's distribution, and that the Linux tree opens on the Electron host.
 * Part of the soak: packing takes a minute of a processor.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { version } from '../../scripts/lib/command-line.mjs';
import { ownTarget } from '../../scripts/lib/node-binary.mjs';
import { launchHost } from '../e2e/launch-host.ts';
import { startBrowser } from '../e2e/worker-browser.ts';
import { closing } from '../support/closing.ts';
import { plainPdf } from '../support/pdf/pdfs.ts';
import { binaryKind } from '../support/project/binary-kind.ts';
import { filesBelow, strayFiles } from '../support/project/packed-files.ts';
import { inSoak } from '../support/runner/soak.ts';
import { tempDir } from '../support/temp-dir.ts';
import { longWait } from '../support/waiting.ts';

const root = join(import.meta.dirname, '../..');
const ofBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
const asar: { extractAll(archive: string, folder: string): void } = ofBuilder('@electron/asar');
const trees = [
  { name: 'linux-unpacked', resources: 'resources', native: 'linux-x64', commandLine: 'linux-x64', electron: 'signing-station' },
  { name: 'win-unpacked', resources: 'resources', native: 'win32-x64', commandLine: 'win32-x64', electron: 'Signing Station.exe' },
  { name: 'win-arm64-unpacked', resources: 'resources', native: 'win32-arm64', commandLine: 'win32-x64', electron: 'Signing Station.exe' },
  {
    name: 'mac-arm64',
    resources: 'Signing Station.app/Contents/Resources',
    native: 'darwin-arm64',
    commandLine: 'darwin-arm64',
    electron: 'Signing Station.app',
  },
];
let output = '';

beforeAll(async () => {
  if (!inSoak) return;
  if (!existsSync(join(root, 'dist/main.js'))) await promisify(execFile)(process.execPath, [join(root, 'scripts/build.mjs')]);
  output = await mkdtemp(join(tmpdir(), 'station-packed-'));
  await promisify(execFile)(process.execPath, [join(root, 'test/support/project/pack-trees.ts'), output], { maxBuffer: 1 << 26 });
});
afterAll(() => rm(output || join(tmpdir(), 'station-packed-none'), { recursive: true, force: true }));

test.runIf(inSoak).each(trees)(
  '$name has the bundle, its own native files and its fuses, and nothing that has no place there',
  async (tree) => {
    const folder = join(output, 'trees', tree.name);
    const resources = join(folder, tree.resources);
    const application = await tempDir();
    asar.extractAll(join(resources, 'app.asar'), application);
    const files = await filesBelow(application);
    expect(files.filter((name) => !/^(dist\/|package\.json$|node_modules\/(keytar|better-sqlite3-multiple-ciphers)\/)/.test(name))).toEqual(
      [],
    );
    expect(files).toEqual(expect.arrayContaining(['dist/main.js', 'dist/preload.cjs', 'dist/renderer/index.es.html']));
    expect(files.filter((name) => name.endsWith('.node'))).toEqual([
      `node_modules/better-sqlite3-multiple-ciphers/prebuilds/${tree.native}.node`,
      `node_modules/keytar/prebuilds/${tree.native}/keytar.node`,
    ]);
    expect(await strayFiles(application, files)).toEqual([]);
    // Only native files are unpacked.
    const unpacked = await filesBelow(join(resources, 'app.asar.unpacked'));
    expect(unpacked).toEqual(files.filter((name) => name.endsWith('.node')));
    for (const name of unpacked)
      expect([tree.native, 'darwin-universal']).toContain(await binaryKind(join(resources, 'app.asar.unpacked', name)));
    const commandLine = await filesBelow(join(resources, 'command-line'));
    expect(commandLine).toContain(tree.native.startsWith('win32') ? 'station.cmd' : 'station');
    expect(commandLine.filter((name) => name.endsWith('keytar.node'))).toEqual([
      `app/node_modules/keytar/prebuilds/${tree.commandLine}/keytar.node`,
    ]);
    expect(
      await strayFiles(
        folder,
        (await filesBelow(folder)).filter((name) => !name.endsWith('.asar')),
      ),
    ).toEqual([]);
    const { components } = JSON.parse(await readFile(join(resources, 'sbom.cdx.json'), 'utf8')) as { components: { name: string }[] };
    expect(components.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['electron', 'react', '@fontsource-variable/inter', 'pdfjs-dist']),
    );
    expect(await readFile(join(resources, 'third-party-notices.txt'), 'utf8')).toContain('SIL OPEN FONT LICENSE');
    const { dependencies, devDependencies, scripts } = JSON.parse(await readFile(join(application, 'package.json'), 'utf8'));
    expect([Object.keys(dependencies).sort(), devDependencies, scripts]).toEqual([
      ['better-sqlite3-multiple-ciphers', 'keytar'],
      undefined,
      undefined,
    ]);
    if (tree.native.startsWith('darwin')) {
      const properties = await readFile(join(resources, '../Info.plist'), 'utf8');
      expect(properties.replace(/\s+/g, '')).toMatch(
        /<key>CFBundleTypeRole<\/key><string>Viewer<\/string><key>LSHandlerRank<\/key><string>Alternate</,
      );
    }
    const wire = await getCurrentFuseWire(join(folder, tree.electron));
    expect([wire[FuseV1Options.RunAsNode], wire[FuseV1Options.OnlyLoadAppFromAsar]]).toEqual([FuseState.DISABLE, FuseState.ENABLE]);
  },
);

test.runIf(inSoak)(
  'the Linux tree opens its window on the Electron host as a packaged application, with a document of its arguments',
  async () => {
    const resources = join(output, 'trees/linux-unpacked/resources');
    if (ownTarget === 'linux-x64') {
      const { stdout } = await promisify(execFile)(join(resources, 'command-line/station'), ['--version']);
      expect(stdout.trim()).toBe(version);
    }
    asar.extractAll(join(resources, 'app.asar'), join(resources, 'app'));
    const folder = await tempDir();
    const contract = join(folder, 'contract.pdf');
    await writeFile(contract, await plainPdf());
    const dataDir = join(folder, 'data');
    await mkdir(dataDir);
    const browser = closing(await startBrowser(false));
    const options = {
      dataDir,
      language: 'en',
      theme: 'light',
      viewport: { width: 1280, height: 800 },
      deviceScaleFactor: 1,
      args: [contract],
    } as const;
    const running = await launchHost({ ...options, env: { LC_ALL: 'C.UTF-8' } }, browser, join(resources, 'app'));
    // In a checkout the first path would be the application's folder.
    await running.page.getByRole('row', { name: 'contract.pdf' }).waitFor({ timeout: longWait.timeout });
    await running.quit();
  },
);
