/** The import rules (design, section 3) bite: a small tree that breaks each is refused, rule by rule. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { sharedTempDir } from '../support/temp-dir.ts';

const repository = join(import.meta.dirname, '../..');
const folder = sharedTempDir();

/** Each file breaks the rule next to it, by a value or by a type alone. */
const bad: [path: string, text: string, rule: string][] = [
  ['shared/a.ts', "import '../main/x.ts';", 'shared-is-pure'],
  ['shared/b.ts', "import { readFileSync } from 'node:fs';\nreadFileSync('x');", 'shared-is-pure'],
  ['shared/c.ts', "import type { App } from 'electron';\nexport type A = App;", 'electron-at-the-edge'],
  ['renderer/a.tsx', "import type { X } from '../main/x.ts';\nexport const a = <p>{null as unknown as X}</p>;", 'renderer-imports-shared'],
  ['renderer/b.ts', "import { join } from 'node:path';\njoin('x');", 'renderer-no-node'],
  ['renderer/features/records/a.tsx', "import '../screening/b.ts';", 'page-records-shows'],
  ['renderer/features/screening/b.ts', 'export {};', ''],
  ['renderer/features/visits/a.tsx', "import '../screening/b.ts';", ''],
  ['renderer/features/fresh/a.ts', 'export {};', ''],
  ['renderer/app/a.ts', "import '../features/fresh/a.ts';", 'page-known-feature'],
  ['renderer/components/a.tsx', "import '../features/screening/b.ts';", 'features-below-the-app'],
  ['renderer/c.ts', "import '../preload/index.ts';", 'one-bridge'],
  ['preload/index.ts', "import { z } from 'zod';\nz.string();", 'preload-is-small'],
  ['preload/b.ts', "import type { X } from '../main/x.ts';\nexport type Y = X;", 'preload-shared-only'],
  ['main/x.ts', 'export type X = 1;', ''],
  ['main/features/signing/a.ts', "import { app } from 'electron';\napp.quit();", 'electron-at-the-edge'],
  ['main/features/signing/b.ts', "import { request } from 'undici';\nrequest('x');", 'undici-in-provider'],
  ['main/features/signing/c.ts', "import keytar from 'keytar';\nkeytar;", 'keytar-in-keychain'],
  ['main/features/signing/j.ts', "import Sqlite from 'better-sqlite3-multiple-ciphers';\nnew Sqlite('x');", 'sqlite-in-storage'],
  ['main/features/signing/d.ts', "import './e.ts';", 'no-cycles'],
  ['main/features/signing/e.ts', "import './d.ts';", ''],
  ['main/features/signing/f.ts', "import './nowhere.ts';", 'resolvable'],
  ['main/features/signing/g.ts', "import '../../../renderer/b.ts';", 'main-apart-from-page'],
  ['main/features/signing/h.ts', "import '../../../test/t.ts';", 'nothing-imports-test'],
  ['main/features/signing/i.ts', "import { chromium } from 'playwright';\nchromium;", 'no-dev-tools'],
  ['main/features/signing/signing.ts', 'export {};', ''],
  ['main/features/signing/k.ts', "import './signing.ts';", 'no-door-from-inside'],
  ['main/features/signing/l.ts', "import '../visits/visits.ts';", 'signing-uses'],
  ['main/features/signing/m.ts', "import type { X } from '../documents/inner.ts';\nexport type Y = X;", 'signing-uses'],
  ['main/features/signing/n.ts', "import '../../app/b.ts';", 'features-below-app'],
  ['main/features/signing/rules/a.ts', "import { z } from '../z.ts';\nz;", 'rules-are-pure'],
  ['main/features/signing/z.ts', 'export const z = 1;', ''],
  ['main/features/visits/visits.ts', "import '../signing/signing.ts';", ''],
  ['main/features/documents/inner.ts', 'export type X = 1;', ''],
  ['main/app/a.ts', "import '../features/documents/inner.ts';", 'one-door'],
  ['main/app/b.ts', 'export {};', ''],
  ['main/app/c.ts', "import '../cli/a.ts';", 'app-below-its-users'],
  ['main/app/d.ts', "void import('../features/documents/inner.ts');", ''],
  ['main/app/e.ts', "import '../features/fresh/fresh.ts';", 'known-feature'],
  ['main/features/fresh/fresh.ts', 'export {};', ''],
  ['main/cli/a.ts', "import '../desktop/a.ts';", 'cli-and-desktop-apart'],
  ['main/cli/commands/a.ts', "import '../support/open-station.ts';", 'commands-load-on-use'],
  ['main/cli/support/open-station.ts', 'export {};', ''],
  ['main/desktop/a.ts', 'export {};', ''],
  ['main/platform/a.ts', "import '../features/signing/signing.ts';", 'platform-below-features'],
  ['main/loose.ts', 'export {};', ''],
  ['main/index.ts', "import './loose.ts';", 'no-loose-files'],
  ['practice/a.ts', "import '../main/x.ts';", 'practice-is-separate'],
  ['shared/d.ts', "import '../practice/a.ts';", 'practice-at-the-edge'],
  ['test/t.ts', 'export {};', ''],
];

type Violation = { rule: { name: string }; from: string };
let violations: Violation[] = [];

beforeAll(() => {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, text] of bad) write(path, text);
  for (const name of ['electron', 'undici', 'keytar', 'zod', 'playwright', 'better-sqlite3-multiple-ciphers']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    write(`node_modules/${name}/index.js`, 'module.exports = {};');
  }
  const names = ['electron', 'undici', 'keytar', 'zod', 'playwright', 'better-sqlite3-multiple-ciphers'];
  write('package.json', JSON.stringify({ name: 'bad', dependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])) }));
  const args = ['--config', join(repository, '.dependency-cruiser.cjs'), '--output-type', 'json'];
  const tool = join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const folders = ['main', 'preload', 'renderer', 'shared', 'practice', 'test'];
  const output = execFileSync(process.execPath, [tool, ...args, ...folders], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  violations = (JSON.parse(output) as { summary: { violations: Violation[] } }).summary.violations;
});

test.each(bad.filter(([, , rule]) => rule !== ''))('%s is refused', (path, _text, rule) => {
  expect(violations.filter(({ from }) => from === path).map(({ rule: broken }) => broken.name)).toContain(rule);
});

test('files that break no rule pass', () => {
  const innocent = bad.filter(([, , rule]) => rule === '').map(([path]) => path);
  expect(violations.filter(({ from }) => innocent.includes(from))).toEqual([]);
});
