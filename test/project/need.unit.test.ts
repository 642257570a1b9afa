/** A real part that is missing is never passed over in silence (test/support/runner/need.ts). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { needs } from '../../scripts/lib/system.mjs';
import { lackOf } from '../support/runner/need.ts';

const gone = () => false;

test('a part that is there lets its tests run', () => {
  expect(lackOf('pdfsig', true, [], () => true)).toBeNull();
});

test.each([
  ['pdfsig', 'poppler-utils'],
  ['qpdf', 'qpdf'],
  ['openssl', 'openssl'],
  ['keyring', 'gnome-keyring'],
  ['corpus', 'shared/corpus'],
  ['ofac', 'ofac-sdn.csv'],
] as const)('%s missing in CI fails, and names what brings it: %s', (name, from) => {
  expect(lackOf(name, true, [], gone)).toEqual({ reason: expect.stringContaining(from), skip: false });
});

test('outside CI, or where a CI run does without it knowingly, its tests are skipped with the reason', () => {
  expect(lackOf('pdfsig', false, [], gone)).toEqual({ reason: expect.stringContaining('poppler-utils'), skip: true });
  expect(lackOf('corpus', true, ['ofac', 'corpus'], gone)).toMatchObject({ skip: true });
  expect(lackOf('corpus', true, ['ofac'], gone)).toMatchObject({ skip: false });
});

test.runIf(process.platform === 'linux')('a part of one system only fails there alone', () => {
  expect(lackOf('small file system', true, [], gone)).toMatchObject({ skip: false });
  expect(lackOf('cc', true, [], gone)).toEqual({ reason: expect.stringContaining('gcc'), skip: false });
});

test.each(['postgresql', 'haproxy', 'nginx', 'cc'] as const)(
  '%s, which npm test installs on Linux alone, may be missing elsewhere',
  (name) => {
    vi.stubGlobal('process', { ...process, platform: 'darwin' });
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(lackOf(name, true, [], gone)).toMatchObject({ skip: true });
  },
);

test.runIf(process.platform === 'linux')('the workflow installs on Linux what npm test does', () => {
  const workflow = readFileSync(join(import.meta.dirname, '../../.github/workflows/build.yml'), 'utf8');
  const [, installed = ''] = /apt-get install -y --no-install-recommends \\\n(.*)/.exec(workflow) ?? [];
  // The machines of the workflow have Chrome and its fonts.
  const there = ['chromium', 'fonts-liberation'];
  const packages = needs.test.flatMap(({ apt }) => apt).filter((name) => !there.includes(name));
  expect(installed.trim().split(' ').sort()).toEqual([...new Set(packages)].sort());
});
