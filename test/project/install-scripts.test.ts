/** What runs on a machine when the packages are installed: a fresh one has no compiler, and perhaps no way to the sites of other files. */
import { execSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runsSources } from '../../scripts/lib/packages.mjs';
import { temporaryFolder } from '../support/pdf/pdfs.ts';

const root = join(import.meta.dirname, '../..');

it('npm runs no scripts of packages in this checkout', () => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name)));
  expect(execSync('npm config get ignore-scripts', { cwd: root, env, encoding: 'utf8' }).trim()).toBe('true');
});

it('each package with an install script is known to work without it', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const withScript = Object.keys(packages).filter((path) => packages[path].hasInstallScript);
  // The first checks that its binary is there, the second is for installers that we do not make, the third copies what it has, the fourth we run.
  expect(withScript.map((path) => path.replace(/^.*node_modules\//, ''))).toEqual(['@swc/core', 'electron-winstaller', 'keytar', 'node']);
});

it('a Node of macOS, where the registry has none, is new enough for the sources from 24.16 on', () => {
  expect(['20.19.5', '24.0.0', '24.15.9', '24.16.0', '24.21.0', '26.1.0'].map(runsSources)).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
});

/** The machine's own Node, which may be an older one; this one where there is none. */
const machineNode =
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .find((file) => existsSync(file)) ?? process.execPath;

/** A clone in which npm ends with 7. */
async function brokenClone(): Promise<{ clone: string; begin: (script: string) => string }> {
  const { folder: clone, remove } = await temporaryFolder();
  onTestFinished(remove);
  for (const part of ['scripts', 'test/project', 'package.json', 'package-lock.json'])
    cpSync(join(root, part), join(clone, part), { recursive: true });
  writeFileSync(join(clone, 'npm'), '#!/bin/sh\nexit 7\n', { mode: 0o755 });
  const begin = (script: string) =>
    spawnSync(machineNode, [join(clone, `scripts/${script}.mjs`)], { env: { PATH: clone }, encoding: 'utf8' }).stderr;
  return { clone, begin };
}

const installing = 'Installing packages (npm ci)…\nnpm ci ended with code 7: mend what it says above, and run this again.\n';
const scripts = ['archive', 'bench', 'build', 'check', 'dev', 'mutants', 'screens', 'setup', 'soak', 'start', 'station', 'test'];

describe.skipIf(process.platform !== 'linux')('a fresh clone, on the Node of the machine', () => {
  it.each(scripts)('%s begins with the packages', async (script) => {
    const { begin } = await brokenClone();
    expect(begin(script)).toBe(installing);
  });

  it('packages that a person has installed are not installed again, unless the lock file has another version', async () => {
    const { clone, begin } = await brokenClone();
    const list = readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8');
    for (const path of Object.keys(JSON.parse(list).packages)) mkdirSync(join(clone, path), { recursive: true });
    writeFileSync(join(clone, 'node_modules/.package-lock.json'), list);
    expect(begin('station')).toBe('npm rebuild ended with code 7: mend what it says above, and run this again.\n');
    rmSync(join(clone, 'node_modules/.cache'), { recursive: true });
    // A file in the place of the folder stands for packages that may not be written to: root writes everywhere.
    writeFileSync(join(clone, 'node_modules/.cache'), '');
    expect(begin('station')).toBe('npm rebuild ended with code 7: mend what it says above, and run this again.\n');
    // The second run finds what was compared in the first, and a folder of a scope that is gone since.
    rmSync(join(clone, 'node_modules/.cache'), { recursive: true });
    for (const path of ['node_modules/undici', 'node_modules/@biomejs/biome']) {
      expect(begin('station')).toBe('npm rebuild ended with code 7: mend what it says above, and run this again.\n');
      rmSync(join(clone, path), { recursive: true });
      expect(begin('station')).toBe(installing);
      mkdirSync(join(clone, path));
    }
    const older = JSON.parse(list);
    older.packages['node_modules/zod'].version = '4.0.0';
    writeFileSync(join(clone, 'node_modules/.package-lock.json'), JSON.stringify(older));
    expect(begin('station')).toBe(installing);
    delete older.packages['node_modules/zod'];
    writeFileSync(join(clone, 'node_modules/.package-lock.json'), JSON.stringify(older));
    expect(begin('station')).toBe(installing);
    // As npm leaves it when it is killed at its last step.
    writeFileSync(join(clone, 'node_modules/.package-lock.json'), list.slice(0, 500));
    expect(begin('station')).toBe(installing);
  });
});
