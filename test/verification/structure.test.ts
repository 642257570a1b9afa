/** Tagged files (ISO 32000-2, 14.7): a signer adds the element of its signature to the structure tree, and nothing else. */
import { describe, expect, test } from 'vitest';
import { signerOfProcess, verifyPdf } from '../support/doors/verification.ts';
import { filled, numberedPdf, type Objects, pemOf, signatureDictionary, updated } from '../support/pdf/signed-pdf.ts';

const roots = [pemOf(await signerOfProcess())];

const shown = '/P << /MCID 0 >> BDC BT /F1 18 Tf 60 300 Td (Pays 100 pesos) Tj ET EMC';
const content = `<< /Length ${shown.length} >>\nstream\n${shown}\nendstream`;
const page = (more: string) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R /StructParents 0 /Resources << /Font << /F1 5 0 R >> >> ${more} >>`;
const catalog = (more = '') => `<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 6 0 R ${more} >>`;
const treeRoot = (numbers: string, next: number) =>
  `<< /Type /StructTreeRoot /K 7 0 R /ParentTree ${numbers} /ParentTreeNextKey ${next} >>`;
const document = (kids: string) => `<< /Type /StructElem /S /Document /P 6 0 R /K ${kids} >>`;
const paragraph = (more = '') => `<< /Type /StructElem /S /P /P 7 0 R /Pg 3 0 R /K 0 ${more} >>`;
const sent: Readonly<Record<number, string>> = {
  1: catalog('/Outlines 11 0 R'),
  2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
  3: page(''),
  4: content,
  5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  6: treeRoot('9 0 R', 1),
  7: document('8 0 R'),
  8: paragraph(),
  9: '<< /Nums [0 10 0 R] >>',
  10: '[8 0 R]',
  11: '<< /Type /Outlines /Count 1 /First 12 0 R /Last 12 0 R >>',
  12: '<< /Title (Pays) /Parent 11 0 R /Dest [3 0 R /Fit] >>',
};
/** Outlines that name an element of the tree. */
const withNamed = { ...sent, 12: '<< /Title (Pays) /Parent 11 0 R /Dest [3 0 R /Fit] /SE 8 0 R >>' };
const widget = (more = '/StructParent 1') =>
  `<< /Type /Annot /Subtype /Widget /FT /Sig /T (S) /V 14 0 R /P 3 0 R /F 132 /Rect [150 40 250 80] ${more} >>`;
const element = (more = '', kids = '<< /Type /OBJR /Obj 13 0 R /Pg 3 0 R >>') =>
  `<< /Type /StructElem /S /Form /P 7 0 R /K [${kids}] /Alt (Signature) ${more} >>`;
/** As iText 7 writes it: the parent tree again under another number, one kid that becomes a list, and a tab order. */
const signing = {
  1: catalog('/Outlines 11 0 R /AcroForm << /Fields [13 0 R] /SigFlags 3 >>'),
  3: page('/Annots [13 0 R] /Tabs /S'),
  6: treeRoot('16 0 R', 2),
  7: document('[8 0 R 15 0 R]'),
  13: widget(),
  14: signatureDictionary(),
  15: element(),
  16: '<< /Kids [<< /Limits [0 1] /Nums [0 17 0 R 1 15 0 R] >>] >>',
  17: '[8 0 R]',
};
const check = (file: Uint8Array, original: Uint8Array) =>
  verifyPdf(file, { original, place: { page: 1, rect: { left: 150, bottom: 40, right: 250, top: 80 } }, roots });
const bothWays = async (more: Objects, original = sent) => [
  await check(await filled(updated(numberedPdf(original), { ...signing, ...more })), numberedPdf(original)),
  await check(await filled(numberedPdf({ ...original, ...signing, ...(more as typeof sent) })), numberedPdf(original)),
];

describe('signed, appended and written again', () => {
  test.each<[string, Objects]>([
    ['with its element', {}],
    ['in the same parent tree', { 6: treeRoot('9 0 R', 2), 9: '<< /Nums [0 10 0 R 1 15 0 R] >>' }],
    ['without an element', { 6: sent[6] ?? '', 7: sent[7] ?? '', 13: widget('') }],
    ['at the root of the tree', { 6: treeRoot('16 0 R', 2).replace('/K 7 0 R', '/K [7 0 R 15 0 R]'), 7: sent[7] ?? '' }],
  ])('%s', async (_, more) => {
    for (const original of [sent, withNamed]) {
      const [appended, written] = await bothWays(more, original);
      expect(appended).toMatchObject({ bottomLine: 'signed', findings: [], comparison: { method: 'appended' } });
      expect(written).toMatchObject({ bottomLine: 'signed', findings: [], comparison: { method: 'page-by-page' } });
    }
  });
});

describe('refused: another change of the tree', () => {
  test.each<[string, Objects]>([
    ['a text in place of what is shown', { 8: paragraph('/ActualText (Pays 900 pesos)') }],
    ['a text of the element in place of its content', { 15: element('/ActualText (Pays 900 pesos)') }],
    ['an element that takes in shown content', { 15: element('', '<< /Type /OBJR /Obj 13 0 R /Pg 3 0 R >> 0') }],
    [
      'an element of another annotation',
      { 15: element('', '<< /Type /OBJR /Obj 18 0 R >>'), 18: '<< /Type /Annot /Subtype /Text /StructParent 1 >>' },
    ],
    ['an element of another kind', { 15: element().replace('/Form', '/Figure') }],
    ['a second new element', { 7: document('[8 0 R 15 0 R 18 0 R]'), 18: paragraph('/Alt (Other)').replace('/K 0', '') }],
    ['an element that is gone', { 7: document('[15 0 R]') }],
    ['another order', { 7: document('[15 0 R 8 0 R 8 0 R]') }],
    ['another parent of shown content', { 17: '[15 0 R]' }],
    ['a number twice', { 16: '<< /Nums [0 17 0 R 1 15 0 R 1 15 0 R] >>' }],
    ['another entry of the root', { 6: treeRoot('16 0 R /RoleMap << /P /Artifact >>', 2) }],
  ])('%s', async (_, more) => {
    for (const { bottomLine, findings } of await bothWays(more))
      expect([bottomLine, findings]).toEqual(['unacceptable', expect.arrayContaining(['original-changed'])]);
  });

  test('an element that only outlines name now, next to a copy of it in the tree', async () => {
    const copy = { 7: document('[18 0 R 15 0 R]'), 17: '[18 0 R]', 18: paragraph(), 8: paragraph('/ActualText (Pays 900 pesos)') };
    for (const { bottomLine } of await bothWays(copy, withNamed)) expect(bottomLine).toBe('unacceptable');
  });

  test('a page that changes with the tree', async () => {
    for (const { bottomLine } of await bothWays({ 4: content.replace('100', '900') })) expect(bottomLine).toBe('unacceptable');
  });
});
