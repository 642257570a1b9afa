/** Encrypted files: what they show is known when they are the sent ones with a signature added. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { readPdfFacts } from '../support/doors/documents.ts';
import { documentRemarks } from '../support/doors/domain.ts';
import { signerOfProcess, verifyPdf } from '../support/doors/verification.ts';
import { writtenPdf } from '../support/pdf/pdfs.ts';
import { pdfsig } from '../support/pdf/pdfsig.ts';
import { filled, type Objects, pageContent, pemOf, signatureDictionary, updated } from '../support/pdf/signed-pdf.ts';
import { testWith } from '../support/runner/need.ts';
import { tempDir } from '../support/temp-dir.ts';

const roots = [pemOf(await signerOfProcess())];

const rect = { left: 150, bottom: 40, right: 250, top: 80 };
const page = (annotations: string, more = '') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R /Annots ${annotations} ${more} >>`;
const plain = Buffer.from(
  writtenPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 1 /Kids [3 0 R] >>', page('[]'), pageContent('Contract')]),
  'latin1',
);
const signing: Objects = {
  1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [20 0 R] /SigFlags 3 >> >>',
  3: page('[20 0 R]'),
  20: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (S) /V 21 0 R /P 3 0 R /F 132 /Rect [150 40 250 80] >>',
  21: signatureDictionary(),
};

async function encrypted(...options: string[]): Promise<{ folder: string; original: Buffer }> {
  const folder = await tempDir();
  await writeFile(join(folder, 'in.pdf'), plain);
  await promisify(execFile)('qpdf', [...options, '--', join(folder, 'in.pdf'), join(folder, 'out.pdf')]);
  return { folder, original: await readFile(join(folder, 'out.pdf')) };
}

/** The entries of the trailer by which viewers decrypt. */
function keyIn(file: Buffer): string {
  const text = file.toString('latin1');
  const [encrypt, id] = [/\/Encrypt \d+ 0 R/.exec(text)?.[0], /\/ID \[.*?\]/.exec(text)?.[0]];
  if (encrypt === undefined || id === undefined) throw new Error('not encrypted');
  return `${encrypt} ${id}`;
}

const check = (file: Uint8Array, original: Uint8Array) => verifyPdf(file, { original, place: { page: 1, rect }, roots });

testWith('qpdf')('a signature added to an encrypted file is checked; another page, key or file is not accepted', async () => {
  for (const options of [
    ['--encrypt', '', 'owner', '256'],
    ['--encrypt', '', 'owner', '128', '--use-aes=y'],
    ['--allow-weak-crypto', '--encrypt', '', 'owner', '40'],
  ]) {
    const { folder, original } = await encrypted(...options);
    const key = keyIn(original);
    const signed = await filled(updated(original, signing, key));
    expect(await check(signed, original)).toMatchObject({
      bottomLine: 'signed',
      fault: null,
      comparison: { method: 'appended' },
      // Its name is encrypted.
      signatures: [{ field: '', page: 1 }],
    });
    await writeFile(join(folder, 'signed.pdf'), signed);
    expect(await pdfsig(join(folder, 'signed.pdf'))).toEqual({ signatures: 1, valid: 1 });
    // Without the sent file nothing is known about what it shows.
    expect(await verifyPdf(signed, { roots })).toMatchObject({ bottomLine: 'unverifiable', fault: 'encrypted' });
    expect(await check(signed, plain)).toMatchObject({ bottomLine: 'unverifiable', fault: 'encrypted' });

    const other = [
      await filled(updated(original, { ...signing, 4: pageContent('Contrast') }, key)),
      await filled(updated(original, { ...signing, 3: page('[20 0 R]', '/Rotate 90') }, key)),
      await filled(updated(original, signing, key.replace(/\/ID \[<../, '/ID [<ff'))),
      await filled(updated(original, signing, key.replace(/\/Encrypt.*? R/, ''))),
      await filled(updated(original, { ...signing, 22: '<< /Filter /Standard >>' }, key.replace(/\/Encrypt.*? R/, '/Encrypt 22 0 R'))),
      updated(signed, { 3: page('[20 0 R]', '/Rotate 90') }, key),
    ];
    for (const file of other) expect((await check(file, original)).bottomLine).toMatch(/^unacceptable$|^unverifiable$/);
  }
});

testWith('qpdf')(
  'what encrypted object streams show cannot be checked, which is said before the document is sent; signatures are checked',
  async () => {
    const remarksOf = async (file: Buffer) => documentRemarks((await readPdfFacts(file)).facts).map(({ code }) => code);
    const options = ['--encrypt', '', 'owner', '256'];
    expect(await remarksOf((await encrypted(...options)).original)).toEqual([]);
    const { original } = await encrypted('--object-streams=generate', ...options);
    expect(await remarksOf(original)).toEqual(['pdf-unverifiable']);
    const signed = await filled(updated(original, signing, keyIn(original)));
    // The signature is over bytes, which are not encrypted for it. What they show stays unknown.
    const valid = { integrity: 'valid', coverage: 'whole-file', isEarlier: false, page: null, certificate: { trusted: true } };
    const unknown = {
      bottomLine: 'unverifiable',
      fault: 'encrypted',
      original: 'changed',
      findings: ['file-unreadable', 'original-not-compared'],
    };
    expect(await check(signed, original)).toMatchObject({ ...unknown, signatures: [valid] });
    const altered = Buffer.from(signed);
    altered.write('!', original.indexOf('stream') + 20, 'latin1');
    expect(await check(altered, original)).toMatchObject({
      bottomLine: 'unacceptable',
      findings: ['signature-broken', 'file-unreadable', 'original-not-compared'],
      signatures: [{ integrity: 'broken', fault: 'digest' }],
    });
    expect(await check(original, original)).toMatchObject({ ...unknown, signatures: [] });
    const before = await filled(updated(original, { 19: signatureDictionary() }, keyIn(original)));
    const again = await filled(updated(before, signing, keyIn(original)));
    expect(await check(again, before)).toMatchObject({ ...unknown, signatures: [{ isEarlier: true, coverage: 'partial' }, valid] });
  },
);
