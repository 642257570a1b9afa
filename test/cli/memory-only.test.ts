/** Without a keychain nothing waits for the next run: a signed file is in a folder when the command ends, or reported as lost. */

import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';
import type { SignOutput } from '../support/cli/cli.ts';
import { runHere } from '../support/cli/run-cli.ts';
import { memoryKeychain } from '../support/doors/keychain.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { pdfsig } from '../support/pdf/pdfsig.ts';
import { describeWith } from '../support/runner/need.ts';
import { makeReadOnly } from '../support/storage/mounts.ts';
import { tempDir } from '../support/temp-dir.ts';

/** Signs one contract where neither the chosen folder nor the one next to it takes anything; `cwd` is the working folder. */
async function signInto(cwd: string, readOnly: string) {
  const contract = await writeFile(readOnly, 'contract.pdf', await plainPdf(1));
  await mkdir(join(readOnly, 'out'));
  const dataDir = await tempDir();
  makeReadOnly(readOnly);
  const args = ['sign', contract, '--practice', '--json', '--client-info', 'T-1', '--out', join(readOnly, 'out'), '--data-dir', dataDir];
  const run = await runHere(args, cwd, {});
  const [document] = (JSON.parse(run.stdout) as SignOutput).documents;
  return { ...run, document };
}

describeWith('small file system')('folders that refuse, no keychain and no key', () => {
  test('the signed file is saved in the working folder, and that is reported', async () => {
    const cwd = await tempDir();
    const { code, stderr, document } = await signInto(cwd, await tempDir());
    expect([code, document?.status, document?.signedPath]).toEqual([0, 'signed', join(cwd, 'contract-signed.pdf')]);
    expect(await pdfsig(join(cwd, 'contract-signed.pdf'))).toEqual({ signatures: 1, valid: 1 });
    expect(stderr).toMatch(/Saved in the working folder, .*Documents: 1\./);
  });

  test('the working folder refuses too: not reported as signed, with what to do', async () => {
    const readOnly = await tempDir();
    const { code, document } = await signInto(readOnly, readOnly);
    expect([code, document?.status, document?.signedPath]).toEqual([4, 'in-doubt', null]);
    expect(document?.reason).toMatch(/it is lost\. Ask the provider for the file/);
    expect(await readdir(readOnly)).not.toContain('contract-signed.pdf');
  });
});

test('stored data whose keychain does not answer are reported as hidden (3), and shown again afterwards', async () => {
  const cwd = await tempDir();
  const keychain = memoryKeychain();
  const listed = ['queue', 'list', '--data-dir', 'data'];
  expect((await runHere(listed, cwd, {}, keychain)).code).toBe(0);
  const hidden = await runHere(listed, cwd, {});
  expect([hidden.code, hidden.stderr]).toEqual([3, expect.stringContaining('The data on this computer cannot be shown now.')]);
  expect(await runHere(listed, cwd, {}, keychain)).toMatchObject({ code: 0, stderr: '' });
});
