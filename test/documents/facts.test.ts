import { PDFDocument, PDFName, PDFRef } from '@cantoo/pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { patched, readPdfFacts, type ViewerPatch } from '../support/doors/documents.ts';
import type { Box } from '../support/doors/domain.ts';
import * as pdfs from '../support/pdf/pdfs.ts';

const box = (left: number, bottom: number, right: number, top: number): Box => ({ left, bottom, right, top });
const factsOf = async (bytes: Uint8Array) => {
  const { facts } = await readPdfFacts(bytes);
  if (facts === null) throw new Error('no facts');
  return facts;
};
const pageOf = async (shape: pdfs.PageShape) => (await factsOf(await pdfs.shapedPdf([shape]))).pages[0];

describe('pages', () => {
  const mediaBox = box(-50, -20, 650, 880);

  it('boxes, rotation and user unit as they are', async () => {
    const cropBox = box(30, 60, 600, 800);
    expect(await pageOf({ mediaBox, cropBox, rotation: 90, userUnit: 2.5 })).toEqual({ mediaBox, cropBox, rotation: 90, userUnit: 2.5 });
  });
  it('no crop box: the media box', async () => {
    expect(await pageOf({ mediaBox })).toEqual({ mediaBox, cropBox: mediaBox, rotation: 0, userUnit: 1 });
  });
  it('a crop box is cut to the media box', async () => {
    expect((await pageOf({ mediaBox, cropBox: box(-500, 100, 200, 5000) }))?.cropBox).toEqual(box(-50, 100, 200, 880));
  });
  it.each([box(10, 10, 10, 400), box(0, 0, 0, 0), box(2000, 2000, 3000, 3000)])(
    'a crop box without an area counts as none: %o',
    async (cropBox) => {
      expect((await pageOf({ mediaBox, cropBox }))?.cropBox).toEqual(mediaBox);
    },
  );
  it('corners in the wrong order', async () => {
    expect((await pageOf({ mediaBox: box(600, 800, 0, 0) }))?.mediaBox).toEqual(box(0, 0, 600, 800));
  });
  it('a media box without an area is a letter page, as the viewer shows it', async () => {
    expect((await pageOf({ mediaBox: box(0, 0, 0, 500) }))?.mediaBox).toEqual(box(0, 0, 612, 792));
  });
  it.each([
    [-90, 270],
    [450, 90],
    [-360, 0],
    [180, 180],
    [45, 0],
    [-630, 90],
  ])('rotation %i is %i', async (written, rotation) => {
    expect((await pageOf({ rotation: written }))?.rotation).toBe(rotation);
  });
  it.each([0, -3])('user unit %d is none', async (userUnit) => {
    expect((await pageOf({ userUnit }))?.userUnit).toBe(1);
  });

  /** Two levels of page tree; what the page does not say comes from the nearest level that does. */
  async function inheritingPdf(): Promise<Uint8Array> {
    const document = await PDFDocument.load(await pdfs.plainPdf(2), { updateMetadata: false });
    const { context } = document;
    const [first, second] = document.getPages();
    if (!first || !second) throw new Error('two pages');
    for (const { node } of [first, second]) for (const key of ['MediaBox', 'CropBox', 'Rotate']) node.delete(PDFName.of(key));
    second.node.set(PDFName.of('Rotate'), context.obj(180));
    const root = document.catalog.Pages();
    const rootRef = document.catalog.get(PDFName.of('Pages'));
    if (!(rootRef instanceof PDFRef)) throw new Error('no reference');
    const inner = context.register(
      context.obj({ Type: 'Pages', Kids: [first.ref, second.ref], Count: 2, CropBox: [5, 5, 200, 300], Parent: rootRef }),
    );
    for (const { node } of [first, second]) node.set(PDFName.of('Parent'), inner);
    root.set(PDFName.of('Kids'), context.obj([inner]));
    root.set(PDFName.of('MediaBox'), context.obj([0, 0, 210, 310]));
    root.set(PDFName.of('CropBox'), context.obj([1, 1, 9, 9]));
    root.set(PDFName.of('Rotate'), context.obj(90));
    return document.save();
  }

  it('inherited entries, from the nearest level', async () => {
    const shared = { mediaBox: box(0, 0, 210, 310), cropBox: box(5, 5, 200, 300), userUnit: 1 };
    expect((await factsOf(await inheritingPdf())).pages).toEqual([
      { ...shared, rotation: 90 },
      { ...shared, rotation: 180 },
    ]);
  });

  it('agree with what pdf.js shows', async () => {
    const cases = [
      await pdfs.croppedPdf(),
      await pdfs.rotatedPdf(270),
      await pdfs.userUnitPdf(72),
      await pdfs.scanPdf(2),
      await pdfs.shapedPdf([
        { mediaBox, cropBox: box(-500, 100, 200, 5000), rotation: -90 },
        { mediaBox, cropBox: box(2000, 2000, 3000, 3000), rotation: 450 },
        { mediaBox: box(0, 0, 0, 500) },
      ]),
    ];
    for (const bytes of cases) await expectAsPdfJs(bytes);
  });

  async function expectAsPdfJs(bytes: Uint8Array) {
    const { pages } = await factsOf(bytes);
    const task = getDocument({ data: bytes.slice(), verbosity: 0 });
    try {
      const document = await task.promise;
      const shown = await Promise.all(
        pages.map(async (_, index) => {
          const { view, rotate, userUnit } = await document.getPage(index + 1);
          return { view, rotate, userUnit };
        }),
      );
      expect(document.numPages).toBe(pages.length);
      expect(
        pages.map(({ cropBox: { left, bottom, right, top }, rotation, userUnit }) => ({
          view: [left, bottom, right, top],
          rotate: rotation,
          userUnit,
        })),
      ).toEqual(shown);
    } finally {
      await task.destroy();
    }
  }
});

it('a file without a page tree has no pages', async () => {
  await expect(readPdfFacts(Buffer.from(pdfs.treelessPdf()))).rejects.toMatchObject({ problem: { code: 'pdf-no-pages' } });
});

describe('protection', () => {
  it('none', async () => {
    expect(await readPdfFacts(await pdfs.plainPdf())).toMatchObject({ facts: { protection: 'none' }, problem: null });
  });
  it('password', async () => {
    expect(await readPdfFacts(await pdfs.protectedPdf(' '))).toMatchObject({
      facts: { pages: [], protection: 'password', signatures: [], xfa: 'none', structure: 'sound' },
      problem: { code: 'pdf-password' },
      patches: [],
    });
  });

  // pdf.js asks for the password of the attachments at once unless it opens them separately.
  it.each(['EFOpen', 'DocOpen'] as const)('none for what encrypts only its attachments (%s)', async (event) => {
    const file = Buffer.from(pdfs.encryptedAttachmentsPdf(event));
    const answer = await readPdfFacts(file);
    expect(answer).toMatchObject({ facts: { protection: 'none', pages: [{ rotation: 0 }] }, problem: null });
    await expectViewerOpens(file, answer.patches);
    expect((await readPdfFacts(Buffer.from(pdfs.encryptedAttachmentsPdf(event, -1852)))).problem?.code).toBe('pdf-no-changes');
  });

  it('none for what opens with an empty owner password', async () => {
    const file = await pdfs.ownerOpensPdf();
    await expect(getDocument({ data: file.slice(), verbosity: 0 }).promise).rejects.toThrow('No password given');
    const answer = await readPdfFacts(file);
    expect(answer).toMatchObject({ facts: { protection: 'none', pages: [{ rotation: 0 }] }, problem: null });
    await expectViewerOpens(file, answer.patches, 'Owner contract');
  });

  async function expectViewerOpens(file: Uint8Array, patches: readonly ViewerPatch[], text = '') {
    const task = getDocument({ data: patched(file, patches), verbosity: 0 });
    try {
      const document = await task.promise;
      const { items } = await (await document.getPage(1)).getTextContent();
      expect([document.numPages, items.map((item) => ('str' in item ? item.str : '')).join(' ')]).toEqual([
        1,
        expect.stringContaining(text),
      ]);
    } finally {
      await task.destroy();
    }
  }

  // A new signature field needs both permissions (ISO 32000-1, table 22); filling fields is not enough.
  it.each([
    [{}, 'pdf-no-changes'],
    [{ modifying: true }, 'pdf-no-changes'],
    [{ annotating: true }, 'pdf-no-changes'],
    [{ fillingForms: true }, 'pdf-no-changes'],
    [{ modifying: true, annotating: true }, null],
  ])('encrypted and permitting %o', async (permissions, problem) => {
    const answer = await readPdfFacts(await pdfs.restrictedPdf(permissions));
    expect(answer.problem?.code ?? null).toBe(problem);
    expect(answer.facts).toMatchObject({ protection: problem === null ? 'none' : 'no-changes', pages: [{ rotation: 0 }] });
  });

  it.each([
    [1, 'pdf-certified'],
    [2, null],
    [3, null],
  ] as const)('certified, level %i', async (level, problem) => {
    const answer = await readPdfFacts(await pdfs.certifiedPdf(level));
    expect([answer.facts?.protection, answer.problem?.code ?? null]).toEqual(['certified', problem]);
  });
});

describe('signatures are', () => {
  it('filled signature fields, with page and rectangle, and not empty ones', async () => {
    const rect = box(40, 40, 200, 90);
    const facts = await factsOf(
      await pdfs.signedPdf(
        [
          { field: 'First', rect },
          { field: 'Waiting', rect: box(300, 40, 500, 90), empty: true },
          { field: 'Señor Pérez', rect: box(40, 140, 200, 190) },
        ],
        3,
      ),
    );
    expect(facts.signatures).toEqual([
      { field: 'First', page: 3, rect, integrity: 'broken', coverage: 'partial', changesAfter: 'suspicious' },
      { field: 'Señor Pérez', page: 3, rect: box(40, 140, 200, 190), integrity: 'broken', coverage: 'partial', changesAfter: 'suspicious' },
    ]);
  });

  it('not fields of other kinds, nested or not', async () => {
    const document = await PDFDocument.load(await pdfs.plainPdf(1));
    const form = document.getForm();
    const page = document.getPage(0);
    form.createTextField('person.name').addToPage(page, { x: 10, y: 10 });
    form.createTextField('person.id').addToPage(page, { x: 10, y: 80 });
    form.createCheckBox('agreed').addToPage(page, { x: 10, y: 150 });
    expect(await factsOf(await document.save())).toMatchObject({ signatures: [] });
  });
});

describe('XFA forms', () => {
  it.each([
    ['dynamic', 'dynamic', null],
    ['static', 'static', null],
    ['unlaid', 'dynamic', 'pdf-form-not-shown'],
  ] as const)('%s', async (form, xfa, code) => {
    const { facts, problem } = await readPdfFacts(Buffer.from(pdfs.xfaPdf(form)));
    expect([facts?.xfa, facts?.pages.length, problem?.code ?? null]).toEqual([xfa, 1, code]);
  });

  it('a form that pdf.js refuses to lay out, as it has fields of the other kind too', async () => {
    const file = pdfs.xfaPdf('dynamic').replace('/Fields []', '/Fields [<< /FT /Tx /T (a) >>]');
    expect((await readPdfFacts(Buffer.from(file))).problem?.code).toBe('pdf-form-not-shown');
  });

  it('an ordinary form is none', async () => {
    expect((await factsOf(await pdfs.signedPdf([{ field: 'a', rect: box(1, 1, 9, 9), empty: true }]))).xfa).toBe('none');
  });
});
