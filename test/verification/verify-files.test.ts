/** Files that a person chose to be checked. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { createFileVerifier } from '../support/doors/verification.ts';
import { tempDir } from '../support/temp-dir.ts';

test('a file is taken without being read', async () => {
  const path = join(await tempDir(), 'large.pdf');
  const size = 2 ** 40;
  const file = await open(path, 'w');
  await file.truncate(size);
  await file.close();
  const reader = { verify: () => Promise.reject(new Error('nothing is checked')) };
  const verifier = createFileVerifier({ reader, roots: () => [], now: () => new Date() });
  expect(await verifier.take([path])).toEqual([{ id: expect.any(String), name: 'large.pdf', size }]);
  expect(await codeOf(verifier.take([`${path}.gone`]))).toBe('file-missing');
});
