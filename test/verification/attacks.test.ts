/** Signed files that show something else than what was sent, in one viewer or another, made as an attacker would make them. */
import { describe, expect, test } from 'vitest';
import { signerOfProcess, type VerificationReport, verifyPdf } from '../support/doors/verification.ts';
import { filled, numberedPdf, type Objects, pemOf, signatureDictionary, updated } from '../support/pdf/signed-pdf.ts';

const roots = [pemOf(await signerOfProcess())];

const stream = (data: string, more = '') => `<< ${more} /Length ${data.length} >>\nstream\n${data}\nendstream`;
const shown = (text: string) => `BT /F1 18 Tf 60 300 Td (${text}) Tj ET`;
const resources = (more = '') => `/Resources << /Font << /F1 7 0 R >> ${more} >>`;
const page = (content: number, annotations: string, more = resources()) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents ${content} 0 R /Annots ${annotations} ${more} >>`;
const catalog = (fields: string, more = '') => `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields ${fields} /SigFlags 3 >> ${more} >>`;
const tree = '<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>';
const [first, second] = [stream(shown('Pays 100 pesos')), stream(shown('Clause two: 10 %'))];
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const look = (text: string) =>
  stream(`BT /F1 18 Tf 5 10 Td (${text}) Tj ET`, `/Type /XObject /Subtype /Form /BBox [0 0 200 40] ${resources()}`);
const rect = { left: 150, bottom: 40, right: 250, top: 80 };
const widget = (name: string, value: number, more = '', place = '[150 40 250 80]') =>
  `<< /Type /Annot /Subtype /Widget /FT /Sig /T (${name}) /V ${value} 0 R /P 3 0 R /F 132 /Rect ${place} ${more} >>`.replace(
    '/V 0 0 R',
    '',
  );
const textField = (more: string) => `<< /Type /Annot /Subtype /Widget /FT /Tx /T (Amount) /F 4 /Rect [50 200 250 240] /P 3 0 R ${more} >>`;

const parts: Readonly<Record<number, string>> = {
  1: '<< /Type /Catalog /Pages 2 0 R >>',
  2: tree,
  3: page(5, '[]'),
  4: page(6, '[]'),
  5: first,
  6: second,
  7: font,
};
/** A signature, 8 with its value 9, on the first page. */
const signature = { 1: catalog('[8 0 R]'), 3: page(5, '[8 0 R]'), 8: widget('S', 9), 9: signatureDictionary() };
type Sent = Readonly<Record<number, string>>;
const appended = (more: Objects, sent: Sent = parts) => filled(updated(numberedPdf(sent), { ...signature, ...more }));
const rewritten = (more: Sent) => filled(numberedPdf({ ...parts, ...signature, ...more }));
const check = (file: Uint8Array, sent: Sent = parts): Promise<VerificationReport> =>
  verifyPdf(file, { original: numberedPdf(sent), place: { page: 1, rect }, roots });

test('the files from which the attacks are made are signed', async () => {
  expect(await check(await appended({}))).toMatchObject({ bottomLine: 'signed', comparison: { method: 'appended' } });
  expect(await check(await rewritten({}))).toMatchObject({ bottomLine: 'signed', comparison: { method: 'page-by-page' } });
});

test('what usual signers write is signed: a form with a type, a place in blanks, a signature that does not turn, how it looks when pressed', async () => {
  const typed = catalog('[8 0 R]').replace('/AcroForm <<', '/AcroForm << /Type /AcroForm');
  expect(await check(await appended({ 1: typed }))).toMatchObject({ bottomLine: 'signed', findings: [] });
  expect(await check(await rewritten({ 1: typed }))).toMatchObject({ bottomLine: 'signed', findings: [] });

  const early = (file: Buffer) => file.toString('latin1').replace(/(?<=startxref\n)\d+(?=\n%%EOF\n$)/, (at) => String(Number(at) - 1));
  const inBlanks = await filled(Buffer.from(early(updated(numberedPdf(parts), signature)), 'latin1'));
  expect(await check(inBlanks)).toMatchObject({ bottomLine: 'signed', findings: [] });

  const pressed = { 8: widget('S', 9, '/H /N /C [0 0 0] /Contents (Firma)') };
  expect(await check(await appended(pressed))).toMatchObject({ bottomLine: 'signed', findings: [] });
  expect(await check(await rewritten(pressed))).toMatchObject({ bottomLine: 'signed', findings: [] });
  const linked = { 8: widget('S', 9, '/H /N /A << /S /URI /URI (https://other.example) >>') };
  expect(await check(await appended(linked))).toMatchObject({ bottomLine: 'unacceptable' });

  const fixed = { 8: widget('S', 9).replace('/F 132', '/F 148') };
  expect(await check(await appended(fixed))).toMatchObject({ bottomLine: 'signed', findings: [] });
  const turned = { ...parts, 4: page(6, '[]', `${resources()} /Rotate 90`) };
  expect(await check(await appended(fixed, turned), turned)).toMatchObject({ bottomLine: 'unacceptable' });
  const unseen = { 8: widget('S', 9, '', '[0 0 0 0]').replace('/F 132', '/F 148') };
  expect(await check(await appended(unseen, turned), turned)).toMatchObject({ findings: ['invisible'] });
});

test('a second signature of a program that gives all its signatures one name of their look is signed, next to no other field', async () => {
  const form = (fields: string, of: number) =>
    catalog(fields, '').replace('/SigFlags', `/DR << /XObject << /FRM ${of} 0 R >> >> /SigFlags`);
  const signedTwice = async (more: string, objects: Objects) => {
    const first = await appended({ ...objects, 1: form(`[8 0 R ${more}]`, 13), 13: look('Ana') });
    const again = {
      1: form(`[8 0 R ${more} 12 0 R]`, 17),
      3: page(5, '[8 0 R 12 0 R]'),
      12: widget('T', 16, '', '[50 90 150 130]'),
      16: signatureDictionary(),
      17: look('Company'),
    };
    const place = { page: 1, rect: { left: 50, bottom: 90, right: 150, top: 130 } };
    return verifyPdf(await filled(updated(first, again)), { original: first, place, roots });
  };
  expect(await signedTwice('', {})).toMatchObject({ bottomLine: 'signed', comparison: { method: 'appended' } });
  expect(await signedTwice('14 0 R', { 14: textField('/DA (/FRM Do /Helv 9 Tf)') })).toMatchObject({ bottomLine: 'unacceptable' });
});

describe('the look of a signature somewhere else', () => {
  const again = { 12: widget('T', 9, '/AP << /N 13 0 R >>', '[50 290 250 330]'), 13: look('Pays 900 pesos') };
  const withScript = '/AA << /PO << /S /JavaScript /JS (0) >> >>';
  test.each<[string, Objects, string]>([
    ['a second field with the same value', { ...again, 1: catalog('[8 0 R 12 0 R]'), 3: page(5, '[8 0 R 12 0 R]') }, 'extra-signature'],
    ['its field on another page, too', { 4: page(6, '[8 0 R]') }, 'extra-signature'],
    ['one that is only printed', { 8: widget('S', 9).replace('/F 132', '/F 36') }, 'original-changed'],
    ['one that grows when the page becomes smaller', { 8: widget('S', 9).replace('/F 132', '/F 12') }, 'original-changed'],
    ['one with a script', { 8: widget('S', 9, withScript) }, 'original-changed'],
    [
      'one whose place has a script',
      {
        3: page(5, '[14 0 R]'),
        8: '<< /FT /Sig /T (S) /V 9 0 R /Kids [14 0 R] >>',
        14: `<< /Type /Annot /Subtype /Widget /Parent 8 0 R /P 3 0 R /F 132 /Rect [150 40 250 80] ${withScript} >>`,
      },
      'original-changed',
    ],
    [
      'its field is a widget on the page, next to its kid in the requested place',
      {
        3: page(5, '[8 0 R 14 0 R]'),
        8: widget('S', 9, '/Kids [14 0 R] /AP << /N 13 0 R >>', '[0 0 300 400]'),
        13: look('Pays 900 pesos'),
        14: '<< /Type /Annot /Subtype /Widget /Parent 8 0 R /P 3 0 R /F 132 /Rect [150 40 250 80] >>',
      },
      'extra-signature',
    ],
    ['one that is another annotation', { 8: widget('S', 9).replace('/Widget', '/Stamp') }, 'original-changed'],
    [
      'a text field with its value',
      { 1: catalog('[8 0 R 12 0 R]'), 3: page(5, '[8 0 R 12 0 R]'), 12: textField('/V 9 0 R /AP << /N 13 0 R >>'), 13: look('900') },
      'original-changed',
    ],
    [
      'a time stamp that is visible',
      {
        1: catalog('[8 0 R 12 0 R]'),
        3: page(5, '[8 0 R 12 0 R]'),
        12: widget('T', 13, '', '[50 290 250 330]'),
        13: signatureDictionary().replace('adbe.pkcs7.detached', 'ETSI.RFC3161').replace('/Contents', '/Contents <00> /Other'),
      },
      'extra-signature',
    ],
  ])('%s', async (_, objects, finding) => {
    for (const file of [await appended(objects), await rewritten(objects as Sent)]) {
      const { bottomLine, findings } = await check(file);
      expect([bottomLine, findings]).toEqual(['unacceptable', expect.arrayContaining([finding])]);
    }
  });

  test('a visible time stamp after the signature, without the original', async () => {
    const stamp = signatureDictionary().replace('adbe.pkcs7.detached', 'ETSI.RFC3161');
    const added = (place: string) => ({
      1: catalog('[8 0 R 12 0 R]'),
      3: page(5, '[8 0 R 12 0 R]'),
      12: widget('T', 13, '', place),
      13: stamp,
    });
    const changesOf = async (place: string) =>
      (await verifyPdf(updated(await appended({}), added(place)), { roots })).signatures[0]?.changesAfter;
    expect([await changesOf('[0 0 0 0]'), await changesOf('[50 290 250 330]')]).toEqual(['allowed', 'suspicious']);
  });

  test('a later signature that covers the page, without the original', async () => {
    const again = async (...places: string[]) => {
      const names = places.map((_, index) => `${12 + index} 0 R`).join(' ');
      const widgets = places.map((place, index) => [12 + index, widget(`T${index}`, 18, '/AP << /N 17 0 R >>', place)]);
      const objects = { 1: catalog(`[8 0 R ${names}]`), 3: page(5, `[8 0 R ${names}]`), ...Object.fromEntries(widgets) };
      const file = await filled(updated(await appended({}), { ...objects, 17: look('Pays 900 pesos'), 18: signatureDictionary() }));
      const { bottomLine, findings, notChecked } = await verifyPdf(file, { roots });
      expect([places, notChecked.includes('later-looks')]).toEqual([places, !places.includes('[0 0 0 0]')]);
      return [bottomLine, findings];
    };
    const hidden = ['unacceptable', ['signature-large']];
    expect(await again('[0 0 300 400]')).toEqual(hidden);
    expect(await again('[0 100 300 200]', '[0 200 300 250]')).toEqual(hidden);
    // Two persons sign one after the other; the first one signed what covers the page.
    expect(await again('[20 40 120 80]')).toEqual(['signed', []]);
    expect(await again('[0 0 0 0]')).toEqual(['signed', []]);
    expect((await verifyPdf(await appended({}), { roots })).notChecked).toEqual(['revocation', 'place', 'original']);
    const prepared = { 1: catalog('[8 0 R 12 0 R]'), 3: page(5, '[8 0 R 12 0 R]') };
    const empty = await appended({ ...prepared, 12: widget('T', 0, '', '[0 0 300 400]') });
    const both = await filled(updated(empty, { 12: widget('T', 18, '', '[0 0 300 400]'), 18: signatureDictionary() }));
    expect(await verifyPdf(both, { roots })).toMatchObject({ bottomLine: 'signed', findings: [] });
    // The part that the first one says it covers is no file.
    const short = both.toString('latin1').replace(/(?<=\/ByteRange \[0 \d+ \d+ )\d{10}/, '0000000099');
    expect((await verifyPdf(Buffer.from(short, 'latin1'), { roots })).findings).toContain('signature-broken');
    const first = await appended({ 8: widget('S', 9, '', '[0 0 300 400]') });
    expect(await verifyPdf(first, { roots })).toMatchObject({ bottomLine: 'signed', findings: [] });
  });

  test('a later signature that hides an amount, without the original', async () => {
    const blank = stream('1 1 1 rg 0 0 200 40 re f', '/Type /XObject /Subtype /Form /BBox [0 0 200 40]');
    const again = async (place: string, drawn: string, before: Objects = {}) => {
      const fields = { 1: catalog('[8 0 R 12 0 R]'), 3: page(5, '[8 0 R 12 0 R]') };
      const added = { ...fields, 12: widget('T', 18, '/AP << /N 17 0 R >>', place), 17: drawn, 18: signatureDictionary() };
      const { bottomLine, findings } = await verifyPdf(await filled(updated(await appended(before), added)), { roots });
      return [bottomLine, findings];
    };
    const amount = '[110 295 140 320]';
    expect(await again(amount, blank)).toEqual(['signed-with-remarks', ['signature-over-content']]);
    // On blank paper, next to the amount, or so that the amount can still be read.
    expect(await again('[110 100 140 125]', blank)).toEqual(['signed', []]);
    expect(await again('[20 295 55 320]', blank)).toEqual(['signed', []]);
    expect(await again(amount, look('.'))).toEqual(['signed', []]);
    // The first signer saw that someone would sign there.
    const empty = { 1: catalog('[8 0 R 12 0 R]'), 3: page(5, '[8 0 R 12 0 R]'), 12: widget('T', 0, '', amount) };
    expect(await again(amount, blank, empty)).toEqual(['signed', []]);
  });

  // poppler and MuPDF take what is no number for 0, and MuPDF the first four of more numbers.
  test.each([
    '[/a /b 300 400]',
    '[null null 300 400]',
    '[(0) 40 250 80]',
    '[[0] 40 250 80]',
    '[11 0 R 40 250 80]',
    '[0 0 300 400 9 9]',
    '[/a 150 40 250 80]',
  ])('in %s, which is no rectangle: cannot be verified', async (place) => {
    const objects = { 8: widget('S', 9, '/AP << /N 13 0 R >>', place), 11: '/a', 13: look('Pays 900 pesos') };
    for (const file of [await appended(objects), await rewritten(objects)]) {
      expect(await check(file)).toMatchObject({ bottomLine: 'unverifiable', fault: 'object-damaged' });
      expect(await verifyPdf(file, { roots })).toMatchObject({ bottomLine: 'unverifiable' });
    }
  });

  // poppler shows a widget whose flags are a real or a large number, whatever they say.
  test.each(['2.0', '2', '4294967298'])('hidden by the flags %s, with a look', async (flags) => {
    for (const more of ['/AP << /N 13 0 R >>', '/MK << /BG [1 1 1] >>', '/BS << /W 9 >>']) {
      const of = (place: string) => ({ 8: widget('S', 9, more, place).replace('/F 132', `/F ${flags}`), 13: look('Pays 900 pesos') });
      const elsewhere = await check(await appended(of('[0 0 300 400]')));
      expect([elsewhere.bottomLine, elsewhere.findings]).toEqual(['unacceptable', ['invisible', 'signature-moved']]);
      const requested = await check(await rewritten(of('[150 40 250 80]')));
      expect([requested.bottomLine, requested.findings]).toEqual(['signed-with-remarks', ['invisible']]);
    }
  });

  test('nowhere: a hidden one, one that no page lists, and one that no field has', async () => {
    const hidden = await check(await appended({ 8: widget('S', 9).replace('/F 132', '/F 2') }));
    expect(hidden).toMatchObject({ bottomLine: 'signed-with-remarks', findings: ['invisible'] });
    expect(await check(await appended({ 3: parts[3] ?? null }))).toMatchObject({ findings: ['invisible'] });
    const { bottomLine, findings } = await check(await appended({ 1: parts[1] ?? null, 3: parts[3] ?? null, 8: null }));
    expect([bottomLine, findings]).toEqual(['unacceptable', expect.arrayContaining(['nothing-added'])]);
  });
});

describe('what a field shows, in objects of its own', () => {
  const filledIn = { 1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [10 0 R] >> >>', 3: page(5, '[10 0 R]') };
  const sent = { ...parts, ...filledIn, 10: textField('/V 11 0 R /AP << /N 12 0 R >>'), 11: '(10)', 12: look('10 %') };
  const signing = { 1: catalog('[10 0 R 8 0 R]'), 3: page(5, '[10 0 R 8 0 R]') };

  test.each<[string, Objects]>([
    ['look', { 12: look('90 %') }],
    ['value', { 11: '(90)' }],
  ])('another %s is found with the signature and after it', async (_, change) => {
    expect(await check(await appended(signing, sent), sent)).toMatchObject({ bottomLine: 'signed' });
    const report = await check(await appended({ ...signing, ...change }, sent), sent);
    expect(report).toMatchObject({ bottomLine: 'unacceptable', findings: ['original-changed'] });
    const later = updated(await appended(signing, sent), change);
    expect((await verifyPdf(later, { roots })).findings).toEqual(['form-filled']);
    expect(await check(later, sent)).toMatchObject({ bottomLine: 'unacceptable' });
  });

  test('another look of an empty signature is suspicious, of one that is signed now it is not', async () => {
    const empty = { ...parts, ...filledIn, 10: widget('Other', 0, '/AP << /N 12 0 R >>', '[20 200 120 240]'), 12: look('Sign here') };
    const later = updated(await appended(signing, empty), { 12: look('90 %') });
    expect((await verifyPdf(later, { roots })).signatures[0]).toMatchObject({ changesAfter: 'suspicious' });
    const fill = { 8: null, 10: widget('Other', 9, '/AP << /N 12 0 R >>', '[20 200 120 240]'), 12: look('Signed') };
    const own = await filled(updated(numberedPdf(empty), { 9: signatureDictionary(), ...fill, 8: '(unused)' }));
    expect(await verifyPdf(own, { original: numberedPdf(empty), roots })).toMatchObject({ bottomLine: 'signed' });
  });

  test('another look in a file that was written again', async () => {
    const objects = { ...sent, ...signing, 12: look('90 %') };
    expect(await check(await rewritten(objects), sent)).toMatchObject({
      bottomLine: 'unacceptable',
      comparison: { differences: [{ what: 'annotations', page: 1 }] },
    });
  });
});

describe('pages that viewers show in different ways', () => {
  const other = { 10: page(11, '[]').replace('/Type /Page', '/Type /Page /Count 1 /Kids [4 0 R]'), 11: stream(shown('Clause two: 90 %')) };
  const kids = (list: string, count: number) => `<< /Type /Pages /Count ${count} /Kids [${list}] >>`;
  test.each<[string, Sent]>([
    [
      'a page that is a node of the tree, too',
      { ...other, 2: kids('3 0 R 10 0 R', 2), 4: page(6, '[]').replace('/Parent 2', '/Parent 10') },
    ],
    [
      'a page that says it is a node',
      { ...other, 2: kids('3 0 R 4 0 R 10 0 R', 3), 10: page(11, '[]').replace('/Type /Page', '/Type /Pages') },
    ],
    ['a page without a list of nodes', { ...other, 2: kids('3 0 R 4 0 R 10 0 R', 3), 10: page(11, '[] /Kids null') }],
    ['fewer pages than there are', { 2: kids('3 0 R 4 0 R', 1) }],
    ['a node with another count', { 2: kids('3 0 R 10 0 R 4 0 R', 2), 10: kids('', 1) }],
    ['an entry of the parent that is taken back', { 2: tree.replace('/Type', '/Rotate 90 /Type'), 4: page(6, '[] /Rotate null') }],
    [
      'another parent than the tree has',
      { 4: page(6, '[]').replace('/Parent 2 0 R', '/Parent 10 0 R'), 10: tree.replace('/Type', '/MediaBox [0 0 300 400] /Type') },
    ],
    [
      'no parent to inherit from',
      { 2: tree.replace('/Type', '/MediaBox [0 0 300 400] /Type'), 4: page(6, '[]').replace('/Parent 2 0 R', '') },
    ],
    ['an object under another generation', { 4: page(6, '[] /Thumb 7 3 R') }],
  ])('%s: cannot be verified', async (_, objects) => {
    expect(await check(await rewritten(objects))).toMatchObject({ bottomLine: 'unverifiable', fault: 'object-damaged' });
  });

  // Printers, downloads and old systems leave something there.
  test.each([
    ['blanks', ' '.repeat(2000)],
    ['the end of a print job', '\x1b%-12345X'],
    ['a comment of a web server', '<!-- x -->\n'],
    ['the end mark of an old system', '\x1a'],
  ])('%s after the end mark: only in the sent file', async (_, text) => {
    const longer = (file: Uint8Array) => Buffer.concat([file, Buffer.from(text)]);
    for (const file of [await appended({}), await rewritten({})])
      expect(await check(longer(file))).toMatchObject({ bottomLine: 'unverifiable', fault: 'xref-damaged' });
    const original = longer(numberedPdf(parts));
    for (const file of [await filled(updated(original, signature)), await rewritten({})])
      expect(await verifyPdf(file, { original, roots })).toMatchObject({ bottomLine: 'signed' });
    const other = await filled(updated(longer(numberedPdf({ ...parts, 5: stream(shown('Pays 900 pesos')) })), signature));
    expect(await verifyPdf(other, { original, roots })).toMatchObject({ bottomLine: 'unacceptable' });
  });

  test.each<[string, string]>([
    ['a turn that is none', '/Rotate 45'],
    ['a box outside the page', '/CropBox [1000 1000 1200 1200]'],
    ['a box of three numbers', '/CropBox [0 0 100]'],
  ])('%s is another size', async (_, entry) => {
    const report = await check(await rewritten({ 4: page(6, `[] ${entry}`) }));
    expect(report.comparison?.differences).toEqual([{ what: 'size', page: 2 }]);
  });
});

describe('what the picture of a page on the screen does not show', () => {
  const picture = (more: string) =>
    stream('@'.repeat(64), `/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8 ${more}`);
  const drawn = (more: string) => ({
    4: page(6, '[]', resources('/XObject << /P 10 0 R >>')),
    6: stream(`q 64 0 0 64 50 100 cm /P Do Q ${shown('Clause two: 10 %')}`),
    10: picture(more),
  });
  const program = {
    4: page(6, '[]', resources('/XObject << /P 10 0 R >>')),
    6: stream(`/P Do ${shown('Clause two: 10 %')}`),
    10: stream('showpage', '/Type /XObject /Subtype /PS'),
  };
  const state = (entry: string) => ({
    4: page(6, '[]', resources(`/ExtGState << /G << ${entry} >> >>`)),
    6: stream(`/G gs ${shown('Clause two: 10 %')}`),
  });
  const layers = (content: string) => ({
    1: catalog(
      '[8 0 R]',
      '/OCProperties << /OCGs [12 0 R] /D << /OFF [12 0 R] /AS [<< /Event /Print /Category [/Print] /OCGs [12 0 R] >>] >> >>',
    ),
    4: page(6, '[]', resources('/Properties << /L 12 0 R >>')),
    6: stream(`${shown('Clause two: 10 %')}${content}`),
    12: '<< /Type /OCG /Name (L) /Usage << /Print << /PrintState /ON >> >> >>',
  });
  const colours = (entry: string) => ({
    4: page(6, '[]', resources(`/ColorSpace << ${entry} >>`)),
    6: stream(`0 g ${shown('Clause two: 10 %')}`),
  });
  const white = '/DefaultGray [/Separation /Any /DeviceGray << /FunctionType 2 /Domain [0 1] /N 1 /C0 [1] /C1 [1] >>]';
  const appearance = [{ what: 'appearance', page: 2 }];

  test.each<[string, Sent, Sent, object[]]>([
    ['another picture on paper', drawn(''), drawn('/Alternates [<< /Image 10 0 R /DefaultForPrinting true >>]'), appearance],
    ['content that other readers do not find', {}, { 4: page(6, '[]').replace('6 0 R', '[6 0 R 30 0 R]') }, appearance],
    ['content in two parts', {}, { 4: page(6, '[]').replace('6 0 R', '[6 0 R 10 0 R]'), 10: stream(' ') }, []],
    ['content that another file has', {}, { 6: stream(shown('Clause two: 10 %'), '/F (other)') }, appearance],
    ['nothing but smoothing', drawn(''), drawn('/Interpolate true'), []],
    ['a program for printers', {}, program, appearance],
    ['a curve that changes colours', state(''), state('/TR << /FunctionType 2 /Domain [0 1] /N 1 >>'), appearance],
    ['the usual curve', state(''), state('/TR /Identity'), []],
    ['device colours that other viewers show as white', colours(''), colours(white), appearance],
    ['such colours, with more content', colours(white), { ...colours(white), 6: stream(`0 g ${shown('Clause two: 10 %')} `) }, []],
    ['such colours, removed', colours(white), colours(''), []],
    ['paint that is not there on paper', state('/OP false'), state('/op true /OPM 1'), appearance],
    ['no such paint', state(''), state('/OP false'), []],
    ['a layer that paper shows', layers(''), layers(' /OC /L BDC 60 200 100 20 re f EMC'), appearance],
    ['such a layer, unchanged', layers(''), layers(''), []],
  ])('%s', async (_, sent, returned, differences) => {
    const original = { ...parts, ...sent, 1: (sent[1] ?? parts[1] ?? '').replace(/\/AcroForm <<.*?>>/, ''), 3: page(5, '[]') };
    const report = await check(await rewritten(returned), original);
    expect(report.comparison?.differences).toEqual(differences);
    expect(report.bottomLine).toBe(differences.length === 0 ? 'signed' : 'unacceptable');
  });
});

describe('a signature that the provider draws on the page itself, with an invisible field', () => {
  const invisible = { 8: widget('S', 9, '', '[0 0 0 0]') };
  const drawn = (more: string) => ({ ...invisible, 5: stream(`${shown('Pays 100 pesos')} ${more}`) });
  const stamp = (x: number, y: number) =>
    `q 1 0 0 RG 0.9 g ${x} ${y} 96 36 re B BT /F1 9 Tf 0 g ${x + 4} ${y + 10} Td (Signed by Ana) Tj ET Q`;

  test.each<[string, Sent, object[]]>([
    ['in the requested place', drawn(stamp(152, 42)), []],
    ['beside it', drawn(stamp(110, 42)), [{ what: 'text', page: 1 }]],
    ['beside it, without text', drawn('140 42 9 9 re f'), [{ what: 'appearance', page: 1 }]],
    ['in it, and over the text', drawn(`${stamp(152, 42)} 60 300 100 12 re f`), [{ what: 'appearance', page: 1 }]],
    ['in it, in place of the text', { ...invisible, 5: stream(stamp(152, 42)) }, [{ what: 'text', page: 1 }]],
    [
      'at the same place of another page',
      { ...invisible, 6: stream(`${shown('Clause two: 10 %')} ${stamp(152, 42)}`) },
      [{ what: 'text', page: 2 }],
    ],
  ])('%s', async (_, objects, differences) => {
    const expected = { bottomLine: differences.length === 0 ? 'signed-with-remarks' : 'unacceptable', comparison: { differences } };
    for (const file of [await appended(objects), await rewritten(objects)]) expect(await check(file)).toMatchObject(expected);
  });

  test('next to a visible field elsewhere is a change of the page', async () => {
    const elsewhere = { ...drawn(stamp(152, 42)), 8: widget('S', 9, '', '[20 120 120 160]') };
    for (const file of [await appended(elsewhere), await rewritten(elsewhere)])
      expect(await check(file)).toMatchObject({ comparison: { differences: [{ what: 'text', page: 1 }] } });
  });

  test('without a request, or with another one, is a change of the page', async () => {
    const file = await appended(drawn(stamp(152, 42)));
    for (const place of [null, { page: 2, rect }, { page: 1, rect: { ...rect, left: 200 } }])
      expect(await verifyPdf(file, { original: numberedPdf(parts), place, roots })).toMatchObject({
        findings: expect.arrayContaining(['original-changed']),
      });
  });
});
