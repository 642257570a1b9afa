/** What was added after a signature: allowed, or suspicious, by what it changes. */
import { beforeAll, describe, expect, test } from 'vitest';
import { verifyPdf } from '../support/doors/verification.ts';
import {
  contract,
  contractObjects,
  filled,
  type Objects,
  pageContent,
  signatureDictionary,
  signatureField,
  signedContract,
  signing,
  signingAgain,
  updated,
} from '../support/pdf/signed-pdf.ts';

let signed: Buffer;
beforeAll(async () => {
  signed = await signedContract();
});

/** Verdict and codes of the first signature. */
async function changesOf(file: Uint8Array): Promise<[string, string[]]> {
  const { changesAfter, changes } = (await verifyPdf(file, { roots: [] })).signatures[0] ?? { changesAfter: 'no signature', changes: [] };
  return [changesAfter, changes];
}
const page = (more: string, annotations = '[6 0 R 7 0 R]') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R /Annots ${annotations} ${more} >>`;
const catalog = (more: string) => `<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R ${more} >>`;
const place = (more: string, rect = '[20 20 120 40]') =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (Place) /Rect ${rect} /P 3 0 R ${more} >>`;
const look = '<< /Type /XObject /Subtype /Form /BBox [0 0 10 10] /Length 0 >>\nstream\n\nendstream';
const note = '<< /Type /Annot /Subtype /FreeText /Rect [0 0 300 400] /Contents (Other) >>';

test('nothing, and blanks', async () => {
  expect(await changesOf(signed)).toEqual(['none', []]);
  expect(await changesOf(Buffer.concat([signed, Buffer.from('\r\n')]))).toEqual(['none', []]);
});

describe('allowed', () => {
  const allowed: [string, Objects, string[]][] = [
    ['the same objects once more', { 4: pageContent('Contract'), 2: contractObjects[1] ?? '' }, []],
    ['an object that nothing names', { 12: '(new)' }, []],
    ['data for checks', { 1: catalog('/DSS 12 0 R /Extensions << >>'), 12: '<< /Certs [] >>' }, ['validation-data']],
    ['a language', { 1: catalog('/Lang (es-CO)') }, []],
    ['how a viewer shows its window', { 1: catalog('/ViewerPreferences 12 0 R'), 12: '<< /DisplayDocTitle true /Duplex /Simplex >>' }, []],
    ['a panel next to the page', { 1: catalog('/PageMode /UseThumbs') }, []],
    ['that it is tagged', { 1: catalog('/MarkInfo << /Marked true >>') }, []],
    ['what a certification says of its content', { 1: catalog('/Legal << /JavaScriptActions 0 /Attestation (none) >>') }, []],
    ['the usual alignment of fields', { 5: '<< /Fields [6 0 R 7 0 R] /SigFlags 3 /Q 0 >>' }, []],
    ['metadata', { 1: catalog('/Metadata 12 0 R'), 12: '<< /Length 0 >>\nstream\n\nendstream' }, ['metadata']],
    ['a filled text field', { 6: place('/V (Quito) /AP << /N 12 0 R >>'), 12: look }, ['form-filled']],
    ['flags and no need for appearances', { 5: '<< /Fields [6 0 R 7 0 R] /SigFlags 3 /NeedAppearances false >>' }, []],
  ];
  test.each(allowed)('%s', async (_, objects, codes) => expect(await changesOf(updated(signed, objects))).toEqual(['allowed', codes]));

  test('a form without its empty resources, and with more of them', async () => {
    const form = (more: string) => `<< /Fields [6 0 R 7 0 R] /SigFlags 3 ${more} >>`;
    const first = await filled(updated(contract(), { ...signing(), 5: form('/DR << /Font << >> >>') }));
    expect(await changesOf(updated(first, { 5: form('') }))).toEqual(['allowed', []]);
    const font = '/DR << /Font << /F 12 0 R >> >>';
    const grown = updated(first, { 5: form(font), 12: '<< /Type /Font >>' });
    expect(await changesOf(grown)).toEqual(['allowed', []]);
    const withFont = await filled(updated(contract(), { ...signing(), 5: form(font), 12: '<< /Type /Font >>' }));
    expect(await changesOf(updated(withFont, { 5: form('') }))).toEqual(['suspicious', ['form']]);
  });

  test('a second signature, and a third one in a field with a kid', async () => {
    const twice = await filled(updated(signed, signingAgain()));
    expect(await changesOf(twice)).toEqual(['allowed', ['signature-added']]);
    const third = await filled(
      updated(twice, {
        3: page('', '[6 0 R 7 0 R 9 0 R 13 0 R]'),
        5: '<< /Fields [6 0 R 7 0 R 9 0 R 12 0 R] /SigFlags 3 >>',
        12: '<< /FT /Sig /T (Third) /Kids [13 0 R] /V 14 0 R >>',
        13: '<< /Type /Annot /Subtype /Widget /Parent 12 0 R /P 3 0 R /Rect [0 200 90 240] >>',
        14: signatureDictionary(),
      }),
    );
    expect((await verifyPdf(third, { roots: [] })).signatures.map(({ changesAfter }) => changesAfter)).toEqual([
      'allowed',
      'allowed',
      'none',
    ]);
  });

  test('a signature in a field that was there and empty', async () => {
    const empty = signatureField('Second', 10).replace('/V 10 0 R', '');
    const first = await filled(
      updated(contract(), {
        ...signing(),
        3: page('', '[6 0 R 7 0 R 9 0 R]'),
        5: '<< /Fields [6 0 R 7 0 R 9 0 R] /SigFlags 3 >>',
        9: empty,
      }),
    );
    const both = await filled(updated(first, { 9: signatureField('Second', 10), 10: signatureDictionary() }));
    expect(await changesOf(both)).toEqual(['allowed', ['signature-added']]);
    // Its look alone is no signature.
    expect(await changesOf(updated(first, { 9: empty.replace('>>', '/AP << /N 12 0 R >> >>'), 12: look }))).toEqual([
      'suspicious',
      ['field'],
    ]);
  });
});

describe('suspicious', () => {
  const suspicious: [string, Objects, string][] = [
    ['other content', { 4: pageContent('Other') }, 'page-content'],
    ['content elsewhere', { 3: page('').replace('4 0 R', '12 0 R'), 12: pageContent('Other') }, 'page-content'],
    ['a turned page', { 3: page('/Rotate 90') }, 'page'],
    ['a cut page', { 3: page('/CropBox [0 0 10 10]') }, 'page'],
    ['resources', { 3: page('/Resources << >>') }, 'page'],
    ['an annotation', { 3: page('', '[6 0 R 7 0 R 12 0 R]'), 12: note }, 'annotation'],
    ['an annotation within the page', { 3: page('', `[6 0 R 7 0 R ${note}]`) }, 'annotation'],
    ['a removed annotation', { 3: page('', '[7 0 R]') }, 'annotation'],
    ['a removed last annotation', { 3: page('', '[6 0 R]') }, 'annotation'],
    [
      'a new field without a signature',
      { 3: page('', '[6 0 R 7 0 R 12 0 R]'), 5: '<< /Fields [6 0 R 7 0 R 12 0 R] /SigFlags 3 >>', 12: place('') },
      'annotation',
    ],
    ['an added page', { 2: '<< /Type /Pages /Count 2 /Kids [3 0 R 12 0 R] >>', 12: page('') }, 'pages'],
    ['a removed page', { 2: '<< /Type /Pages /Count 0 /Kids [] >>' }, 'pages'],
    ['another page tree', { 1: catalog('').replace('2 0 R', '12 0 R'), 12: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>' }, 'catalog'],
    ['an action that runs when it opens', { 1: catalog('/OpenAction << /S /JavaScript /JS (0) >>') }, 'catalog'],
    ['actions of the document', { 1: catalog('/AA << /WC << /S /JavaScript /JS (0) >> >>') }, 'catalog'],
    ['scripts', { 1: catalog('/Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (0) >>] >> >>') }, 'catalog'],
    ['layers', { 1: catalog('/OCProperties << /OCGs [] /D << >> >>') }, 'catalog'],
    ['a part of the page on paper', { 1: catalog('/ViewerPreferences << /PrintClip /TrimBox >>') }, 'catalog'],
    ['a preference in an object of its own', { 1: catalog('/ViewerPreferences << /FitWindow 12 0 R >>'), 12: 'true' }, 'catalog'],
    ['a full screen', { 1: catalog('/PageMode /FullScreen') }, 'catalog'],
    ['a language that is none', { 1: catalog('/Lang << /S /JavaScript /JS (0) >>') }, 'catalog'],
    ['another alignment of fields', { 5: '<< /Fields [6 0 R 7 0 R] /SigFlags 3 /Q 2 >>' }, 'form'],
    ['a moved field', { 6: place('', '[20 20 120 400]') }, 'field'],
    ['a field that acts', { 6: place('/AA << >>') }, 'field'],
    ['a freed object', { 4: null }, 'page-content'],
    ['an XFA form', { 5: '<< /Fields [6 0 R 7 0 R] /SigFlags 3 /XFA 12 0 R >>', 12: look }, 'form'],
    ['appearances that a viewer is to make', { 5: '<< /Fields [6 0 R 7 0 R] /SigFlags 3 /NeedAppearances true >>' }, 'form'],
    ['a removed signature', { 7: signatureField('Signature', 8).replace('/V 8 0 R', '') }, 'field'],
    ['another signature in its place', { 7: signatureField('Signature', 12), 12: '<< /ByteRange [0 1 2 3] /Contents <00> >>' }, 'field'],
    ['a form without the fields', { 5: '<< /Fields [7 0 R] /SigFlags 3 >>' }, 'form'],
  ];
  test.each(suspicious)('%s', async (_, objects, code) => {
    const file = updated(signed, objects);
    // What takes the signature out of its field is found by the dictionary.
    const found = await verifyPdf(file, { roots: [] });
    const first = found.signatures.find(({ integrity }) => integrity === 'valid');
    expect([first?.changesAfter, first?.changes]).toEqual(['suspicious', expect.arrayContaining([code])]);
    expect(found.bottomLine).toBe('unacceptable');
  });

  test('an object that the signed file named and did not have', async () => {
    const prepared = await filled(
      updated(contract(), { ...signing(), 3: page('').replace('/Contents 4 0 R', '/Contents [4 0 R 12 0 R]') }),
    );
    expect(await changesOf(updated(prepared, { 12: pageContent('Other') }))).toEqual(['suspicious', ['page-content']]);
  });

  test('another root', async () => {
    const file = updated(signed, { 12: catalog('') });
    const at = file.lastIndexOf('/Root 1 0 R');
    const other = Buffer.concat([file.subarray(0, at), Buffer.from('/Root 12 0 R'), file.subarray(at + '/Root 1 0 R'.length)]);
    expect(await changesOf(other)).toEqual(['suspicious', ['trailer']]);
  });

  test('the same object under another generation, which nothing names', async () => {
    const file = updated(signed, { 4: pageContent('Contract') }).toString('latin1');
    const [before, after] = [file.slice(0, signed.length), file.slice(signed.length)];
    const other = after.replace('4 0 obj', '4 1 obj').replace(' 00000 n', ' 00001 n');
    expect(await changesOf(Buffer.from(before + other, 'latin1'))).toEqual(['suspicious', ['page-content']]);
  });

  test('another value of an entry that shows nothing', async () => {
    const first = await filled(updated(contract(), { ...signing(), 1: catalog('/Lang (es) /PageMode /UseNone') }));
    expect(await changesOf(updated(first, { 1: catalog('/Lang (en) /PageMode /UseNone') }))).toEqual(['suspicious', ['catalog']]);
    expect(await changesOf(updated(first, { 1: catalog('/Lang (es)') }))).toEqual(['suspicious', ['catalog']]);
  });

  test('what is undone in a later revision shows nothing else', async () => {
    expect(await changesOf(updated(updated(signed, { 4: pageContent('Other') }), { 4: pageContent('Contract') }))).toEqual(['allowed', []]);
  });

  test('a signed part that is no file of its own', async () => {
    const cut = await filled(updated(contract(), signing()));
    const at = cut.lastIndexOf('startxref');
    const short = await filled(updated(contract(), signing()).subarray(0, at));
    const file = Buffer.concat([short, cut.subarray(at)]);
    expect((await verifyPdf(file, { roots: [] })).signatures).toMatchObject([
      { integrity: 'valid', changesAfter: 'suspicious', changes: ['unreadable'] },
    ]);
  });
});

describe('what the signatures limit', () => {
  const transform = (method: string, parameters: string) =>
    `/Reference [<< /TransformMethod /${method} /TransformParams << ${parameters} >> >>]`;
  const certified = (level: string) =>
    filled(updated(contract(), { ...signing({ value: transform('DocMDP', level) }), 1: catalog('/Perms << /DocMDP 8 0 R >>') }));
  const fill: Objects = { 6: place('/V (Quito)') };
  const dss: Objects = { 1: catalog('/Perms << /DocMDP 8 0 R >> /DSS << >>') };

  test.each([
    ['/P 1', 'suspicious', 'suspicious'],
    ['/P 2', 'allowed', 'allowed'],
    ['', 'allowed', 'allowed'],
    ['/P 3', 'allowed', 'allowed'],
    ['/P 7', 'suspicious', 'suspicious'],
  ])('certified with %s: filling is %s, a signature %s', async (level, filling, another) => {
    const file = await certified(level);
    expect((await changesOf(updated(file, fill)))[0]).toBe(filling);
    expect((await changesOf(await filled(updated(file, signingAgain()))))[0]).toBe(another);
    expect(await changesOf(updated(file, dss))).toEqual(['allowed', ['validation-data']]);
    expect((await changesOf(updated(file, { 3: page('', '[6 0 R 7 0 R 12 0 R]'), 12: note })))[0]).toBe('suspicious');
  });

  test('a time stamp of the whole is allowed by every level', async () => {
    const stamp = signatureDictionary().replace('adbe.pkcs7.detached', 'ETSI.RFC3161');
    const stampedAt = async (rect: string) =>
      changesOf(updated(await certified('/P 1'), { ...signingAgain(), 9: signatureField('Second', 10, rect), 10: stamp }));
    expect(await stampedAt('/Rect [0 0 0 0]')).toEqual(['allowed', ['time-stamp-added']]);
    // A visible one could show anything.
    expect(await stampedAt('/Rect [20 100 120 140]')).toEqual(['suspicious', expect.arrayContaining(['annotation'])]);
  });

  test.each([
    ['/Action /All', 'suspicious'],
    ['/Action /Include /Fields [(Place)]', 'suspicious'],
    ['/Action /Include /Fields [(Other)]', 'allowed'],
    ['/Action /Exclude /Fields [(Place)]', 'allowed'],
    ['/Action /Exclude /Fields [(Other)]', 'suspicious'],
    ['/Action /Unknown', 'suspicious'],
  ])('fields locked by %s: filling is %s', async (parameters, verdict) => {
    const file = await signedContract({ value: transform('FieldMDP', parameters) });
    expect((await changesOf(updated(file, fill)))[0]).toBe(verdict);
  });

  test.each([
    ['/Ff 1', 'suspicious'],
    ['/Ff 4096', 'allowed'],
  ])('a field with %s: filling is %s', async (flags, verdict) => {
    const file = await filled(updated(contract(), { ...signing(), 6: place(flags) }));
    expect((await changesOf(updated(file, { 6: place(`${flags} /V (Quito)`) })))[0]).toBe(verdict);
  });
});
