/** A real part that is missing is never passed over in silence (test/support/runner/need.ts). */
import { expect, test } from 'vitest';
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
