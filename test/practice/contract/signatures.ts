import { readdir, readFile } from 'node:fs/promises';
import { PDFArray, PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlacementConvention } from '../../support/doors/domain.ts';
import { type Practice, startPractice } from '../../support/doors/practice.ts';
import { bytesOf, type Fields, judge, signed } from '../../support/network/practice-calls.ts';
import { certifiedPdf, type PageShape, plainPdf, shapedPdf, writeFile } from '../../support/pdf/pdfs.ts';
import { widgets } from '../../support/pdf/widgets.ts';
import { corpus, testWith } from '../../support/runner/need.ts';
import { inSoak } from '../../support/runner/soak.ts';
import { sharedTempDir } from '../../support/temp-dir.ts';

export function practiceSignatures(start: () => Promise<Practice>): void {
  describe('what it signs', () => {
    let practice: Practice;
    const folder = sharedTempDir();
    let files = 0;
    beforeAll(async () => {
      practice = await start();
    });
    afterAll(() => practice.close());

    async function sign(original: Uint8Array, rest: Fields = {}, provider = practice): Promise<Buffer> {
      return bytesOf((await signed(provider, [original], rest))[0]);
    }

    const onDisk = (bytes: Uint8Array) => writeFile(folder, `${++files}.pdf`, bytes);

    /** The verdicts of pdfsig in the order of the signatures: integrity, and whether the whole file is covered. */
    async function verdicts(bytes: Uint8Array) {
      const { text } = await judge('pdfsig', ['-nocert', await onDisk(bytes)]);
      const blocks = text.split(/^Signature #/m).slice(1);
      return blocks.map(
        (block) => `${block.includes('Signature is Valid.') ? 'valid' : 'bad'} ${block.includes('Not total') ? 'part' : 'whole'}`,
      );
    }

    describe('the widget is where the wire says: 100,50 to 200,90', () => {
      const crop = { left: 20, bottom: 30, right: 520, top: 730 };
      // Each expected rectangle is worked out by hand from the page, never by the code under test.
      const shapes: [string, PageShape, number[]][] = [
        ['an upright A4', {}, [100, 50, 200, 90]],
        ['turned 90', { rotation: 90 }, [595 - 90, 100, 595 - 50, 200]],
        ['turned 180', { rotation: 180 }, [595 - 200, 842 - 90, 595 - 100, 842 - 50]],
        ['turned 270', { rotation: 270 }, [50, 842 - 200, 90, 842 - 100]],
        ['a crop box away from zero', { cropBox: crop }, [120, 80, 220, 120]],
        ['a crop box away from zero, turned 90', { cropBox: crop, rotation: 90 }, [520 - 90, 30 + 100, 520 - 50, 30 + 200]],
        ['a user unit of 2', { userUnit: 2 }, [50, 25, 100, 45]],
        [
          'a user unit of 2, turned 270, from a negative origin',
          { userUnit: 2, rotation: 270, mediaBox: { left: -100, bottom: -50, right: 500, top: 750 } },
          [-100 + 25, 750 - 100, -100 + 45, 750 - 50],
        ],
      ];
      test.each(shapes)('%s', async (_name, shape, expected) => {
        const bytes = await sign(await shapedPdf([{}, shape]), { signaturePage: '2' });
        const [widget, ...others] = await widgets(bytes);
        expect(others).toEqual([]);
        expect(widget).toMatchObject({ page: 2, turn: shape.rotation ?? 0 });
        for (const [index, edge] of expected.entries()) expect(widget?.rect[index]).toBeCloseTo(edge, 4);
        expect(await verdicts(bytes)).toEqual(['valid whole']);
      });

      const conventions: [string, Partial<PlacementConvention>, string, number[]][] = [
        ['from the top', { origin: 'top-left' }, '1', [100, 842 - 90, 200, 842 - 50]],
        ['pages from 0', { pageBase: 0 }, '0', [100, 50, 200, 90]],
        ['pixels at 144 dpi', { unit: 'pixel', dpi: 144 }, '1', [50, 25, 100, 45]],
        ['permille', { unit: 'permille' }, '1', [59.5, 42.1, 119, 75.78]],
      ];
      test.each(conventions)(
        'follows another convention that its profile states: %s',
        async (_name, placement, signaturePage, expected) => {
          const other = await startPractice({ placement });
          try {
            expect(other.profile.signing?.placement).toMatchObject(placement);
            const [widget] = await widgets(await sign(await plainPdf(), { signaturePage }, other));
            for (const [index, edge] of expected.entries()) expect(widget?.rect[index]).toBeCloseTo(edge, 4);
          } finally {
            await other.close();
          }
        },
      );

      test('is elsewhere when that misbehaviour is requested, with a valid signature', async () => {
        practice.misbehave('sign', { entry: 'other-place' });
        const bytes = await sign(await plainPdf());
        const [widget] = await widgets(bytes);
        expect(widget?.rect).not.toEqual([100, 50, 200, 90]);
        expect(await verdicts(bytes)).toEqual(['valid whole']);
      });
    });

    describe('the signed file', () => {
      const kinds: [string, () => Promise<Uint8Array>][] = [
        ['a cross-reference stream', () => plainPdf(2)],
        ['a cross-reference table', async () => (await PDFDocument.load(await plainPdf(2))).save({ useObjectStreams: false })],
        ['a form with fields', formPdf],
        ['a form inside the catalog, its fields in an object of their own', looseFormPdf],
        ['14 pages', () => plainPdf(14)],
      ];
      test.each(kinds)('begins with the original, is sound, and says PRACTICE on every page: %s', async (_name, make) => {
        const original = await make();
        const bytes = await sign(original);
        expect(bytes.subarray(0, original.length).equals(original)).toBe(true);
        expect(await verdicts(bytes)).toEqual(['valid whole']);
        const path = await onDisk(bytes);
        expect(await judge('qpdf', ['--check', path])).toMatchObject({ code: 0 });
        const pages = (await judge('pdftotext', [path, '-'])).text.split('\f').slice(0, -1);
        expect(pages).toHaveLength((await PDFDocument.load(original)).getPageCount());
        // Poppler breaks slanted words into lines; without white space they are whole again.
        for (const page of pages) expect(page.replace(/\s/g, '')).toContain('PRACTICE');
      });

      test('keeps the fields of a form and their values', async () => {
        const form = (await PDFDocument.load(await sign(await formPdf()))).getForm();
        expect(form.getTextField('name').getText()).toBe('Ana Prueba');
        expect(form.getFields()).toHaveLength(2);
      });

      test('keeps them also where the list of fields is an object of its own', async () => {
        const form = (await PDFDocument.load(await sign(await looseFormPdf()))).getForm();
        expect(form.getFields()).toHaveLength(2);
      });

      test('signed again, it keeps the first signature valid', async () => {
        const once = await sign(await plainPdf(2));
        const twice = await sign(once, { x1: '300', x2: '400', signaturePage: '2' });
        expect(twice.subarray(0, once.length).equals(once)).toBe(true);
        expect(await verdicts(twice)).toEqual(['valid part', 'valid whole']);
        expect((await widgets(twice)).map(({ page }) => page)).toEqual([1, 2]);
      });

      test('changed afterwards in a single byte, it is no longer valid', async () => {
        const bytes = await sign(await plainPdf());
        const at = bytes.indexOf('/Producer') + 12;
        bytes[at] = (bytes[at] ?? 0) ^ 1;
        expect(await verdicts(bytes)).toEqual(['bad whole']);
      });

      test('is not made of one that is certified against changes', async () => {
        const [item] = await signed(practice, [await certifiedPdf(1)]);
        expect(item).toMatchObject({ status: 'FAIL', errorReason: expect.stringContaining('certified') });
      });
    });

    const refused = ['corrupted-no-trailer.pdf', 'open-password-is-one-space.pdf', 'permissions-deny-signing.pdf'];
    /** Damaged before it came, so qpdf complains of both. */
    const unsound = ['signed-shadow-attack-hide.pdf'];

    testWith('corpus')('every file of the corpus is signed soundly or refused', async () => {
      for (const [index, name] of (await readdir(corpus)).filter((one) => one.endsWith('.pdf')).entries()) {
        const original = await readFile(`${corpus}/${name}`);
        const [item] = await signed(practice, [original], name.startsWith('userunit') ? {} : { x1: '10', y1: '10', x2: '60', y2: '40' });
        expect([name, item?.status]).toEqual([name, refused.includes(name) ? 'FAIL' : 'SUCCESS']);
        if (item?.status === 'FAIL') continue;
        const bytes = bytesOf(item);
        expect(bytes.subarray(0, original.length).equals(original)).toBe(true);
        if (!inSoak && index % 3 !== 0) continue;
        expect((await verdicts(bytes)).at(-1)).toBe('valid whole');
        if (!unsound.includes(name)) expect([name, (await judge('qpdf', ['--check', await onDisk(bytes)])).code]).toEqual([name, 0]);
      }
    });

    async function formPdf(): Promise<Uint8Array> {
      const pdf = await PDFDocument.load(await plainPdf());
      const field = pdf.getForm().createTextField('name');
      field.setText('Ana Prueba');
      const [page] = pdf.getPages();
      if (!page) throw new Error('no page');
      field.addToPage(page, { x: 60, y: 400, width: 200, height: 24 });
      return pdf.save();
    }

    async function looseFormPdf(): Promise<Uint8Array> {
      const pdf = await PDFDocument.load(await formPdf());
      const form = pdf.catalog.lookup(PDFName.of('AcroForm'), PDFDict);
      form.set(PDFName.of('Fields'), pdf.context.register(form.lookup(PDFName.of('Fields'), PDFArray)));
      pdf.catalog.set(PDFName.of('AcroForm'), form);
      return pdf.save();
    }
  });
}
