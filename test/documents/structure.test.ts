/** Files whose objects can be read in two ways: the facts are those of what the window shows, and the difference is said. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { readPdfFacts } from '../support/doors/documents.ts';
import { verifyPdf } from '../support/doors/verification.ts';
import {
  contract,
  contractObjects,
  filled,
  numberedPdf,
  pageContent,
  signedContract,
  signingAgain,
  updated,
} from '../support/pdf/signed-pdf.ts';

const page = (box: string) => `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 4 0 R /Annots [6 0 R] >>`;
const large = '0 0 900 900';

/** Structure, and whether number, boxes and rotations of the pages are those of pdf.js. */
async function read(bytes: Uint8Array) {
  const { facts, problem } = await readPdfFacts(bytes);
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  try {
    const document = await task.promise;
    const shown = await Promise.all(
      Array.from({ length: document.numPages }, async (_, index) => {
        const { view, rotate } = await document.getPage(index + 1);
        return [...view, rotate];
      }),
    );
    const own = (facts?.pages ?? []).map(({ cropBox: { left, bottom, right, top }, rotation }) => [left, bottom, right, top, rotation]);
    return { structure: facts?.structure, asShown: JSON.stringify(own) === JSON.stringify(shown), width: shown[0]?.[2], problem };
  } finally {
    await task.destroy();
  }
}

/** The contract with an object in its bytes that its cross-reference does not name: before its table, or after its end. */
function hiding(object: string, where: 'before' | 'after'): Buffer {
  const text = contract().toString('latin1');
  if (where === 'after') return Buffer.from(`${text}${object}\nstartxref\n${text.lastIndexOf('xref\n0 ')}\n%%EOF\n`, 'latin1');
  const at = text.lastIndexOf('xref\n0 ');
  return Buffer.from(
    `${text.slice(0, at)}${object}\n${text.slice(at).replace(/startxref\n\d+/, `startxref\n${at + object.length + 1}`)}`,
    'latin1',
  );
}

test.each(['before', 'after'] as const)(
  'a second definition of a page that no cross-reference names, %s the table: as shown, and said',
  async (where) => {
    const file = hiding(`3 0 obj\n${page(large)}\nendobj`, where);
    expect(await read(file)).toEqual({ structure: 'ambiguous', asShown: true, width: 300, problem: null });
  },
);

test('an object that nothing names and that no other stands for is no second definition', async () => {
  expect(await read(hiding('90 0 obj\n(nothing)\nendobj', 'before'))).toMatchObject({ structure: 'sound', asShown: true });
});

// Its signed file cannot be verified, unless the provider writes it again.
test.each([
  ['more pages than are in its lists', { 2: '<< /Type /Pages /Count 7 /Kids [3 0 R] >>' }],
  ['pages of another tree', { 3: page('0 0 300 400').replace('/Parent 2 0 R', '/Parent 5 0 R') }],
])('a page tree that states %s', async (_, objects) => {
  expect(await read(updated(contract(), objects))).toMatchObject({ structure: 'ambiguous', width: 300, problem: null });
});

const content = 'BT /F1 18 Tf 60 300 Td (Contract) Tj ET';
const streamOf = (length: string) => `<< ${length} >>\nstream\n${content}\nendstream`;
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const withFont = (contents = '/Contents 4 0 R') => `${page('0 0 300 400').replace('/Contents 4 0 R', contents)}`;

/** The contract with other objects, of which 7 is the font of its page, as one revision. */
const written = (objects: Record<number, string> = {}) =>
  numberedPdf({
    ...Object.fromEntries(contractObjects.map((object, at) => [at + 1, object])),
    3: withFont(),
    7: font,
    ...objects,
    2: `<< /Type /Pages /Count 1 /Kids [3 0 R] /Resources << /Font << /F1 7 0 R >> >> >>`,
  });

/** The bottom line and the findings of the file that a provider makes of it by appending a signature, and other objects. */
async function whenSigned(file: Buffer, changed: Record<number, string> = {}, later: Record<number, string> = {}) {
  const before = /3 0 obj\n([\s\S]*?)\nendobj/.exec(file.toString('latin1'))?.[1] ?? '';
  const objects = {
    ...signingAgain(),
    3: before.replace('[6 0 R', '[6 0 R 9 0 R'),
    5: '<< /Fields [6 0 R 9 0 R] /SigFlags 3 >>',
    ...changed,
  };
  const signed = await filled(updated(file, objects));
  const { bottomLine, findings } = await verifyPdf(Object.keys(later).length > 0 ? updated(signed, later) : signed, {
    original: file,
    roots: [],
  });
  return [bottomLine, findings];
}

// Each viewer shows it, after mending; the check of the signed file mends nothing.
test.each([
  ['a content stream that is longer than it says', { 4: streamOf('/Length 10') }],
  ['a content stream that is shorter than it says', { 4: streamOf('/Length 900') }],
  ['a content stream without a length', { 4: streamOf('') }],
  ['a content stream whose length is no object', { 4: streamOf('/Length 44 0 R') }],
  ['a key of the font twice', { 7: font.replace('>>', '/Subtype /Type1 >>') }],
  ['a number of the font that is none', { 7: font.replace('>>', '/Ascent --5 >>') }],
  ['metadata of another length', { 1: contractObjects[0]?.replace('>>', '/Metadata 7 0 R >>') ?? '', 7: streamOf('/Length 4') }],
])('%s: shown, and said before it is sent', async (_, objects) => {
  expect(await read(written(objects))).toMatchObject({ structure: 'mended', asShown: true, problem: null });
  const expected = ['unverifiable', expect.arrayContaining(['file-unreadable', 'original-not-compared'])];
  expect(await whenSigned(written(objects))).toEqual(expected);
  expect(await whenSigned(written(objects), {}, { 13: '(data for checks)' })).toEqual(expected);
});

describe.each([
  ['a content stream of another length', { 4: streamOf('/Length 10') }],
  ['a key of the font twice', { 7: font.replace('>>', '/Subtype /Type1 >>') }],
])('after %s, a change is found', (_, objects) => {
  const note = '<< /Type /Annot /Subtype /FreeText /Rect [0 0 300 400] /Contents (Other) >>';
  const catalog = contractObjects[0] ?? '';
  test.each([
    ['of the content', { 4: streamOf(`/Length ${content.length}`).replace('Contract', 'Addition') }],
    ['of the page', { 3: withFont().replace('/Annots [6 0 R', '/Rotate 90 /Annots [6 0 R 9 0 R') }],
    ['by an annotation', { 3: withFont().replace('[6 0 R', '[6 0 R 12 0 R 9 0 R'), 12: note }],
    ['by a page', { 2: '<< /Type /Pages /Count 2 /Kids [3 0 R 12 0 R] >>', 12: withFont() }],
    ['by an action', { 1: catalog.replace('>>', '/OpenAction << /S /JavaScript /JS (0) >> >>') }],
  ])('%s', async (_, changed) => {
    const expected = ['unacceptable', expect.arrayContaining(['original-changed'])];
    expect(await whenSigned(written(objects), changed)).toEqual(expected);
    expect(await whenSigned(written(objects), {}, changed)).toEqual(expected);
  });
});

// Viewers mend the content in the same way, so that its picture decides.
test('a file with a damaged content that is written again is compared', async () => {
  const check = async (original: Buffer) => (await verifyPdf(await signedContract(), { original, roots: [] })).findings;
  expect(await check(written({ 4: streamOf('/Length 10') }))).toEqual(['issuer-not-trusted']);
  expect(await check(written({ 4: streamOf('/Length 10').replace('Contract', 'Addition') }))).toContain('original-changed');
});

test.each([
  ['nothing', {}],
  ['a content that is missing', { 3: withFont('/Contents 40 0 R') }],
  ['no content', { 3: withFont('') }],
  ['a content that cannot be unpacked', { 4: '<< /Filter /FlateDecode /Length 8 >>\nstream\ndamaged!\nendstream' }],
  ['an annotation that is missing', { 3: withFont().replace('[6 0 R', '[6 0 R 60 0 R') }],
])('%s of a page: every viewer shows the same', async (_, objects) => {
  expect(await read(written(objects))).toMatchObject({ structure: 'sound', asShown: true, problem: null });
  expect(await whenSigned(written(objects))).toEqual(['signed-with-remarks', expect.anything()]);
});

test('a content of which a part is missing: poppler shows nothing of that page, and pdf.js the rest', async () => {
  expect(await read(written({ 3: withFont('/Contents [4 0 R 40 0 R]') }))).toMatchObject({ structure: 'ambiguous', problem: null });
});

test('an update is what it says', async () => {
  expect(await read(updated(contract(), { 3: page(large) }))).toEqual({ structure: 'sound', asShown: true, width: 900, problem: null });
});

test('an update that names the older definition of two', async () => {
  const text = updated(contract(), { 3: page(large) }).toString('latin1');
  const first = String(text.indexOf('3 0 obj')).padStart(10, '0');
  const at = text.lastIndexOf('xref\n3 1\n') + 'xref\n3 1\n'.length;
  const back = Buffer.from(text.slice(0, at) + first + text.slice(at + 10), 'latin1');
  expect(await read(back)).toMatchObject({ structure: 'ambiguous', asShown: true, width: 300 });
});

test('objects that only the stream of a hybrid file names', async () => {
  const bodies = contractObjects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  let text = '%PDF-1.7\n';
  const places = bodies.map((body) => {
    const at = text.length;
    text += body;
    return at;
  });
  const hidden = text.length;
  const row = (kind: number, place: number) => Buffer.from([kind, place >> 8, place & 255, 0]).toString('latin1');
  text += `7 0 obj\n<< /Type /XRef /Size 8 /W [1 2 1] /Index [3 1] /Length 4 /Root 1 0 R >>\nstream\n${row(1, places[2] ?? 0)}\nendstream\nendobj\n`;
  const line = (place: number) => `${String(place).padStart(10, '0')} 00000 n \n`;
  const table = text.length;
  text += `xref\n0 3\n0000000000 65535 f \n${places.slice(0, 2).map(line).join('')}4 4\n${[...places.slice(3), hidden].map(line).join('')}`;
  text += `trailer\n<< /Size 8 /Root 1 0 R /XRefStm ${hidden} >>\nstartxref\n${table}\n%%EOF\n`;
  expect(await read(Buffer.from(text, 'latin1'))).toEqual({ structure: 'sound', asShown: true, width: 300, problem: null });
});

test('a cross-reference that points to the wrong places: mended as shown, and said', async () => {
  const moved = contract().toString('latin1').replace('%PDF-1.7\n', '%PDF-1.7\n% moved by a few bytes\n');
  expect(await read(Buffer.from(moved, 'latin1'))).toEqual({ structure: 'mended', asShown: true, width: 300, problem: null });
});

test('a damaged file that is mended in another way than it is shown', async () => {
  const second = 'trailer\n<< /Size 20 /Root 11 0 R >>\nstartxref\n0\n%%EOF\n';
  const objects = `11 0 obj\n<< /Type /Catalog /Pages 12 0 R >>\nendobj\n12 0 obj\n<< /Type /Pages /Count 1 /Kids [13 0 R] >>\nendobj\n13 0 obj\n${page(large).replace('2 0 R', '12 0 R')}\nendobj\n`;
  const file = contract()
    .toString('latin1')
    .replace('%PDF-1.7\n', '%PDF-1.7\n% moved\n')
    .replace('/Root 1 0 R', '/Root 1 0 R /ID [<00> <00>]');
  const found = await read(Buffer.from(`${file}${objects}${second}`, 'latin1'));
  expect(found).toMatchObject({ structure: 'ambiguous', asShown: false });
});

test('what came after a signature: nothing, a signature, data for checks, another text', async () => {
  const after = async (file: Uint8Array) => (await readPdfFacts(file)).facts?.signatures.map(({ changesAfter }) => changesAfter);
  const signed = await signedContract();
  expect(await after(signed)).toEqual(['none']);
  expect(await after(await filled(updated(signed, signingAgain())))).toEqual(['allowed', 'none']);
  expect(await after(updated(signed, { 1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R /DSS << >> >>' }))).toEqual(['allowed']);
  expect(await after(updated(signed, { 4: pageContent('Another contract') }))).toEqual(['suspicious']);
});
