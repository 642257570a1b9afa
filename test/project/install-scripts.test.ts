/** What runs on a machine when the packages are installed: a fresh one has no compiler, and perhaps no way to the sites of other files. */
import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

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
