/** Files that came back written again: what is the same apart from the signature is preserved, anything else is found on its page. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import {
  concatTransformationMatrix,
  degrees,
  drawObject,
  PDFDocument,
  PDFName,
  PDFString,
  popGraphicsState,
  pushGraphicsState,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { closing } from '../support/closing.ts';
import { sourceOf } from '../support/doors/byte-source.ts';
import { createPdfReader } from '../support/doors/documents.ts';
import { markArea, openPdf, pdfium, signerOfProcess, signPdf, verifyPdf, withLooks } from '../support/doors/verification.ts';
import { pemOf } from '../support/pdf/signed-pdf.ts';
import { requirePart } from '../support/runner/need.ts';
import { tempDir } from '../support/temp-dir.ts';

type Contract = {
  pages?: number;
  /** What stands in place of the amount, by page from 1. */
  amount?: Readonly<Record<number, string>>;
  picture?: number;
  /** Numbers of the clauses, a page each. */
  order?: readonly number[];
  more?: (document: PDFDocument) => void | Promise<void>;
};

/** A contract with a picture on its second page; equal arguments show the same. */
async function contractOf({ pages = 4, amount = {}, picture = 0x80, order, more }: Contract = {}): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const page of order ?? Array.from({ length: pages }, (_, at) => at + 1)) {
    const text = `Clause ${page}: the customer pays ${amount[page] ?? '1,250,000'} pesos.`;
    document.addPage([300, 400]).drawText(text, { x: 20, y: 300, size: 11, font });
  }
  const { context } = document;
  const grey = Buffer.alloc(64 * 64, 0x40).fill(picture, 1000, 2000);
  const image = context.stream(deflateSync(grey), {
    Type: 'XObject',
    Subtype: 'Image',
    Width: 64,
    Height: 64,
    ColorSpace: 'DeviceGray',
    BitsPerComponent: 8,
    Filter: 'FlateDecode',
  });
  const second = document.getPage(Math.min(1, pages - 1));
  second.node.setXObject(PDFName.of('Picture'), context.register(image));
  second.pushOperators(pushGraphicsState(), concatTransformationMatrix(100, 0, 0, 100, 50, 100), drawObject('Picture'), popGraphicsState());
  await more?.(document);
  return document.save();
}

const rect = { left: 20, bottom: 20, right: 120, top: 60 };
const roots = [pemOf(await signerOfProcess())];

type Steps = { style?: object; page?: number; rect?: typeof rect };
async function signed(bytes: Uint8Array, { style = { file: 'rewritten' }, page = 1, rect: at = rect }: Steps = {}): Promise<Uint8Array> {
  const opened = await openPdf(bytes);
  const signedPage = opened.pdf.getPages()[page - 1];
  if (!signedPage) throw new Error('no such page');
  return signPdf(opened, { page: signedPage, rect: at }, await signerOfProcess(), { style, unmarked: true });
}
const check = async (file: Uint8Array, original: Uint8Array, more: object = {}) =>
  verifyPdf(file, { original, place: { page: 1, rect }, roots, ...more });

test('a file that was written again is preserved', async () => {
  const original = await contractOf();
  const report = await check(await signed(original), original);
  expect(report).toMatchObject({ bottomLine: 'signed', original: 'preserved', findings: [] });
  expect(report.comparison).toEqual({
    method: 'page-by-page',
    pages: { original: 4, file: 4 },
    differences: [],
    differingPages: 0,
    accepted: [],
  });
  expect(report.place).toEqual({ page: 1, rect, overlap: 1 });
});

test('a file that qpdf wrote again is preserved', async () => {
  requirePart('qpdf');
  const original = await contractOf();
  const folder = await tempDir();
  await writeFile(join(folder, 'in.pdf'), original);
  for (const options of [['--object-streams=generate', '--recompress-flate', '--compression-level=1'], ['--qdf'], ['--linearize']]) {
    await promisify(execFile)('qpdf', [...options, join(folder, 'in.pdf'), join(folder, 'out.pdf')]);
    const file = await signed(await readFile(join(folder, 'out.pdf')), { style: {} });
    expect([options, await check(file, original)]).toMatchObject([
      options,
      { bottomLine: 'signed', comparison: { method: 'page-by-page' } },
    ]);
  }
});

describe('a file that was put together from copies of the pages', () => {
  const entries: Readonly<Record<string, object>> = {
    Lang: PDFString.of('es'),
    MarkInfo: { Marked: true },
    StructTreeRoot: { Type: 'StructTreeRoot' },
    ViewerPreferences: { DisplayDocTitle: true },
    PageLabels: { Nums: [0, { S: 'r' }] },
    PageMode: PDFName.of('UseOutlines'),
    OpenAction: { S: 'GoTo', D: PDFString.of('begin') },
    Outlines: { Type: 'Outlines' },
    ACME_Template: { Version: 3 },
  };
  const withEntries = (more: Readonly<Record<string, object>>) => (document: PDFDocument) => {
    for (const [key, value] of Object.entries(more)) document.catalog.set(PDFName.of(key), document.context.obj(value as never));
  };

  test('is preserved without entries that show nothing', async () => {
    const original = await contractOf({ more: withEntries(entries) });
    const copy = await PDFDocument.create();
    const source = await PDFDocument.load(original);
    for (const page of await copy.copyPages(source, source.getPageIndices())) copy.addPage(page);
    const report = await check(await signed(await copy.save(), { style: {} }), original);
    expect(report).toMatchObject({ bottomLine: 'signed', comparison: { method: 'page-by-page', differences: [] } });
  });

  test.each([
    ['another value of one of them', { Lang: PDFString.of('es') }, { Lang: PDFString.of('en') }],
    ['a private one that the original does not have', {}, { ACME_Template: { Version: 3 } }],
    ['one that the original does not have', {}, { PageLabels: { Nums: [0, { S: 'r' }] } }],
    [
      'no attached files',
      { Names: { EmbeddedFiles: { Names: [PDFString.of('annex'), { Type: 'Filespec', F: PDFString.of('annex') }] } } },
      {},
    ],
    ['no layers', { OCProperties: { OCGs: [], D: {} } }, {}],
  ])('is changed by %s', async (_, before, after) => {
    const original = await contractOf({ more: withEntries(before) });
    const report = await check(await signed(await contractOf({ more: withEntries(after) }), { style: {} }), original);
    expect(report.comparison?.differences).toEqual([{ what: 'document', page: null }]);
  });
});

test('content that was put together in another way is rendered, and preserved where it looks the same', async () => {
  const original = await contractOf();
  const other = await contractOf({
    more: (document) => {
      const { context } = document;
      for (const page of document.getPages()) {
        const blank = context.register(context.stream('q 1 0 0 1 0 0 cm Q'));
        const contents = page.node.normalizedEntries().Contents?.asArray() ?? [];
        page.node.set(PDFName.of('Contents'), context.obj([blank, ...contents]));
      }
    },
  });
  expect(await check(await signed(other), original)).toMatchObject({ bottomLine: 'signed', comparison: { method: 'page-by-page' } });
});

test('a file that is written again with entries that show nothing is preserved, and with an action it is not', async () => {
  const original = await contractOf();
  const withEntry = async (key: string, value: object | PDFName | PDFString) =>
    signed(await contractOf({ more: ({ catalog, context }) => catalog.set(PDFName.of(key), context.obj(value as never)) }));
  expect((await check(await withEntry('Lang', PDFString.of('es')), original)).bottomLine).toBe('signed');
  expect((await check(await withEntry('ViewerPreferences', { DisplayDocTitle: true }), original)).bottomLine).toBe('signed');
  expect((await check(await withEntry('ViewerPreferences', { ViewClip: 'TrimBox' }), original)).findings).toEqual(['original-changed']);
});

describe('is changed', () => {
  const white = (document: PDFDocument) => document.getPage(2).drawText('Interest: 40 %', { x: 20, y: 200, size: 9, color: rgb(1, 1, 1) });
  const line = (document: PDFDocument) => document.getPage(2).drawLine({ start: { x: 20, y: 304 }, end: { x: 200, y: 304 } });
  const note = (document: PDFDocument) => {
    const { context } = document;
    const look = context.register(context.stream('1 g 0 0 200 20 re f', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 200, 20] }));
    document
      .getPage(2)
      .node.addAnnot(context.register(context.obj({ Type: 'Annot', Subtype: 'Stamp', F: 4, Rect: [20, 295, 220, 315], AP: { N: look } })));
  };
  const script = ({ catalog, context }: PDFDocument) =>
    catalog.set(PDFName.of('OpenAction'), context.obj({ S: 'JavaScript', JS: PDFName.of('x') }));

  test.each([
    ['one digit, as in the contract of another customer', { amount: { 3: '1,250,001' } }, [{ what: 'text', page: 3 }]],
    ['one word on page 40 of 60', { pages: 60, amount: { 40: 'no' } }, [{ what: 'text', page: 40 }]],
    ['another picture', { picture: 0xff }, [{ what: 'appearance', page: 2 }]],
    ['a missing page', { more: (document: PDFDocument) => document.removePage(2) }, [{ what: 'page-missing', page: 3 }]],
    ['an added page', { more: (document: PDFDocument) => void document.insertPage(1, [300, 400]) }, [{ what: 'page-added', page: 2 }]],
    [
      'another order of pages',
      { order: [1, 2, 4, 3] },
      [
        { what: 'text', page: 3 },
        { what: 'text', page: 4 },
      ],
    ],
    ['white text', { more: white }, [{ what: 'text', page: 3 }]],
    ['a line through the text', { more: line }, [{ what: 'appearance', page: 3 }]],
    ['an annotation over the text', { more: note }, [{ what: 'annotations', page: 3 }]],
    ['a turned page', { more: (document: PDFDocument) => document.getPage(2).setRotation(degrees(90)) }, [{ what: 'size', page: 3 }]],
    ['an action that runs when it opens', { more: script }, [{ what: 'document', page: null }]],
  ] as [string, Contract, object[]][])('%s', async (_, change, differences) => {
    const original = await contractOf({ pages: change.pages ?? 4 });
    const report = await check(await signed(await contractOf(change)), original);
    expect(report).toMatchObject({ bottomLine: 'unacceptable', original: 'changed', findings: ['original-changed'] });
    expect(report.comparison?.differences).toEqual(differences);
  });
});

describe('what the provider does to every document', () => {
  const footer = { kind: 'area', edge: 'bottom', depth: 40, pages: 'all' } as const;
  const atEnd = { kind: 'pages-at-end', count: 1 } as const;

  test.each([
    ['a footer', { addition: 'footer' }, footer, [1, 2, 3, 4]],
    ['a footer of a file that was written again', { addition: 'footer', file: 'rewritten' }, footer, [1, 2, 3, 4]],
    ['a page at the end', { addition: 'certificate-page' }, atEnd, [5]],
    ['a page at the end of a file that was written again', { addition: 'certificate-page', file: 'rewritten' }, atEnd, [5]],
  ] as const)('%s is accepted by its rule only', async (_, style, rule, pages) => {
    const original = await contractOf();
    const file = await signed(original, { style });
    expect(await check(file, original)).toMatchObject({ bottomLine: 'unacceptable', original: 'changed' });
    const report = await check(file, original, { rules: [rule] });
    expect(report).toMatchObject({ bottomLine: 'signed', original: 'preserved' });
    expect(report.comparison?.accepted).toEqual([{ rule, pages }]);
  });

  test('a footer is accepted below a line that ends with a hyphen, and not below one that ended with another mark', async () => {
    const ending = (mark: string) =>
      contractOf({ more: (document) => document.getPage(3).drawText(`the custom${mark}`, { x: 20, y: 60 }) });
    const [original, other] = [await ending('-'), await ending('.')];
    const file = await signed(original, { style: { addition: 'footer' } });
    expect(await check(file, original, { rules: [footer] })).toMatchObject({ bottomLine: 'signed', original: 'preserved' });
    expect(await check(file, other, { rules: [footer] })).toMatchObject({
      comparison: { differences: [{ what: 'text', page: 4 }] },
    });
  });

  test('a rule accepts no more pages than it says, and none elsewhere', async () => {
    const original = await contractOf();
    const twice = await contractOf({ more: (document) => void [document.addPage([300, 400]), document.addPage([300, 400])] });
    expect(await check(await signed(twice), original, { rules: [atEnd] })).toMatchObject({ original: 'changed' });
    const before = await contractOf({ more: (document) => void document.insertPage(0, [300, 400]) });
    expect(await check(await signed(before, { page: 2 }), original, { rules: [atEnd] })).toMatchObject({ original: 'changed' });
  });

  test('a strip may not hide what the original shows in it', async () => {
    const inStrip = (document: PDFDocument) => document.getPage(0).drawText('Not more than 10 %', { x: 20, y: 393, size: 6 });
    const original = await contractOf({ more: inStrip });
    const covering = async (look: string) => {
      const file = await contractOf({
        more: (document) => {
          inStrip(document);
          const { context } = document;
          const form = context.register(context.stream(look, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 300, 8] }));
          const stamp = context.obj({ Type: 'Annot', Subtype: 'Stamp', F: 4, Rect: [0, 392, 300, 400], AP: { N: form } });
          document.getPage(0).node.addAnnot(context.register(stamp));
        },
      });
      return (await check(await signed(file), original, { rules: [markArea] })).comparison?.differences;
    };
    expect(await covering('0.8 0 0 rg 200 1 90 6 re f')).toEqual([]);
    expect(await covering('1 g 0 0 300 8 re f')).toEqual([{ what: 'appearance', page: 1 }]);
    expect(await covering('0 g 0 0 300 8 re f')).toEqual([{ what: 'appearance', page: 1 }]);
  });
});

describe('the new signature', () => {
  test.each([
    ['on another page', { page: 2 }, 'signature-on-other-page', null],
    ['moved by more than half', { rect: { ...rect, left: 80, right: 180 } }, 'signature-moved', 0.4],
    ['much smaller', { rect: { ...rect, right: 60 } }, 'signature-moved', 0.4],
    ['much larger', { rect: { ...rect, top: 140 } }, 'signature-moved', 1 / 3],
  ] as const)('%s is held back', async (_, steps, finding, overlap) => {
    const original = await contractOf();
    const file = await signed(original, { style: {}, ...steps });
    const report = await check(file, original);
    expect(report).toMatchObject({ bottomLine: 'unacceptable', original: 'preserved', findings: [finding] });
    expect(report.place?.overlap).toEqual(overlap === null ? null : expect.closeTo(overlap));
    expect((await check(file, original, { withheld: [] })).bottomLine).toBe('signed-with-remarks');
  });

  test('of another signer than the expected one is unacceptable', async () => {
    const original = await contractOf();
    const file = await signed(original, { style: {} });
    const { name } = await signerOfProcess();
    expect(await check(file, original, { expectedSigner: ` ${name.toUpperCase()} ` })).toMatchObject({ bottomLine: 'signed' });
    const report = await check(file, original, { expectedSigner: 'Someone else' });
    expect(report).toMatchObject({ bottomLine: 'unacceptable', findings: ['signer-not-expected'] });
  });

  test('that came with another one is held back, and one that is gone is unacceptable', async () => {
    const original = await contractOf();
    const once = await signed(original, { style: {} });
    const twice = await signed(once, { style: {} });
    expect(await check(twice, original)).toMatchObject({ bottomLine: 'unacceptable', findings: ['extra-signature'] });
    expect(await check(twice, once)).toMatchObject({ bottomLine: 'signed', findings: [] });
    const report = await check(await signed(original, { style: {} }), once);
    expect(report.bottomLine).toBe('unacceptable');
    expect(report.findings).toContain('earlier-signature-gone');
  });
});

test('what is compared with a file that does not open leaves the memory of the renderer', async () => {
  const original = sourceOf(await contractOf({ more: (document) => document.attach(randomBytes(8 << 20), 'annex') }));
  const compareAll = () => withLooks(original, sourceOf(Buffer.from('no PDF')), () => null);
  await expect(compareAll()).rejects.toThrow('PDFium does not open it');
  const { pdfium: memory } = await pdfium();
  const before = memory.HEAPU8.length;
  for (let time = 0; time < 8; time += 1) await expect(compareAll()).rejects.toThrow();
  expect(memory.HEAPU8.length).toBe(before);
});

describe('in a worker', () => {
  /** Each page has to be rendered. */
  const rendered = async () => {
    const original = await contractOf({ pages: 12 });
    return { original: { bytes: original }, file: { bytes: await signed(original, { style: { file: 'rewritten', addition: 'footer' } }) } };
  };

  test('tells of each page', async () => {
    const reader = closing(createPdfReader());
    const pages: number[][] = [];
    const { report } = await reader.verify({ ...(await rendered()), roots }, 0, { onPage: (...at) => pages.push(at) });
    expect(report?.comparison?.differingPages).toBe(12);
    expect(pages).toEqual(Array.from({ length: 12 }, (_, at) => [at, 12]));
  });

  test('stops on request', async () => {
    const reader = closing(createPdfReader());
    const stop = new AbortController();
    const { problem } = await reader.verify({ ...(await rendered()), roots }, 0, { signal: stop.signal, onPage: () => stop.abort() });
    expect(problem?.code).toBe('cancelled');
  });
});
