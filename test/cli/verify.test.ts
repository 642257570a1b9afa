/** `verify` as a command: the JSON of the design, the same in words, exit codes, and no word of it to the network. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { collect, runHere } from '../support/cli/run-cli.ts';
import {
  markArea,
  openPdf,
  signerOfProcess,
  signerRoot,
  signPdf,
  type VerificationReport,
  verificationReportSchema,
} from '../support/doors/verification.ts';
import { writeFile } from '../support/pdf/pdfs.ts';
import { readPdf } from '../support/pdf/poppler.ts';
import { contract, filled, pageContent, signedContract, signing, updated } from '../support/pdf/signed-pdf.ts';
import { program } from '../support/runner/programs.ts';
import { sharedTempDir, tempDir } from '../support/temp-dir.ts';

const folder = sharedTempDir();
const verify = (...args: string[]) => runHere(['verify', ...args], folder, {});
const json = async (...args: string[]): Promise<{ code: number | null; report: VerificationReport }> => {
  const { code, stdout } = await verify('--json', ...args);
  return { code, report: JSON.parse(stdout) };
};
beforeAll(async () => {
  const signed = await signedContract();
  await writeFile(folder, 'original.pdf', contract());
  await writeFile(folder, 'signed.pdf', signed);
  await writeFile(folder, 'altered.pdf', updated(signed, { 4: pageContent('Other') }));
  await writeFile(folder, 'other-content.pdf', await filled(updated(contract(), { ...signing(), 4: pageContent('Other') })));
  await writeFile(folder, 'no.pdf', 'this is no PDF');
  await writeFile(folder, 'empty.pdf', '');
});

test('--json prints the report of the design', async () => {
  const { code, report } = await json('signed.pdf', '--original', 'original.pdf');
  expect(code).toBe(0);
  expect(verificationReportSchema.parse(report)).toEqual(report);
  expect(report).toMatchObject({
    signatures: [
      {
        field: 'Signature',
        signer: 'Firmante de PRÁCTICA / PRACTICE signer',
        integrity: 'valid',
        coverage: 'whole-file',
        changesAfter: 'none',
        page: 1,
        rect: { left: 150, bottom: 40, right: 250, top: 80 },
      },
    ],
    original: 'preserved',
    // No root of this machine covers the practice signer.
    bottomLine: 'signed-with-remarks',
    findings: ['issuer-not-trusted'],
    notChecked: ['revocation', 'place'],
  });
});

test.each([
  [['original.pdf'], 'unacceptable', 'no-signature'],
  [['altered.pdf'], 'unacceptable', 'suspicious-changes'],
  [['other-content.pdf', '--original', 'original.pdf'], 'unacceptable', 'original-changed'],
  [['signed.pdf', '--original', 'other-content.pdf'], 'unacceptable', 'earlier-signature-gone'],
  [['no.pdf'], 'unverifiable', 'file-unreadable'],
])('%j ends with 3: %s, %s', async (args, line, finding) => {
  const { code, report } = await json(...args);
  expect([code, report.bottomLine]).toEqual([3, line]);
  expect(report.findings).toContain(finding);
});

describe('a file that practice has signed, compared with its original', () => {
  beforeAll(async () => {
    const open = await openPdf(contract());
    const place = { page: open.pdf.getPage(0), rect: { left: 150, bottom: 40, right: 250, top: 80 } };
    await writeFile(folder, 'practice.pdf', await signPdf(open, place, await signerOfProcess()));
    const verification = { roots: await signerRoot(), rules: [markArea] };
    const addresses = { authUrl: 'https://auth.example', baseUrl: 'https://api.example' };
    const signing = { ...addresses, clientId: 'c', accountId: 'a', projectId: 'p', verification };
    await writeFile(folder, 'profile.json', JSON.stringify({ name: 'Bank', signing }));
    await writeFile(folder, 'without-signing.json', JSON.stringify({ name: 'Bank' }));
  });

  test.each([
    [[], 3, { original: 'changed', bottomLine: 'unacceptable' }],
    [['--profile-file', 'without-signing.json'], 3, { original: 'changed', bottomLine: 'unacceptable' }],
    // The mark is accepted, and the certificate of practice is trusted by no one.
    [['--practice'], 0, { original: 'preserved', bottomLine: 'signed-with-remarks', findings: ['issuer-not-trusted'] }],
    [['--profile-file', 'profile.json'], 0, { original: 'preserved', bottomLine: 'signed', findings: [] }],
  ])('with %j', async (args, ends, expected) => {
    const { code, report } = await json('practice.pdf', '--original', 'original.pdf', ...args);
    expect([code, report]).toMatchObject([ends, expected]);
  });

  test('a profile that cannot be read is wrong use', async () => {
    const { code, stderr } = await verify('practice.pdf', '--profile-file', 'none.json', '--lang', 'en');
    expect([code, stderr]).toEqual([2, 'Wrong use: the file of --profile-file cannot be read (it does not exist). See --help.\n']);
  });
});

test('a file that is no PDF is said to be none', async () => {
  const { code, stdout } = await verify('no.pdf', '--lang', 'en');
  expect([code, stdout]).toEqual([3, expect.stringContaining('it is not a PDF, whatever its name says; choose the PDF.')]);
});

test('an empty file is said to be empty, and what to do', async () => {
  const { code, stdout } = await verify('empty.pdf', '--lang', 'en');
  expect(code).toBe(3);
  expect(stdout).toContain('it is empty (0 bytes); copy or download it again.');
});

test('--report writes the report as a PDF, never over another file', async () => {
  const [first, second] = [
    await verify('altered.pdf', '--report', 'report.pdf', '--lang', 'en'),
    await verify('signed.pdf', '--original', 'original.pdf', '--report', 'report.pdf', '--lang', 'es'),
  ];
  expect([first.code, second.code]).toEqual([3, 0]);
  // A taken name got a number, so the name is said.
  expect([first.stderr, second.stderr]).toEqual(['Written: report.pdf\n', 'Escrito: report (2).pdf\n']);
  const text = async (name: string) => (await readPdf(await readFile(join(folder, name)))).texts.join('');
  expect(await text('report.pdf')).toContain('Not acceptable');
  expect(await text('report (2).pdf')).toContain('Firmado, con observaciones');
});

test.runIf(process.platform === 'linux')('a file that may not be read is wrong use', async () => {
  const home = await tempDir();
  await writeFile(home, 'a.pdf', contract());
  await chmod(join(home, 'a.pdf'), 0);
  await chmod(home, 0o755);
  // Root reads every file, so root starts the command as another user.
  const user = process.getuid?.() === 0 ? { uid: 65_534 } : {};
  const child = spawn(process.execPath, [program('station'), 'verify', 'a.pdf'], { cwd: home, env: { LC_ALL: 'en_US.UTF-8' }, ...user });
  const output = collect(child);
  const [code] = await once(child, 'close');
  expect([code, output().stdout]).toEqual([2, '']);
  expect(output().stderr).toBe('Wrong use: the file to verify cannot be read (no permission). See --help.\n');
});

describe.each([
  ['en', /^SIGNED, WITH REMARKS\./, /^Signature 1$/m, /^ {2}Changes after it: None$/m, /^Not checked: whether certificates were revoked/m],
  ['es', /^FIRMADO, CON OBSERVACIONES\./, /^Firma 1$/m, /^ {2}Cambios posteriores: Ninguno$/m, /^No verificado: si los certificados/m],
])('in words (%s)', (lang, ...expected) => {
  test('says the same', async () => {
    const { code, stdout, stderr } = await verify('signed.pdf', '--lang', lang);
    expect([code, stderr]).toEqual([0, '']);
    for (const words of expected) expect(stdout).toMatch(words);
  });

  test.each(['altered.pdf', 'no.pdf', 'original.pdf'])('has words for all that was found: %s', async (file) => {
    const { code, stdout } = await verify(file, '--original', 'other-content.pdf', '--lang', lang);
    expect(code).toBe(3);
    expect(stdout).not.toMatch(/label\.|finding|undefined|\{\{|—/);
  });
});

test.each([
  [[], /verify takes one file/],
  [['signed.pdf', 'altered.pdf'], /verify takes one file/],
  [['none.pdf'], /the file to verify cannot be read \(it does not exist\)/],
  [['signed.pdf', '--original', 'none.pdf'], /the file of --original cannot be read \(it does not exist\)/],
  [['signed.pdf', '--report', 'none/x.pdf'], /the file of --report cannot be written \(its folder does not exist\)/],
  [['.'], /the file to verify cannot be read \(it is a folder\)/],
  [['signed.pdf', '--out', 'x'], /no option --out/],
])('wrong use: verify %j', async (args, words) => {
  const { code, stdout, stderr } = await verify(...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(words);
  expect(stderr).not.toContain(join(folder, 'none.pdf'));
});
