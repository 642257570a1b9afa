/** Files that a person chose to be checked. */
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeOf, outcomeOf } from '../support/code-of.ts';
import { verificationHandlers } from '../support/doors/desktop.ts';
import { createFileVerifier } from '../support/doors/verification.ts';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { tempDir } from '../support/temp-dir.ts';

test('a file is taken without being read', async () => {
  const path = join(await tempDir(), 'large.pdf');
  const size = 2 ** 40;
  const file = await open(path, 'w');
  await file.truncate(size);
  await file.close();
  const reader = { verify: () => Promise.reject(new Error('nothing is checked')) };
  const verifier = createFileVerifier({ reader, trust: () => ({ roots: [], rules: [] }), now: () => new Date() });
  expect(await verifier.take([path])).toEqual([{ id: expect.any(String), name: 'large.pdf', size }]);
  expect(await codeOf(verifier.take([`${path}.gone`]))).toBe('file-missing');
});

test('the report of a check can be saved until 50 others were made', async () => {
  const path = join(await tempDir(), 'a.pdf');
  await writeFile(path, 'text');
  const reader = { verify: async () => ({ report: null, problem: { code: 'pdf-too-complex' as const, message: '' } }) };
  const verifier = createFileVerifier({ reader, trust: () => ({ roots: [], rules: [] }), now: () => new Date() });
  // The dialog is dismissed.
  const dialogs = { pdf: async () => path, saveAs: async () => null };
  const handlers = verificationHandlers({ station: { verifier, clerk: () => null as never }, dialogs, saved: null as never });
  const chosen = await handlers['verification.choose'](undefined as never);
  const request = { fileId: chosen?.id ?? '', originalId: null };
  const saved = (checkId: string) => outcomeOf(handlers['verification.saveReport']({ checkId, language: 'es' }));
  for (let count = 0; count <= 50; count += 1) await handlers['verification.check']({ checkId: String(count), ...request });
  expect([await saved('0'), await saved('1'), await saved('50')]).toEqual(['file-missing', 'done', 'done']);
});

test('a signed file is checked with the roots and rules of the profile in use; practice trusts no root', async () => {
  const station = withSigningActions(await buildStation({ stored: true }));
  await station.sendAll(await station.contracts('a'));
  const paths = [join(station.folder, 'signed', 'a-signed.pdf'), join(station.folder, 'a.pdf')];
  const [file, original] = await station.verifier.take(paths);
  const checked = async () =>
    (await station.verifier.check({ fileId: file?.id ?? '', originalId: original?.id ?? '' }, new AbortController().signal)).report;
  expect(await checked()).toMatchObject({ bottomLine: 'signed', original: 'preserved', findings: [] });
  const without = { ...station.profile, signing: undefined };
  station.settings.saveProfile(without, station.profileId);
  expect(await checked()).toMatchObject({ bottomLine: 'unacceptable', original: 'changed' });
  station.settings.change({ activeProfileId: null });
  expect(await checked()).toMatchObject({ bottomLine: 'signed-with-remarks', original: 'preserved', findings: ['issuer-not-trusted'] });
});
