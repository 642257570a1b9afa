/** Vitest's global set-up: bundles the programs that tests start, when a source is newer than the last bundle. */
import { globSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { compileCache, programsFolder } from './programs.ts';

const root = join(import.meta.dirname, '../../..');
const stamp = join(programsFolder, 'built');

const modified = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function isCurrent(): boolean {
  const sources = [
    '{main,practice,hub,shared}/**/*',
    'test/support/**/*',
    'test/*/{kill,outside}/*',
    'test/bench/lib/*',
    'package-lock.json',
    'vite.*.config.ts',
  ];
  const since = modified(stamp);
  return since > 0 && globSync(sources, { cwd: root }).every((path) => modified(join(root, path)) < since);
}

export default async function setup(): Promise<void> {
  if (!isCurrent()) {
    const begun = new Date();
    await build({ configFile: join(root, 'vite.test.config.ts'), logLevel: 'warn' });
    writeFileSync(stamp, begun.toISOString());
  }
  Object.assign(process.env, compileCache);
}
